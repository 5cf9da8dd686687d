select
    (select count(*) from calls where has_meta and not is_error) as with_metadata,
    (select count(*) from calls where has_meta and is_error) as failed_with_metadata,
    (select count(*) from all_calls where exit_source = 'marker') as exit_marked,
    (select count(*) from all_calls where exit_source = 'no-marker') as exit_unmarked,
    (select count(*) from dispatches where result_seq is not null) as nested_without

insert into source_files
select unnest($source::integer[]), unnest($session::varchar[]), unnest($header_id::varchar[]), unnest($path::varchar[]),
    unnest($generation::integer[]), unnest($encoding::varchar[]), unnest($bytes::bigint[]), unnest($changed::bigint[]),
    unnest($rows::bigint[]), unnest($events::bigint[]), unnest($decoded_bytes::bigint[]), unnest($torn_bytes::bigint[]),
    unnest($state::varchar[]), unnest($open_turn::boolean[]), unnest($created_ms::bigint[]), unnest($cwd::varchar[]),
    unnest($parent_session::varchar[]), unnest($origin::varchar[]), unnest($depth::integer[]),
    unnest($preset::varchar[]), unnest($header::varchar[]);

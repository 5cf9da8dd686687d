insert into source_files
select $source, $session, $header_id, $path, $generation, $encoding, $bytes, $changed, $rows, $events, $decoded_bytes,
    $torn_bytes, $state, $open_turn, $created_ms, $cwd, $parent_session, $origin, $depth, $preset, $header;

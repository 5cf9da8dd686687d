-- The children that fit a call of one session equally well.
select key as call_key, unnest(candidates) as child_session_id from call_links where session_id = $session and link_source = 'ambiguous'

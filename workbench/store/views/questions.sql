-- Questions to the user with what was answered; the answer is the JSON text of the call's result.
create view questions as
with asked as (
    select c.key, c.session_id, c.call_seq, c.result_seq, c.state,
        unnest(try(json_transform(c.arguments, '{"questions":[{"id":"VARCHAR","question":"VARCHAR","header":"VARCHAR","options":"JSON","multi_select":"BOOLEAN"}]}').questions)) as q,
        generate_subscripts(try(json_transform(c.arguments, '{"questions":["JSON"]}').questions), 1) as position
    from call_index as c where c.name = 'ask_user_question' and not c.inherited
),
answered as (
    select c.key, unnest(try(json_transform(b.text, '{"answers":[{"id":"VARCHAR","selected":["VARCHAR"],"custom":"VARCHAR"}]}').answers)) as a
    from call_index as c
    join rows as r on r.session_id = c.session_id and r.seq = c.result_seq
    cross join lateral (
        select coalesce(r.data->>'$.message.content[0].content[0].text', r.data->>'$.message.content[0].text',
            r.data->>'$.content[0].text') as text
    ) as b
    where c.name = 'ask_user_question' and not c.is_error
)
select x.session_id, x.key as call_key, x.q.id as question_id, x.q.question as question, x.q.header as header,
    coalesce(x.q.multi_select, false) as multi_select, x.q.options::varchar as options, a.a.selected as selected,
    a.a.custom as custom, a.a.id is not null as answered, x.state, x.position - 1 as position
from asked as x
left join answered as a on a.key = x.key and a.a.id = x.q.id;

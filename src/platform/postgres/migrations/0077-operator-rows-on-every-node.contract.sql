-- No process of the previous release is left, which reads and writes the operator's rows where they were: what it has written since
-- migration 0076 is taken over, and from now on only the new tables are read.

-- Changes of the operator's lists wait for this row.
insert into risk_operator_rules (rules) values ('{}') on conflict do nothing;
select 1 from risk_operator_rules for update;
delete from risk_operator_cards;
insert into risk_operator_cards (merchant_id, account_key_id, account_hash, list, masked_number, note, added_at)
  select merchant_id, account_key_id, account_hash, list, masked_number, note, added_at from risk_cards where merchant_id = '';

delete from iso8583_link_keys;
insert into iso8583_link_keys (merchant_id, link_id, configured, wrapped_key, check_value, changed_at)
  select merchant_id, link_id, configured, wrapped_key, check_value, changed_at from iso8583_keys
  on conflict do nothing;

-- The undivided rings have no block any more: a process that waits for one finds none, and takes one of the parts.
select 1 from iso8583_traces where merchant_id = '' for update;
insert into iso8583_trace_parts (part, link_id, leased_until, held_blocks, held_at)
  select 'part ' || p, t.link_id, t.leased_until[p * 50 + 1 : p * 50 + 50], t.held_blocks, t.held_at
  from iso8583_traces t cross join generate_series(0, 19) p where t.merchant_id = '';
update iso8583_traces set leased_until = array_fill('infinity'::timestamptz, array[1000]) where merchant_id = '';

-- Numbers of the texts by which people find a transaction: ids, references, e-mail, payer, codes, amounts, in whole and in
-- parts. The texts themselves stay with the order. "projection rebuild" fills them for orders of earlier releases.
alter table found_transactions add column search_keys integer[];

-- New entries are gathered and written together; a search reads those that wait one by one, so they are kept few.
create index found_transactions_by_search_keys on found_transactions using gin (search_keys)
  with (gin_pending_list_limit = 512);

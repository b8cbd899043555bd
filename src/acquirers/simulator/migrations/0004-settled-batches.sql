-- A batch whose totals were read is marked in a key of its row. What writes an entry locks that key; if it began before the
-- batch was closed and comes to its lock after the totals, it finds the batch closed and joins the next one. Without a change
-- of the key it would still join the batch that it saw, in none of whose totals it is.
alter table simulated_acquirer.batch add column is_settled boolean not null default false;
update simulated_acquirer.batch set is_settled = true where closed_at is not null;
create unique index batch_settled on simulated_acquirer.batch (acquirer_merchant_id, number, is_settled);

-- The parts of a refund that its acquirer is asked for capture by capture, as far as they were begun: target, amount and
-- reference of each, and how those before the last were approved.
alter table transactions add column refund_parts json;

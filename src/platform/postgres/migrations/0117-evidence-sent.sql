-- A merchant that contests a dispute sends its evidence itself; its deadline stays until a user records that it was sent.
alter table dispute_answers drop constraint dispute_answers_kind_check;
alter table dispute_answers add constraint dispute_answers_kind_check check (kind in ('CONTESTED', 'EVIDENCE_SENT', 'NOTE'));

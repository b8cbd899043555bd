-- Events of tokens that the merchants of a repository are still to be informed of. Only on a distributed database, where the
-- merchants' outboxes may be on other nodes: they are written after the commit of the token.
create table token_notices (
  repository_id      text not null,
  token              text not null,
  number             integer not null,
  -- Whose merchants: the same repository, or that of a sub-merchant's aggregator.
  home_repository_id text not null,
  written_at         timestamptz not null default now(),
  primary key (repository_id, token, number)
);

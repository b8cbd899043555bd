// The statements about tokens that many requests share. Like those of the money path, each takes many rows as arrays and is
// one unit of work, and each row of each table is found in an index.

import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import { rowStatement, type TokenKey } from '../../payments/index.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { TokenToStore } from '../ports/token-store.ts'
import type { StoredTokenDetails } from '../rules/token-details.ts'
import { shownNames, writeTokenEventsText } from './token-event-statements.ts'
import { schemeTokenText, type TokenRow, tokenColumns, type UsableRow, usableColumns } from './token-rows.ts'

/** Each request has a position in its batch, which identifies its response. */
export interface HolderLookup {
  readonly repositoryId: string
  readonly hashes: readonly KeyedHash[]
  readonly position: number
}

export interface TokenLookup extends HolderLookup {
  readonly token: string
}

export interface TokenCreation extends TokenToStore {
  readonly hashes: readonly KeyedHash[]
  readonly isOnly: boolean
  readonly isNamedByGateway: boolean
}

export interface TokenChange extends TokenToStore {
  readonly expectedRevision: number
  /** Undefined when the account stays the same. */
  readonly hashes: readonly KeyedHash[] | undefined
  readonly isOnly: boolean
}

export interface TokenUse extends TokenKey {
  readonly at: Date
}

/** In a form that only an index look-up can serve; see money-statements.ts. */
const isTokenOf = (table: string, input: string) =>
  `${table}.repository_id = any (array[${input}.repository_id]) and ${table}.token = any (array[${input}.token])`

const isAccountOf = (table: string, input: string, hash: string) =>
  `${table}.repository_id = any (array[${input}.repository_id])
    and ${table}.key_id = any (array[${hash} ->> 'keyId']) and ${table}.hash = any (array[decode(${hash} ->> 'hash', 'hex')])`

const hashesText = (hashes: readonly KeyedHash[]) =>
  JSON.stringify(hashes.map(({ keyId, hash }) => ({ keyId, hash: hash.toString('hex') })))

/** The expiry has separate columns, for searches and for changes of the expiry alone. */
function detailsText(details: StoredTokenDetails): string {
  const { expiry: _, ...others } = details
  return JSON.stringify(others)
}

const nameColumns = {
  repository_id: ['text', ({ repositoryId }: TokenKey) => repositoryId],
  token: ['text', ({ token }: TokenKey) => token],
} as const

const lookupColumns = {
  hashes: ['json', ({ hashes }: HolderLookup) => hashesText(hashes)],
  place: ['integer', ({ position }: HolderLookup) => position],
} as const

/** The columns of a token and the sources of their values. */
export const tokenValues = {
  ...nameColumns,
  home_repository_id: ['text', ({ homeRepositoryId }: TokenToStore) => homeRepositoryId],
  kind: ['text', ({ kind }: TokenToStore) => kind],
  masked: ['text', ({ masked }: TokenToStore) => masked],
  details: ['json', ({ details }: TokenToStore) => detailsText(details)],
  scheme: ['text', ({ scheme }: TokenToStore) => scheme],
  expiry_month: ['smallint', ({ expiry }: TokenToStore) => expiry && Number(expiry.month)],
  expiry_year: ['smallint', ({ expiry }: TokenToStore) => expiry && Number(expiry.year)],
  account_key_id: ['text', ({ account }: TokenToStore) => account.keyId],
  account_sealed: ['bytea', ({ account }: TokenToStore) => account.sealed],
  status: ['text', ({ state }: TokenToStore) => state.status],
  invalid_reason: ['text', ({ state }: TokenToStore) => ('reason' in state ? state.reason : undefined)],
  verification_strategy: ['text', (token: TokenToStore) => token.verificationStrategy],
  verification_code: ['text', (token: TokenToStore) => token.verificationCode],
  replacement_token: ['text', (token: TokenToStore) => token.replacementToken],
  // Most have none; as text it may be null.
  scheme_token: ['text', ({ schemeToken }: TokenToStore) => schemeToken && schemeTokenText(schemeToken)],
  scheme_reference: ['text', ({ schemeToken }: TokenToStore) => schemeToken?.reference],
  scheme_key_id: ['text', ({ schemeToken }: TokenToStore) => schemeToken?.number?.keyId],
  scheme_sealed: ['bytea', ({ schemeToken }: TokenToStore) => schemeToken?.number?.sealed],
  scheme_due_at: ['timestamptz', ({ schemeDueAt }: TokenToStore) => schemeDueAt?.toISOString()],
  maintenance_due_at: ['timestamptz', ({ maintenanceDueAt }: TokenToStore) => maintenanceDueAt?.toISOString()],
  updated_by: ['text', ({ updatedBy }: TokenToStore) => updatedBy],
  update_source: ['text', ({ updateSource }: TokenToStore) => updateSource],
  updated_at: ['timestamptz', ({ updatedAt }: TokenToStore) => updatedAt.toISOString()],
} as const

const tokenNames = Object.keys(tokenValues)
const givenValue = (name: string) => (name === 'scheme_token' ? 'g.scheme_token::json' : `g.${name}`)

/** Tokens by name, with whether each holds the requested account. */
export const readTokens = rowStatement<TokenLookup>(
  'read-tokens',
  { ...nameColumns, ...lookupColumns },
  (input) => `with ${input}
select g.place, ${tokenColumns}, exists (
  select from json_array_elements(g.hashes) h
  join token_accounts a on ${isAccountOf('a', 'g', 'h')} and a.token = any (array[g.token])) as is_account
from given g join tokens t on ${isTokenOf('t', 'g')}`,
)

const readTokensToUse = rowStatement<TokenKey>(
  'read-tokens-to-use',
  nameColumns,
  (input) => `with ${input} select ${usableColumns} from given g join tokens t on ${isTokenOf('t', 'g')}`,
)

/** The tokens that hold an account: all of them, the first saved first. From the account to its tokens, in this order: the
 * offsets keep the planner from joining the other way round. */
export const readHolders = rowStatement<HolderLookup>(
  'read-token-holders',
  { repository_id: ['text', ({ repositoryId }) => repositoryId], ...lookupColumns },
  (input) => `with ${input},
asked as materialized (
  select g.place, g.repository_id, h ->> 'keyId' as key_id, decode(h ->> 'hash', 'hex') as hash
  from given g cross join json_array_elements(g.hashes) h)
select k.place, ${tokenColumns}
from asked k
cross join lateral (select a.repository_id, a.token from token_accounts a
  where a.repository_id = k.repository_id and a.key_id = k.key_id and a.hash = k.hash offset 0) held
cross join lateral (select * from tokens t where ${isTokenOf('t', 'held')} offset 0) t
order by t.created_at, t.token`,
)

/**
 * Names first, in the order of the batch, then accounts in the order of their hashes: every unit of work takes them in
 * this order, which prevents deadlocks. Rows that are not returned had a name that is taken. An account that may have
 * one token only and has one is refused by its index, and the batch with it.
 */
export const createTokens = rowStatement<TokenCreation>(
  'create-tokens',
  {
    ...tokenValues,
    hashes: ['json', ({ hashes }) => hashesText(hashes)],
    is_only: ['boolean', ({ isOnly }) => isOnly],
    is_named_by_gateway: ['boolean', ({ isNamedByGateway }) => isNamedByGateway],
  },
  (input) => `with ${input},
made as (
  insert into tokens as t (${tokenNames.join(', ')}, created_at, last_used_at)
  select ${tokenNames.map(givenValue).join(', ')}, g.updated_at, g.updated_at from given g
  where not (g.is_named_by_gateway and exists (select from retired_token_names r where ${isTokenOf('r', 'g')}))
  on conflict (repository_id, token) do nothing
  returning 'CREATED' as event_kind, ${shownNames('t')}),${writeTokenEventsText('made')},
held as (
  insert into token_accounts (repository_id, key_id, hash, token, is_only)
  select g.repository_id, h ->> 'keyId', decode(h ->> 'hash', 'hex'), g.token, g.is_only
  from made m join given g on g.repository_id = m.repository_id and g.token = m.token
  cross join json_array_elements(g.hashes) h
  order by g.repository_id, h ->> 'keyId', h ->> 'hash')
select repository_id, token from made`,
)

/**
 * Columns that every change writes as they are. Unchanged sealed values are not written: a key may be rotating, and the
 * value that was read may have been re-encrypted meanwhile.
 */
export const plainNames = tokenNames.filter(
  (name) => !/^(repository_id|token|account_|scheme_key_id|scheme_sealed)/.test(name),
)

export const updateTokens = rowStatement<TokenChange>(
  'update-tokens',
  {
    ...tokenValues,
    expected_revision: ['integer', ({ expectedRevision }) => expectedRevision],
    has_account: ['boolean', ({ hashes }) => hashes !== undefined],
    hashes: ['json', ({ hashes = [] }) => hashesText(hashes)],
    is_only: ['boolean', ({ isOnly }) => isOnly],
  },
  (input) => `with ${input},
changed as (
  update tokens t set ${plainNames.map((name) => `${name} = ${givenValue(name)}`).join(', ')},
    account_key_id = case when g.has_account then g.account_key_id else t.account_key_id end,
    account_sealed = case when g.has_account then g.account_sealed else t.account_sealed end,
    scheme_key_id = case when g.scheme_reference = t.scheme_reference and t.scheme_sealed is not null
      then t.scheme_key_id else g.scheme_key_id end,
    scheme_sealed = case when g.scheme_reference = t.scheme_reference and t.scheme_sealed is not null
      then t.scheme_sealed else g.scheme_sealed end,
    scheme_attempts = case when g.scheme_reference = t.scheme_reference then t.scheme_attempts else 0 end,
    last_used_at = case when g.update_source = 'CLIENT' then greatest(t.last_used_at, g.updated_at) else t.last_used_at end,
    revision = t.revision + 1
  from given g join tokens o on ${isTokenOf('o', 'g')}
  where ${isTokenOf('t', 'g')} and t.revision = g.expected_revision
  returning case when o.status = t.status then 'UPDATED' else 'STATUS' end as event_kind, ${shownNames('t')},
    o.scheme_reference as old_reference, t.scheme_reference),${writeTokenEventsText('changed')},
left_behind as (
  delete from token_accounts a using changed c join given g on g.repository_id = c.repository_id and g.token = c.token
  where g.has_account and ${isTokenOf('a', 'g')} and not exists (
    select from json_array_elements(g.hashes) h where h ->> 'keyId' = a.key_id and decode(h ->> 'hash', 'hex') = a.hash)),
held as (
  insert into token_accounts (repository_id, key_id, hash, token, is_only)
  select g.repository_id, h ->> 'keyId', decode(h ->> 'hash', 'hex'), g.token, g.is_only
  from changed c join given g on g.repository_id = c.repository_id and g.token = c.token
  cross join json_array_elements(g.hashes) h
  order by g.repository_id, h ->> 'keyId', h ->> 'hash'
  on conflict (repository_id, key_id, hash, token) do nothing),
given_up as (
  insert into scheme_tokens_given_up (repository_id, reference, due_at)
  select c.repository_id, c.old_reference, now() from changed c
  where c.old_reference is not null and c.old_reference is distinct from c.scheme_reference
  on conflict (repository_id, reference) do update set due_at = least(scheme_tokens_given_up.due_at, excluded.due_at))
select repository_id, token from changed`,
)

export const noteUses = rowStatement<TokenUse>(
  'note-token-uses',
  { ...nameColumns, at: ['timestamptz', ({ at }) => at.toISOString()] },
  (input) => `with ${input}
update tokens t set last_used_at = greatest(t.last_used_at, g.at) from given g where ${isTokenOf('t', 'g')}`,
)

/** $3 says whether the name must never be reused. */
const deleteText = `with gone as (
  delete from tokens t where repository_id = $1 and token = $2
  returning 'DELETED' as event_kind, ${shownNames('t')}, t.scheme_reference),${writeTokenEventsText('gone', 'now()')},
forgotten as (
  delete from token_accounts a using gone where a.repository_id = gone.repository_id and a.token = gone.token),
retired as (
  insert into retired_token_names (repository_id, token)
  select repository_id, token from gone where $3::boolean on conflict do nothing),
given_up as (
  insert into scheme_tokens_given_up (repository_id, reference, due_at)
  select repository_id, scheme_reference, now() from gone where scheme_reference is not null
  on conflict (repository_id, reference) do update set due_at = least(scheme_tokens_given_up.due_at, excluded.due_at))
select token from gone`

/** Responses of statements about tokens; those to questions carry the question's place. */
export interface TokenStatements {
  readTokens(lookups: readonly TokenLookup[]): Promise<readonly (TokenRow & { is_account: boolean; place: number })[]>
  readTokensToUse(names: readonly TokenKey[]): Promise<readonly UsableRow[]>
  readHolders(lookups: readonly HolderLookup[]): Promise<readonly (TokenRow & { place: number })[]>
  /** The names that were free. */
  create(tokens: readonly TokenCreation[]): Promise<readonly TokenNameRow[]>
  /** The names of those that were as they were read. */
  update(changes: readonly TokenChange[]): Promise<readonly TokenNameRow[]>
  delete(name: TokenKey, isNameRetired: boolean): Promise<boolean>
  noteUses(uses: readonly TokenUse[]): Promise<void>
}

export type TokenNameRow = Pick<TokenRow, 'repository_id' | 'token'> & {
  /** It was refused, since its account has its one token already. Without it, such an account rejects the whole batch. */
  readonly isAccountTaken?: true | undefined
}

/** Of several repositories in one statement each, where all are on one server. */
export function sharedTokenStatements(money: Database, database: Database): TokenStatements {
  return {
    readTokens: async (lookups) => (await money.query(readTokens.of(lookups))).rows,
    readTokensToUse: async (names) => (await money.query(readTokensToUse.of(names))).rows,
    readHolders: async (lookups) => (await money.query(readHolders.of(lookups))).rows,
    create: async (tokens) => (await money.query<TokenNameRow>(createTokens.of(tokens))).rows,
    update: async (changes) => (await money.query<TokenNameRow>(updateTokens.of(changes))).rows,
    async delete({ repositoryId, token }, isNameRetired) {
      const deletion = { name: 'delete-token', text: deleteText, values: [repositoryId, token, isNameRetired] }
      return (await database.query(deletion)).rows.length === 1
    },
    async noteUses(uses) {
      await money.query(noteUses.of(uses))
    },
  }
}

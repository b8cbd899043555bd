// The token store on PostgreSQL. Reads and writes are shared: each collects what arrives while its last batch is under way.

import { StoreOverloaded } from '../../kernel/failures.ts'
import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import type { BatchSharing, TokenKey } from '../../payments/index.ts'
import { createKeyMutex } from '../../platform/concurrency/semaphore.ts'
import { recentNames } from '../../platform/postgres/caches.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { databaseErrorKindOf, violates } from '../../platform/postgres/database-errors.ts'
import {
  type BatchFailure,
  type BatchOptions,
  BatchQueueOverloaded,
  openBatchQueue,
} from '../../platform/postgres/group-commit.ts'
import type { StoredToken, TokenLockKey, TokenQuery, TokenStore, UsableToken } from '../ports/token-store.ts'
import { retryNumbering } from './token-event-statements.ts'
import { nameOfToken, storedToken, type TokenRow, tokenColumns, usableToken } from './token-rows.ts'
import type {
  HolderLookup,
  TokenChange,
  TokenCreation,
  TokenLookup,
  TokenNameRow,
  TokenStatements,
  TokenUse,
} from './token-statements.ts'

const tokensMetMax = 20_000
/**
 * A locked token, for example during another change of it, is released in a moment. After a lost connection it is
 * unknown whether a token was created: then the caller gets the error.
 */
const isSentAgain = ({ kind, sinceMs }: BatchFailure) => kind === 'HELD' && sinceMs < 5_000

const lanes = 2

/** One for each lane of reads to pay with, other reads, creations and changes. */
export const tokenConnections = 4 * lanes

type FoundToken = { readonly token: StoredToken; readonly isAccount: boolean } | undefined
type LookupRequest<Lookup> = Omit<Lookup, 'position'>

/** `statements` in the form that the database takes; searches use its usual connections. */
export function postgresTokens(
  { database, statements }: { readonly database: Database; readonly statements: TokenStatements },
  { rowsMax, waitingMax }: Pick<BatchSharing, 'rowsMax' | 'waitingMax'>,
): TokenStore {
  const uses = gatheredUses(statements)
  const met = recentNames(tokensMetMax)
  const turns = createKeyMutex()

  const reads = shared<LookupRequest<TokenLookup>, FoundToken>({
    keyOf: (lookup) => `${nameOfToken(lookup)}\u0000${keyOfHashes(lookup.hashes)}`,
    send: (lookups) => findAll(statements, lookups),
    isShared: true,
  })
  const usable = shared<TokenKey, UsableToken | undefined>({
    keyOf: nameOfToken,
    send: (names) => findToUse(statements, names),
    isShared: true,
  })
  const holders = shared<LookupRequest<HolderLookup>, StoredToken | undefined>({
    keyOf: ({ repositoryId, hashes }) => `${repositoryId}\u0000${keyOfHashes(hashes)}`,
    send: (lookups) => findHolders(statements, lookups),
    isShared: true,
  })
  const creations = shared<TokenCreation, 'STORED' | 'NAME_TAKEN' | 'ACCOUNT_TAKEN'>({
    keyOf: nameOfToken,
    send: refusingAccounts(async (tokens) =>
      resultsOf(tokens, await retryNumbering(() => statements.create(tokens)), 'NAME_TAKEN'),
    ),
  })
  const changes = shared<TokenChange, 'STORED' | 'MOVED' | 'ACCOUNT_TAKEN'>({
    keyOf: nameOfToken,
    send: refusingAccounts(async (tokens) =>
      resultsOf(tokens, await retryNumbering(() => statements.update(tokens)), 'MOVED'),
    ),
  })

  return {
    hasSeenToken: (name) => met.has(nameOfToken(name)),
    findToUse: usable,
    find: async (name) => (await findWithAccount({ ...name, hashes: [] }))?.token,
    findWithAccount: (name, hashes) => findWithAccount({ ...name, hashes }),
    findHolder: (repositoryId, hashes) => holders({ repositoryId, hashes }),
    async create(token, account) {
      const result = await creations({ ...token, ...account })
      if (result !== 'ACCOUNT_TAKEN') met.add(nameOfToken(token))
      return result
    },
    update: (token, { revision, account }) =>
      changes({
        ...token,
        expectedRevision: revision,
        hashes: account?.hashes,
        isOnly: account?.isOnly ?? false,
      }),
    delete: (name, { isNameRetired }) => retryNumbering(() => statements.delete(name, isNameRetired)),
    withLock: (lock, work) => turns.runExclusive(nameOfContended(lock), work),
    isLocked: (lock) => turns.isLocked(nameOfContended(lock)),
    search: async (page) => (await search(database, page)).map(uses.applyTo),
    noteUse: (name, at) => uses.note({ ...name, at }),
    flushUses: uses.flush,
  }

  async function findWithAccount(lookup: LookupRequest<TokenLookup>): Promise<FoundToken> {
    const foundToken = await reads(lookup)
    if (foundToken) met.add(nameOfToken(lookup))
    return foundToken && { ...foundToken, token: uses.applyTo(foundToken.token) }
  }

  /** Too many waiting rows, or a locked row, is reported as the port's own error. */
  function shared<Item, Response>(
    options: Pick<BatchOptions<Item, Response>, 'keyOf' | 'send' | 'isShared'>,
  ): (item: Item) => Promise<Response> {
    const batches = openBatchQueue<Item, Response>({ ...options, lanes, rowsMax, waitingMax, isSentAgain })
    return (item) =>
      batches.add(item).catch((error: unknown) => {
        const isTooMuch = error instanceof BatchQueueOverloaded || databaseErrorKindOf(error) === 'HELD'
        throw isTooMuch ? new StoreOverloaded((error as Error).message, { cause: error }) : error
      })
  }
}

function nameOfContended({ repositoryId, tokenOrAccount }: TokenLockKey): string {
  return `${repositoryId}\u0000${tokenOrAccount}`
}

function keyOfHashes(hashes: readonly KeyedHash[]): string {
  return hashes.map(({ keyId, hash }) => `${keyId} ${hash.toString('hex')}`).join()
}

/** In the order of the tokens; those without a row get the other result. */
function resultsOf<Other>(
  tokens: readonly TokenKey[],
  rows: readonly TokenNameRow[],
  other: Other,
): readonly ('STORED' | 'ACCOUNT_TAKEN' | Other)[] {
  const results = new Map(
    rows.map(({ repository_id: repositoryId, token, isAccountTaken }) => [
      nameOfToken({ repositoryId, token }),
      isAccountTaken ? ('ACCOUNT_TAKEN' as const) : ('STORED' as const),
    ]),
  )
  return tokens.map((token) => results.get(nameOfToken(token)) ?? other)
}

/**
 * An account that has its one token already fails the whole batch, which is then sent row by row; for a single row it
 * is the response.
 */
function refusingAccounts<Item, Response>(
  send: (items: readonly Item[]) => Promise<readonly Response[]>,
): (items: readonly Item[]) => Promise<readonly (Response | 'ACCOUNT_TAKEN')[]> {
  return async (items) => {
    try {
      return await send(items)
    } catch (error) {
      if (items.length === 1 && violates(error, 'token_accounts_only')) return ['ACCOUNT_TAKEN']
      throw error
    }
  }
}

async function findAll(
  { readTokens }: TokenStatements,
  questions: readonly LookupRequest<TokenLookup>[],
): Promise<readonly FoundToken[]> {
  const rows = await readTokens(questions.map((question, position) => ({ ...question, position })))
  const tokensByPosition = new Map(
    rows.map((row) => [row.place, { token: storedToken(row), isAccount: row.is_account }]),
  )
  return questions.map((_, position) => tokensByPosition.get(position))
}

async function findToUse(
  { readTokensToUse }: TokenStatements,
  names: readonly TokenKey[],
): Promise<readonly (UsableToken | undefined)[]> {
  const rows = await readTokensToUse(names)
  const rowsByName = new Map(
    rows.map((row) => [nameOfToken({ repositoryId: row.repository_id, token: row.token }), row]),
  )
  return names.map((name) => {
    const row = rowsByName.get(nameOfToken(name))
    return row && usableToken(row)
  })
}

async function findHolders(
  { readHolders }: TokenStatements,
  questions: readonly LookupRequest<HolderLookup>[],
): Promise<readonly (StoredToken | undefined)[]> {
  const rows = await readHolders(questions.map((question, position) => ({ ...question, position })))
  return questions.map((_, position) => {
    const first = rows.find((row) => row.place === position)
    return first && storedToken(first)
  })
}

async function search(
  database: Database,
  { repositoryId, query, after, limit }: Parameters<TokenStore['search']>[0],
): Promise<readonly StoredToken[]> {
  const values: unknown[] = [repositoryId]
  const is = (column: string, value: unknown, comparison = '=') => {
    if (value === undefined) return []
    values.push(value)
    return [`${column} ${comparison} $${values.length}`]
  }
  const conditions = [
    't.repository_id = $1',
    ...is('t.token', after, '>'),
    ...is('t.token', query.token),
    ...is('t.status', query.status),
    ...is('t.kind', query.kind),
    ...is('t.scheme', query.scheme),
    ...is('t.expiry_month', query.expiryMonth),
    ...is('t.expiry_year', query.expiryYear),
    ...holds(query, values),
  ]
  values.push(limit)
  const { rows } = await database.query<TokenRow>(
    `select ${tokenColumns} from tokens t where ${conditions.join(' and ')} order by t.token limit $${values.length}`,
    values,
  )
  return rows.map(storedToken)
}

/** From the account to its tokens, not the other way round: an account has few. */
function holds({ accountHashes }: TokenQuery, values: unknown[]): readonly string[] {
  if (!accountHashes) return []
  values.push(
    accountHashes.map(({ keyId }) => keyId),
    accountHashes.map(({ hash }) => hash),
  )
  const [keyIds, hashes] = [values.length - 1, values.length]
  return [
    `t.token in (select a.token from token_accounts a
      join unnest($${keyIds}::text[], $${hashes}::bytea[]) as h(key_id, hash) on a.key_id = h.key_id and a.hash = h.hash
      where a.repository_id = $1)`,
  ]
}

/** When tokens were used, until it is written: soon, and for many tokens at once. */
function gatheredUses(statements: TokenStatements) {
  let gathered = new Map<string, TokenUse>()
  let flushing: ReadonlyMap<string, TokenUse> = new Map()
  const isLater = (use: TokenUse, lastUse: TokenUse | undefined) => !lastUse || use.at > lastUse.at

  function note(use: TokenUse): void {
    const name = nameOfToken(use)
    if (isLater(use, gathered.get(name))) gathered.set(name, use)
  }

  return {
    note,
    applyTo(token: StoredToken): StoredToken {
      const name = nameOfToken(token)
      const use = gathered.get(name) ?? flushing.get(name)
      return use && use.at > token.lastUsedAt ? { ...token, lastUsedAt: use.at } : token
    },
    async flush(): Promise<void> {
      if (gathered.size === 0) return
      const written = gathered
      gathered = new Map()
      flushing = written
      try {
        const sorted = [...written].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, use]) => use)
        await statements.noteUses(sorted)
      } catch (error) {
        for (const use of written.values()) note(use)
        throw error
      } finally {
        flushing = new Map()
      }
    },
  }
}

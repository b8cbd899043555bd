// The risk store port on PostgreSQL: the operator's rules are cached for a moment, cards are read by primary key. The operator's cards
// are on every node of a distributed database: a payment needs no node but its merchant's.
import type { PoolClient } from 'pg'
import { writeAuditLine } from '../../audit/index.ts'
import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import { agedCache } from '../../platform/postgres/caches.ts'
import { copiesIn, type MerchantDatabases, onOneDatabase } from '../../platform/postgres/cluster/merchant-databases.ts'
import { type Database, inUnitOfWork, prepared } from '../../platform/postgres/database.ts'
import { diffMembers } from '../../platform/postgres/diff-members.ts'
import { type CardPage, type CardToList, type ListedCard, operatorLists, type RiskStore } from '../ports/risk.ts'
import { noRiskRules } from '../rules/risk.ts'
import { type CardList, type CardListStatus, type RiskRules, screensLess } from '../rules/risk-rules.ts'

/** No process acts on rules that were changed longer ago than this: while the database answers, and while it does not. */
const rulesAges = { freshMs: 5_000, staleMs: 15_000 }
const theRules = ''

const isAmongHashes = '(account_key_id, account_hash) in (select * from unnest($2::text[], $3::bytea[]))'

const findListed = prepared(
  'find-risk-card',
  `select merchant_id, list from risk_cards where merchant_id = $1 and ${isAmongHashes}
   union all select merchant_id, list from risk_operator_cards where ${isAmongHashes}`,
)

interface RiskStoreOptions {
  /** The connections for what a payment reads, if there are separate ones. */
  readonly payments?: MerchantDatabases
  /** The monotonic clock. */
  readonly nowMs?: () => number
}

export function postgresRiskStore(database: Database, options: RiskStoreOptions = {}): RiskStore {
  const { payments = onOneDatabase(database), ...clock } = options
  const cached = agedCache<RiskRules>({ read: () => readOperatorRules(copiesIn(payments)), ...rulesAges, ...clock })

  return {
    operatorRules: () => cached.get(theRules),

    storedOperatorRules: () => readOperatorRules(database),

    async changeOperatorRules(change, by) {
      const result = await withOwner(database, operatorLists, async (client) => {
        const { hasCardLists, ...before } = await readOperatorRules(client)
        const changedRules = change({ ...before, hasCardLists })
        if (typeof changedRules === 'string') return changedRules
        const { hasCardLists: _, ...rules } = changedRules
        await client.query('update risk_operator_rules set rules = $1', [JSON.stringify(rules)])
        const changed = diffMembers(before, rules)
        const line = { merchantId: operatorLists, action: 'RISK_RULES_CHANGED', subject: { changed } } as const
        if (changed) await writeAuditLine(client, { ...line, ...by })
        if (changed && screensLess({ ...before, hasCardLists }, changedRules)) {
          const weakened = {
            merchantId: operatorLists,
            action: 'CONTROLS_WEAKENED',
            subject: { controls: changed },
          } as const
          await writeAuditLine(client, { ...weakened, ...by })
        }
        return { ...changedRules, hasCardLists }
      })
      cached.forget(theRules)
      if (result === undefined) throw new Error('the operator’s rules have no place in the database')
      return result
    },

    async findCard(merchantId, hashes) {
      const standings = (await findCards(payments, merchantId, hashes)).map(({ merchant_id, list }) =>
        merchant_id === operatorLists ? 'OPERATOR_SUSPECT' : list,
      )
      return strictestFirst.find((listStatus) => standings.includes(listStatus))
    },

    listCards: (merchantId, page) => listCards(database, merchantId, page),

    async addCard(merchantId, card, by) {
      const result = await withOwner(database, merchantId, async (client) => {
        // Without the note: users may paste anything there, and an audit log entry stays for ever.
        const { list, maskedNumber } = card
        await writeAuditLine(client, { merchantId, action: 'RISK_CARD_LISTED', subject: { list, maskedNumber }, ...by })
        return putCard(client, merchantId, card)
      })
      cached.forget(theRules)
      return result ?? 'UNKNOWN_MERCHANT'
    },

    async removeCard(merchantId, hashes, by) {
      const removed = await withOwner(database, merchantId, async (client) => {
        const [card] = await deleteCards(client, merchantId, hashes)
        if (card) await writeAuditLine(client, { merchantId, action: 'RISK_CARD_REMOVED', subject: card, ...by })
        return card
      })
      cached.forget(theRules)
      return removed !== undefined
    },
  }
}

interface Standing {
  readonly merchant_id: string
  readonly list: CardList
}

/** In the lists of the merchant and the operator, by the merchant's node. */
async function findCards(
  databases: MerchantDatabases,
  merchantId: string,
  hashes: readonly KeyedHash[],
): Promise<readonly Standing[]> {
  const values = [merchantId, ...columnsOf(hashes)]
  return (await databases.of(merchantId).query<Standing>(findListed(values))).rows
}

/** As two arrays, one parameter each. */
function columnsOf(hashes: readonly KeyedHash[]): readonly [keyIds: string[], hashes: Buffer[]] {
  return [hashes.map(({ keyId }) => keyId), hashes.map(({ hash }) => hash)]
}

/** Where an owner's cards are: the operator's are on every node of a distributed database. */
function tableOf(merchantId: string): string {
  return merchantId === operatorLists ? 'risk_operator_cards' : 'risk_cards'
}

/** Usually one; the same card several times when it was listed under several keys. */
async function deleteCards(
  client: PoolClient,
  merchantId: string,
  hashes: readonly KeyedHash[],
): Promise<readonly Pick<ListedCard, 'list' | 'maskedNumber'>[]> {
  const values = [merchantId, ...columnsOf(hashes)]
  const { rows } = await client.query<Pick<ListedCard, 'list' | 'maskedNumber'>>(
    `delete from ${tableOf(merchantId)} where merchant_id = $1 and ${isAmongHashes} returning list, masked_number as "maskedNumber"`,
    values,
  )
  return rows
}

const strictestFirst: readonly CardListStatus[] = ['OPERATOR_SUSPECT', 'SUSPECT', 'TRUSTED']

async function readOperatorRules(database: Pick<Database, 'query'>): Promise<RiskRules> {
  const { rows } = await database.query<{ rules: RiskRules }>('select rules from risk_operator_rules')
  const { rules = {} } = rows[0] ?? {}
  // The same object where there are none: comparing with it is all that most payments need.
  return Object.keys(rules).length > 0 ? { ...noRiskRules, ...rules } : noRiskRules
}

async function putCard(client: PoolClient, merchantId: string, card: CardToList): Promise<'ADDED' | 'CHANGED'> {
  const { list, hash, maskedNumber, note, formerHashes = [] } = card
  const former = formerHashes.filter(({ keyId }) => keyId !== hash.keyId)
  const deleted = former.length > 0 ? await deleteCards(client, merchantId, former) : []
  // Nothing comes in between: the owner is locked.
  const { rowCount: known } = await client.query(
    `select 1 from ${tableOf(merchantId)} where merchant_id = $1 and account_key_id = $2 and account_hash = $3`,
    [merchantId, hash.keyId, hash.hash],
  )
  await client.query(
    `insert into ${tableOf(merchantId)} (merchant_id, account_key_id, account_hash, list, masked_number, note, added_at)
     values ($1, $2, $3, $4, $5, $6, now())
     on conflict (merchant_id, account_key_id, account_hash)
     do update set list = excluded.list, note = excluded.note, added_at = excluded.added_at`,
    [merchantId, hash.keyId, hash.hash, list, maskedNumber, note ?? null],
  )
  return known === 0 && deleted.length === 0 ? 'ADDED' : 'CHANGED'
}

/**
 * Changes the lists of an owner and keeps hasCardLists of its rules consistent with them, in one commit: a listed card
 * that is never looked up would let payments through. Undefined when the merchant does not exist.
 */
function withOwner<T>(
  database: Database,
  merchantId: string,
  change: (client: PoolClient) => Promise<T>,
): Promise<T | undefined> {
  return inUnitOfWork(database, async (client) => {
    if (!(await lockOwner(client, merchantId))) return undefined
    const result = await change(client)
    await noteLists(client, merchantId)
    return result
  })
}

/** One change of an owner's lists at a time, or the last of two would win without seeing the other's card. */
async function lockOwner(client: PoolClient, merchantId: string): Promise<boolean> {
  if (merchantId === operatorLists) {
    await client.query('insert into risk_operator_rules (rules) values ($1) on conflict do nothing', [none])
    await client.query('select 1 from risk_operator_rules for update')
    return true
  }
  const { rowCount } = await client.query('select 1 from merchants where merchant_id = $1 for update', [merchantId])
  return rowCount === 1
}

const none = JSON.stringify(noRiskRules)
const listsFact = `jsonb_build_object('hasCardLists', exists (select 1 from risk_cards where merchant_id = $1))`

async function noteLists(client: PoolClient, merchantId: string): Promise<void> {
  if (merchantId === operatorLists) {
    const { rowCount } = await client.query('select 1 from risk_operator_cards limit 1')
    const fact = JSON.stringify({ hasCardLists: rowCount === 1 })
    await client.query('update risk_operator_rules set rules = rules || $1::jsonb, updated_at = now()', [fact])
    return
  }
  // A profile that is older than risk rules has none yet.
  await client.query(
    `update merchants set updated_at = now(),
       profile = profile || jsonb_build_object('risk', coalesce(profile -> 'risk', $2::jsonb) || ${listsFact})
     where merchant_id = $1`,
    [merchantId, none],
  )
}

async function listCards(
  database: Database,
  merchantId: string,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<CardPage | undefined> {
  const start = after === undefined ? { keyId: '', hash: Buffer.alloc(0) } : readPlace(after)
  if (!start) return undefined
  const { rows } = await database.query<CardRow>(
    `select account_key_id, account_hash, list, masked_number, note, added_at from ${tableOf(merchantId)}
     where merchant_id = $1 and (account_key_id, account_hash) > ($2, $3)
     order by account_key_id, account_hash limit $4`,
    [merchantId, start.keyId, start.hash, limit + 1],
  )
  const cards = rows.slice(0, limit).map(storedCard)
  const last = rows.length > limit ? cards.at(-1) : undefined
  return { cards, ...(last && { next: placeOf(last.hash) }) }
}

interface CardRow {
  readonly account_key_id: string
  readonly account_hash: Buffer
  readonly list: CardList
  readonly masked_number: string
  readonly note: string | null
  readonly added_at: Date
}

function storedCard(row: CardRow) {
  return {
    list: row.list,
    hash: { keyId: row.account_key_id, hash: row.account_hash },
    maskedNumber: row.masked_number,
    addedAt: row.added_at,
    ...(row.note !== null && { note: row.note }),
  }
}

/** A card's place in the order of the primary key. */
function placeOf({ keyId, hash }: KeyedHash): string {
  return `${keyId}.${hash.toString('hex')}`
}

function readPlace(text: string): KeyedHash | undefined {
  const [, keyId, hex] = /^([^.\0]+)\.([0-9a-f]{64})$/.exec(text) ?? []
  return keyId === undefined || hex === undefined ? undefined : { keyId, hash: Buffer.from(hex, 'hex') }
}

// Which connections serve the statements of a merchant: on a distributed database those to the node that has its rows, where no other
// node takes part.

import type { QueryConfig, QueryResultRow } from 'pg'
import { type Database, prepared } from '../database.ts'
import type { WaitingRows } from '../due-rows.ts'

/** How a row is found that is named by a secret alone: by a payment link, a session id, a cookie. */
export interface RowSearch {
  readonly table: string
  /** The condition, which names the table's columns by `r`. */
  readonly where: string
}

export interface MerchantDatabases {
  of(merchantId: string): Database
  /** For what is not about one merchant. */
  readonly any: Database
  /** Where a database is distributed: for reading tables that are copied to every node. No statement here waits for another node. */
  readonly copies?: Database
  /**
   * Whose row it is. Nodes are asked side by side, and the first answer is taken, so that a node that is down stops no other merchant.
   * Undefined when it is nobody's, as far as can be told, and on one server, where the row itself is found as easily; throws when a node
   * that did not answer may have it.
   */
  readonly ownerOf: (search: RowSearch, values: readonly unknown[]) => Promise<string | undefined>
  /** At how many places to ask before it is certain that none answers: one where all merchants are on one server. */
  readonly placesMax: number
  /** The ids of merchants that have such rows, at most `limit`. */
  merchantsWith(rows: WaitingRows, limit: number | null): Promise<readonly string[]>
}

/** For reading tables that are copied to every node of a distributed database. */
export function copiesIn({ copies, any }: Pick<MerchantDatabases, 'copies' | 'any'>): Database {
  return copies ?? any
}

export function onOneDatabase(database: Database): MerchantDatabases {
  return {
    of: () => database,
    any: database,
    ownerOf: async () => undefined,
    placesMax: 1,
    merchantsWith: (rows, limit) => readMerchants(database, hoppingText(rows), limit),
  }
}

/** Among so many random places there is almost certainly one of a node that is up, if one is. */
export const nodePlacesMax = 8

/** Of a distributed database, with which node has which merchant. */
export function onSeveralDatabases(nodes: Omit<MerchantDatabases, 'merchantsWith' | 'placesMax'>): MerchantDatabases {
  return {
    ...nodes,
    placesMax: nodePlacesMax,
    merchantsWith: (rows, limit) => readMerchants(nodes.any, groupingText(rows), limit),
  }
}

/** Hops from merchant to merchant along an index: many rows of one merchant cost no more than its first. */
function hoppingText({ from, where = 'true', since }: WaitingRows): string {
  return `with recursive merchants as (
  (select merchant_id from ${from} where ${where} order by merchant_id limit 1)
  union all
  select (select r.merchant_id from ${from} r where ${where} and r.merchant_id > m.merchant_id order by r.merchant_id limit 1)
  from merchants m where m.merchant_id is not null)
${
  since === undefined
    ? 'select merchant_id from merchants where merchant_id is not null'
    : `select merchant_id from merchants m
cross join lateral (select ${since} as since from ${from} r where ${where} and r.merchant_id = m.merchant_id limit 1) first
order by first.since`
} limit $1`
}

/** A distributed database cannot hop across merchants. */
function groupingText({ from, where = 'true', since }: WaitingRows): string {
  const order = since === undefined ? '' : ` order by min(${since})`
  return `select merchant_id from ${from} where ${where} group by merchant_id${order} limit $1`
}

async function readMerchants(database: Database, text: string, limit: number | null): Promise<readonly string[]> {
  const { rows } = await database.query<{ merchant_id: string }>(text, [limit])
  return rows.map(({ merchant_id }) => merchant_id)
}

export interface RowLookup extends RowSearch {
  /** Of the merchant that is known, with its id after the other values. */
  readonly ofMerchant: (values: readonly unknown[]) => QueryConfig
  readonly ofAnyone: (values: readonly unknown[]) => QueryConfig
}

interface LookupText extends RowSearch {
  /** The statement up to its condition, where the table is `r`. By default all columns. */
  readonly select?: string
  /** How many values the condition takes. */
  readonly valueCount: number
}

export function rowLookup(
  name: string,
  { table, where, select = `select * from ${table} r`, valueCount }: LookupText,
): RowLookup {
  return {
    table,
    where,
    ofMerchant: prepared(`${name}-of-merchant`, `${select} where ${where} and r.merchant_id = $${valueCount + 1}`),
    ofAnyone: prepared(name, `${select} where ${where}`),
  }
}

/**
 * A distributed database is asked itself only when no node knows the row: it answers for merchants that are being moved, too, and not
 * at all while a node is down.
 */
export async function findAnywhere<Row extends QueryResultRow>(
  databases: MerchantDatabases,
  lookup: RowLookup,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const owner = await databases.ownerOf(lookup, values)
  if (owner !== undefined) {
    const { rows } = await databases.of(owner).query<Row>(lookup.ofMerchant([...values, owner]))
    if (rows.length > 0) return rows
  }
  const { rows } = await databases.any.query<Row>(lookup.ofAnyone(values))
  return rows
}

// Reads rows that are named by a secret alone, of a merchant that is still to be found.
import type { QueryConfig, QueryResultRow } from 'pg'
import { prepared } from '../database.ts'
import type { MerchantDatabases, RowSearch } from './merchant-databases.ts'

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
    ...{ table, where },
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

// Which connections serve the statements of a merchant: on a distributed database those to the node that has its rows, where no other
// node takes part.
import type { Database } from '../database.ts'

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
   * Where a database is distributed: asks all nodes side by side whose row it is, and takes the first answer, so that a node that is
   * down stops no other merchant. Undefined when it is nobody's, as far as can be told; throws when a node that did not answer may
   * have it.
   */
  readonly ownerOf?: (search: RowSearch, values: readonly unknown[]) => Promise<string | undefined>
}

/** For reading tables that are copied to every node of a distributed database. */
export function copiesIn({ copies, any }: Pick<MerchantDatabases, 'copies' | 'any'>): Database {
  return copies ?? any
}

export function onOneDatabase(database: Database): MerchantDatabases {
  return { of: () => database, any: database }
}

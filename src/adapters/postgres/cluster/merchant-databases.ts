// Which connections serve the statements of a merchant: on a distributed database those to the node that has its rows, where no other
// node takes part.
import type { Database } from '../database.ts'

export interface MerchantDatabases {
  of(merchantId: string): Database
  /** For what is not about one merchant, or about one that is still to be found. */
  readonly any: Database
}

export function onOneDatabase(database: Database): MerchantDatabases {
  return { of: () => database, any: database }
}

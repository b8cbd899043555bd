// What the gateway does differently on one server and on a database that is distributed over nodes. One of the two forms is chosen when the
// database is opened; everything else uses what it has been given, and does not know which it is.

import { statementsByNode } from '../payments/postgres/by-node/statements-by-node.ts'
import { sharedStatements } from '../payments/postgres/money-path.ts'
import { type MoneyPlacement, onOneServer, onSeveralNodes } from '../payments/postgres/transactions.ts'
import { type JobPace, nodesPace, oneServerPace } from '../platform/jobs/job.ts'
import {
  type MerchantDatabases,
  onOneDatabase,
  onSeveralDatabases,
} from '../platform/postgres/cluster/merchant-databases.ts'
import type { OwningNodes } from '../platform/postgres/cluster/owning-nodes.ts'
import type { Database } from '../platform/postgres/database.ts'
import { sharedTokenStatements, type TokenStatements } from '../tokens/postgres/token-statements.ts'
import { tokenStatementsByRepository } from '../tokens/postgres/tokens-by-repository.ts'
import { type DueWorkSearch, searchNodes, searchOneServer } from './due-work.ts'

export interface DatabaseForm {
  /** Which server takes the rows of a merchant, and in which statements. */
  readonly placement: MoneyPlacement
  readonly tokenStatements: TokenStatements
  /** The connections for what a payment reads and writes of a merchant beside its money. */
  readonly paymentsOf: MerchantDatabases
  /** Those for jobs. */
  readonly workOf: MerchantDatabases
  readonly dueWorkSearch: DueWorkSearch
  readonly pace: JobPace
}

type Pools = Readonly<Record<'database' | 'money' | 'payments', Database>>

export function oneServerForm({ database, money, payments }: Pools): DatabaseForm {
  return {
    placement: onOneServer(sharedStatements(money)),
    tokenStatements: sharedTokenStatements(money, database),
    paymentsOf: onOneDatabase(payments),
    workOf: onOneDatabase(database),
    dueWorkSearch: searchOneServer(database),
    pace: oneServerPace,
  }
}

/** `copies` are the connections for reading tables that are copied to every node. */
export function nodesForm(
  { database, payments, copies }: Pools & { readonly copies: Database },
  nodes: OwningNodes,
): DatabaseForm {
  const { nodeOf, ownerOf } = nodes
  return {
    placement: onSeveralNodes(nodeOf, (node) => statementsByNode(node.database)),
    tokenStatements: tokenStatementsByRepository(database),
    paymentsOf: onSeveralDatabases({
      of: (merchantId) => nodeOf(merchantId).payments,
      any: payments,
      ownerOf,
      copies,
    }),
    workOf: onSeveralDatabases({ of: (merchantId) => nodeOf(merchantId).work, any: database, ownerOf }),
    dueWorkSearch: searchNodes(database),
    pace: nodesPace,
  }
}

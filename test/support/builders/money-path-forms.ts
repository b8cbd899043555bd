// The forms in which the money path can be written, with what each needs of its connections: one suite holds all of them.

import { statementsByNode } from '../../../src/payments/postgres/by-node/statements-by-node.ts'
import { type MoneyPath, sharedStatements } from '../../../src/payments/postgres/money-path.ts'
import { moneyPathSettings, nodeSettings } from '../../../src/payments/postgres/money-statements.ts'
import type { Database, DatabaseOptions } from '../../../src/platform/postgres/database.ts'
import { oneServerOnly } from '../gateway/citus.ts'

export interface MoneyPathForm {
  readonly name: string
  readonly options: Pick<DatabaseOptions, 'settings' | 'isPipelined'>
  open(pool: Database): MoneyPath
  /** The prepared statements that a commit of attempts, and one of outcomes, ends with. */
  readonly lastStatements: { readonly ofAttempts: string; readonly ofOutcomes: string }
}

const allForms: readonly [shared: MoneyPathForm, byNode: MoneyPathForm] = [
  {
    name: 'with one statement for all merchants',
    options: { settings: moneyPathSettings },
    open: sharedStatements,
    lastStatements: { ofAttempts: 'record-attempts', ofOutcomes: 'record-outcomes' },
  },
  {
    name: 'with statements for the merchants of one node',
    options: { settings: nodeSettings, isPipelined: true },
    open: statementsByNode,
    lastStatements: { ofAttempts: 'insert-transactions', ofOutcomes: 'post-events' },
  },
]

/** A cluster refuses the first, and the gateway never sends it there. */
export const moneyPathForms: readonly MoneyPathForm[] = oneServerOnly ? allForms.slice(1) : allForms

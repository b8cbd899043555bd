// Distinguishes failures that the operator can act upon, one line each, from bugs, which keep their stack.
import { explainDatabaseError } from '../compose/index.ts'
import { OperatorFailure } from '../kernel/failures.ts'
import { ConfigurationFailure } from '../platform/config/config.ts'

export class StartFailure extends Error {}

export function explainFailure(error: unknown): string {
  const isForOperator =
    error instanceof StartFailure || error instanceof ConfigurationFailure || error instanceof OperatorFailure
  if (isForOperator) return (error as Error).message
  return explainDatabaseError(error) ?? stackOf(error)
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

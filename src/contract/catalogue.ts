// The operations of the API, one line each, and how to find one.
import type { Operation } from './operation.ts'
import { retrieveOrder } from './operations/retrieve-order.ts'
import { retrieveTransaction } from './operations/retrieve-transaction.ts'
import { verify } from './operations/verify.ts'

export const catalogue: readonly Operation[] = [retrieveOrder, retrieveTransaction, verify]

export function findOperation(name: string): Operation | undefined {
  return catalogue.find((operation) => operation.name === name)
}

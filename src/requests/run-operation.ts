// Runs an operation: again while its order changes between reading and recording, and with the response as its caller may see it.

import type { OperationName } from '../contract/operation.ts'
import { StoreOverloaded } from '../kernel/failures.ts'
import { type Rejection, reject } from '../kernel/rejection.ts'
import {
  answerRepeat,
  type Call,
  findRepeated,
  type OperationResponse,
  type OperationResult,
  type OrderChanged,
  type PaymentDependencies,
  presentResponse,
  type RequestRun,
  type TransactionResponse,
} from '../payments/index.ts'
import { conflict, retryOnConflict } from '../platform/concurrency/retry-on-conflict.ts'
import type { OperationRequest } from './request.ts'

/** The responses that the gateway itself reads; those of other operations are only written. */
interface ResponsesRead {
  readonly CAPTURE: TransactionResponse
  readonly REFUND: TransactionResponse
  readonly UPDATE_AUTHORIZATION: TransactionResponse
  readonly VOID: TransactionResponse
}

type ResponseOf<Name extends OperationName> = Name extends keyof ResponsesRead ? ResponsesRead[Name] : object

type OperationHandler<Response extends object> = (
  request: never,
  call: Call,
  run: RequestRun,
) => Promise<OperationResult<Response>>

/** Every operation of the API, as its subject has created it. */
export type OperationHandlers = { readonly [Name in OperationName]: OperationHandler<ResponseOf<Name>> }

export type RunDependencies = Pick<PaymentDependencies, 'store' | 'vault' | 'audit' | 'clock' | 'timeouts'>

const overloaded = reject('OVERLOADED', 'The gateway is too busy to process this request.')

/** An order that changes between reading and recording so often counts as busy. */
const attemptsMax = 5

export function runOperation<Name extends OperationName>(
  { name, values, call, storeFrom }: OperationRequest<Name>,
  operations: OperationHandlers,
  dependencies: RunDependencies,
): Promise<OperationResponse<ResponseOf<Name>> | Rejection> {
  const operation: OperationHandler<ResponseOf<Name>> = operations[name]
  return refuseOverload(async () => {
    let changed: OrderChanged<ResponseOf<Name>> | undefined
    const recorded = await retryOnConflict(async ({ number }) => {
      const presumesNewOrder = number === 1 && call.key.orderId !== '' && !dependencies.store.hasSeenOrder(call.key)
      const result = await operation(values as never, call, { presumesNewOrder, storeFrom })
      // A request may be wrong for a new order and right for the order that exists.
      if (result.kind === 'REJECTED') return presumesNewOrder ? conflict : result
      changed = result.kind === 'MOVED' ? result : undefined
      return result.kind === 'MOVED' ? conflict : result
    }, attemptsMax)
    const result = recorded === conflict ? await changed?.respondBusy?.() : recorded
    if (result === undefined || result.kind === 'MOVED')
      return reject('OVERLOADED', 'The order is being changed by many requests at once. Try again later.')
    return result.kind === 'ANSWERED' ? presentResponse(call, result, dependencies) : result
  })
}

/** Operations under the ids of a transaction that is there: they take it further, and are never a repeat of its request. */
const continuing: ReadonlySet<OperationName> = new Set([
  'AUTHENTICATE_PAYER',
  'CONFIRM_BROWSER_PAYMENT',
  'UPDATE_BROWSER_PAYMENT',
])

/** The response to a request whose ids were used before. Asked before a session is looked for, which may be gone by then. */
export async function findRepeat(
  { name, values, call }: OperationRequest,
  dependencies: RunDependencies,
): Promise<OperationResponse | Rejection | undefined> {
  if (!call.key.transactionId || continuing.has(name)) return undefined
  return refuseOverload(async () => {
    const first = findRepeated(await dependencies.store.findOrder(call.key), call.key)
    const result = first && (await answerRepeat(first, values, call, dependencies))
    return result?.kind === 'ANSWERED' ? presentResponse(call, result, dependencies) : result
  })
}

async function refuseOverload<Result>(run: () => Promise<Result>): Promise<Result | Rejection> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof StoreOverloaded) return overloaded
    throw error
  }
}

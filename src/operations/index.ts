// The operations by name: one line each.
import type { OperationName } from '../contract/operation.ts'
import type { Rejection } from '../domain/rejection.ts'
import { reject } from '../domain/rejection.ts'
import type { Answered, Call, OperationResult, Ports } from './call.ts'
import { retrieveOrder } from './retrieve-order.ts'
import { retrieveTransaction } from './retrieve-transaction.ts'
import { verify } from './verify.ts'

/** Requests are read by the contract of the operation they name, so each gets the type it expects. */
type Story = (request: never, call: Call, ports: Ports) => Promise<OperationResult>

const stories: Readonly<Partial<Record<OperationName, Story>>> = {
  RETRIEVE_ORDER: retrieveOrder,
  RETRIEVE_TRANSACTION: retrieveTransaction,
  VERIFY: verify,
}

/** How often an order may move between reading and recording before we ask the caller to come back. */
const tellingsMax = 5

export async function run(
  name: OperationName,
  request: object,
  call: Call,
  ports: Ports,
): Promise<Answered | Rejection> {
  const story = stories[name]
  if (!story) return reject('OPERATION_NOT_OFFERED', `This gateway does not offer ${name}.`)
  for (let telling = 0; telling < tellingsMax; telling += 1) {
    const result = await story(request as never, call, ports)
    if (result.kind !== 'moved') return result
  }
  return reject('OVERLOADED', 'The order is being changed by many requests at once. Try again later.')
}

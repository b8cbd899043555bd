// The operations by name: one line each.
import type { OperationName } from '../contract/operation.ts'
import type { Rejection } from '../domain/rejection.ts'
import { reject } from '../domain/rejection.ts'
import { StoreOverloaded } from '../ports/store.ts'
import { authorize } from './authorize.ts'
import type { Answered, Call, OperationResult, Ports } from './call.ts'
import { capture } from './capture.ts'
import { createCheckoutSession, createPaymentPageSession } from './create-page-session.ts'
import { createSession } from './create-session.ts'
import { deleteToken } from './delete-token.ts'
import { pay } from './pay.ts'
import { refund } from './refund.ts'
import { retrieveOrder } from './retrieve-order.ts'
import { retrieveSession } from './retrieve-session.ts'
import { retrieveToken } from './retrieve-token.ts'
import { retrieveTransaction } from './retrieve-transaction.ts'
import { createOrUpdateToken, createToken } from './save-token.ts'
import { searchTokens } from './search-tokens.ts'
import { answerRepeat, findRepeated } from './steps/answer-repeat.ts'
import { showTo } from './steps/show-to.ts'
import { updateAuthorization } from './update-authorization.ts'
import { updateSession } from './update-session.ts'
import { verify } from './verify.ts'
import { voidTransaction } from './void.ts'

/** Requests are read by the contract of the operation they name, so each gets the type it expects. */
type Story = (request: never, call: Call, ports: Ports) => Promise<OperationResult>

const stories: Readonly<Partial<Record<OperationName, Story>>> = {
  AUTHORIZE: authorize,
  CAPTURE: capture,
  CREATE_CHECKOUT_SESSION: createCheckoutSession,
  CREATE_PAYMENT_PAGE_SESSION: createPaymentPageSession,
  CREATE_OR_UPDATE_TOKEN: createOrUpdateToken,
  CREATE_SESSION: createSession,
  CREATE_TOKEN: createToken,
  DELETE_TOKEN: deleteToken,
  INITIATE_CHECKOUT: createCheckoutSession,
  PAY: pay,
  REFUND: refund,
  RETRIEVE_ORDER: retrieveOrder,
  RETRIEVE_SESSION: retrieveSession,
  RETRIEVE_TOKEN: retrieveToken,
  RETRIEVE_TRANSACTION: retrieveTransaction,
  SEARCH_TOKENS: searchTokens,
  UPDATE_AUTHORIZATION: updateAuthorization,
  UPDATE_SESSION: updateSession,
  VERIFY: verify,
  VOID: voidTransaction,
}

const overloaded = reject('OVERLOADED', 'The gateway is too busy to take this request now.')

/** How often an order may move between reading and recording before we ask the caller to come back. */
const tellingsMax = 5

export async function run(
  name: OperationName,
  request: object,
  call: Call,
  ports: Ports,
): Promise<Answered | Rejection> {
  try {
    return await tell(name, request, call, ports)
  } catch (error) {
    if (error instanceof StoreOverloaded) return overloaded
    throw error
  }
}

/** The answer to a request whose ids were used before. Asked before a session is looked for, which may be gone by then. */
export async function findRepeat(sent: object, call: Call, ports: Ports): Promise<Answered | Rejection | undefined> {
  if (!call.key.transactionId) return undefined
  try {
    const first = findRepeated(await ports.store.findOrder(call.key), call.key)
    const result = first && (await answerRepeat(first, sent, ports))
    return result?.kind === 'answered' ? await showTo(call, result, ports) : result
  } catch (error) {
    if (error instanceof StoreOverloaded) return overloaded
    throw error
  }
}

async function tell(name: OperationName, request: object, call: Call, ports: Ports): Promise<Answered | Rejection> {
  const story = stories[name]
  if (!story) return reject('OPERATION_NOT_OFFERED', `This gateway does not offer ${name}.`)
  for (let telling = 0; telling < tellingsMax; telling += 1) {
    const presumesNewOrder = telling === 0 && call.key.orderId !== '' && !ports.store.hasMet(call.key)
    const isLastTelling = telling === tellingsMax - 1
    const result = await story(request as never, { ...call, presumesNewOrder, isLastTelling }, ports)
    if (result.kind === 'answered') return showTo(call, result, ports)
    // What is wrong with a request for a new order need not be what is wrong with it for the order that is there.
    if (result.kind === 'rejected' && !presumesNewOrder) return result
  }
  return reject('OVERLOADED', 'The order is being changed by many requests at once. Try again later.')
}

// The payer has pressed the button of a page: one attempt, whose transaction has its id before anybody outside hears of it.
import type { JsonObject } from '../contract/json.ts'
import type { TransactionAnswer } from '../contract/operations/transaction-answer.ts'
import { advance, nextTransactionId } from '../domain/checkout.ts'
import type { EntryPoint } from '../domain/entry-point.ts'
import type { GatewayCode } from '../domain/gateway-code.ts'
import { isGroup, type Values } from '../domain/lay-over.ts'
import type { Merchant } from '../domain/merchant.ts'
import { isRejection, type Rejection } from '../domain/rejection.ts'
import { Secret } from '../domain/secret.ts'
import { mergeSessionValues } from '../domain/session-values.ts'
import type { StoredCheckout } from '../ports/checkout-store.ts'
import type { Answered, Ports } from './call.ts'
import { apiOperations, type OpenedCheckout, type OpenPorts } from './open-checkout.ts'
import {
  entryPointOf,
  finishAttempt,
  keepSessionAlive,
  move,
  orderKeyOf,
  settleAttempt,
} from './steps/settle-attempt.ts'

/** What the payer gave, in canonical shape, secrets as such. */
export interface PayerDetails {
  readonly sourceOfFunds?: Values
  readonly billing?: { readonly address: Values }
  readonly customer?: { readonly email: string }
}

/** Carries an operation out as if the merchant had sent it to the API. */
export type AskOperation = (asked: {
  readonly merchant: Merchant
  readonly operation: 'AUTHORIZE' | 'PAY' | 'UPDATE_SESSION' | 'VERIFY'
  readonly version: number
  readonly ids: Readonly<Record<string, string>>
  readonly body: JsonObject
  readonly entryPoint: EntryPoint
  readonly combine?: (held: Values, sent: Values) => Values
}) => Promise<Answered | Rejection>

/** What there is to show now; with the reason when nobody was asked. */
export interface AttemptEnd {
  readonly stored: StoredCheckout
  /** Somebody else was faster: the same form twice, or another tab. */
  readonly isTakenOver?: boolean
  readonly refused?: Rejection
}

/** How often the merchant's own programs may take the number that we chose for the transaction. */
const tellingsMax = 5

export async function payCheckout(
  opened: OpenedCheckout,
  details: PayerDetails,
  ask: AskOperation,
  ports: OpenPorts,
): Promise<AttemptEnd> {
  const { store, clock, checkouts } = ports
  const key = orderKeyOf(opened)
  let page = opened
  for (let telling = 0; ; telling += 1) {
    const order = await store.findOrder(key)
    const transactionId = nextTransactionId((order?.transactions ?? []).map((each) => each.key.transactionId))
    const now = clock.now()
    const begun = advance(page.stored.checkout, { kind: 'BEGIN', transactionId, at: now }, page)
    if (!begun || !(await checkouts.update(page.stored, begun, now)))
      return { stored: await currentOf(page, ports), isTakenOver: true }
    page = { ...page, stored: { ...page.stored, checkout: begun, revision: page.stored.revision + 1 } }
    await keepSessionAlive(page.session, ports)

    const result = await ask(requestOf(page, { transactionId, details }))
    if (!isRejection(result)) return { stored: await finishAttempt(page, gatewayCodeOf(result), ports) }
    // The request goes on without us, and its outcome will be found.
    if (result.reason === 'STILL_IN_PROGRESS') return { stored: page.stored }
    page = { ...page, stored: await move(page, { kind: 'WITHDRAWN' }, ports) }
    if (result.reason !== 'TRANSACTION_ID_USED' || telling === tellingsMax)
      return { stored: page.stored, refused: result }
  }
}

async function currentOf({ stored }: OpenedCheckout, { checkouts }: Pick<Ports, 'checkouts'>): Promise<StoredCheckout> {
  return (await checkouts.findAnywhere([stored.sessionHash])) ?? stored
}

function gatewayCodeOf({ answer }: Answered): GatewayCode {
  return (answer as TransactionAnswer).response.gatewayCode as GatewayCode
}

function requestOf(
  { merchant, session, sessionId, operation, version, content }: OpenedCheckout,
  { transactionId, details }: { readonly transactionId: string; readonly details: PayerDetails },
): Parameters<AskOperation>[0] {
  const apiOperation = apiOperations[operation]
  if (!apiOperation) throw new Error('nothing is to be paid on this page')
  return {
    merchant,
    operation: apiOperation,
    version,
    ids: { orderId: content.order?.id ?? '', transactionId },
    body: asJson({ apiOperation, session: { id: sessionId }, ...details }),
    entryPoint: entryPointOf(session.kind),
    combine: withoutMixing,
  }
}

/** Of two cards, or of two addresses, the payer's counts as a whole. */
export function withoutMixing(held: Values, sent: Values): Values {
  const { billing: heldBilling, ...others } = held
  const isOtherAddress = isGroup(sent['billing']) && isGroup(heldBilling)
  if (!isOtherAddress) return mergeSessionValues(held, sent)
  const { address: _, ...billing } = heldBilling
  return mergeSessionValues({ ...others, billing }, sent)
}

/** As a request has it, which is read by the contract again. */
export function asJson(values: object): JsonObject {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      if (value === undefined) return []
      if (value instanceof Secret) return [[name, value.open()]]
      return [[name, isGroup(value) ? asJson(value) : value]]
    }),
  ) as JsonObject
}

const pauseMs = { first: 50, longest: 500 }

/** Waits for the attempt that is under way, a little. What comes back may still be PAYING. */
export async function awaitAttempt(opened: OpenedCheckout, waitMs: number, ports: OpenPorts): Promise<StoredCheckout> {
  const untilMs = performance.now() + waitMs
  let nextMs = pauseMs.first
  let page = opened
  for (;;) {
    page = { ...page, stored: await settleAttempt(page, ports) }
    const leftMs = untilMs - performance.now()
    if (page.stored.checkout.state !== 'PAYING' || leftMs <= 0) return page.stored
    const { promise: pause, resolve } = Promise.withResolvers<void>()
    setTimeout(resolve, Math.min(nextMs, leftMs))
    await pause
    nextMs = Math.min(nextMs * 2, pauseMs.longest)
    page = { ...page, stored: await currentOf(page, ports) }
  }
}

// An attempt of a page that is under way: finds out what has become of it, whoever began it. A process that died while its
// payer waited leaves a transaction, whose outcome recovery decides, or none, and then nobody was asked.
import { advance, type CheckoutEvent, fateOf } from '../../domain/checkout.ts'
import type { EntryPoint } from '../../domain/entry-point.ts'
import type { GatewayCode } from '../../domain/gateway-code.ts'
import type { StoredCheckout } from '../../ports/checkout-store.ts'
import type { SessionKind, StoredSession } from '../../ports/session-store.ts'
import type { OrderKey, StoredTransaction } from '../../ports/store.ts'
import type { Ports } from '../call.ts'
import type { OpenedCheckout } from '../open-checkout.ts'

type SettlePorts = Pick<Ports, 'checkouts' | 'sessions' | 'store' | 'clock' | 'patience'>
type Page = Pick<OpenedCheckout, 'merchant' | 'session' | 'content' | 'attemptsMax' | 'stored'>

/** The page as it is now. Still PAYING when nobody knows yet. */
export async function settleAttempt(page: Page, ports: SettlePorts): Promise<StoredCheckout> {
  const { stored, session } = page
  const { checkout } = stored
  if (checkout.state !== 'PAYING') return stored
  const now = ports.clock.now()
  await keepSessionAlive(session, ports)
  const transaction = await findTransaction(page, checkout.transactionId, ports)
  if (!transaction) {
    const isAbandoned = now.getTime() - checkout.since.getTime() >= ports.patience.attemptDeadlineMs
    return isAbandoned ? move(page, { kind: 'WITHDRAWN' }, ports) : stored
  }
  const { isInFlight, gatewayCode } = transaction
  return isInFlight || !gatewayCode ? stored : finishAttempt(page, gatewayCode, ports)
}

/** The page after the attempt under way had this outcome. */
export async function finishAttempt(page: Page, gatewayCode: GatewayCode, ports: SettlePorts): Promise<StoredCheckout> {
  const fate = fateOf(gatewayCode)
  if (fate === 'WAITING') return page.stored
  return move(page, fate === 'WITHDRAWN' ? { kind: fate } : { kind: fate, gatewayCode }, ports)
}

/** The page after an event; as it is when somebody else was faster. */
export async function move(
  { stored, attemptsMax }: Pick<Page, 'stored' | 'attemptsMax'>,
  event: CheckoutEvent,
  { checkouts, clock }: Pick<Ports, 'checkouts' | 'clock'>,
): Promise<StoredCheckout> {
  const checkout = advance(stored.checkout, event, { attemptsMax })
  const now = clock.now()
  if (checkout && (await checkouts.update(stored, checkout, now)))
    return { ...stored, checkout, revision: stored.revision + 1, updatedAt: now }
  const current = await checkouts.findAnywhere([stored.sessionHash])
  return current ?? stored
}

/** How much longer than the longest attempt a session lives whose payer is paying or waiting. */
const marginMs = 5 * 60_000

/** What pays must not end under the payment, and who waits wants to be told. */
export function keepSessionAlive(
  { merchantId, hash: { hash } }: StoredSession,
  { sessions, clock, patience }: Pick<Ports, 'sessions' | 'clock' | 'patience'>,
): Promise<void> {
  const now = clock.now()
  const until = new Date(now.getTime() + patience.attemptDeadlineMs + marginMs)
  return sessions.keepAlive({ merchantId, hash }, { now, until })
}

/** The door that payments of a page come in by. */
export function entryPointOf(kind: SessionKind): EntryPoint {
  return kind === 'PAYMENT_PAGE' ? 'HOSTED_PAGE' : 'CHECKOUT'
}

export function orderKeyOf({ merchant, content }: Pick<Page, 'merchant' | 'content'>): OrderKey {
  return { merchantId: merchant.id, orderId: content.order?.id ?? '' }
}

/** Only a page's own: the merchant's programs may use the same number on the same order. */
async function findTransaction(
  page: Page,
  transactionId: string,
  { store }: Pick<Ports, 'store'>,
): Promise<StoredTransaction | undefined> {
  const order = await store.findOrder(orderKeyOf(page))
  const entryPoint = entryPointOf(page.session.kind)
  return order?.transactions.find((each) => each.key.transactionId === transactionId && each.entryPoint === entryPoint)
}

// What a payer's device may send in its own request, and about which order. The session is its only credential: the
// merchant must know that session, and the merchant's values in it take precedence.
import { fieldClassOf, valueAt, valuePathsOf } from '../../contract/session-authors.ts'
import { parseMoney } from '../../kernel/money.ts'
import { type Rejection, reject } from '../../kernel/rejection.ts'
import type { Values } from '../../kernel/values.ts'
import type { Call, OrderNaming } from '../../payments/index.ts'
import { refuseFixedField, refuseMerchantField, sessionValuesOf, type TrustedSession } from '../../sessions/index.ts'
import type { PayerAuthenticationDependencies } from '../dependencies.ts'

/**
 * About the browser or app that authenticates its payer, where the merchant has not set it: only values that make the
 * authentication no weaker.
 */
const ofTheDevice: Readonly<Record<string, (value: unknown) => boolean>> = {
  'authentication.acceptVersions': (value) => String(value).split(',').includes('3DS2'),
  'authentication.channel': (value) => value === 'PAYER_BROWSER' || value === 'PAYER_APP',
  'authentication.purpose': (value) => value === 'PAYMENT_TRANSACTION',
  'authentication.redirectResponseUrl': () => true,
}
/** Must equal the merchant's value, where the merchant has set one. */
const ofTheAmount = new Set(['order.amount', 'order.currency'])

export async function admitDevice(
  sent: Values,
  session: TrustedSession,
  { key }: Pick<Call, 'key'>,
  dependencies: Pick<PayerAuthenticationDependencies, 'sessions' | 'store'>,
): Promise<Rejection | undefined> {
  if (!session.isMerchantKnown)
    return reject('SESSION_NOT_FILLED', 'The merchant has not used the session with its own credentials yet.')
  return refuseFields(sessionValuesOf(sent), session) ?? (await refuseOrder(key, session, dependencies))
}

function refuseFields(sent: Values, session: TrustedSession): Rejection | undefined {
  const storedValues = session.content as Values
  for (const path of valuePathsOf(sent)) {
    if (fieldClassOf(path) === 'PAYER') {
      const fixed = refuseFixedField(path, sent, session)
      if (fixed) return fixed
      continue
    }
    if (valueAt(storedValues, path) === undefined && ofTheDevice[path]?.(valueAt(sent, path))) continue
    if (!ofTheAmount.has(path)) return refuseMerchantField(path)
    if (!isMerchantsAmount(path, sent, storedValues))
      return reject('FIELD_INVALID', "The merchant's session has a different value.", { field: path })
  }
  return undefined
}

function isMerchantsAmount(path: string, sent: Values, storedValues: Values): boolean {
  const [value, storedValue] = [valueAt(sent, path), valueAt(storedValues, path)]
  if (storedValue === undefined || value === storedValue) return true
  if (path === 'order.currency') return false
  const currency = String(valueAt(storedValues, 'order.currency') ?? valueAt(sent, 'order.currency'))
  const minor = (amount: unknown) => parseMoney({ amount: String(amount), currency })?.amountMinor
  return minor(value) !== undefined && minor(value) === minor(storedValue)
}

/**
 * Who named the order to the session: the merchant, in the session or by using the session for the order, or the
 * device.
 */
export function orderNaming(session: TrustedSession, orderId: string): OrderNaming {
  const merchants = valueAt(session.content as Values, 'order.id')
  if (merchants !== undefined) return merchants === orderId ? 'MERCHANT' : 'DEVICE'
  return session.orderNamedBy === 'MERCHANT' && session.orderId === orderId ? 'MERCHANT' : 'DEVICE'
}

/**
 * The order that the merchant assigned to the session, or one that does not exist. The first call of a device fixes the
 * session's order, even if that order exists: one session allows one guess.
 */
async function refuseOrder(
  { merchantId, orderId }: Call['key'],
  session: TrustedSession,
  { sessions, store }: Pick<PayerAuthenticationDependencies, 'sessions' | 'store'>,
): Promise<Rejection | undefined> {
  if (orderNaming(session, orderId) === 'MERCHANT') return undefined
  const isNamed = valueAt(session.content as Values, 'order.id') !== undefined
  const isBound = !isNamed && (await sessions.bindOrder({ merchantId, hash: session.hash.hash }, orderId))
  if (isBound && !(await store.findOrder({ merchantId, orderId }))) return undefined
  return reject('FIELD_INVALID', 'The session is not for this order.', { field: 'order.id' })
}

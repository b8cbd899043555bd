// What a payer's device may say in a request of its own, and about which order. Its session is all it has: the merchant must
// know that session, and what the merchant has said in it stands.
import { classOf, pathsOf, valueAt } from '../../contract/session-authors.ts'
import type { Values } from '../../domain/lay-over.ts'
import { parseMoney } from '../../domain/money.ts'
import { type Rejection, reject } from '../../domain/rejection.ts'
import type { Call, Ports } from '../call.ts'
import { merchantsField, type TrustedSession } from './session-authors.ts'
import { sessionValuesOf } from './session-values-of.ts'

/** Of the browser or the app that authenticates its payer, where the merchant has not said it. */
const ofTheDevice = new Set([
  'authentication.acceptVersions',
  'authentication.channel',
  'authentication.purpose',
  'authentication.redirectResponseUrl',
])
/** The same as the merchant's, where the merchant has said it. */
const ofTheAmount = new Set(['order.amount', 'order.currency'])

export async function admitDevice(
  sent: Values,
  session: TrustedSession,
  { key }: Pick<Call, 'key'>,
  ports: Pick<Ports, 'sessions' | 'store'>,
): Promise<Rejection | undefined> {
  if (!session.isMerchantKnown)
    return reject('SESSION_NOT_FILLED', 'The merchant has not used the session with its own credentials yet.')
  return refuseFields(sessionValuesOf(sent), session.content as Values) ?? (await refuseOrder(key, session, ports))
}

function refuseFields(sent: Values, held: Values): Rejection | undefined {
  for (const path of pathsOf(sent)) {
    if (classOf(path) === 'PAYER' || (ofTheDevice.has(path) && valueAt(held, path) === undefined)) continue
    if (!ofTheAmount.has(path)) return merchantsField(path)
    if (!isMerchantsAmount(path, sent, held))
      return reject('FIELD_INVALID', 'The session of the merchant has another one.', { field: path })
  }
  return undefined
}

function isMerchantsAmount(path: string, sent: Values, held: Values): boolean {
  const [said, known] = [valueAt(sent, path), valueAt(held, path)]
  if (known === undefined || said === known) return true
  if (path === 'order.currency') return false
  const currency = String(valueAt(held, 'order.currency') ?? valueAt(sent, 'order.currency'))
  const minor = (amount: unknown) => parseMoney({ amount: String(amount), currency })?.amountMinor
  return minor(said) !== undefined && minor(said) === minor(known)
}

/** The order that the merchant gave to the session, or one that does not exist and is this session's from now on. */
async function refuseOrder(
  { merchantId, orderId }: Call['key'],
  session: TrustedSession,
  { sessions, store }: Pick<Ports, 'sessions' | 'store'>,
): Promise<Rejection | undefined> {
  const anotherOrder = reject('FIELD_INVALID', 'The session is not for this order.', { field: 'order.id' })
  const merchants = valueAt(session.content as Values, 'order.id')
  if (merchants !== undefined) return merchants === orderId ? undefined : anotherOrder
  if (session.orderId === orderId) return undefined
  const isFree = session.orderId === undefined && !(await store.findOrder({ merchantId, orderId }))
  const isBound = isFree && (await sessions.bindOrder({ merchantId, hash: session.hash.hash }, orderId))
  return isBound ? undefined : anotherOrder
}

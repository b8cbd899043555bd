// Which values of a session count, by who set them; and what a payer may set.
import { isIPv4 } from 'node:net'
import { fieldClassOf, onlyPaths, valueAt, valuePathsOf } from '../../contract/session-authors.ts'
import { type Rejection, reject } from '../../kernel/rejection.ts'
import { isGroup, type Values } from '../../kernel/values.ts'
import type { Call } from '../../payments/index.ts'
import type { StoredSession, ValueAuthor, ValueAuthors } from '../ports/session-store.ts'

/** A session that contains only values that count. */
export type TrustedSession = StoredSession & { readonly authors: ValueAuthors }

/** The session without values that only the merchant may set but did not. */
export function withTrustedValues(session: StoredSession): TrustedSession {
  const content = session.content
  const authors = session.authors ?? authorsBeforeUpgrade(session)
  const isTrusted = (path: string) => isTrustedValue(authors, path)
  if (Object.keys(authors).every(isTrusted)) return { ...session, authors }
  return { ...session, authors, content: onlyPaths(content, isTrusted) }
}

/** Whether a value counts, given who set it. What the gateway or the shop's page set was checked when it was set. */
export function isTrustedValue(authors: ValueAuthors, path: string): boolean {
  return authors[path] !== 'PAYER' || fieldClassOf(path) === 'PAYER'
}

/**
 * For values written by an earlier release the author is not known: after a device's call or a page post it may have
 * been the payer.
 */
function authorsBeforeUpgrade({ kind, version, deviceCalls, content }: StoredSession): ValueAuthors {
  const isUpdated = !version.endsWith('01')
  const isMerchants = deviceCalls === 0 && (kind === 'PLAIN' || !isUpdated)
  return isMerchants ? {} : Object.fromEntries(valuePathsOf(content as Values).map((path) => [path, 'PAYER' as const]))
}

/** Who set which value after an update by this author; the merchant's values have no author. */
export function authorsAfter(
  previousAuthors: ValueAuthors,
  { merged, sent, by }: { readonly merged: Values; readonly sent: Values; readonly by: ValueAuthor | undefined },
): ValueAuthors {
  const set = new Set(valuePathsOf(sent))
  const authors = valuePathsOf(merged).flatMap((path): [string, ValueAuthor][] => {
    const isOurs = by === 'PAYER' && gatewayPaths.includes(path)
    const author = set.has(path) ? (isOurs ? 'GATEWAY' : by) : previousAuthors[path]
    return author ? [[path, author]] : []
  })
  return Object.fromEntries(authors)
}

const payerAddressPath = 'device.ipAddress'

/**
 * Set by the gateway while a payer acts: the address it sees, and the token of the card that the payer has chosen from the
 * merchant's list on a page. No device may send them.
 */
const gatewayPaths: readonly string[] = [payerAddressPath, 'sourceOfFunds.token']

/**
 * What a device sends, with its address as seen by the gateway; the merchant may know a better one. Older versions of
 * the API have no room for an IPv6 address, and could not use the session with it.
 */
export function withPayerAddress(
  sent: Values,
  { content, authors }: TrustedSession,
  { payerAddress = '' }: Pick<Call, 'payerAddress'>,
): Values {
  const isMerchants = valueAt(content as Values, payerAddressPath) !== undefined && !authors[payerAddressPath]
  if (isMerchants || !isIPv4(payerAddress)) return sent
  return { ...sent, device: { ...(sent['device'] as Values | undefined), ipAddress: payerAddress } }
}

/** What a payer's device may not set, by the first field of it. */
export function refusePayerValues(sent: Values, session: TrustedSession): Rejection | undefined {
  for (const path of valuePathsOf(sent)) {
    const refused = fieldClassOf(path) === 'PAYER' ? refuseFixedField(path, sent, session) : refuseMerchantField(path)
    if (refused) return refused
  }
  return undefined
}

/** Of a field that payers set, in anything that a device sends. */
export function refuseFixedField(path: string, sent: Values, session: TrustedSession): Rejection | undefined {
  if (!isFixedForPayer(path, sent, session)) return undefined
  return reject('FIELD_INVALID', 'The merchant does not let the payer change this field.', { field: path })
}

export function refuseMerchantField(field: string): Rejection {
  return reject('FIELD_INVALID', 'Only the merchant can set this field, with its own credentials.', { field })
}

/** Whether a field that payers set is not for this one to set, be it by a device, hosted fields or a page post. */
export function isFixedForPayer(path: string, sent: Values, session: TrustedSession): boolean {
  return isFixedByDisplay(path, session.content) || isFixedShipping(path, sent, session)
}

/** Which part of the payer's details each display control is about. */
const controlled = {
  billingAddress: 'billing.address',
  customerEmail: 'customer.email',
  shipping: 'shipping',
} as const

/** What the merchant's page hides, or shows without letting the payer change it. */
function isFixedByDisplay(path: string, sessionValues: Values): boolean {
  return Object.entries(controlled).some(([control, group]) => {
    const display = valueAt(sessionValues, `interaction.displayControl.${control}`)
    return isInside(group, path) && (display === 'HIDE' || display === 'READ_ONLY')
  })
}

/**
 * The merchant decides where goods are shipped. If it has not, a wallet may take the address from the payer; no display
 * control asks for it.
 */
function isFixedShipping(path: string, sent: Values, { content, authors }: TrustedSession): boolean {
  if (!isInside('shipping', path)) return false
  const sessionValues = content as Values
  const hasWallet = [sent, sessionValues].some((values) => valueAt(values, 'order.walletProvider') !== undefined)
  return !hasWallet || hasMerchantShipping({ content, authors })
}

/** Whether the merchant has set where goods are shipped. */
function hasMerchantShipping({ content, authors }: Pick<TrustedSession, 'content' | 'authors'>): boolean {
  const { shipping } = content as Values
  return isGroup(shipping) && valuePathsOf(shipping, 'shipping.').some((path) => authors[path] === undefined)
}

function isInside(group: string, path: string): boolean {
  return path === group || path.startsWith(`${group}.`)
}

// The format of a session id, the lifetime of a session, how its version counts, and what devices may request with its id.

import type { OperationName } from '../../contract/operation.ts'

const minuteMs = 60_000
const plainLifeMs = 15 * minuteMs
const pageLifeMs = 30 * minuteMs
const longestLifeMs = 24 * 60 * minuteMs

const idPattern = /^SESSION[0-9A-Z]{24,28}$/

/** Checked before the store is queried. */
export function isSessionId(text: string): boolean {
  return idPattern.test(text)
}

/** Default for how many calls may use the id of a session as their password. */
export const defaultAuthenticationLimit = 25

/** Every update extends a plain session, up to a maximum. */
export function plainSessionEnd({ createdAt, now }: { readonly createdAt: Date; readonly now: Date }): Date {
  return new Date(Math.min(now.getTime() + plainLifeMs, createdAt.getTime() + longestLifeMs))
}

/** The payer's time on a page; a payer who is sent a link opens it later. Updates do not change it. */
export function pageSessionEnd({
  createdAt,
  timeoutSeconds,
  isLink,
}: {
  readonly createdAt: Date
  readonly timeoutSeconds: number | undefined
  readonly isLink: boolean
}): Date {
  const lifeMs = timeoutSeconds === undefined ? pageLifeMs : timeoutSeconds * 1_000
  return new Date(createdAt.getTime() + (isLink ? longestLifeMs : lifeMs))
}

/** The time of a payer who has opened a payment link: as on any page, but not beyond the end of the link. */
export function paymentLinkSessionEnd({
  createdAt,
  paymentLinkEnd,
  timeoutSeconds,
}: {
  readonly createdAt: Date
  readonly paymentLinkEnd: Date | undefined
  readonly timeoutSeconds: number | undefined
}): Date {
  const end = pageSessionEnd({ createdAt, timeoutSeconds, isLink: false })
  return paymentLinkEnd && paymentLinkEnd < end ? paymentLinkEnd : end
}

const headLength = 8
const counterMax = 99

/** Eight hexadecimal digits of the session, then a counter of two. */
export function firstSessionVersion(head: string): string {
  return `${head}01`
}

/** After 99 the counter restarts with another prefix, so an old version does not soon become valid again. */
export function nextSessionVersion(version: string, drawHead: () => string): string {
  const head = version.slice(0, headLength)
  const counter = Number(version.slice(headLength))
  if (counter < counterMax) return head + String(counter + 1).padStart(2, '0')
  let drawn = drawHead()
  while (drawn === head) drawn = drawHead()
  return firstSessionVersion(drawn)
}

/** What a page needs later from the request that created its session. */
export interface PageSessionSecrets {
  readonly successIndicator: string
  /** Sessions of earlier releases have none. */
  readonly paysInVersion?: number | undefined
  /** The payment link that the session belongs to. */
  readonly paymentLinkId?: string | undefined
  /** A payer opened it by the URL of the link: the merchant has never seen its id, and has no page that opens it. */
  readonly isOpenedByPayer?: boolean | undefined
}

/** It needs no name, because it has a separate path. */
const fillsSession: OperationName = 'UPDATE_SESSION'

export const payerAuthenticationOperations: readonly OperationName[] = ['AUTHENTICATE_PAYER', 'INITIATE_AUTHENTICATION']

/** Every operation a device may request. */
export const deviceOperations: readonly OperationName[] = [fillsSession, ...payerAuthenticationOperations]

// Completes the session of a page with the values that the shop's page posted to open it. The browser sends them, so
// only values that a payer may set count; everything that decides about money comes from the merchant.

import { fieldClassOf, onlyPaths, valueAt, valuePathsOf } from '../../contract/session-authors.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { isRejection, type Rejection, reject } from '../../kernel/rejection.ts'
import { isGroup, mergeValues, type Values } from '../../kernel/values.ts'
import { conflict, retryOnConflict } from '../../platform/concurrency/retry-on-conflict.ts'
import {
  authorsAfter,
  findSession,
  isFixedForPayer,
  nextSessionVersion,
  refuseMerchantField,
  refuseOversizedMaps,
  sessionChanged,
  sessionValuesOf,
  splitSecrets,
  statusAfterPayer,
  type TrustedSession,
  unknownSession,
} from '../../sessions/index.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import type { OpenedCheckout } from './page-state.ts'

export interface PagePost {
  /** In canonical shape, read by the contract of the session. */
  readonly values: object
  /** The version that the session must have. */
  readonly version?: string | undefined
  /** Checks the values together with those of the session. */
  readonly check: (values: Values) => Rejection | undefined
}

export interface CompletedSession {
  readonly kind: 'COMPLETED'
  readonly session: TrustedSession
  /** Fields that were posted and changed nothing, by their canonical paths. */
  readonly notApplied: readonly string[]
}

export async function completePageSession(
  { merchant, sessionId, stored, createdInVersion }: OpenedCheckout,
  posted: PagePost,
  dependencies: Pick<CheckoutDependencies, 'sessions' | 'vault' | 'clock' | 'identifiers' | 'isSandbox'>,
): Promise<CompletedSession | Rejection> {
  const takesAmount = dependencies.isSandbox || merchant.profile.takesPageAmounts
  const result = await retryOnConflict(async (): Promise<CompletedSession | Rejection | typeof conflict> => {
    const session = await findSession(sessionId, { merchant }, dependencies)
    if (!session) return unknownSession()
    if (posted.version !== undefined && posted.version !== session.version) return sessionChanged()
    // A payment that is under way or complete is not changed.
    if (stored.checkout.state !== 'OPEN') return { kind: 'COMPLETED', session, notApplied: [] }
    const applied = applyPagePost(sessionValuesOf(posted.values), { session, createdInVersion, takesAmount })
    if (isRejection(applied)) return applied
    const { notApplied } = applied
    const content = contentAfter(session, applied, posted)
    if (isRejection(content)) return content
    if (JSON.stringify(content) === JSON.stringify(session.content)) return { kind: 'COMPLETED', session, notApplied }
    const update = {
      merchantId: session.merchantId,
      hash: session.hash,
      version: nextSessionVersion(session.version, dependencies.identifiers.sessionVersionHead),
      content,
      authors: authorsAfter(session.authors, { merged: content, sent: applied.values, by: 'PAGE' }),
      ...omitUndefined({ notificationUrlSeal: session.notificationUrlSeal }),
      isMerchantKnown: session.isMerchantKnown,
      ...statusAfterPayer(session),
      ...omitUndefined({ accounts: session.accounts }),
      expiresAt: session.expiresAt,
    }
    const isDone = await dependencies.sessions.update({
      ...update,
      previousVersion: session.version,
      updatedAt: dependencies.clock.expiryTime(),
    })
    return isDone ? { kind: 'COMPLETED', session: { ...session, ...update }, notApplied } : conflict
  })
  return result === conflict
    ? reject('OVERLOADED', 'The session is being changed by many requests at once. Try again later.')
    : result
}

function contentAfter(
  { content: held }: TrustedSession,
  { values }: AppliedPost,
  { check }: PagePost,
): Values | Rejection {
  const { content, accounts, codes } = splitSecrets(values)
  if (accounts.length + codes.length > 0) throw new Error('a page is never opened with payment details')
  const merged = inOrderOf(held as Values, mergeValues(held, content))
  return refuseOversizedMaps(merged) ?? check(merged) ?? merged
}

/** The session's values come first, so that an unchanged session yields the same text. */
function inOrderOf(held: Values, merged: Values): Values {
  const names = [...new Set([...Object.keys(held), ...Object.keys(merged)])]
  return Object.fromEntries(
    names.map((name) => {
      const [before, now] = [held[name], merged[name]]
      return [name, isGroup(before) && isGroup(now) ? inOrderOf(before, now) : now]
    }),
  )
}

// What the post that opens a hosted page may contain. The browser sends it, so the payer can write it: the rules follow
// the version that the merchant created the session in, never the one in the posted URL.

/** From this version on a page post contains only the session, its version and the merchant. */
export const firstVersionWithoutValues = 63
/** From this version on the session itself states what to do with the payer's card. */
const firstVersionWithOperation = 52
const operationsFromPage: readonly unknown[] = ['AUTHORIZE', 'PURCHASE']

export interface PagePostContext {
  readonly session: TrustedSession
  readonly createdInVersion: number
  /** Whether a session without an amount takes it from the page. */
  readonly takesAmount: boolean
}

export interface AppliedPost {
  readonly kind: 'APPLIED'
  readonly values: Values
  /** What the session contains already, or does not let the payer change, by path. */
  readonly notApplied: readonly string[]
}

export function applyPagePost(posted: Values, context: PagePostContext): AppliedPost | Rejection {
  const verdicts = new Map(valuePathsOf(posted).map((path) => [path, judgeField(path, posted, context)]))
  for (const verdict of verdicts.values()) if (isRejection(verdict)) return verdict
  const notApplied = [...verdicts].filter(([, verdict]) => verdict === 'NOT_APPLIED').map(([path]) => path)
  return {
    kind: 'APPLIED',
    values: onlyPaths(posted, (path) => verdicts.get(path) === 'APPLIED'),
    notApplied,
  }
}

type FieldVerdict = 'APPLIED' | 'NOT_APPLIED' | Rejection

function judgeField(
  path: string,
  posted: Values,
  { session, createdInVersion, takesAmount }: PagePostContext,
): FieldVerdict {
  const held = session.content
  if (createdInVersion >= firstVersionWithoutValues) return refuseMerchantField(path)
  const fieldClass = fieldClassOf(path)
  if (fieldClass === 'PAYER') return isFixedForPayer(path, posted, session) ? 'NOT_APPLIED' : 'APPLIED'
  if (valueAt(held, path) !== undefined) return 'NOT_APPLIED'
  if (fieldClass === 'DISPLAY') return 'APPLIED'
  if (path === 'interaction.operation') return operationFromPage(valueAt(posted, path), createdInVersion)
  if (path === 'order.amount' || path === 'order.currency') return amountFromPage(path, { session, takesAmount })
  return refuseMerchantField(path)
}

function operationFromPage(value: unknown, createdInVersion: number): FieldVerdict {
  const isTaken = createdInVersion < firstVersionWithOperation && operationsFromPage.includes(value)
  return isTaken ? 'APPLIED' : refuseMerchantField('interaction.operation')
}

/** The first post that names an amount fixes it; published shops rely on this. */
function amountFromPage(
  path: string,
  { session, takesAmount }: Pick<PagePostContext, 'session' | 'takesAmount'>,
): FieldVerdict {
  const isOpen = session.kind === 'CHECKOUT' && valueAt(session.content, 'order.amount') === undefined
  if (!isOpen) return refuseMerchantField(path)
  return takesAmount ? 'APPLIED' : reject('FIELD_MISSING', 'Mandatory parameter is missing.', { field: 'order.amount' })
}

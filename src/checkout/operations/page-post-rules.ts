// What the post that opens a hosted page may contain. The browser sends it, so the payer can write it: the rules follow
// the version that the merchant created the session in, never the one in the posted URL.
import { fieldClassOf, onlyPaths, valueAt, valuePathsOf } from '../../contract/session-authors.ts'
import { isRejection, type Rejection, reject } from '../../kernel/rejection.ts'
import type { Values } from '../../kernel/values.ts'
import { isFixedForPayer, refuseMerchantField, type TrustedSession } from '../../sessions/operations/session-authors.ts'

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

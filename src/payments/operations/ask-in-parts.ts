// Asks the acquirer of a refund for one part after the other. Each is recorded under a reference of its own before it is sent, and
// only when those before it were approved: so at most one request of the attempt is without an outcome, the one on its row.
import { elapsedMs } from '../../platform/concurrency/elapsed-time.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import type {
  AcquirerRequest,
  AcquirerResponse,
  AcquirerResult,
  RequestIdentity,
  SendDeadline,
} from '../ports/acquirer.ts'
import type { Attempt, PartResponse, RecordedPart } from '../ports/transactions.ts'
import { isPlausibleResponse } from '../rules/judgement.ts'
import { isSuccessful } from '../rules/order.ts'
import { lastAsked, type RefundPart } from '../rules/refunds/refund-parts.ts'
import { askLink, identityOf, prepareRequest, recordedWire } from './ask-acquirer.ts'
import type { ResolvedLink } from './resolve-link.ts'

interface AskingInParts {
  readonly ask: (identity: RequestIdentity, part: RefundPart) => AcquirerRequest
  readonly link: ResolvedLink
  /** All of them; the first is recorded with the attempt. */
  readonly parts: readonly RefundPart[]
  readonly terms: SendDeadline
}

/** The attempt with its first part, whose request is the attempt's own. */
export function beginParts(attempt: Attempt, parts: readonly RefundPart[]): Attempt {
  return { ...attempt, parts: parts.slice(0, 1).map((part) => recordedPart(part, attempt)) }
}

/** The response to the last part that was begun, and the attempt as it is recorded. */
export async function askInParts(
  attempt: Attempt,
  { ask, link, parts, terms }: AskingInParts,
  dependencies: Pick<PaymentDependencies, 'store' | 'identifiers' | 'timeouts'>,
): Promise<{ readonly result: AcquirerResult; readonly attempt: Attempt }> {
  const { acquirerTimeoutMs } = dependencies.timeouts
  const beganMs = elapsedMs()
  // One deadline for all of them: nothing is sent after it. A part is begun only while it has half of the time for its answer.
  const until = beganMs + acquirerTimeoutMs
  const beginBefore = beganMs + acquirerTimeoutMs / 2
  const limits = { sendBefore: Math.min(terms.sendBefore, until), until }
  const askFor = (current: Attempt, part: RefundPart) =>
    askLink(current, { ask: (identity) => ask(identity, part), link }, limits)

  let current = attempt
  let result: AcquirerResult = { kind: 'NOT_SENT', why: 'the refund has no part' }
  for (const [index, part] of parts.entries()) {
    if (index > 0) {
      const response = approvalOf(result, current)
      if (!response || elapsedMs() >= beginBefore) break
      const unprepared = nextPart(current, part, response, dependencies)
      const question = () => ask(identityOf(unprepared, link), part)
      const preparation = await prepareRequest(link.acquirer, question, Math.max(until - elapsedMs(), 0))
      const next = withWire(unprepared, recordedWire(preparation))
      // What may not be recorded is not asked for. The parts before it stand, whether or not the row has this one.
      if (!(await dependencies.store.rerouteAttempt(next).catch(() => false))) break
      current = next
    }
    result = await askFor(current, part)
  }
  return { result, attempt: current }
}

/** The response that approves a part as a whole, if the response is one. */
function approvalOf(result: AcquirerResult, attempt: Attempt): AcquirerResponse | undefined {
  if (result.kind !== 'ANSWERED') return undefined
  const { response } = result
  return isPlausibleResponse(response, lastAsked(attempt)) && isSuccessful(response) ? response : undefined
}

/** The same attempt under a new reference. */
function nextPart(
  { wire: _, parts = [], ...attempt }: Attempt,
  part: RefundPart,
  { approvedMinor: __, giftCardBalanceMinor: ___, ...response }: AcquirerResponse,
  { identifiers }: Pick<PaymentDependencies, 'identifiers'>,
): Attempt {
  const approved = parts.map((each, index) => (index === parts.length - 1 ? approvedPart(each, response) : each))
  const acquirerReference = identifiers.acquirerReference()
  return { ...attempt, acquirerReference, parts: [...approved, recordedPart(part, { acquirerReference })] }
}

function approvedPart(part: RecordedPart, response: PartResponse): RecordedPart {
  return { ...part, response }
}

function withWire(attempt: Attempt, recorded: Pick<Attempt, 'wire'>): Attempt {
  const { parts = [] } = attempt
  return {
    ...attempt,
    ...recorded,
    parts: [...parts.slice(0, -1), ...parts.slice(-1).map((part) => ({ ...part, ...recorded }))],
  }
}

function recordedPart(
  part: RefundPart,
  { acquirerReference: reference, wire }: Pick<Attempt, 'acquirerReference' | 'wire'>,
): RecordedPart {
  return { ...part, reference, ...(wire && { wire }) }
}

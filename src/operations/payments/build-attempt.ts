// Turns a plan into an attempt that can be recorded: with its own reference, and only what may be stored of the
// request.

import type { AcquirerLink } from '../../domain/merchants/merchant.ts'
import { omitUndefined } from '../../domain/omit-undefined.ts'
import type { EntryPoint } from '../../domain/payments/entry-point.ts'
import { accountIdentity, type Instrument } from '../../domain/payments/instrument.ts'
import type { Decision } from '../../domain/payments/order.ts'
import type { PlannedTransaction } from '../../domain/payments/plan.ts'
import type { Assessment } from '../../domain/risk/risk.ts'
import type { KeyedHash } from '../../ports/keys/vault.ts'
import type { StoredRequest } from '../../ports/payments/stored-messages.ts'
import type { Attempt, StoredJourney } from '../../ports/payments/transactions.ts'
import type { Call, Ports } from '../call.ts'
import { notificationUrlOf, sealOrderUrl } from '../events/notification-seals.ts'
import { sealAccounts } from '../masking/seal-accounts.ts'
import { comparisonOf } from './answer-repeat.ts'
import type { ResolvedLink } from './resolve-link.ts'

export interface AttemptParts {
  /** The canonical request, completed by session and token: its account numbers are sealed. */
  readonly request: object
  /** The request as it was sent, when a session or token completed it: repeats are compared with it. */
  readonly compared?: object | undefined
  /** What may be stored and shown of the request and its order. */
  readonly storedRequest: StoredRequest
  readonly call: Pick<
    Call,
    'key' | 'unsealAudit' | 'usedSession' | 'entryPoint' | 'version' | 'isDevice' | 'sealedNotificationUrl'
  >
  readonly link: ResolvedLink
  readonly instrument?: Instrument | undefined
  /** Of the instrument, if it is known already. */
  readonly accountHash?: KeyedHash | undefined
  /** The transaction whose account is used, when this one has none. */
  readonly instrumentTransactionId?: string | undefined
  readonly risk?: Assessment | undefined
  readonly entryPoint?: EntryPoint | undefined
  readonly approvesTransactionId?: string | undefined
  readonly isExcessPermitted?: boolean | undefined
  /** The decision that it waits for once it is recorded. */
  readonly decision?: Decision | undefined
  /** How it continues in the payer's browser, and the token in its URLs. */
  readonly journey?: StoredJourney | undefined
  readonly redirectToken?: string | undefined
}

export function buildAttempt(
  planned: PlannedTransaction,
  parts: AttemptParts,
  { vault, clock, identifiers, timeouts }: Pick<Ports, 'vault' | 'clock' | 'identifiers' | 'timeouts'>,
): Attempt {
  const { request, storedRequest, call, instrument, instrumentTransactionId, risk, approvesTransactionId } = parts
  const accounts = sealAccounts(request, call.key, vault)
  const openings = call.unsealAudit.take()
  const requestHash = vault.keyedHash('REQUEST', comparisonOf(parts.compared ?? request, vault))
  const urlToSeal = namedByMerchant(parts)
  return {
    key: call.key,
    attemptId: identifiers.attemptId(),
    at: clock.now(),
    type: planned.type,
    entryPoint: parts.entryPoint ?? call.entryPoint ?? 'WEB_SERVICES_API',
    currency: planned.currency,
    orderAmountMinor: planned.orderAmountMinor,
    amountMinor: planned.amountMinor,
    orderRevision: planned.order?.revision,
    isExcessPermitted: parts.isExcessPermitted ?? false,
    ...(planned.target && { targetTransactionId: planned.target.id }),
    ...omitUndefined({ approvesTransactionId }),
    link: recordedLink(parts.link),
    acquirerReference: identifiers.acquirerReference(),
    requestHash,
    ...(instrument && { accountHash: parts.accountHash ?? vault.keyedHash('ACCOUNT', accountIdentity(instrument)) }),
    ...omitUndefined({ accounts, instrumentTransactionId }),
    request: {
      ...storedRequest,
      ...(urlToSeal !== undefined && {
        notificationUrlSeal: sealOrderUrl({ ...call.key, url: urlToSeal }, requestHash.keyId, vault),
      }),
      ...(call.version !== undefined && { version: String(call.version) }),
      ...(call.usedSession?.amountSource && { amountSource: call.usedSession.amountSource }),
    },
    ...omitUndefined({ risk }),
    ...(openings.length > 0 && { auditEntries: openings }),
    ...(call.usedSession && { usedSessionHash: call.usedSession.hash }),
    ...(parts.decision && { decision: parts.decision }),
    ...(parts.journey && { journey: parts.journey }),
    ...omitUndefined({ redirectToken: parts.redirectToken }),
    deadlineMs: timeouts.attemptDeadlineMs,
  }
}

/** What is stored of a link with a transaction: later requests for it are sent there. */
export function recordedLink({
  acquirer: _,
  needsPartialAmountFlag: __,
  failedOver: ___,
  ...link
}: ResolvedLink): AcquirerLink {
  return link
}

/** The URL for notifications, if the merchant has named it with its own credentials in this request or its session. */
function namedByMerchant({ request, compared, call }: AttemptParts): string | undefined {
  const url = notificationUrlOf(request)
  if (url === undefined || call.isDevice) return undefined
  const isSent = url === notificationUrlOf(compared ?? request)
  return isSent || url === call.sealedNotificationUrl ? url : undefined
}

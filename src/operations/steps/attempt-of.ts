// Makes a plan into an attempt that can be recorded: with its own reference, and only what may be kept of the request.
import type { PlannedTransaction } from '../../domain/order.ts'
import type { Attempt } from '../../ports/store.ts'
import type { Call, Ports } from '../call.ts'
import { comparisonOf } from './answer-repeat.ts'
import { describeInstrument, type ResolvedCard } from './resolve-card.ts'
import type { ResolvedLink } from './resolve-link.ts'
import { storable } from './storable.ts'

export function attemptOf(
  planned: PlannedTransaction,
  parts: { request: object; instrument: ResolvedCard; call: Call; link: ResolvedLink },
  { vault, clock, identifiers, patience }: Pick<Ports, 'vault' | 'clock' | 'identifiers' | 'patience'>,
): Attempt {
  const { request, instrument, call, link } = parts
  const { adapter, acquirerId, acquirerMerchantId } = link
  return {
    key: call.key,
    attemptId: identifiers.attemptId(),
    at: clock.now(),
    type: planned.type,
    currency: planned.currency,
    orderAmountMinor: planned.orderAmountMinor,
    amountMinor: planned.amountMinor,
    orderRevision: planned.order?.revision,
    link: { adapter, acquirerId, acquirerMerchantId },
    acquirerReference: identifiers.acquirerReference(),
    requestHash: vault.keyedHash('REQUEST', comparisonOf(request, vault)),
    accountHash: vault.keyedHash('ACCOUNT', instrument.card.number.open()),
    request: { ...storable(request), sourceOfFunds: describeInstrument(instrument, request) },
    deadlineMs: patience.attemptDeadlineMs,
  }
}

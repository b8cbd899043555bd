// Verifies the cardholder's account before a financial transaction. No money moves.
import type { VerifyRequest } from '../contract/operations/verify.ts'
import { parseMoney } from '../domain/money.ts'
import { planVerification } from '../domain/order.ts'
import { isRejection } from '../domain/rejection.ts'
import type { Call, OperationResult, Ports } from './call.ts'
import { answerRepeat, findRepeated } from './steps/answer-repeat.ts'
import { askInTime } from './steps/ask-in-time.ts'
import { attemptOf } from './steps/attempt-of.ts'
import { lockFailure } from './steps/lock-failure.ts'
import { resolveCard } from './steps/resolve-card.ts'
import { resolveLink } from './steps/resolve-link.ts'
import { settle } from './steps/settle.ts'

export async function verify(request: VerifyRequest, call: Call, ports: Ports): Promise<OperationResult> {
  const { store, acquirers, patience } = ports
  const stored = await store.findOrder(call.key)
  const first = findRepeated(stored, call.key)
  if (first) return answerRepeat(first, request, ports)

  const { currency } = request.order
  const link = resolveLink(call.merchant, { currency, acquirers })
  if (isRejection(link)) return link
  const instrument = resolveCard(request)
  if (isRejection(instrument)) return instrument

  const planned = planVerification(stored?.order, {
    currency,
    // Only risk assessment may look at the amount; it never reaches the acquirer.
    orderAmountMinor: parseMoney({ amount: request.order.amount ?? '0', currency })?.amountMinor ?? 0n,
    hasSubMerchant: request.order.subMerchant !== undefined,
  })
  if (isRejection(planned)) return planned
  if (planned.kind === 'busy') return lockFailure(request, { call, link, type: 'VERIFICATION' }, ports)

  // Committed before we ask, so that a crash leaves a trace that recovery can finish.
  const attempt = attemptOf(planned, { request, instrument, call, link }, ports)
  const recorded = await store.recordAttempt(attempt)
  if (recorded === 'ORDER_BUSY') return lockFailure(request, { call, link, type: 'VERIFICATION' }, ports)
  if (recorded !== 'RECORDED') return { kind: 'moved' }

  const reply = await askInTime(
    link.acquirer.verify({
      reference: attempt.acquirerReference,
      acquirerMerchantId: link.acquirerMerchantId,
      card: instrument.card,
      currency,
      ...(request.billing?.address && { billingAddress: request.billing.address }),
    }),
    patience.acquirerTimeoutMs,
  )
  return settle(reply, { attempt, order: planned.order }, ports)
}

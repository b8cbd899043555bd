// Turns the acquirer's reply into an outcome, records it in one commit, and answers only what is recorded.
import type { GatewayCode } from '../../domain/gateway-code.ts'
import { gatewayCodes } from '../../domain/gateway-code.ts'
import { formatMoney } from '../../domain/money.ts'
import { type Order, statusOf, totalsOf, withOutcome } from '../../domain/order.ts'
import { reject } from '../../domain/rejection.ts'
import type { AcquirerAnswer, AcquirerReply } from '../../ports/acquirer.ts'
import type { Attempt, Outcome } from '../../ports/store.ts'
import type { OperationResult, Patience, Ports } from '../call.ts'
import { describeOrder, describeResult, describeTransaction } from './describe-transaction.ts'

/** What an outcome is worked out from: a fresh attempt, or one that recovery has taken over. */
export type Settled = Pick<Attempt, 'key' | 'at' | 'type' | 'amountMinor' | 'link' | 'request'>

export async function settle(
  reply: AcquirerReply,
  { attempt, order }: { attempt: Attempt; order: Order | undefined },
  { store, clock, patience }: Pick<Ports, 'store' | 'clock' | 'patience'>,
): Promise<OperationResult> {
  const opened = order ?? openedBy(attempt)
  const outcome = outcomeOf(reply, { attempt, order: opened, claim: 0, at: clock.now(), patience })
  const recorded = await store.recordOutcome(outcome)
  if (recorded === 'RECORDED')
    return {
      kind: 'answered',
      isFirst: true,
      answer: describeTransaction({ request: attempt.request, answer: outcome.answer }),
    }

  // We slept past our deadline and recovery has decided in the meantime: what is recorded is the truth.
  const truth = await store.awaitOutcome(attempt.key, patience.repeatWaitMs)
  if (!truth) return reject('STILL_IN_PROGRESS', 'The outcome is not known yet; the same request will tell it later.')
  return { kind: 'answered', isFirst: true, answer: describeTransaction(truth) }
}

/** The order as the attempt opened it. */
function openedBy({ key, currency, orderAmountMinor, at }: Attempt): Order {
  return {
    id: key.orderId,
    currency,
    amountMinor: orderAmountMinor,
    revision: 1,
    isBusy: true,
    createdAt: at,
    updatedAt: at,
    transactions: [],
  }
}

export function outcomeOf(
  reply: AcquirerReply,
  parts: { attempt: Settled; order: Order; claim: number; at: Date; patience: Patience },
): Outcome {
  const { attempt, claim, at, patience } = parts
  const answer = reply.kind === 'answered' ? reply.answer : { gatewayCode: codeWithoutAnswer[reply.kind] }
  const { gatewayCode } = answer
  const { key, type, amountMinor } = attempt
  const transactions = withOutcome(parts.order.transactions, {
    id: key.transactionId,
    type,
    amountMinor,
    gatewayCode,
  })
  const order: Order = { ...parts.order, updatedAt: at, transactions }
  return {
    key,
    claim,
    at,
    gatewayCode,
    orderStatus: statusOf(transactions),
    orderAmountMinor: order.amountMinor,
    totals: totalsOf(transactions),
    answer: describeOutcome(answer, { attempt, order }),
    ...(gatewayCodes[gatewayCode].isOpen && { askAgainAfterMs: patience.askAgainAfterMs }),
  }
}

/** Not sent is a definite failure. Silence counts as declined; for what moves money it also owes a reversal. */
const codeWithoutAnswer: Readonly<Record<'notSent' | 'noAnswer', GatewayCode>> = {
  notSent: 'ACQUIRER_SYSTEM_ERROR',
  noAnswer: 'TIMED_OUT',
}

function describeOutcome(answer: AcquirerAnswer, { attempt, order }: { attempt: Settled; order: Order }): object {
  const { key, link, amountMinor } = attempt
  const { acquirerCode, acquirerMessage, cardSecurityCode, cardholderVerification } = answer
  const { result, response } = describeResult(answer.gatewayCode)
  return {
    merchant: key.merchantId,
    result,
    response: { ...response, acquirerCode, acquirerMessage, cardSecurityCode, cardholderVerification },
    timeOfRecord: attempt.at.toISOString(),
    gatewayEntryPoint: 'WEB_SERVICES_API',
    order: describeOrder(order),
    transaction: {
      id: key.transactionId,
      type: attempt.type,
      amount: formatMoney({ amountMinor, currency: order.currency }),
      currency: order.currency,
      authorizationCode: answer.authorizationCode,
      receipt: answer.receipt,
      stan: answer.stan,
      terminal: answer.terminal,
      acquirer: {
        id: link.acquirerId,
        merchantId: link.acquirerMerchantId,
        batch: answer.batch,
        date: answer.date,
        time: answer.time,
        timeZone: answer.timeZone,
        settlementDate: answer.settlementDate,
        transactionId: answer.transactionId,
      },
    },
  }
}

// Closes a merchant's settlement batch.
import { transactionRows } from '../../contract/groups/transaction.ts'
import { displayAmount, formatMoney } from '../../kernel/money.ts'
import { type AcquirerBatch, type CloseBatchResult, closeBatch } from '../../settlement/operations/close-batch.ts'
import { type HeldPayment, findHeldPayments } from '../../settlement/operations/held-payments.ts'
import { command } from '../command.ts'
import { commandActor, merchantIdArgument, userOption } from '../options.ts'
import { commandDone, commandRefused, doneWithProblems } from '../result.ts'
import { textValue } from '../rows.ts'
import { table } from '../table.ts'
import { withOperations } from '../with-installation.ts'

type NotClosed = Exclude<CloseBatchResult['kind'], 'CLOSED'>

const messages: Readonly<Record<NotClosed, (merchantId: string) => string>> = {
  UNKNOWN_MERCHANT: (merchantId) => `Merchant ${merchantId} does not exist.`,
  NO_ACQUIRER: (merchantId) => `The acquirer of ${merchantId} is not available in this mode of the gateway.`,
  NOT_SUPPORTED: (merchantId) => `The acquirer of ${merchantId} closes batches on its own schedule, not on request.`,
  NOTHING_OPEN: (merchantId) => `${merchantId} has no open batch with transactions.`,
  NO_ANSWER: () => 'The acquirer did not respond. It is not known whether the batch was closed; try again.',
  IN_FLIGHT: (merchantId) =>
    `Transactions of the batch of ${merchantId} have no outcome yet. A running gateway closes it when they do; or try again.`,
}

export const batchClose = command({
  name: 'batch close',
  purpose:
    "Closes a merchant's open settlement batches, one at each acquirer; their transactions can then be refunded but no longer voided.",
  arguments: { merchantId: merchantIdArgument },
  options: {
    acquirer: textValue(transactionRows.acquirer.rows.id, '<acquirerId>', 'Only at this acquirer. Default: at each.'),
    user: userOption,
  },
  example: 'SHOP1',
  run: ({ merchantId, acquirer: acquirerId, user }, surroundings) =>
    withOperations(surroundings, async ({ ports }) => {
      // A command ends with its work: it waits for as long as the acquirer answers.
      // Before: afterwards their batch is closed.
      const held = await findHeldPayments({ merchantId, acquirerId }, ports)
      const request = { merchantId, userId: commandActor(user), acquirerId, timeoutMs: longestMs }
      const closed = await closeBatch(request, ports)
      if (closed.kind !== 'CLOSED') return commandRefused(messages[closed.kind](merchantId))

      const { differing, silent, inFlight } = closed
      const batches = closed.batches.map(batchData)
      const problems = [
        ...differing.map(
          ({ acquirerId: at, batch, why }) =>
            `Batch ${batch} of ${merchantId} at ${at} is not closed: the totals differ (${why}). "batch show" shows both.`,
        ),
        ...silent.map((at) => `${at} did not respond. It is not known whether its batch was closed; try again.`),
        ...inFlight.map((at) => `The batch at ${at} has transactions without outcome; try again.`),
      ]
      const texts = batches.map((each) => batchText(merchantId, each))
      const settledReviews = held.filter((each) =>
        batches.some(({ acquirerId: at, batch }) => at === each.acquirerId && batch === each.batch),
      )
      const data = { merchantId, batches, settledReviews, differing, silent, inFlight }
      const text = [...texts, ...reviewsText(settledReviews), ...problems].join('\n\n')
      return problems.length > 0 ? doneWithProblems(data, text) : commandDone(data, text)
    }),
})

const longestMs = 3_600_000

function reviewsText(settled: readonly HeldPayment[]): readonly string[] {
  if (settled.length === 0) return []
  const orders = settled.map(({ orderId }) => orderId).join(', ')
  return [`Payments in review were settled with it; rejecting one is a refund now: ${orders}.`]
}

function batchData({ acquirerId, batch, totals, isOwnCount = false }: AcquirerBatch) {
  return {
    acquirerId,
    batch,
    isOwnCount,
    totals: totals.map(({ currency, capturedMinor, refundedMinor, count }) => ({
      currency,
      captured: formatMoney({ amountMinor: capturedMinor, currency }),
      refunded: formatMoney({ amountMinor: refundedMinor, currency }),
      count,
    })),
  }
}

function batchText(
  merchantId: string,
  { acquirerId, batch, totals, isOwnCount }: ReturnType<typeof batchData>,
): string {
  const rows = totals.map(({ currency, captured, refunded, count }) => [
    currency,
    displayAmount(captured, currency),
    displayAmount(refunded, currency),
    String(count),
  ])
  const sums =
    rows.length === 0
      ? 'The batch has no captures or refunds.'
      : table(['CURRENCY', 'CAPTURED', 'REFUNDED', 'COUNT'], rows)
  const note = isOwnCount ? " The acquirer reports no totals; these are the gateway's." : ''
  return `Batch ${batch} of ${merchantId} at ${acquirerId} is closed.${note}\n\n${sums}`
}

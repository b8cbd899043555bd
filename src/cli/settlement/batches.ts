// Commands about settlement batches.
import { transactionRows } from '../../contract/groups/transaction.ts'
import { FieldError } from '../../contract/row.ts'
import { displayAmount, formatMoney } from '../../kernel/money.ts'
import type { Search, SettlementBatch } from '../../search/index.ts'
import {
  type AcquirerSettlementBatch,
  type CloseSettlementBatchResult,
  closeSettlementBatch,
  findHeldPayments,
  type HeldPayment,
} from '../../settlement/index.ts'
import { command } from '../command.ts'
import { commandActor, merchantIdArgument, unknownMerchant, userOption } from '../options.ts'
import { commandDone, commandRefused, doneWithProblems } from '../result.ts'
import { textValue, type ValueRow } from '../rows.ts'
import { batchData, batchesText, differencesText, moreText, pageOptions } from '../search.ts'
import { table } from '../table.ts'
import { withOperations } from '../with-installation.ts'

const batchesAtFirst = 10

export const batchList = command({
  name: 'batch list',
  purpose: 'Lists settlement batches, open ones included, with their totals by scheme and currency.',
  arguments: { merchantId: merchantIdArgument },
  options: {
    ...pageOptions,
    limit: {
      ...pageOptions.limit,
      description: `Maximum number of batches, from 1 to 1000 (default ${batchesAtFirst}).`,
    },
  },
  example: 'SHOP1',
  run: ({ merchantId, limit = batchesAtFirst, after }, context) =>
    withOperations(context, async ({ dependencies: { search }, merchants }) => {
      if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      const { rows, next } = await search.batches(merchantId, { limit, after })
      const text = rows.length === 0 ? 'No batches.' : `${batchesText(rows)}${differencesText(rows)}${moreText(next)}`
      return commandDone({ batches: rows.map(batchData), next: next ?? null }, text)
    }),
})

const batchArgument: ValueRow<number> = {
  kind: 'VALUE',
  placeholder: '<batch>',
  description: 'The batch number; see "batch list".',
  parse: (text) => (/^\d{1,10}$/.test(text) ? Number(text) : new FieldError('must be a whole number')),
}

export const batchShow = command({
  name: 'batch show',
  purpose: 'Shows a settlement batch: what was captured and refunded in it, by scheme and currency.',
  arguments: { merchantId: merchantIdArgument, batch: batchArgument },
  options: {},
  example: 'SHOP1 2026030201',
  run: ({ merchantId, batch }, context) =>
    withOperations(context, async ({ dependencies: { search }, merchants }) => {
      if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      const found = await findBatch(search, merchantId, batch)
      if (found.length === 0) return commandRefused(`${merchantId} has no batch ${batch}.`)
      return commandDone({ batches: found.map(batchData) }, `${batchesText(found)}${differencesText(found)}`)
    }),
})

/** Several acquirers may use one number. The newest come first, therefore the search can stop early. */
async function findBatch(search: Search, merchantId: string, batch: number): Promise<readonly SettlementBatch[]> {
  const found: SettlementBatch[] = []
  let after: string | undefined
  do {
    const { rows, next } = await search.batches(merchantId, { limit: 100, after })
    found.push(...rows.filter((row) => row.batch === batch))
    after = rows.some((row) => row.batch < batch) ? undefined : next
  } while (after !== undefined)
  return found
}

type OpenBatchReason = Exclude<CloseSettlementBatchResult['kind'], 'CLOSED'>

const messages: Readonly<Record<OpenBatchReason, (merchantId: string) => string>> = {
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
    withOperations(surroundings, async ({ dependencies }) => {
      // A command ends with its work: it waits for as long as the acquirer answers.
      // Before: afterwards their batch is closed.
      const held = await findHeldPayments({ merchantId, acquirerId }, dependencies)
      const request = { merchantId, userId: commandActor(user), acquirerId, timeoutMs: longestMs }
      const closed = await closeSettlementBatch(request, dependencies)
      if (closed.kind !== 'CLOSED') return commandRefused(messages[closed.kind](merchantId))

      const { differing, silent, inFlight } = closed
      const batches = closed.batches.map(closedBatchData)
      const problems = [
        ...differing.map(
          ({ acquirerId: at, batch, why }) =>
            `Batch ${batch} of ${merchantId} at ${at} is not closed: the totals differ (${why}). "batch show" shows both.`,
        ),
        ...silent.map((at) => `${at} did not respond. It is not known whether its batch was closed; try again.`),
        ...inFlight.map((at) => `The batch at ${at} has transactions without outcome; try again.`),
      ]
      const texts = batches.map((each) => closedBatchText(merchantId, each))
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

function closedBatchData({ acquirerId, batch, totals, isOwnCount = false }: AcquirerSettlementBatch) {
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

function closedBatchText(
  merchantId: string,
  { acquirerId, batch, totals, isOwnCount }: ReturnType<typeof closedBatchData>,
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

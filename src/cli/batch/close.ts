// Closes a merchant's settlement batch.
import { transactionRows } from '../../contract/groups/transaction.ts'
import { formatMoney } from '../../domain/money.ts'
import { type AcquirerBatch, type CloseBatchResult, closeBatch } from '../../operations/settlement/close-batch.ts'
import { command } from '../command.ts'
import { merchantIdArgument } from '../merchant/merchant-id.ts'
import { commandActor, userOption } from '../order/options.ts'
import { commandDone, commandRefused, doneWithProblems } from '../result.ts'
import { textValue } from '../rows.ts'
import { table } from '../table.ts'
import { withOperations } from '../with-installation.ts'

type NotClosed = Exclude<CloseBatchResult['kind'], 'closed'>

const messages: Readonly<Record<NotClosed, (merchantId: string) => string>> = {
  unknownMerchant: (merchantId) => `Merchant ${merchantId} does not exist.`,
  noAcquirer: (merchantId) => `The acquirer of ${merchantId} is not available in this mode of the gateway.`,
  notSupported: (merchantId) => `The acquirer of ${merchantId} closes batches on its own schedule, not on request.`,
  nothingOpen: (merchantId) => `${merchantId} has no open batch with transactions.`,
  noAnswer: () => 'The acquirer did not respond. It is not known whether the batch was closed; try again.',
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
  run: ({ merchantId, acquirer: acquirerId, user }, context) =>
    withOperations(context, async ({ ports }) => {
      const closed = await closeBatch({ merchantId, userId: commandActor(user), acquirerId }, ports)
      if (closed.kind !== 'closed') return commandRefused(messages[closed.kind](merchantId))

      const batches = closed.batches.map(batchData)
      const silences = closed.silent.map(
        (acquirerId) => `${acquirerId} did not respond. It is not known whether its batch was closed; try again.`,
      )
      const texts = batches.map((each) => batchText(merchantId, each))
      const data = { merchantId, batches, silent: closed.silent }
      const text = [...texts, ...silences].join('\n\n')
      return closed.silent.length > 0 ? doneWithProblems(data, text) : commandDone(data, text)
    }),
})

function batchData({ acquirerId, batch, totals }: AcquirerBatch) {
  return {
    acquirerId,
    batch,
    totals: totals.map(({ currency, capturedMinor, refundedMinor, count }) => ({
      currency,
      captured: formatMoney({ amountMinor: capturedMinor, currency }),
      refunded: formatMoney({ amountMinor: refundedMinor, currency }),
      count,
    })),
  }
}

function batchText(merchantId: string, { acquirerId, batch, totals }: ReturnType<typeof batchData>): string {
  const rows = totals.map(({ currency, captured, refunded, count }) => [currency, captured, refunded, String(count)])
  const sums =
    rows.length === 0
      ? 'The batch has no captures or refunds.'
      : table(['CURRENCY', 'CAPTURED', 'REFUNDED', 'COUNT'], rows)
  return `Batch ${batch} of ${merchantId} at ${acquirerId} is closed.\n\n${sums}`
}

// Commands about orders that wait for a decision: reviews that a risk rule asked for, and refund requests.
import { setTimeout as pause } from 'node:timers/promises'
import { riskResponse } from '../../contract/groups/risk.ts'
import {
  approveRefund,
  declineRefund,
  type OrderKey,
  type ReversalState,
  reviewOrder,
  type Store,
} from '../../payments/index.ts'
import { command } from '../command.ts'
import { commandActor, merchantIdArgument, noteOption, unknownMerchant, userOption } from '../options.ts'
import { commandDone, doneWithProblems, usageError } from '../result.ts'
import { choiceValue, flag } from '../rows.ts'
import { defaultLimit, foundTransactionData, foundTransactionsText, moreText, pageOptions } from '../search.ts'
import { printable } from '../table.ts'
import { withOperations } from '../with-installation.ts'
import {
  isCommandRefusal,
  orderArguments,
  orderName,
  readCreatedTransaction,
  refuseOrderCommand,
  requestOption,
} from './order-command.ts'

const kinds = ['RISK', 'REFUND_REQUEST'] as const

export const reviewList = command({
  name: 'review list',
  purpose: 'Lists payments held for review by risk rules, or refund requests waiting for approval.',
  arguments: { merchantId: merchantIdArgument },
  options: { kind: choiceValue(kinds, '<kind>', 'What to list. Default: RISK.'), ...pageOptions },
  example: 'SHOP1 --kind REFUND_REQUEST',
  notes: () =>
    'Use "order review" to decide on a payment, and "order approve-refund" or "order turn-down-refund" to decide on a refund.',
  run: ({ merchantId, kind = 'RISK', limit = defaultLimit, after }, context) =>
    withOperations(context, async ({ dependencies: { search }, merchants }) => {
      if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      const page = { limit, after }
      const { rows, next } = await search.reviewQueue(merchantId, kind, page)
      const text = rows.length === 0 ? 'Nothing to review.' : `${foundTransactionsText(rows)}${moreText(next)}`
      return commandDone({ kind, transactions: rows.map(foundTransactionData), next: next ?? null }, text)
    }),
})

const { note: noteRow } = riskResponse.rows.response.rows.review.rows

export const orderReview = command({
  name: 'order review',
  purpose: 'Accepts or rejects a payment held for review by a risk rule; rejected payments are reversed.',
  arguments: orderArguments,
  options: {
    accept: flag('Accepts the payment; an authorization can then be captured.'),
    reject: flag('Rejects the payment and reverses it at the acquirer.'),
    note: noteOption(noteRow),
    user: userOption,
  },
  example: 'SHOP1 order-1 --reject --note "The payer did not answer the phone"',
  async run({ merchantId, orderId, accept, reject, note, user }, context) {
    if ((accept === undefined) === (reject === undefined)) return usageError('Specify either --accept or --reject.')

    return withOperations(context, async ({ dependencies }) => {
      const key = { merchantId, orderId }
      if (!(await dependencies.store.findMerchant(merchantId)))
        return refuseOrderCommand({ kind: 'UNKNOWN_MERCHANT' }, key)
      const decision = accept ? 'ACCEPTED' : 'REJECTED'
      const review = { key, decision, userId: commandActor(user), note } as const
      const reviewed = await reviewOrder(review, dependencies)
      if (reviewed.kind !== 'REVIEWED') return refuseOrderCommand(reviewed, key)

      const { transactionId } = reviewed
      const about = `transaction ${printable(transactionId)} of order ${orderName(orderId)}`
      if (accept) return commandDone({ ...key, transactionId, decision }, `Accepted: ${about}.`)
      const reversal = await reversalOf(key, transactionId, dependencies)
      const toResult = reversal === 'REFUSED' || reversal === 'UNSUPPORTED' ? doneWithProblems : commandDone
      return toResult({ ...key, transactionId, decision, reversal }, `Rejected: ${about}. ${undoing[reversal]}`)
    })
  },
})

const undoing: Readonly<Record<ReversalState, string>> = {
  DONE: 'It was reversed.',
  OWED: 'It has not been reversed yet; the gateway keeps retrying.',
  REFUSED: 'The acquirer refused both a void and a refund; resolve it with the payer.',
  UNSUPPORTED: 'The acquirer does not support reversals; refund the payer.',
}

/** A running gateway may have claimed the reversal at the same moment; then it completes it. */
const concurrentReversalMs = 2_000

async function reversalOf(
  key: OrderKey,
  transactionId: string,
  { store }: { readonly store: Pick<Store, 'findOrder'> },
): Promise<ReversalState> {
  const deadline = performance.now() + concurrentReversalMs
  for (;;) {
    const stored = await store.findOrder(key)
    const rejected = stored?.transactions.find((transaction) => transaction.key.transactionId === transactionId)
    const reversal = rejected?.reversal ?? 'OWED'
    if (reversal !== 'OWED' || performance.now() > deadline) return reversal
    await pause(100)
  }
}

export const orderApproveRefund = command({
  name: 'order approve-refund',
  purpose: 'Approves and carries out a refund that is waiting for approval.',
  arguments: orderArguments,
  options: { request: requestOption, user: userOption },
  example: 'SHOP1 order-1',
  run: ({ merchantId, orderId, request, user }, context) =>
    withOperations(context, async ({ dependencies }) => {
      const key = { merchantId, orderId }
      if (!(await dependencies.store.findMerchant(merchantId)))
        return refuseOrderCommand({ kind: 'UNKNOWN_MERCHANT' }, key)
      const named = request === undefined ? {} : { transactionId: request }
      const decided = await approveRefund({ key, ...named, userId: commandActor(user) }, dependencies)
      if (decided.kind === 'DECLINED') throw new Error('a refund that was approved was returned as declined')
      if (decided.kind !== 'ANSWERED') return refuseOrderCommand(decided, key)
      const made = readCreatedTransaction(decided, key)
      if (isCommandRefusal(made)) return made
      const { amount, currency, transactionId, orderStatus } = made
      return commandDone(made, `Refunded ${amount} ${currency} as ${transactionId}; the order is ${orderStatus}.`)
    }),
})

export const orderDeclineRefund = command({
  name: 'order turn-down-refund',
  purpose: 'Declines a refund that is waiting for approval; no money moves.',
  arguments: orderArguments,
  options: { request: requestOption, user: userOption },
  example: 'SHOP1 order-1 --request 2',
  run: ({ merchantId, orderId, request, user }, context) =>
    withOperations(context, async ({ dependencies }) => {
      const key = { merchantId, orderId }
      if (!(await dependencies.store.findMerchant(merchantId)))
        return refuseOrderCommand({ kind: 'UNKNOWN_MERCHANT' }, key)
      const named = request === undefined ? {} : { transactionId: request }
      const decided = await declineRefund({ key, ...named, userId: commandActor(user) }, dependencies)
      if (decided.kind === 'ANSWERED') throw new Error('a refund that was declined was returned as approved')
      if (decided.kind !== 'DECLINED') return refuseOrderCommand(decided, key)
      const { transactionId } = decided
      return commandDone(
        { ...key, transactionId, decision: 'REJECTED' },
        `Declined refund request ${printable(transactionId)} of order ${orderName(orderId)}.`,
      )
    }),
})

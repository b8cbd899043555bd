// Lists what waits for a user's decision.
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { command } from '../command.ts'
import { merchantIdArgument, unknownMerchant } from '../options.ts'
import { commandDone } from '../result.ts'
import { choiceValue } from '../rows.ts'
import { defaultLimit, pageOptions } from '../search-options.ts'
import { foundTransactionData, foundTransactionsText, moreText } from '../search-view.ts'
import { withOperations } from '../with-installation.ts'

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
    withOperations(context, async ({ ports: { search }, merchants }) => {
      if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      const page = { limit, ...omitUndefined({ after }) }
      const { rows, next } = await search.reviewQueue(merchantId, kind, page)
      const text = rows.length === 0 ? 'Nothing to review.' : `${foundTransactionsText(rows)}${moreText(next)}`
      return commandDone({ kind, transactions: rows.map(foundTransactionData), next: next ?? null }, text)
    }),
})

// Lists what waits for somebody's decision.
import { command } from '../command.ts'
import { merchantIdArgument, unknownMerchant } from '../merchant/merchant-id.ts'
import { commandDone } from '../result.ts'
import { choiceValue } from '../rows.ts'
import { defaultLimit, pageOptions } from '../search-options.ts'
import { foundTransactionData, foundTransactionsText, moreText } from '../search-view.ts'
import { withOperations } from '../with-installation.ts'

const kinds = ['RISK', 'REFUND_REQUEST'] as const

export const reviewList = command({
  name: 'review list',
  purpose:
    'Lists payments that a risk rule held back, or refunds that somebody asked for, and nobody has decided about.',
  arguments: { merchantId: merchantIdArgument },
  options: { kind: choiceValue(kinds, '<kind>', 'What to list; at first RISK.'), ...pageOptions },
  example: 'SHOP1 --kind REFUND_REQUEST',
  notes: () =>
    '"order review" decides about a payment, "order approve-refund" and "order turn-down-refund" about a refund.',
  run: ({ merchantId, kind = 'RISK', limit = defaultLimit, after }, surroundings) =>
    withOperations(surroundings, async ({ ports: { search }, merchants }) => {
      if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      const page = { limit, ...(after !== undefined && { after }) }
      const { rows, next } = await search.reviewQueue(merchantId, kind, page)
      const text = rows.length === 0 ? 'Nothing waits.' : `${foundTransactionsText(rows)}${moreText(next)}`
      return commandDone({ kind, transactions: rows.map(foundTransactionData), next: next ?? null }, text)
    }),
})

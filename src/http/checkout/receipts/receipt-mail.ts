// The receipt that a payer gets by e-mail, in the language of the page.
import { isMailAddress } from '../../../domain/checkout/mail-address.ts'
import { brandName } from '../../../domain/labels.ts'
import type { CardMasking } from '../../../domain/merchants/merchant.ts'
import { formatMoney } from '../../../domain/money.ts'
import { cardKindOf } from '../../../domain/payments/instrument.ts'
import type { QueuedReceipt } from '../../../ports/checkout/receipts.ts'
import type { StoredOrder, StoredTransaction } from '../../../ports/payments/transactions.ts'
import { decimalAmountText } from '../amount-text.ts'
import { accountLabel } from '../build-page-view.ts'
import { formatAmount, formatTime } from '../render/format.ts'
import { fillPlaceholders, languageOf, languages } from '../render/texts/index.ts'

interface Payment {
  readonly order: StoredOrder
  readonly transaction: StoredTransaction
}

const outcomes: Readonly<Partial<Record<StoredTransaction['type'], 'PAID' | 'AUTHORIZED'>>> = {
  PAYMENT: 'PAID',
  AUTHORIZATION: 'AUTHORIZED',
}

/** Undefined where there is nothing to confirm, or no address to send it to. */
export function receiptMail(
  { details: { merchantName, locale = '' }, orderId, transactionId }: QueuedReceipt,
  { order, transaction }: Payment,
  masking: CardMasking,
): { readonly to: string; readonly fromName: string; readonly subject: string; readonly text: string } | undefined {
  const { request, type, amountMinor, gatewayCode, updatedAt } = transaction
  const to = request.customer?.email
  const outcome = outcomes[type]
  if (to === undefined || !isMailAddress(to) || outcome === undefined || gatewayCode === undefined) return undefined
  const language = languageOf(locale) ?? 'en'
  const texts = languages[language]
  const { title, text } = texts.receipt[outcome]
  const { currency } = order.order
  const facts: readonly (readonly [string, string | undefined])[] = [
    [texts.receiptMerchant, merchantName],
    [
      texts.receiptAmount,
      formatAmount(language, decimalAmountText(formatMoney({ amountMinor, currency }), currency), currency),
    ],
    [texts.order, orderId],
    [texts.reference, request.order?.reference],
    [texts.receiptSource, sourceText(request, masking)],
    [texts.receiptTransaction, transactionId],
    [texts.receiptTime, formatTime(language, updatedAt.toISOString())],
  ]
  return {
    to,
    fromName: merchantName,
    subject: `${title}: ${merchantName}`,
    text: [
      fillPlaceholders(text, { merchant: merchantName }),
      '',
      ...facts.filter(([, value]) => value !== undefined).map(([label, value]) => `${label}: ${value}`),
      '',
      texts.service,
      '',
    ].join('\n'),
  }
}

function sourceText({ sourceOfFunds }: StoredTransaction['request'], masking: CardMasking): string | undefined {
  const { number } = sourceOfFunds?.provided?.card ?? {}
  if (typeof number !== 'string') return undefined
  const name = brandName(cardKindOf(number).brand)
  return [name, accountLabel(number, masking)].filter(Boolean).join(' ')
}

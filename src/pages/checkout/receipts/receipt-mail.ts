// The receipt that a payer gets by e-mail, in the language of the page.

import type { QueuedReceipt } from '../../../checkout/ports/receipts.ts'
import { cardKindOf } from '../../../kernel/instrument.ts'
import { brandName } from '../../../kernel/labels.ts'
import { isRecipientAddress } from '../../../kernel/mail-address.ts'
import { formatMoney } from '../../../kernel/money.ts'
import { omitUndefined } from '../../../kernel/omit-undefined.ts'
import type { PageLogo } from '../../../merchants/ports/page-logos.ts'
import type { CardMasking } from '../../../merchants/rules/merchant.ts'
import type { StoredOrder, StoredTransaction } from '../../../payments/ports/transactions.ts'
import type { MailMessage } from '../../../platform/mail/mail-sender.ts'
import { decimalAmountText, lineTotalText } from '../amount-text.ts'
import { logoContentId, type MailItem, renderMailHtml } from '../mail-html.ts'
import { formatAmount, formatTime } from '../render/format.ts'
import { fillPlaceholders, languageOf, languages } from '../render/texts/index.ts'
import { accountLabel } from '../saved/saved-accounts.ts'

interface Payment {
  readonly order: StoredOrder
  readonly transaction: StoredTransaction
  readonly logo?: Pick<PageLogo, 'contentType' | 'content'>
}

const outcomes: Readonly<Partial<Record<StoredTransaction['type'], 'PAID' | 'AUTHORIZED'>>> = {
  PAYMENT: 'PAID',
  AUTHORIZATION: 'AUTHORIZED',
}

/** Undefined where there is nothing to confirm, or no address to send it to. */
export function receiptMail(
  { details: { merchantName, locale = '', timeZone }, orderId, transactionId }: QueuedReceipt,
  { order, transaction, logo }: Payment,
  masking: CardMasking,
): Omit<MailMessage, 'id' | 'at'> | undefined {
  const { request, type, amountMinor, gatewayCode, updatedAt } = transaction
  const to = request.customer?.email
  const outcome = outcomes[type]
  if (to === undefined || !isRecipientAddress(to) || outcome === undefined || gatewayCode === undefined)
    return undefined
  const language = languageOf(locale) ?? 'en'
  const texts = languages[language]
  const { title, text } = texts.receipt[outcome]
  const { currency } = order.order
  const amountText = (amount: string) => formatAmount(language, decimalAmountText(amount, currency), currency)
  const items = (request.order?.item ?? []).flatMap(({ name, quantity = '1', unitPrice }): readonly MailItem[] => {
    if (name === undefined || unitPrice === undefined) return []
    const more = quantity === '1' ? undefined : fillPlaceholders(texts.quantity, { quantity })
    const amount = amountText(lineTotalText(unitPrice, quantity, currency))
    return [{ name, amount, ...omitUndefined({ more }) }]
  })
  const allFacts: readonly (readonly [string, string | undefined])[] = [
    [texts.receiptMerchant, merchantName],
    [texts.receiptAmount, amountText(formatMoney({ amountMinor, currency }))],
    [texts.order, orderId],
    [texts.reference, request.order?.reference],
    [texts.receiptSource, sourceText(request, masking)],
    [texts.receiptTransaction, transactionId],
    [texts.receiptTime, formatTime(language, updatedAt.toISOString(), timeZone)],
  ]
  const facts = allFacts.filter((fact): fact is readonly [string, string] => fact[1] !== undefined)
  const intro = fillPlaceholders(text, { merchant: merchantName })
  return {
    to,
    fromName: merchantName,
    subject: `${title}: ${merchantName}`,
    text: [
      intro,
      '',
      ...items.map(({ name, more, amount }) => `${name}${more === undefined ? '' : ` (${more})`}: ${amount}`),
      ...(items.length > 0 ? [''] : []),
      ...facts.map(([label, value]) => `${label}: ${value}`),
      '',
      texts.service,
      '',
    ].join('\n'),
    html: {
      text: renderMailHtml({
        ...{ language, merchantName, title, intro, items, facts },
        hasLogo: logo !== undefined,
        small: [texts.service],
      }),
      images: logo ? [{ id: logoContentId, contentType: logo.contentType, content: logo.content }] : [],
    },
  }
}

function sourceText({ sourceOfFunds }: StoredTransaction['request'], masking: CardMasking): string | undefined {
  const { number } = sourceOfFunds?.provided?.card ?? {}
  if (typeof number !== 'string') return undefined
  const name = brandName(cardKindOf(number).brand)
  return [name, accountLabel(number, masking)].filter(Boolean).join(' ')
}

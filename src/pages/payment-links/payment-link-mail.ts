// The e-mail with a payment link. Its frame is fixed: only the quoted message is a user's own text.
import { formatMoney } from '../../kernel/money.ts'
import type { PageLogo } from '../../merchants/ports/page-logos.ts'
import type { QueuedPaymentLinkEmail } from '../../payment-links/ports/payment-link-emails.ts'
import type { PaymentLink, PaymentLinkLanguage } from '../../payment-links/rules/payment-link.ts'
import { emailPurpose } from '../../payment-links/rules/payment-link-email.ts'
import type { MailMessage } from '../../platform/mail/mail-sender.ts'
import { decimalAmountText } from '../checkout/amount-text.ts'
import { logoContentId, renderMailHtml } from '../checkout/mail-html.ts'
import { formatAmount, formatTime } from '../checkout/render/format.ts'
import { fillPlaceholders, languages } from '../checkout/render/texts/index.ts'

export interface PaymentLinkMailValues {
  readonly logo?: Pick<PageLogo, 'contentType' | 'content'>
  readonly merchantName: string
  readonly url: string
  readonly language: PaymentLinkLanguage
}

export function paymentLinkMail(
  { recipient, message }: Pick<QueuedPaymentLinkEmail, 'recipient' | 'message'>,
  paymentLink: Pick<PaymentLink, 'amount' | 'currency' | 'description' | 'expiresAt'>,
  { merchantName, url, language, logo }: PaymentLinkMailValues,
): Omit<MailMessage, 'id' | 'at'> {
  const { amount, currency, description = '', expiresAt } = paymentLink
  const texts = languages[language]
  const mail = texts.paymentLinkMail
  const fill = (text: string, values: Readonly<Record<string, string>> = {}) =>
    fillPlaceholders(text, { merchant: merchantName, ...values })
  const amountText = (amountMinor: bigint) =>
    formatAmount(language, decimalAmountText(formatMoney({ amountMinor, currency }), currency), currency)
  const purpose = emailPurpose(description)
  const facts: readonly (readonly [string, string])[] = [
    ...(amount.kind === 'FIXED' ? [[texts.receiptAmount, amountText(amount.amountMinor)] as const] : []),
    ...(purpose === undefined ? [] : [[mail.purpose, purpose] as const]),
  ]
  const remarks = [
    ...(amount.kind === 'FIXED' ? [] : [mail.openAmount]),
    ...(expiresAt ? [fill(mail.until, { time: formatTime(language, expiresAt.toISOString()) })] : []),
  ]
  const messageLines = message?.split(/\r?\n/) ?? []
  const quoted = message === null ? [] : [fill(mail.message), ...messageLines.map((line) => `> ${line}`), '']
  return {
    to: recipient,
    fromName: merchantName,
    subject: fill(mail.title),
    text: [
      fill(mail.text),
      '',
      ...(amount.kind === 'FIXED' ? [] : remarks.slice(0, 1)),
      ...facts.map(([label, value]) => `${label}: ${value}`),
      ...(amount.kind === 'FIXED' ? remarks : remarks.slice(1)),
      '',
      mail.pay,
      url,
      '',
      ...quoted,
      fill(mail.unexpected),
      '',
      texts.service,
      '',
    ].join('\n'),
    html: {
      text: renderMailHtml({
        ...{ language, merchantName, facts },
        hasLogo: logo !== undefined,
        title: fill(mail.title),
        intro: fill(mail.text),
        button: { text: fill(texts.payTo), url },
        ...(message !== null && { quote: { title: fill(mail.message), lines: messageLines } }),
        small: [...remarks, fill(mail.unexpected), texts.service],
      }),
      images: logo ? [{ id: logoContentId, contentType: logo.contentType, content: logo.content }] : [],
    },
  }
}

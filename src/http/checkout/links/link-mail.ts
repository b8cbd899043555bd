// The e-mail with a payment link. Its frame is fixed: only the quoted message is a user's own text.
import { formatMoney } from '../../../domain/money.ts'
import { emailPurpose } from '../../../domain/payment-links/link-email.ts'
import type { PaymentLink, PaymentLinkLanguage } from '../../../domain/payment-links/payment-link.ts'
import type { MailMessage } from '../../../ports/mail/mail-sender.ts'
import type { QueuedLinkEmail } from '../../../ports/payment-links/link-emails.ts'
import { decimalAmountText } from '../amount-text.ts'
import { formatAmount, formatTime } from '../render/format.ts'
import { fillPlaceholders, languages } from '../render/texts/index.ts'

export interface LinkMailValues {
  readonly merchantName: string
  readonly url: string
  readonly language: PaymentLinkLanguage
}

export function linkMail(
  { recipient, message }: Pick<QueuedLinkEmail, 'recipient' | 'message'>,
  link: Pick<PaymentLink, 'amount' | 'currency' | 'description' | 'expiresAt'>,
  { merchantName, url, language }: LinkMailValues,
): Omit<MailMessage, 'id' | 'at'> {
  const { amount, currency, description = '', expiresAt } = link
  const texts = languages[language]
  const mail = texts.linkMail
  const fill = (text: string, values: Readonly<Record<string, string>> = {}) =>
    fillPlaceholders(text, { merchant: merchantName, ...values })
  const amountText = (amountMinor: bigint) =>
    formatAmount(language, decimalAmountText(formatMoney({ amountMinor, currency }), currency), currency)
  const purpose = emailPurpose(description)
  const terms = [
    amount.kind === 'FIXED' ? `${texts.receiptAmount}: ${amountText(amount.amountMinor)}` : mail.openAmount,
    ...(purpose === undefined ? [] : [`${mail.purpose}: ${purpose}`]),
    ...(expiresAt ? [fill(mail.until, { time: formatTime(language, expiresAt.toISOString()) })] : []),
  ]
  const quoted = message === null ? [] : [fill(mail.message), ...message.split(/\r?\n/).map((line) => `> ${line}`), '']
  return {
    to: recipient,
    fromName: merchantName,
    subject: fill(mail.title),
    text: [
      fill(mail.text),
      '',
      ...terms,
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
  }
}

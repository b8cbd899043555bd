// E-mails to payers: payment links and receipts. Their HTML loads nothing: the logo is a part of the message, so that the sender does not learn when
// or where it is read. Texts of merchants and payers become text, never markup.

import type { QueuedReceipt } from '../../checkout/index.ts'
import { cardKindOf } from '../../kernel/instrument.ts'
import { brandName } from '../../kernel/labels.ts'
import { isRecipientAddress } from '../../kernel/mail-address.ts'
import { formatMoney } from '../../kernel/money.ts'
import type { CardMasking, PageLogo } from '../../merchants/index.ts'
import {
  emailPurpose,
  type PaymentLink,
  type PaymentLinkLanguage,
  type QueuedPaymentLinkEmail,
} from '../../payment-links/index.ts'
import type { StoredOrder, StoredTransaction } from '../../payments/index.ts'
import { attributes, type Html, html, textOfHtml } from '../../platform/html/html.ts'
import type { MailMessage } from '../../platform/mail/mail.ts'
import { decimalAmountText, formatAmount, formatTime, lineTotalText } from './amount-text.ts'
import { fillPlaceholders, type Language, languageOf, languages } from './render/texts/index.ts'
import { accountLabel } from './saved-accounts.ts'

/** Of the logo in the message. */
const logoContentId = 'logo'

interface MailItem {
  readonly name: string
  readonly more?: string | undefined
  readonly amount: string
}

interface MailBody {
  readonly language: Language
  readonly merchantName: string
  readonly hasLogo: boolean
  readonly title: string
  readonly intro: string
  readonly items?: readonly MailItem[] | undefined
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly button?: { readonly text: string; readonly url: string }
  readonly quote?: { readonly title: string; readonly lines: readonly string[] } | undefined
  readonly small: readonly string[]
}

// Mail programs ignore style sheets. The colours can be read on the light and the dark grounds that they put behind them.
const font = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif'
const quiet = 'color:#56606d'
const line = 'border-top:1px solid #d9dee5'

function renderMailHtml(body: MailBody): string {
  const { language, merchantName, hasLogo, title, intro, items = [], facts, button, quote, small } = body
  return textOfHtml(html`<!doctype html>
<html${attributes({ lang: language, dir: language === 'ar' ? 'rtl' : 'ltr' })}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${title}</title>
</head>
<body style="margin:0;padding:24px 12px;background:#f3f5f8;color:#1b2430;${font}">
<div style="max-width:560px;margin:0 auto;padding:28px;background:#ffffff;border-radius:12px">
<p style="margin:0 0 20px;font-size:15px;font-weight:600">${hasLogo && html`<img src="cid:${logoContentId}" alt="" height="40" style="height:40px;max-width:160px;vertical-align:middle"> `}<bdi>${merchantName}</bdi></p>
<h1 style="margin:0 0 8px;font-size:22px;line-height:1.3">${title}</h1>
<p style="margin:0 0 20px;font-size:15px;line-height:1.5">${intro}</p>
${items.length > 0 && renderItems(items)}
${facts.length > 0 && renderFacts(facts)}
${
  button &&
  html`<p style="margin:24px 0"><a href="${button.url}" style="display:inline-block;padding:12px 20px;background:#1f4fd8;color:#ffffff;border-radius:8px;font-weight:600;text-decoration:none">${button.text}</a></p>
<p style="margin:0 0 20px;font-size:13px;overflow-wrap:anywhere;${quiet}"><bdi dir="ltr">${button.url}</bdi></p>`
}
${
  quote &&
  html`<p style="margin:20px 0 4px;font-size:14px;${quiet}">${quote.title}</p>
<blockquote style="margin:0 0 20px;padding-inline-start:12px;border-inline-start:3px solid #d9dee5;font-size:15px;line-height:1.5">${quote.lines.map((each) => html`${each}<br>`)}</blockquote>`
}
${small.map((each) => html`<p style="margin:16px 0 0;font-size:13px;line-height:1.5;${quiet}">${each}</p>\n`)}
</div>
</body>
</html>
`)
}

function renderItems(items: readonly MailItem[]): Html {
  return html`<table role="presentation" style="width:100%;margin:0 0 12px;border-collapse:collapse;font-size:15px">
${items.map(
  ({ name, more, amount }) =>
    html`<tr><td style="padding:8px 0;text-align:start;${line}"><bdi>${name}</bdi>${more !== undefined && html`<br><span style="font-size:13px;${quiet}">${more}</span>`}</td><td style="padding:8px 0;text-align:end;white-space:nowrap;vertical-align:top;${line}"><bdi>${amount}</bdi></td></tr>\n`,
)}</table>`
}

function renderFacts(facts: MailBody['facts']): Html {
  return html`<table style="width:100%;border-collapse:collapse;font-size:14px">
${facts.map(
  ([label, value]) =>
    html`<tr><th scope="row" style="padding:7px 12px 7px 0;text-align:start;font-weight:400;vertical-align:top;${quiet};${line}">${label}</th><td style="padding:7px 0;text-align:end;overflow-wrap:anywhere;${line}"><bdi>${value}</bdi></td></tr>\n`,
)}</table>`
}

// The e-mail with a payment link. Its frame is fixed: only the quoted message is a user's own text.

interface PaymentLinkMailValues {
  readonly logo?: Pick<PageLogo, 'contentType' | 'content'> | undefined
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
        quote: message === null ? undefined : { title: fill(mail.message), lines: messageLines },
        small: [...remarks, fill(mail.unexpected), texts.service],
      }),
      images: logo ? [{ id: logoContentId, contentType: logo.contentType, content: logo.content }] : [],
    },
  }
}

// The receipt that a payer gets by e-mail, in the language of the page.

interface Payment {
  readonly order: StoredOrder
  readonly transaction: StoredTransaction
  readonly logo?: Pick<PageLogo, 'contentType' | 'content'> | undefined
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
    return [{ name, amount, more }]
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

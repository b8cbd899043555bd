// Commands about payment links, with their arguments and options.
import { alphanumeric, asciiText, string } from '../../contract/field-types.ts'
import { orderRows } from '../../contract/groups/order.ts'
import { FieldError } from '../../contract/row.ts'
import { explanationText } from '../../kernel/explanation.ts'
import { parseMoney } from '../../kernel/money.ts'
import { paymentLinkStates, usesMaxLimit } from '../../kernel/order-status.ts'
import { isRejection } from '../../kernel/rejection.ts'
import {
  createPaymentLink,
  type PaymentLinkAmount,
  paymentLinkLanguages,
  paymentLinkMessageLengthMax,
  paymentLinkOperations,
  sendPaymentLink,
} from '../../payment-links/index.ts'
import { command } from '../command.ts'
import {
  amountOption,
  commandAuditStamp,
  merchantIdArgument,
  noteOption,
  unknownMerchant,
  userOption,
  wholeNumber,
} from '../options.ts'
import { commandDone, commandRefused, type UsageError, usageError } from '../result.ts'
import {
  type Arguments,
  choiceValue,
  type Options,
  type OptionValues,
  requiredOption,
  textValue,
  type ValueRow,
} from '../rows.ts'
import { defaultLimit, moreText, pageOptions } from '../search.ts'
import { withOperations } from '../with-installation.ts'
import {
  paymentLinkData,
  paymentLinkOrderData,
  paymentLinksText,
  paymentLinkText,
  paymentLinkUrlBy,
  unknownPaymentLink,
} from './view.ts'

export const paymentLinkArguments = {
  merchantId: merchantIdArgument,
  paymentLinkId: textValue(alphanumeric(26, 26), '<paymentLinkId>', "The payment link's id, the end of its URL."),
} as const satisfies Arguments

const unlimited = 'unlimited'

/** A number of payments, or any number. */
const usesOption: ValueRow<number | typeof unlimited> = {
  kind: 'VALUE',
  placeholder: '<count>',
  description: `How often the link can be paid: 1 (default) to ${usesMaxLimit}, or ${unlimited}.`,
  parse(text) {
    if (text === unlimited) return unlimited
    const count = wholeNumber({ min: 1, max: usesMaxLimit }, '<count>', '').parse(text)
    return count instanceof FieldError
      ? new FieldError(`must be a number from 1 to ${usesMaxLimit}, or ${unlimited}`)
      : count
  },
}

const msOf = { h: 3_600_000, d: 86_400_000 } as const

/** From now on, or a moment. */
const expiryOption: ValueRow<Date> = {
  kind: 'VALUE',
  placeholder: '<time>',
  description: 'When the link expires: 12h or 30d from now, or a time such as 2026-12-31T18:00:00Z. Default: never.',
  parse(text) {
    const [, count, unit] = /^(\d{1,4})([hd])$/.exec(text) ?? []
    if (count !== undefined) return new Date(Date.now() + Number(count) * msOf[unit as keyof typeof msOf])
    const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text)
    const at = new Date(isMoment ? text : Number.NaN)
    return Number.isNaN(at.getTime()) ? new FieldError('must be like 12h, 30d or 2026-12-31T18:00:00Z') : at
  },
}

export const newPaymentLinkOptions = {
  amount: { ...amountOption, description: 'The amount, such as 10.00. Without it the payer enters the amount.' },
  minimum: { ...amountOption, description: 'The least that the payer may enter.' },
  maximum: { ...amountOption, description: 'The most that the payer may enter.' },
  currency: requiredOption(textValue(orderRows.currency, '<code>', 'The currency (ISO 4217).')),
  description: {
    ...noteOption(orderRows.description),
    description: `What the payment is for, as the payer sees it: ${orderRows.description.type.bounds} characters.`,
  },
  uses: usesOption,
  expires: expiryOption,
  order: textValue(
    orderRows.id,
    '<orderId>',
    'The order that the payment makes; of a link for several payments, the beginning of their ids.',
  ),
  operation: choiceValue(paymentLinkOperations, '<operation>', 'PAY (default) charges the card, AUTHORIZE reserves.'),
  language: choiceValue(paymentLinkLanguages, '<language>', "The language of the page. Default: the browser's."),
  user: userOption,
} as const satisfies Options

/** The payments that a link permits; undefined: any number. */
export function usesMaxOf(uses: number | typeof unlimited | undefined): number | undefined {
  return uses === unlimited ? undefined : (uses ?? 1)
}

export function paymentLinkAmountOf({
  amount,
  minimum,
  maximum,
  currency,
}: OptionValues<typeof newPaymentLinkOptions>): PaymentLinkAmount | UsageError {
  if (amount !== undefined && (minimum ?? maximum) !== undefined)
    return usageError('--minimum and --maximum are for links without --amount.')
  const minorOf = (text: string | undefined) => text && parseMoney({ amount: text, currency })?.amountMinor
  const [fixed, minMinor, maxMinor] = [amount, minimum, maximum].map(minorOf)
  const unread = [amount, minimum, maximum].findIndex(
    (text, at) => text !== undefined && [fixed, minMinor, maxMinor][at] === undefined,
  )
  if (unread >= 0) return usageError(`An amount has more decimals than ${currency} allows.`)
  if (typeof fixed === 'bigint') return { kind: 'FIXED', amountMinor: fixed }
  return {
    kind: 'OPEN',
    minMinor: typeof minMinor === 'bigint' ? minMinor : undefined,
    maxMinor: typeof maxMinor === 'bigint' ? maxMinor : undefined,
  }
}

export const paymentLinkCreate = command({
  name: 'payment-link create',
  purpose: 'Creates a payment link and prints its URL.',
  arguments: { merchantId: merchantIdArgument },
  options: newPaymentLinkOptions,
  example: 'SHOP1 --amount 120.00 --currency EUR --description "Invoice 17" --expires 30d',
  async run({ merchantId, ...options }, context) {
    const amount = paymentLinkAmountOf(options)
    if (amount.kind === 'MISUSED') return amount
    const { operation = 'PAY', currency, description, uses, order, language, expires, user } = options
    return withOperations(context, async ({ dependencies, merchants }, config) => {
      const access = await merchants.find(merchantId)
      if (!access) return unknownMerchant(merchantId)
      const terms = { operation, currency, amount }
      const details = { description, usesMax: usesMaxOf(uses), orderIdBase: order, language, expiresAt: expires }
      const created = await createPaymentLink(
        access.merchant,
        { ...terms, ...details },
        commandAuditStamp(user),
        dependencies,
      )
      if (isRejection(created)) return commandRefused(created.explanation ?? `Refused: ${created.reason}.`)
      const { paymentLink } = created
      const url = paymentLinkUrlBy(paymentLink.paymentLinkId, config)
      return commandDone(paymentLinkData({ ...paymentLink, paid: 0, state: 'OPEN' }, url), url)
    })
  },
})

export const paymentLinkList = command({
  name: 'payment-link list',
  purpose: 'Lists payment links and their states, newest first.',
  arguments: { merchantId: merchantIdArgument },
  options: { state: choiceValue(paymentLinkStates, '<state>', 'Only links in this state.'), ...pageOptions },
  example: 'SHOP1 --state OPEN',
  run: ({ merchantId, state, limit = defaultLimit, after }, context) =>
    withOperations(context, async ({ dependencies: { paymentLinks, clock }, merchants }, config) => {
      if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      const page = await paymentLinks.list({ merchantId, now: clock.expiryTime(), state }, { limit, after })
      if (!page) return usageError('--after is not a value that this command printed.')
      const { rows, next } = page
      const links = rows.map((paymentLink) =>
        paymentLinkData(paymentLink, paymentLinkUrlBy(paymentLink.paymentLinkId, config)),
      )
      const text = rows.length === 0 ? 'No payment links.' : `${paymentLinksText(rows)}${moreText(next)}`
      return commandDone({ paymentLinks: links, next: next ?? null }, text)
    }),
})

/** The newest; the console has all of them. */
const ordersMax = 100

export const paymentLinkShow = command({
  name: 'payment-link show',
  purpose: `Shows a payment link: its URL, state, and up to ${ordersMax} orders made through it.`,
  arguments: paymentLinkArguments,
  options: {},
  example: 'SHOP1 4Tq0d9GZkP3yXWm7VbnR2sLcHf',
  run: (key, context) =>
    withOperations(context, async ({ dependencies: { paymentLinks, clock } }, config) => {
      const paymentLink = await paymentLinks.show(key, clock.expiryTime())
      if (!paymentLink) return unknownPaymentLink(key.paymentLinkId)
      const { rows = [] } = (await paymentLinks.listOrders(key, { limit: ordersMax })) ?? {}
      const url = paymentLinkUrlBy(paymentLink.paymentLinkId, config)
      return commandDone(
        { ...paymentLinkData(paymentLink, url), orders: rows.map(paymentLinkOrderData) },
        paymentLinkText(paymentLink, url, rows),
      )
    }),
})

export const paymentLinkSend = command({
  name: 'payment-link send',
  purpose: 'Sends a payment link by e-mail, in the language of the link.',
  arguments: paymentLinkArguments,
  options: {
    to: requiredOption(textValue(asciiText(1, 254), '<address>', 'The e-mail address of the payer.')),
    message: textValue(
      string(1, paymentLinkMessageLengthMax),
      '<text>',
      `A text in the e-mail: at most ${paymentLinkMessageLengthMax} characters, no web or e-mail addresses, no account numbers.`,
    ),
    user: userOption,
  },
  example: 'SHOP1 4Tq0d9GZkP3yXWm7VbnR2sLcHf --to jane@payer.example',
  notes: () =>
    'A running gateway sends it within seconds. TOLLGATE_SMTP_URL and TOLLGATE_SMTP_FROM name the mail server.',
  run: ({ user, to: recipient, message, ...key }, context) =>
    withOperations(context, async ({ dependencies }) => {
      const request = { recipient, message }
      const sent = await sendPaymentLink(key, request, commandAuditStamp(user), dependencies)
      if (sent.kind === 'QUEUED') return commandDone({ emailId: sent.emailId }, `Queued the e-mail to ${recipient}.`)
      return sent.code === 'UNKNOWN_PAYMENT_LINK'
        ? unknownPaymentLink(key.paymentLinkId)
        : commandRefused(explanationText(sent.explanation))
    }),
})

export const paymentLinkDisable = command({
  name: 'payment-link disable',
  purpose: 'Disables a payment link. Payments that have begun are completed.',
  arguments: paymentLinkArguments,
  options: { user: userOption },
  example: 'SHOP1 4Tq0d9GZkP3yXWm7VbnR2sLcHf',
  run: ({ user, ...key }, context) =>
    withOperations(context, async ({ dependencies: { paymentLinks, clock } }, config) => {
      const isDisabled = await paymentLinks.disable(key, commandAuditStamp(user))
      const paymentLink = await paymentLinks.show(key, clock.expiryTime())
      if (!paymentLink) return unknownPaymentLink(key.paymentLinkId)
      if (!isDisabled) return commandRefused(`Payment link ${key.paymentLinkId} is already disabled.`)
      const url = paymentLinkUrlBy(key.paymentLinkId, config)
      return commandDone(paymentLinkData(paymentLink, url), `Disabled payment link ${key.paymentLinkId}.`)
    }),
})

// Commands about payment links.

import { asciiText, string } from '../../contract/field-types.ts'
import { explanationText } from '../../kernel/explanation.ts'
import { paymentLinkStates } from '../../kernel/payment-link-state.ts'
import { isRejection } from '../../kernel/rejection.ts'
import { createPaymentLink } from '../../payment-links/operations/create-payment-link.ts'
import { sendPaymentLink } from '../../payment-links/operations/send-payment-link.ts'
import { paymentLinkMessageLengthMax } from '../../payment-links/rules/payment-link.ts'
import { command } from '../command.ts'
import { commandAuditStamp, merchantIdArgument, unknownMerchant, userOption } from '../options.ts'
import { commandDone, commandRefused, usageError } from '../result.ts'
import { choiceValue, requiredOption, textValue } from '../rows.ts'
import { defaultLimit, pageOptions } from '../search-options.ts'
import { moreText } from '../search-view.ts'
import { withOperations } from '../with-installation.ts'
import { newPaymentLinkOptions, paymentLinkAmountOf, paymentLinkArguments, usesMaxOf } from './options.ts'
import {
  paymentLinkData,
  paymentLinkOrderData,
  paymentLinksText,
  paymentLinkText,
  paymentLinkUrlBy,
  unknownPaymentLink,
} from './view.ts'

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
    return withOperations(context, async ({ ports, merchants }, config) => {
      const access = await merchants.find(merchantId)
      if (!access) return unknownMerchant(merchantId)
      const terms = { operation, currency, amount }
      const details = { description, usesMax: usesMaxOf(uses), orderIdBase: order, language, expiresAt: expires }
      const created = await createPaymentLink(access.merchant, { ...terms, ...details }, commandAuditStamp(user), ports)
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
    withOperations(context, async ({ ports: { paymentLinks, clock }, merchants }, config) => {
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
    withOperations(context, async ({ ports: { paymentLinks, clock } }, config) => {
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
    withOperations(context, async ({ ports }) => {
      const request = { recipient, message }
      const sent = await sendPaymentLink(key, request, commandAuditStamp(user), ports)
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
    withOperations(context, async ({ ports: { paymentLinks, clock } }, config) => {
      const isDisabled = await paymentLinks.disable(key, commandAuditStamp(user))
      const paymentLink = await paymentLinks.show(key, clock.expiryTime())
      if (!paymentLink) return unknownPaymentLink(key.paymentLinkId)
      if (!isDisabled) return commandRefused(`Payment link ${key.paymentLinkId} is already disabled.`)
      const url = paymentLinkUrlBy(key.paymentLinkId, config)
      return commandDone(paymentLinkData(paymentLink, url), `Disabled payment link ${key.paymentLinkId}.`)
    }),
})

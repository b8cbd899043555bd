// Creates a payment link, a URL at which a payer pays the merchant.
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { isRejection } from '../../kernel/rejection.ts'
import { createPaymentLink } from '../../payment-links/operations/create-payment-link.ts'
import { command } from '../command.ts'
import { merchantIdArgument, unknownMerchant } from '../merchant/merchant-id.ts'
import { commandAuditStamp } from '../order/options.ts'
import { commandDone, commandRefused } from '../result.ts'
import { withOperations } from '../with-installation.ts'
import { newPaymentLinkOptions, paymentLinkAmountOf, usesMaxOf } from './options.ts'
import { paymentLinkData, paymentLinkUrlBy } from './view.ts'

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
      const created = await createPaymentLink(
        access.merchant,
        { ...terms, ...omitUndefined(details) },
        commandAuditStamp(user),
        ports,
      )
      if (isRejection(created)) return commandRefused(created.explanation ?? `Refused: ${created.reason}.`)
      const { paymentLink } = created
      const url = paymentLinkUrlBy(paymentLink.paymentLinkId, config)
      return commandDone(paymentLinkData({ ...paymentLink, paid: 0, state: 'OPEN' }, url), url)
    })
  },
})

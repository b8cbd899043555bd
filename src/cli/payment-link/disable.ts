// Disables a payment link.
import { command } from '../command.ts'
import { commandAuditStamp, userOption } from '../order/options.ts'
import { commandDone, commandRefused } from '../result.ts'
import { withOperations } from '../with-installation.ts'
import { paymentLinkArguments } from './options.ts'
import { paymentLinkData, paymentLinkUrlBy, unknownPaymentLink } from './view.ts'

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

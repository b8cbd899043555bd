// Shows a payment link: its URL, its state, and the orders that payers have begun through it.
import { command } from '../command.ts'
import { commandDone } from '../result.ts'
import { withOperations } from '../with-installation.ts'
import { paymentLinkArguments } from './options.ts'
import { paymentLinkData, paymentLinkOrderData, paymentLinkText, paymentLinkUrlBy, unknownPaymentLink } from './view.ts'

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

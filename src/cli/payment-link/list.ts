// Lists a merchant's payment links with their states.
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { paymentLinkStates } from '../../kernel/payment-link-state.ts'
import { command } from '../command.ts'
import { merchantIdArgument, unknownMerchant } from '../merchant/merchant-id.ts'
import { commandDone, usageError } from '../result.ts'
import { choiceValue } from '../rows.ts'
import { defaultLimit, pageOptions } from '../search-options.ts'
import { moreText } from '../search-view.ts'
import { withOperations } from '../with-installation.ts'
import { paymentLinkData, paymentLinksText, paymentLinkUrlBy } from './view.ts'

export const paymentLinkList = command({
  name: 'payment-link list',
  purpose: 'Lists payment links and their states, newest first.',
  arguments: { merchantId: merchantIdArgument },
  options: { state: choiceValue(paymentLinkStates, '<state>', 'Only links in this state.'), ...pageOptions },
  example: 'SHOP1 --state OPEN',
  run: ({ merchantId, state, limit = defaultLimit, after }, context) =>
    withOperations(context, async ({ ports: { paymentLinks, clock }, merchants }, config) => {
      if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      const page = await paymentLinks.list(
        { merchantId, now: clock.expiryTime(), ...omitUndefined({ state }) },
        { limit, ...omitUndefined({ after }) },
      )
      if (!page) return usageError('--after is not a value that this command printed.')
      const { rows, next } = page
      const links = rows.map((paymentLink) =>
        paymentLinkData(paymentLink, paymentLinkUrlBy(paymentLink.paymentLinkId, config)),
      )
      const text = rows.length === 0 ? 'No payment links.' : `${paymentLinksText(rows)}${moreText(next)}`
      return commandDone({ paymentLinks: links, next: next ?? null }, text)
    }),
})

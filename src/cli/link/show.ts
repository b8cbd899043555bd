// Shows an acquirer link with its revisions and what is open on each.
import { merchantsUsing } from '../../merchants/rules/merchant.ts'
import { command } from '../command.ts'
import { commandDone } from '../result.ts'
import { withAdministration } from '../with-installation.ts'
import { linkIdArgument, unknownLink } from './link-id.ts'
import { detailsData, detailsText, warningsOf } from './view.ts'

export const linkShow = command({
  name: 'link show',
  purpose: 'Shows an acquirer link: its settings, its merchants, and what is open on each of its revisions.',
  arguments: { linkId: linkIdArgument },
  options: {},
  example: 'simulator',
  notes: () =>
    `Transactions without an outcome, pending reversals and transactions in manual resolution are open. An older
revision stays connected until nothing is open on it. "npx tollgate link test" checks the connection.`,
  run: ({ linkId }, context) =>
    withAdministration(context, async ({ links, merchants, adapterCatalogue }) => {
      const link = await links.find(linkId)
      if (!link) return unknownLink(linkId)
      const open = await links.countOpen(linkId)
      const details = { link, open, merchants: merchantsUsing(linkId, await merchants.list()) }
      return commandDone(
        { link: detailsData(details), warnings: warningsOf(details.link, adapterCatalogue) },
        detailsText(details, adapterCatalogue),
      )
    }),
})

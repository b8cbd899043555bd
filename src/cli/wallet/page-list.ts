// Lists the wallets on a merchant's payment pages.
import { command } from '../command.ts'
import { merchantIdArgument, unknownMerchant } from '../options.ts'
import { commandDone } from '../result.ts'
import { withAdministration } from '../with-installation.ts'
import { pageData, pagesText } from './wallet-options.ts'

export const walletPageList = command({
  name: 'wallet page list',
  purpose: "Lists the wallets on a merchant's payment pages, with the expiry of their certificates.",
  arguments: { merchantId: merchantIdArgument },
  options: {},
  example: 'SHOP1',
  run: ({ merchantId }, context) =>
    withAdministration(context, async ({ merchants, walletPages }) => {
      if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      const pages = await walletPages.list(merchantId)
      return commandDone({ merchantId, pages: pages.map(pageData) }, pagesText(pages))
    }),
})

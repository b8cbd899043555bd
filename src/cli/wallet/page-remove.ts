// Takes a wallet off a merchant's payment pages.
import { command } from '../command.ts'
import { commandAuditStamp, merchantIdArgument, unknownMerchant, userOption } from '../options.ts'
import { commandDone, commandRefused } from '../result.ts'
import { withAdministration } from '../with-installation.ts'
import { walletOption } from './wallet-options.ts'

export const walletPageRemove = command({
  name: 'wallet page remove',
  purpose: "Takes a wallet off a merchant's payment pages; its keys stay, and the API goes on accepting its payloads.",
  arguments: { merchantId: merchantIdArgument },
  options: { wallet: walletOption, user: userOption },
  example: 'SHOP1 --wallet APPLE_PAY',
  run: ({ merchantId, wallet, user }, context) =>
    withAdministration(context, async ({ merchants, walletPages }) => {
      if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      if (!(await walletPages.remove({ merchantId, wallet }, commandAuditStamp(user))))
        return commandRefused(`${merchantId} does not offer ${wallet} on its payment pages.`)
      return commandDone({ merchantId, wallet, removed: true }, `Removed ${wallet} from the payment pages.`)
    }),
})

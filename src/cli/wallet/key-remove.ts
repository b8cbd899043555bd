// Removes a merchant's wallet key.
import { command } from '../command.ts'
import { commandAuditStamp, merchantIdArgument, unknownMerchant, userOption } from '../options.ts'
import { commandDone, commandRefused } from '../result.ts'
import { withAdministration } from '../with-installation.ts'
import { publicKeyHashOption, walletOption } from './wallet-options.ts'

export const walletKeyRemove = command({
  name: 'wallet key remove',
  purpose:
    'Deletes a key for device payments; every gateway refuses payloads for it within a second. Without a key in use, payment pages do not offer the wallet.',
  arguments: { merchantId: merchantIdArgument },
  options: { wallet: walletOption, key: publicKeyHashOption, user: userOption },
  example: `SHOP1 --wallet APPLE_PAY --key ${'0f1e2d3c'.repeat(8)}`,
  run: ({ merchantId, wallet, key: publicKeyHash, user }, context) =>
    withAdministration(context, async ({ merchants, walletKeys }) => {
      if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      if (!(await walletKeys.remove({ merchantId, wallet, publicKeyHash }, commandAuditStamp(user))))
        return commandRefused(`${merchantId} has no such ${wallet} key.`)
      return commandDone({ merchantId, wallet, publicKeyHash, removed: true }, `Removed key ${publicKeyHash}.`)
    }),
})

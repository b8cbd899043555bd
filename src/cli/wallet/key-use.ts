// Makes payment pages use one of a merchant's wallet keys.
import { command } from '../command.ts'
import { commandAuditStamp, merchantIdArgument, unknownMerchant, userOption } from '../options.ts'
import { commandDone, commandRefused } from '../result.ts'
import { withAdministration } from '../with-installation.ts'
import { publicKeyHashOption, walletOption } from './wallet-options.ts'

export const walletKeyUse = command({
  name: 'wallet key use',
  purpose:
    'Makes payment pages use a key that the wallet knows, in every gateway within a second; payloads for the previous key are accepted until it is removed.',
  arguments: { merchantId: merchantIdArgument },
  options: { wallet: walletOption, key: publicKeyHashOption, user: userOption },
  example: `SHOP1 --wallet GOOGLE_PAY --key ${'0f1e2d3c'.repeat(8)}`,
  run: ({ merchantId, wallet, key: publicKeyHash, user }, context) =>
    withAdministration(context, async ({ merchants, walletKeys }) => {
      if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      if (!(await walletKeys.putInUse({ merchantId, wallet, publicKeyHash }, commandAuditStamp(user))))
        return commandRefused(`${merchantId} has no such ${wallet} key.`)
      return commandDone({ merchantId, wallet, publicKeyHash, inUse: true }, `Payment pages use key ${publicKeyHash}.`)
    }),
})

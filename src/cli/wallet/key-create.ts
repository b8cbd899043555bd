// Creates a merchant's key for what a wallet encrypts.
import { explanationText } from '../../kernel/explanation.ts'
import { createWalletKey } from '../../wallets/operations/manage-wallets.ts'
import { command } from '../command.ts'
import { commandAuditStamp, merchantIdArgument, unknownMerchant, userOption } from '../options.ts'
import { commandDone, commandRefused } from '../result.ts'
import { withAdministration } from '../with-installation.ts'
import { identifierOption, keyData, keysText, notInUseText, registrationText, walletOption } from './wallet-options.ts'

export const walletKeyCreate = command({
  name: 'wallet key create',
  purpose:
    'Creates the key that decrypts device payments of a merchant, and prints what the wallet needs: a certificate signing request for Apple, the public key for Google.',
  arguments: { merchantId: merchantIdArgument },
  options: { wallet: walletOption, identifier: identifierOption, user: userOption },
  example: 'SHOP1 --wallet APPLE_PAY --identifier merchant.com.example.shop',
  run: ({ merchantId, wallet, identifier, user }, context) =>
    withAdministration(context, async (ports) => {
      if (!(await ports.merchants.find(merchantId))) return unknownMerchant(merchantId)
      const made = await createWalletKey({ merchantId, wallet, identifier }, commandAuditStamp(user), ports)
      if (made.kind === 'REFUSED') return commandRefused(explanationText(made.reason))
      const text = [
        `Created for ${merchantId}:`,
        keysText([made.key]),
        registrationText(made.registration),
        notInUseText(made.key),
      ]
      return commandDone({ merchantId, key: keyData(made.key), registration: made.registration }, text.join('\n\n'))
    }),
})

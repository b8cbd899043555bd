// Adds a merchant's key for what a wallet encrypts.
import { readPrivateKey } from '../../compose/index.ts'
import { explanationText } from '../../kernel/explanation.ts'
import { addWalletKey } from '../../wallets/operations/manage-wallets.ts'
import { command } from '../command.ts'
import { commandAuditStamp, merchantIdArgument, unknownMerchant, userOption } from '../options.ts'
import { commandDone, commandRefused } from '../result.ts'
import { withAdministration } from '../with-installation.ts'
import { keyFileOption, readKeyText } from './key-file.ts'
import { identifierOption, keyData, keysText, notInUseText, walletOption } from './wallet-options.ts'

export const walletKeyAdd = command({
  name: 'wallet key add',
  purpose: 'Adds the key that decrypts device payments of a merchant; it is stored encrypted and never shown again.',
  arguments: { merchantId: merchantIdArgument },
  options: { wallet: walletOption, identifier: identifierOption, keyFile: keyFileOption, user: userOption },
  example: 'SHOP1 --wallet APPLE_PAY --identifier merchant.com.example.shop --key-file shop1-apple-pay.pem',
  async run({ merchantId, wallet, identifier, keyFile, user }, context) {
    const read = await readKeyText(keyFile, context.terminal)
    if (read.kind === 'REFUSED') return read
    const privateKey = readPrivateKey(read.text)
    if (!privateKey)
      return commandRefused('This is not a private key on P-256, in PEM or PKCS #8 in base64, without a passphrase.')

    return withAdministration(context, async (ports) => {
      if (!(await ports.merchants.find(merchantId))) return unknownMerchant(merchantId)
      const key = { merchantId, wallet, identifier }
      const added = await addWalletKey(key, privateKey, commandAuditStamp(user), ports)
      if (added.kind === 'REFUSED') return commandRefused(explanationText(added.reason))
      return commandDone(
        { merchantId, key: keyData(added.key) },
        [`Added for ${merchantId}:`, keysText([added.key]), notInUseText(added.key)].join('\n\n'),
      )
    })
  },
})

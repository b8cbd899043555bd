// Adds a merchant's key for what a wallet encrypts.
import { publicKeyHashOf, readPrivateKey } from '../../compose/index.ts'
import { asciiText } from '../../contract/field-types.ts'
import { command } from '../command.ts'
import { merchantIdArgument, unknownMerchant } from '../merchant/merchant-id.ts'
import { commandAuditStamp, userOption } from '../order/options.ts'
import { commandDone, commandRefused } from '../result.ts'
import { requiredOption, textValue } from '../rows.ts'
import { withAdministration } from '../with-installation.ts'
import { keyFileOption, readKeyText } from './key-file.ts'
import { keyData, keysText, walletOption } from './wallet-options.ts'

export const walletKeyAdd = command({
  name: 'wallet key add',
  purpose: 'Adds the key that decrypts device payments of a merchant; it is stored encrypted and never shown again.',
  arguments: { merchantId: merchantIdArgument },
  options: {
    wallet: walletOption,
    identifier: requiredOption(
      textValue(
        asciiText(1, 255),
        '<id>',
        "The merchant's name at the wallet: Apple's merchant identifier, or Google's merchant id.",
      ),
    ),
    keyFile: keyFileOption,
    user: userOption,
  },
  example: 'SHOP1 --wallet APPLE_PAY --identifier merchant.com.example.shop --key-file shop1-apple-pay.pem',
  async run({ merchantId, wallet, identifier, keyFile, user }, context) {
    const read = await readKeyText(keyFile, context.terminal)
    if (read.kind === 'refused') return read
    const privateKey = readPrivateKey(read.text)
    if (!privateKey)
      return commandRefused('This is not a private key on P-256, in PEM or PKCS #8 in base64, without a passphrase.')

    return withAdministration(context, async ({ merchants, walletKeys }) => {
      if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      const by = commandAuditStamp(user)
      const key = { merchantId, wallet, publicKeyHash: publicKeyHashOf(privateKey), identifier }
      if (!(await walletKeys.add({ ...key, privateKey }, by)))
        return commandRefused(`${merchantId} already has this key (${key.publicKeyHash}).`)
      const added = { ...key, createdAt: by.at }
      return commandDone({ merchantId, key: keyData(added) }, `Added for ${merchantId}:\n\n${keysText([added])}`)
    })
  },
})

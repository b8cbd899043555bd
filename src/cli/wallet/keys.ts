// Commands about the keys and certificates by which a merchant's device payments are decrypted.

import { explanationText } from '../../kernel/explanation.ts'
import {
  addWalletKey,
  createWalletKey,
  readPrivateKey,
  requestIdentityCertificate,
  storeAppleCertificate,
} from '../../wallets/index.ts'
import { command } from '../command.ts'
import { commandAuditStamp, merchantIdArgument, unknownMerchant, userOption } from '../options.ts'
import { commandDone, commandRefused } from '../result.ts'
import { withAdministration } from '../with-installation.ts'
import {
  fileOption,
  identifierOption,
  keyData,
  keyFileOption,
  keysText,
  notInUseText,
  publicKeyHashOption,
  readKeyText,
  registrationText,
  walletOption,
} from './options.ts'

export const walletKeyCreate = command({
  name: 'wallet key create',
  purpose:
    'Creates the key that decrypts device payments of a merchant, and prints what the wallet needs: a certificate signing request for Apple, the public key for Google.',
  arguments: { merchantId: merchantIdArgument },
  options: { wallet: walletOption, identifier: identifierOption, user: userOption },
  example: 'SHOP1 --wallet APPLE_PAY --identifier merchant.com.example.shop',
  run: ({ merchantId, wallet, identifier, user }, context) =>
    withAdministration(context, async (dependencies) => {
      if (!(await dependencies.merchants.find(merchantId))) return unknownMerchant(merchantId)
      const made = await createWalletKey({ merchantId, wallet, identifier }, commandAuditStamp(user), dependencies)
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

    return withAdministration(context, async (dependencies) => {
      if (!(await dependencies.merchants.find(merchantId))) return unknownMerchant(merchantId)
      const key = { merchantId, wallet, identifier }
      const added = await addWalletKey(key, privateKey, commandAuditStamp(user), dependencies)
      if (added.kind === 'REFUSED') return commandRefused(explanationText(added.reason))
      return commandDone(
        { merchantId, key: keyData(added.key) },
        [`Added for ${merchantId}:`, keysText([added.key]), notInUseText(added.key)].join('\n\n'),
      )
    })
  },
})

export const walletKeyList = command({
  name: 'wallet key list',
  purpose: "Lists a merchant's keys for device payments, without the keys themselves.",
  arguments: { merchantId: merchantIdArgument },
  options: {},
  example: 'SHOP1',
  run: ({ merchantId }, context) =>
    withAdministration(context, async ({ merchants, walletKeys }) => {
      if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      const keys = await walletKeys.list(merchantId)
      return commandDone({ merchantId, keys: keys.map(keyData) }, keysText(keys))
    }),
})

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

export const walletCertificateRequest = command({
  name: 'wallet certificate request',
  purpose:
    'Creates a key for the Apple Pay merchant identity certificate of a merchant and prints the signing request for Apple; the present certificate stays in use until the new one is added.',
  arguments: { merchantId: merchantIdArgument },
  options: { user: userOption },
  example: 'SHOP1',
  run: ({ merchantId, user }, context) =>
    withAdministration(context, async (dependencies) => {
      if (!(await dependencies.merchants.find(merchantId))) return unknownMerchant(merchantId)
      const registration = await requestIdentityCertificate(merchantId, commandAuditStamp(user), dependencies)
      return commandDone({ merchantId, registration }, registrationText(registration))
    }),
})

const uses = { PROCESSING: 'payment processing certificate', IDENTITY: 'merchant identity certificate' } as const

export const walletCertificateAdd = command({
  name: 'wallet certificate add',
  purpose:
    'Stores an Apple Pay certificate that Apple has issued; its key says whether it is the payment processing or the merchant identity certificate.',
  arguments: { merchantId: merchantIdArgument },
  options: {
    certificateFile: fileOption(
      'The certificate from Apple, in PEM. Default: standard input, also with --certificate-file=-.',
    ),
    user: userOption,
  },
  example: 'SHOP1 --certificate-file merchant_id.pem',
  async run({ merchantId, certificateFile, user }, context) {
    const read = await readKeyText(certificateFile, context.terminal)
    if (read.kind === 'REFUSED') return read
    return withAdministration(context, async (dependencies) => {
      if (!(await dependencies.merchants.find(merchantId))) return unknownMerchant(merchantId)
      const by = commandAuditStamp(user)
      const clock = { now: () => by.at }
      const stored = await storeAppleCertificate({ merchantId, pem: read.text }, by, { ...dependencies, clock })
      if (stored.kind === 'REFUSED') return commandRefused(explanationText(stored.reason))
      const { use, fingerprint, expiresAt } = stored
      const text = `Stored the ${uses[use]} of ${merchantId}, valid until ${expiresAt.toISOString().slice(0, 10)}.`
      return commandDone({ merchantId, use, fingerprint, expiresAt }, text)
    })
  },
})

// Commands about the wallets on a merchant's payment pages.

import { walletPageRows } from '../../contract/groups/wallet.ts'
import { explanationText } from '../../kernel/explanation.ts'
import { Secret } from '../../kernel/secret.ts'
import { readCertificate } from '../../platform/certificates/read-certificate.ts'
import { certificateMatchesKey, type MerchantIdentity, readIdentityKey } from '../../wallets/index.ts'
import { command } from '../command.ts'
import { commandAuditStamp, merchantIdArgument, unknownMerchant, userOption } from '../options.ts'
import { type CommandRefusal, commandDone, commandRefused } from '../result.ts'
import { freeTextValue, requiredOption, textValue } from '../rows.ts'
import type { Terminal } from '../terminal.ts'
import { withAdministration } from '../with-installation.ts'
import { fileOption, pageData, pagesText, readKeyText, walletOption } from './options.ts'

export const walletPageSet = command({
  name: 'wallet page set',
  purpose:
    'Offers a wallet on a merchant\'s payment pages, or changes how; the merchant needs a key in use for it ("wallet key create", "wallet key use").',
  arguments: { merchantId: merchantIdArgument },
  options: {
    wallet: walletOption,
    displayName: requiredOption(
      freeTextValue(walletPageRows.displayName, '<name>', "The merchant's name as the wallet shows it to the payer."),
    ),
    country: requiredOption(
      textValue(walletPageRows.country, '<country>', 'The country in which payments are processed, in three letters.'),
    ),
    certificateFile: fileOption(
      'Apple Pay: a merchant identity certificate whose key was made elsewhere, in PEM. Without it the present one stays.',
    ),
    keyFile: fileOption('Apple Pay: the private key of this certificate, in PEM without a passphrase.'),
    user: userOption,
  },
  example:
    'SHOP1 --wallet APPLE_PAY --display-name "Corner shop" --country DEU --certificate-file identity.pem --key-file identity-key.pem',
  async run({ merchantId, wallet, displayName, country: where, certificateFile, keyFile, user }, context) {
    if ((certificateFile === undefined) !== (keyFile === undefined))
      return commandRefused('--certificate-file and --key-file belong together.')
    if (wallet === 'GOOGLE_PAY' && certificateFile !== undefined)
      return commandRefused('Only Apple Pay has an identity certificate.')
    const identity =
      certificateFile === undefined || keyFile === undefined
        ? undefined
        : await readIdentity({ certificateFile, keyFile }, context.terminal)
    if (identity && 'kind' in identity) return identity

    return withAdministration(context, async ({ merchants, walletPages, walletKeys }, config) => {
      if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      const by = commandAuditStamp(user)
      const page = { merchantId, wallet, displayName, country: where, identity }
      await walletPages.set(page, by)
      const [set] = (await walletPages.list(merchantId)).filter((each) => each.wallet === wallet)
      if (!set) throw new Error('the settings were stored and cannot be found')
      const keys = (await walletKeys.list(merchantId)).filter((key) => key.wallet === wallet)
      const hasKeyInUse = keys.some(({ usedSince }) => usedSince)
      const step = keys.length > 0 ? 'wallet key use' : 'wallet key create'
      const needsCertificate = wallet === 'APPLE_PAY' && !set.certificate && config.mode !== 'sandbox'
      const missing = [
        ...(hasKeyInUse ? [] : [`It is not shown yet: ${merchantId} has no ${wallet} key in use ("${step}").`]),
        ...(needsCertificate
          ? ['It is not shown yet: the merchant identity certificate is missing ("wallet certificate request").']
          : []),
      ]
      const text = [`Set for ${merchantId}:`, pagesText([set]), ...missing].join('\n\n')
      return commandDone({ merchantId, page: pageData(set), hasKey: keys.length > 0, hasKeyInUse }, text)
    })
  },
})

async function readIdentity(
  { certificateFile, keyFile }: { readonly certificateFile: string; readonly keyFile: string },
  terminal: Pick<Terminal, 'stdin'>,
): Promise<CommandRefusal | MerchantIdentity> {
  const read = await readKeyText(certificateFile, terminal)
  if (read.kind === 'REFUSED') return read
  const certificate = readCertificate(read.text)
  if (certificate.kind === 'REFUSED')
    return commandRefused(`--certificate-file: ${explanationText(certificate.reason)}`)
  const now = new Date()
  if (certificate.notAfter <= now) return commandRefused('The certificate has expired.')
  if (certificate.notBefore > now) return commandRefused('The certificate is not valid yet.')
  const key = await readKeyText(keyFile, terminal)
  if (key.kind === 'REFUSED') return key
  const privateKey = readIdentityKey(key.text)
  if (!privateKey) return commandRefused('--key-file: this is not a private key in PEM without a passphrase.')
  if (!certificateMatchesKey(read.text, privateKey))
    return commandRefused('The key does not belong to the certificate.')
  const { notAfter: expiresAt } = certificate
  return { certificate: { pem: read.text, expiresAt }, privateKey: new Secret('CREDENTIAL', privateKey) }
}

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

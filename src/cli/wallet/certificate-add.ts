// Stores a certificate that Apple has issued for a key of the gateway.
import { explanationText } from '../../kernel/explanation.ts'
import { storeAppleCertificate } from '../../wallets/operations/manage-wallets.ts'
import { command } from '../command.ts'
import { commandAuditStamp, merchantIdArgument, unknownMerchant, userOption } from '../options.ts'
import { commandDone, commandRefused } from '../result.ts'
import { withAdministration } from '../with-installation.ts'
import { fileOption, readKeyText } from './key-file.ts'

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
    return withAdministration(context, async (ports) => {
      if (!(await ports.merchants.find(merchantId))) return unknownMerchant(merchantId)
      const by = commandAuditStamp(user)
      const clock = { now: () => by.at }
      const stored = await storeAppleCertificate({ merchantId, pem: read.text }, by, { ...ports, clock })
      if (stored.kind === 'REFUSED') return commandRefused(explanationText(stored.reason))
      const { use, fingerprint, expiresAt } = stored
      const text = `Stored the ${uses[use]} of ${merchantId}, valid until ${expiresAt.toISOString().slice(0, 10)}.`
      return commandDone({ merchantId, use, fingerprint, expiresAt }, text)
    })
  },
})

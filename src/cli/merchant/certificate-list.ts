// Lists a merchant's certificates.
import { command } from '../command.ts'
import { commandDone } from '../result.ts'
import { withAdministration } from '../with-installation.ts'
import { merchantIdArgument, unknownMerchant } from '../options.ts'
import { certificateData, certificatesText } from './view.ts'

export const merchantCertificateList = command({
  name: 'merchant certificate list',
  purpose: "Lists a merchant's certificates, including revoked ones.",
  arguments: { merchantId: merchantIdArgument },
  options: {},
  example: 'SHOP1',
  run: ({ merchantId }, context) =>
    withAdministration(context, async ({ merchants }) => {
      const access = await merchants.find(merchantId)
      if (!access) return unknownMerchant(merchantId)

      const now = new Date()
      const certificates = access.certificates.map((certificate) => certificateData(certificate, now))
      return commandDone({ merchantId, certificates }, certificatesText(access.certificates, now))
    }),
})

// Shows everything that is stored about a merchant, except secrets.
import { command } from '../command.ts'
import { commandDone } from '../result.ts'
import { table, timestampText } from '../table.ts'
import { withAdministration } from '../with-installation.ts'
import { merchantIdArgument, unknownMerchant } from '../options.ts'
import { certificateData, certificatesText, merchantData, merchantText, passwordData, passwordsText } from './view.ts'

export const merchantShow = command({
  name: 'merchant show',
  purpose: "Shows a merchant's profile, passwords and certificates.",
  arguments: { merchantId: merchantIdArgument },
  options: {},
  example: 'TESTMERCHANT',
  run: ({ merchantId }, context) =>
    withAdministration(context, async ({ merchants, reportingPasswords: forReports }) => {
      const access = await merchants.find(merchantId)
      if (!access) return unknownMerchant(merchantId)

      const { merchant, certificates, passwords } = access
      const reportingPasswords = (await forReports.find(merchantId)).map(({ slot, createdAt }) => ({ slot, createdAt }))
      const now = new Date()
      return commandDone(
        {
          merchant: merchantData(merchant),
          passwords: passwords.map(passwordData),
          reportingPasswords,
          certificates: certificates.map((certificate) => certificateData(certificate, now)),
        },
        [
          merchantText(merchant),
          passwordsText(passwords),
          ...(reportingPasswords.length > 0 ? [reportingText(reportingPasswords)] : []),
          certificatesText(certificates, now),
        ].join('\n\n'),
      )
    }),
})

function reportingText(passwords: readonly { readonly slot: number; readonly createdAt: Date }[]): string {
  return table(
    ['REPORTING PASSWORD SLOT', 'CREATED'],
    passwords.map(({ slot, createdAt }) => [String(slot), timestampText(createdAt)]),
  )
}

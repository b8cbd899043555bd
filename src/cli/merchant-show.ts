// Shows everything that is kept about a merchant, secrets aside.
import { command } from './command.ts'
import { merchantIdArgument, unknownMerchant } from './merchant-id.ts'
import { certificateData, certificatesText, merchantData, merchantText, timeText } from './merchant-view.ts'
import { done } from './result.ts'
import { table } from './table.ts'
import { withAdministration } from './with-installation.ts'

export const merchantShow = command({
  name: 'merchant show',
  purpose: 'Shows a merchant: its profile, when its passwords were made, its certificates.',
  arguments: { merchantId: merchantIdArgument },
  options: {},
  example: 'TESTMERCHANT',
  run: ({ merchantId }, surroundings) =>
    withAdministration(surroundings, async ({ merchants, reportingPasswords: forReports }) => {
      const access = await merchants.find(merchantId)
      if (!access) return unknownMerchant(merchantId)

      const { merchant, certificates } = access
      const passwords = await merchants.passwords(merchantId)
      const reportingPasswords = (await forReports.find(merchantId)).map(({ slot, createdAt }) => ({ slot, createdAt }))
      const now = new Date()
      return done(
        {
          merchant: merchantData(merchant),
          passwords,
          reportingPasswords,
          certificates: certificates.map((certificate) => certificateData(certificate, now)),
        },
        [
          merchantText(merchant),
          passwordsText(passwords),
          ...(reportingPasswords.length > 0 ? [passwordsText(reportingPasswords, 'REPORTING PASSWORD SLOT')] : []),
          certificatesText(certificates, now),
        ].join('\n\n'),
      )
    }),
})

function passwordsText(
  passwords: readonly { readonly slot: number; readonly createdAt: Date }[],
  heading = 'PASSWORD SLOT',
): string {
  if (passwords.length === 0) return 'No passwords.'
  return table(
    [heading, 'MADE'],
    passwords.map(({ slot, createdAt }) => [String(slot), timeText(createdAt)]),
  )
}

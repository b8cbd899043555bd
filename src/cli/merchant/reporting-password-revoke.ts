// Revokes one of the passwords for a merchant's reports.
import { command } from '../command.ts'
import { commandDone, commandRefused } from '../result.ts'
import { choiceValue, requiredOption } from '../rows.ts'
import { withAdministration } from '../with-installation.ts'
import { commandAuditStamp, merchantIdArgument, unknownMerchant, userOption } from '../options.ts'

const reportingSlots = { '1': 1, '2': 2 } as const

export const merchantReportingPasswordRevoke = command({
  name: 'merchant reporting-password revoke',
  purpose: 'Revokes a reporting password immediately in every gateway. The last one can be revoked as well.',
  arguments: { merchantId: merchantIdArgument },
  options: {
    slot: requiredOption(choiceValue(['1', '2'], '1|2', 'The slot of the password; see "merchant show".')),
    user: userOption,
  },
  example: 'SHOP1 --slot 1',
  run: ({ merchantId, slot, user }, context) =>
    withAdministration(context, async ({ merchants, reportingPasswords }) => {
      if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)

      const isRevoked = await reportingPasswords.revoke(merchantId, reportingSlots[slot], commandAuditStamp(user))
      if (!isRevoked) return commandRefused(`${merchantId} has no reporting password in slot ${slot}.`)
      const data = { merchantId, slot: reportingSlots[slot], revoked: true }
      return commandDone(data, `Revoked the reporting password in slot ${slot}.`)
    }),
})

// Ends one of the passwords that open a merchant's reports.
import { command } from '../command.ts'
import { commandAuditStamp, userOption } from '../order/options.ts'
import { commandDone, commandRefused } from '../result.ts'
import { choiceValue, requiredOption } from '../rows.ts'
import { withAdministration } from '../with-installation.ts'
import { merchantIdArgument, unknownMerchant } from './merchant-id.ts'

const slots = { '1': 1, '2': 2 } as const

export const merchantReportingPasswordRevoke = command({
  name: 'merchant reporting-password revoke',
  purpose: 'Ends a reporting password at once, in every gateway; also the last one.',
  arguments: { merchantId: merchantIdArgument },
  options: {
    slot: requiredOption(choiceValue(['1', '2'], '1|2', 'Which password, as "merchant show" lists them.')),
    user: userOption,
  },
  example: 'SHOP1 --slot 1',
  run: ({ merchantId, slot, user }, surroundings) =>
    withAdministration(surroundings, async ({ merchants, reportingPasswords }) => {
      if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)

      const isRevoked = await reportingPasswords.revoke(merchantId, slots[slot], commandAuditStamp(user))
      if (!isRevoked) return commandRefused(`${merchantId} has no reporting password in slot ${slot}.`)
      const data = { merchantId, slot: slots[slot], revoked: true }
      return commandDone(data, `The reporting password in slot ${slot} is revoked.`)
    }),
})

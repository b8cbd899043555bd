// Gives a merchant a password for its reports, beside an existing one, which allows changing over without a gap.
import { command } from '../command.ts'
import { program } from '../help.ts'
import { commandDone, commandRefused } from '../result.ts'
import { pairs } from '../table.ts'
import { withAdministration } from '../with-installation.ts'
import { commandAuditStamp, merchantIdArgument, unknownMerchant, userOption } from '../options.ts'

export const merchantReportingPasswordAdd = command({
  name: 'merchant reporting-password add',
  purpose: 'Creates a password for downloading reports only and prints it once. Maximum two.',
  arguments: { merchantId: merchantIdArgument },
  options: { user: userOption },
  example: 'SHOP1',
  run: ({ merchantId, user }, context) =>
    withAdministration(context, async ({ merchants, reportingPasswords, vault, identifiers }) => {
      const access = await merchants.find(merchantId)
      if (!access) return unknownMerchant(merchantId)

      const password = identifiers.apiPassword()
      const slot = await reportingPasswords.add(
        merchantId,
        vault.keyedHash('PASSWORD', password),
        commandAuditStamp(user),
      )
      if (slot === 'FULL') {
        const remedy = `revoke one first: ${program} merchant reporting-password revoke ${merchantId} --slot 1|2`
        return commandRefused(`${merchantId} already has two reporting passwords; ${remedy}`)
      }
      const { hasReporting } = access.merchant.profile
      const login = { userId: `merchant.${merchantId}`, slot, password }
      const shown = pairs([
        ['User id', login.userId],
        ['Password', password],
        ['Slot', String(slot)],
      ])
      const missing = `\n\nIt cannot be used until reporting is enabled for the merchant: ${program} merchant update ${merchantId} --reporting`
      return commandDone(
        { merchantId, hasReporting, ...login },
        `Reports can be downloaded with this password, which is not shown again:\n\n${shown}${hasReporting ? '' : missing}`,
      )
    }),
})

// Revokes one of the API passwords of a merchant.
import { command } from '../command.ts'
import { program } from '../help.ts'
import { commandDone, commandRefused } from '../result.ts'
import { choiceValue, requiredOption } from '../rows.ts'
import { withAdministration } from '../with-installation.ts'
import { commandAuditStamp, merchantIdArgument, unknownMerchant, userOption } from '../options.ts'

export const slots = Array.from({ length: 20 }, (_, slot) => String(slot + 1))

export const merchantPasswordRevoke = command({
  name: 'merchant password revoke',
  purpose: 'Revokes an API password; every gateway follows within five seconds. The last password cannot be revoked.',
  arguments: { merchantId: merchantIdArgument },
  options: {
    slot: requiredOption(choiceValue(slots, '<number>', 'The slot of the password; see "merchant password list".')),
    user: userOption,
  },
  example: 'SHOP1 --slot 1',
  run: ({ merchantId, slot, user }, context) =>
    withAdministration(context, async ({ merchants }) => {
      if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)

      switch (await merchants.revokePassword(merchantId, Number(slot), commandAuditStamp(user))) {
        case 'REVOKED':
          return commandDone({ merchantId, slot: Number(slot), revoked: true }, `Revoked the password in slot ${slot}.`)
        case 'NONE':
          return commandRefused(`${merchantId} has no password in slot ${slot}.`)
        case 'LAST': {
          const remedy = `add another first: ${program} merchant password add ${merchantId}`
          return commandRefused(`The password in slot ${slot} is the only one of ${merchantId}; ${remedy}`)
        }
      }
    }),
})

// Gives a program of a merchant a second password with the operations of the first.
import { rotateCredential } from '../../approvals/operations/manage-credentials.ts'
import { commandLineManager } from '../../users/operations/manage-users.ts'
import { command } from '../command.ts'
import { commandRefused } from '../result.ts'
import { choiceValue, requiredOption } from '../rows.ts'
import { withAdministration } from '../with-installation.ts'
import { commandActor, merchantIdArgument, unknownMerchant, userOption } from '../options.ts'
import { slots } from './password-revoke.ts'
import { createdCredentialResult } from './scope-option.ts'

export const merchantPasswordRotate = command({
  name: 'merchant password rotate',
  purpose:
    'Creates a second password with the same operations and prints it once; the first works until it is revoked.',
  arguments: { merchantId: merchantIdArgument },
  options: {
    slot: requiredOption(choiceValue(slots, '<number>', 'The slot of the password; see "merchant password list".')),
    user: userOption,
  },
  example: 'SHOP1 --slot 3',
  run: ({ merchantId, slot, user }, context) =>
    withAdministration(context, async (administration) => {
      const access = await administration.merchants.find(merchantId)
      if (!access) return unknownMerchant(merchantId)
      const current = access.passwords.find((each) => each.slot === Number(slot))
      const manager = commandLineManager(commandActor(user))
      const ports = { ...administration, clock: { now: () => new Date() } }
      const result = await rotateCredential({ merchantId, slot: Number(slot) }, manager, () => false, ports)
      if (result.kind === 'UNKNOWN' || !current) return commandRefused(`${merchantId} has no password in slot ${slot}.`)
      const { name } = result
      const created = { merchantId, ...(name !== undefined && { name }), operations: current.operations }
      return createdCredentialResult(created, result)
    }),
})

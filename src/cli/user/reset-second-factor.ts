// Lets somebody back in who has lost the device of the second factor.
import { resetSecondFactor } from '../../operations/users/manage-users.ts'
import { command } from '../command.ts'
import { commandDone } from '../result.ts'
import { refuseUserCommand, userArguments, userLabel, userOptions, withUsers } from './options.ts'
import { userData } from './view.ts'

export const userResetSecondFactor = command({
  name: 'user reset-second-factor',
  purpose: "Takes a person's second factor away, so that they can set up another; they are signed out at once.",
  arguments: userArguments,
  options: userOptions,
  example: 'ann --merchant SHOP1',
  run: ({ login, ...given }, surroundings) =>
    withUsers(surroundings, given, async ({ ports, merchantId, manager }) => {
      const key = { merchantId, login }
      const reset = await resetSecondFactor(key, manager, ports)
      if (reset.kind !== 'done') return refuseUserCommand(reset, key)
      const text = `${userLabel(key)} signs in by the password alone until there is another second factor.`
      return commandDone({ person: userData(reset.person) }, text)
    }),
})

// Resets the second factor of a user who has lost the device.
import { resetSecondFactor } from '../../users/operations/manage-users.ts'
import { command } from '../command.ts'
import { commandDone } from '../result.ts'
import { refuseUserCommand, userArguments, userLabel, userOptions, withUsers } from './options.ts'
import { userData } from './view.ts'

export const userResetSecondFactor = command({
  name: 'user reset-second-factor',
  purpose: "Resets a user's second factor so that they can set up a new one; all sessions of the user end immediately.",
  arguments: userArguments,
  options: userOptions,
  example: 'ann --merchant SHOP1',
  run: ({ login, ...options }, context) =>
    withUsers(context, options, async ({ ports, merchantId, manager }) => {
      const key = { merchantId, login }
      const reset = await resetSecondFactor(key, manager, ports)
      if (reset.kind !== 'DONE') return refuseUserCommand(reset, key)
      const text = `${userLabel(key)} can sign in with the password alone until a new second factor is set up.`
      return commandDone({ person: userData(reset.user) }, text)
    }),
})

// Resets the password of a user who has forgotten it.
import { resetPassword } from '../../users/operations/manage-users.ts'
import { command } from '../command.ts'
import { commandDone } from '../result.ts'
import { refuseUserCommand, userArguments, userOptions, withUsers } from './options.ts'
import { passwordText, userData } from './view.ts'

export const userResetPassword = command({
  name: 'user reset-password',
  purpose: "Resets a user's password and prints the new one once; all sessions of the user end immediately.",
  arguments: userArguments,
  options: userOptions,
  example: 'ann --merchant SHOP1',
  run: ({ login, ...options }, context) =>
    withUsers(context, options, async ({ ports, merchantId, manager }) => {
      const key = { merchantId, login }
      const made = await resetPassword(key, manager, ports)
      if (made.kind !== 'MADE') return refuseUserCommand(made, key)
      const { user, password } = made
      return commandDone({ person: userData(user), password }, passwordText(user, password))
    }),
})

// Lets a user try again at once after too many failures.
import { unlockUser } from '../../users/operations/manage-users.ts'
import { command } from '../command.ts'
import { commandDone } from '../result.ts'
import { refuseUserCommand, userArguments, userLabel, userOptions, withUsers } from './options.ts'
import { userData } from './view.ts'

export const userUnlock = command({
  name: 'user unlock',
  purpose: 'Clears failed sign-in attempts so that a locked-out user can try again immediately.',
  arguments: userArguments,
  options: userOptions,
  example: 'ann --merchant SHOP1',
  run: ({ login, ...options }, context) =>
    withUsers(context, options, async ({ ports, merchantId, manager }) => {
      const key = { merchantId, login }
      const unlocked = await unlockUser(key, manager, ports)
      if (unlocked.kind !== 'DONE') return refuseUserCommand(unlocked, key)
      return commandDone({ person: userData(unlocked.user) }, `Unlocked ${userLabel(key)}.`)
    }),
})

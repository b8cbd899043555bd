// Removes a user.
import { removeUser } from '../../users/operations/manage-users.ts'
import { command } from '../command.ts'
import { commandDone } from '../result.ts'
import { refuseUserCommand, userArguments, userLabel, userOptions, withUsers } from './options.ts'
import { userData } from './view.ts'

export const userRemove = command({
  name: 'user remove',
  purpose: 'Removes a user and ends their sessions immediately; their audit log entries are kept.',
  arguments: userArguments,
  options: userOptions,
  example: 'ann --merchant SHOP1',
  run: ({ login, ...options }, context) =>
    withUsers(context, options, async ({ ports, merchantId, manager }) => {
      const key = { merchantId, login }
      const removed = await removeUser(key, manager, ports)
      if (removed.kind !== 'DONE') return refuseUserCommand(removed, key)
      return commandDone({ person: userData(removed.user), removed: true }, `Removed ${userLabel(key)}.`)
    }),
})

// Changes a user's name, permissions and e-mail address.
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { changeUser } from '../../users/operations/manage-users.ts'
import { command } from '../command.ts'
import { commandDone, usageError } from '../result.ts'
import { flag } from '../rows.ts'
import {
  permissionsOf,
  refuseUserCommand,
  rolesText,
  userArguments,
  userDetailOptions,
  userOptions,
  withUsers,
} from './options.ts'
import { userData, userText } from './view.ts'

export const userUpdate = command({
  name: 'user update',
  purpose:
    'Changes the given options only; removing permissions or disabling a user ends all their sessions immediately.',
  arguments: userArguments,
  options: {
    ...userOptions,
    ...userDetailOptions,
    enable: flag('Allows the user to sign in.'),
    disable: flag('Blocks the user from signing in; their data is kept.'),
  },
  example: 'ann --merchant SHOP1 --role BOOKKEEPER',
  notes: () => `${rolesText()}\n\nThe given permissions replace the existing ones.`,
  async run({ login, name, email, enable, disable, ...options }, context) {
    if (enable && disable) return usageError('--enable and --disable cannot be combined.')
    const permissions = permissionsOf(options)
    const isEnabled = enable === undefined && disable === undefined ? undefined : enable === true
    const change = {
      ...omitUndefined({ name, email, rights: permissions, isEnabled }),
    }
    if (Object.keys(change).length === 0) return usageError('Nothing to change; specify at least one option.')
    return withUsers(context, options, async ({ ports, merchantId, manager }) => {
      const key = { merchantId, login }
      const changed = await changeUser(key, change, manager, ports)
      if (changed.kind !== 'DONE') return refuseUserCommand(changed, key)
      return commandDone({ person: userData(changed.user) }, `Changed:\n\n${userText(changed.user)}`)
    })
  },
})

// Signs a user out, wherever they are signed in.
import { signOutUser } from '../../users/operations/manage-users.ts'
import { command } from '../command.ts'
import { commandDone } from '../result.ts'
import { refuseUserCommand, userArguments, userLabel, userOptions, withUsers } from './options.ts'

export const userSignOut = command({
  name: 'user sign-out',
  purpose: 'Ends all sessions of a user immediately.',
  arguments: userArguments,
  options: userOptions,
  example: 'ann --merchant SHOP1',
  run: ({ login, ...options }, context) =>
    withUsers(context, options, async ({ ports, merchantId, manager }) => {
      const key = { merchantId, login }
      const out = await signOutUser(key, manager, ports)
      if (out.kind !== 'SIGNED_OUT') return refuseUserCommand(out, key)
      const { ended } = out
      return commandDone(
        { ...key, ended },
        `${userLabel(key)}: ${ended} ${ended === 1 ? 'session' : 'sessions'} ended.`,
      )
    }),
})

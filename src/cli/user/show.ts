// Shows a user, and where they are signed in.
import { command } from '../command.ts'
import { commandDone } from '../result.ts'
import { refuseUserCommand, userArguments, userOwnerOptions, withUsers } from './options.ts'
import { consoleSessionsText, userData, userText } from './view.ts'

export const userShow = command({
  name: 'user show',
  purpose: "Shows a user's permissions, status and active sessions.",
  arguments: userArguments,
  options: userOwnerOptions,
  example: 'ann --merchant SHOP1',
  run: ({ login, ...options }, context) =>
    withUsers(context, options, async ({ ports: { users, consoleSessions }, merchantId }) => {
      const key = { merchantId, login }
      const user = await users.find(key)
      if (!user) return refuseUserCommand({ kind: 'UNKNOWN' }, key)
      const open = await consoleSessions.list(key)
      return commandDone({ person: userData(user), logins: open }, `${userText(user)}\n\n${consoleSessionsText(open)}`)
    }),
})

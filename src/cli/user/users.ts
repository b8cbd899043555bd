// Commands about the console's users.

import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { roles } from '../../kernel/user.ts'
import {
  addUser,
  changeUser,
  removeUser,
  resetPassword,
  resetSecondFactor,
  signOutUser,
  unlockUser,
} from '../../users/index.ts'
import { command } from '../command.ts'
import { unknownMerchant } from '../options.ts'
import { commandDone, commandRefused, usageError } from '../result.ts'
import { flag } from '../rows.ts'
import {
  newUserArguments,
  permissionsOf,
  refuseUserCommand,
  rolesText,
  userArguments,
  userDetailOptions,
  userLabel,
  userOptions,
  userOwnerOptions,
  withUsers,
} from './options.ts'
import { consoleSessionsText, passwordText, userData, usersText, userText } from './view.ts'

export const userAdd = command({
  name: 'user add',
  purpose: 'Adds a user of a merchant or of the operator, and prints the initial password once.',
  arguments: newUserArguments,
  options: { ...userOptions, ...userDetailOptions },
  example: 'ann --merchant SHOP1 --name "Ann Miller" --role CASHIER',
  notes: () => `${rolesText()}\n\nWithout --role and --rights the user has read-only access.`,
  run: ({ login, name = login, email, ...options }, context) =>
    withUsers(context, options, async ({ dependencies, merchantId, manager }) => {
      const key = { merchantId, login }
      const details = { ...key, name, email, permissions: permissionsOf(options) ?? roles.VIEWER }
      const added = await addUser(details, manager, dependencies)
      switch (added.kind) {
        case 'MADE': {
          const { user, password } = added
          const text = `Added:\n\n${userText(user)}\n\n${passwordText(user, password)}`
          return commandDone({ user: userData(user), password }, text)
        }
        case 'TAKEN':
          return commandRefused(`User ${userLabel(key)} already exists.`)
        case 'UNKNOWN_MERCHANT':
          return unknownMerchant(merchantId)
        case 'NOT_A_LOGIN':
          return usageError(`${login} is not a valid login.`)
        default:
          return refuseUserCommand(added, key)
      }
    }),
})

export const userList = command({
  name: 'user list',
  purpose: 'Lists the users of a merchant or of the operator.',
  arguments: {},
  options: userOwnerOptions,
  example: '--merchant SHOP1',
  run: (options, context) =>
    withUsers(context, options, async ({ dependencies, merchantId }) => {
      const users = await dependencies.users.list(merchantId)
      return commandDone({ users: users.map(userData) }, usersText(users))
    }),
})

export const userShow = command({
  name: 'user show',
  purpose: "Shows a user's permissions, status and active sessions.",
  arguments: userArguments,
  options: userOwnerOptions,
  example: 'ann --merchant SHOP1',
  run: ({ login, ...options }, context) =>
    withUsers(context, options, async ({ dependencies: { users, consoleSessions }, merchantId }) => {
      const key = { merchantId, login }
      const user = await users.find(key)
      if (!user) return refuseUserCommand({ kind: 'UNKNOWN' }, key)
      const open = await consoleSessions.list(key)
      return commandDone(
        { user: userData(user), consoleSessions: open },
        `${userText(user)}\n\n${consoleSessionsText(open)}`,
      )
    }),
})

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
    const change = omitUndefined({ name, email, permissions, isEnabled })
    if (Object.keys(change).length === 0) return usageError('Nothing to change; specify at least one option.')
    return withUsers(context, options, async ({ dependencies, merchantId, manager }) => {
      const key = { merchantId, login }
      const changed = await changeUser(key, change, manager, dependencies)
      if (changed.kind !== 'DONE') return refuseUserCommand(changed, key)
      return commandDone({ user: userData(changed.user) }, `Changed:\n\n${userText(changed.user)}`)
    })
  },
})

export const userRemove = command({
  name: 'user remove',
  purpose: 'Removes a user and ends their sessions immediately; their audit log entries are kept.',
  arguments: userArguments,
  options: userOptions,
  example: 'ann --merchant SHOP1',
  run: ({ login, ...options }, context) =>
    withUsers(context, options, async ({ dependencies, merchantId, manager }) => {
      const key = { merchantId, login }
      const removed = await removeUser(key, manager, dependencies)
      if (removed.kind !== 'DONE') return refuseUserCommand(removed, key)
      return commandDone({ user: userData(removed.user), removed: true }, `Removed ${userLabel(key)}.`)
    }),
})

export const userResetPassword = command({
  name: 'user reset-password',
  purpose: "Resets a user's password and prints the new one once; all sessions of the user end immediately.",
  arguments: userArguments,
  options: userOptions,
  example: 'ann --merchant SHOP1',
  run: ({ login, ...options }, context) =>
    withUsers(context, options, async ({ dependencies, merchantId, manager }) => {
      const key = { merchantId, login }
      const made = await resetPassword(key, manager, dependencies)
      if (made.kind !== 'MADE') return refuseUserCommand(made, key)
      const { user, password } = made
      return commandDone({ user: userData(user), password }, passwordText(user, password))
    }),
})

export const userResetSecondFactor = command({
  name: 'user reset-second-factor',
  purpose: "Resets a user's second factor so that they can set up a new one; all sessions of the user end immediately.",
  arguments: userArguments,
  options: userOptions,
  example: 'ann --merchant SHOP1',
  run: ({ login, ...options }, context) =>
    withUsers(context, options, async ({ dependencies, merchantId, manager }) => {
      const key = { merchantId, login }
      const reset = await resetSecondFactor(key, manager, dependencies)
      if (reset.kind !== 'DONE') return refuseUserCommand(reset, key)
      const text = `${userLabel(key)} can sign in with the password alone until a new second factor is set up.`
      return commandDone({ user: userData(reset.user) }, text)
    }),
})

export const userUnlock = command({
  name: 'user unlock',
  purpose: 'Clears failed sign-in attempts so that a locked-out user can try again immediately.',
  arguments: userArguments,
  options: userOptions,
  example: 'ann --merchant SHOP1',
  run: ({ login, ...options }, context) =>
    withUsers(context, options, async ({ dependencies, merchantId, manager }) => {
      const key = { merchantId, login }
      const unlocked = await unlockUser(key, manager, dependencies)
      if (unlocked.kind !== 'DONE') return refuseUserCommand(unlocked, key)
      return commandDone({ user: userData(unlocked.user) }, `Unlocked ${userLabel(key)}.`)
    }),
})

export const userSignOut = command({
  name: 'user sign-out',
  purpose: 'Ends all sessions of a user immediately.',
  arguments: userArguments,
  options: userOptions,
  example: 'ann --merchant SHOP1',
  run: ({ login, ...options }, context) =>
    withUsers(context, options, async ({ dependencies, merchantId, manager }) => {
      const key = { merchantId, login }
      const out = await signOutUser(key, manager, dependencies)
      if (out.kind !== 'SIGNED_OUT') return refuseUserCommand(out, key)
      const { ended } = out
      return commandDone(
        { ...key, ended },
        `${userLabel(key)}: ${ended} ${ended === 1 ? 'session' : 'sessions'} ended.`,
      )
    }),
})

// Adds a user.
import { roles } from '../../kernel/user.ts'
import { addUser } from '../../users/operations/manage-users.ts'
import { command } from '../command.ts'
import { unknownMerchant } from '../options.ts'
import { commandDone, commandRefused, usageError } from '../result.ts'
import {
  newUserArguments,
  permissionsOf,
  refuseUserCommand,
  rolesText,
  userDetailOptions,
  userLabel,
  userOptions,
  withUsers,
} from './options.ts'
import { passwordText, userData, userText } from './view.ts'

export const userAdd = command({
  name: 'user add',
  purpose: 'Adds a user of a merchant or of the operator, and prints the initial password once.',
  arguments: newUserArguments,
  options: { ...userOptions, ...userDetailOptions },
  example: 'ann --merchant SHOP1 --name "Ann Miller" --role CASHIER',
  notes: () => `${rolesText()}\n\nWithout --role and --rights the user has read-only access.`,
  run: ({ login, name = login, email, ...options }, context) =>
    withUsers(context, options, async ({ ports, merchantId, manager }) => {
      const key = { merchantId, login }
      const details = { ...key, name, email, rights: permissionsOf(options) ?? roles.VIEWER }
      const added = await addUser(details, manager, ports)
      switch (added.kind) {
        case 'MADE': {
          const { user, password } = added
          const text = `Added:\n\n${userText(user)}\n\n${passwordText(user, password)}`
          return commandDone({ person: userData(user), password }, text)
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

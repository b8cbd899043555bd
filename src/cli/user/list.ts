// Lists the users of a merchant, or of the operator.
import { command } from '../command.ts'
import { commandDone } from '../result.ts'
import { userOwnerOptions, withUsers } from './options.ts'
import { userData, usersText } from './view.ts'

export const userList = command({
  name: 'user list',
  purpose: 'Lists the users of a merchant or of the operator.',
  arguments: {},
  options: userOwnerOptions,
  example: '--merchant SHOP1',
  run: (options, context) =>
    withUsers(context, options, async ({ ports, merchantId }) => {
      const users = await ports.users.list(merchantId)
      return commandDone({ people: users.map(userData) }, usersText(users))
    }),
})

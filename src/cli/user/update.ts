// Changes what a person is called and may do.
import { changePerson } from '../../operations/users/manage-users.ts'
import { command } from '../command.ts'
import { done, misused } from '../result.ts'
import { flag } from '../rows.ts'
import {
  holdingOptions,
  personArguments,
  personOptions,
  refusalOf,
  rightsOf,
  rolesText,
  withPeople,
} from './options.ts'
import { personData, personText } from './view.ts'

export const userUpdate = command({
  name: 'user update',
  purpose: 'Changes what is given and leaves the rest; who loses rights or is disabled is signed out at once.',
  arguments: personArguments,
  options: {
    ...personOptions,
    ...holdingOptions,
    enable: flag('The person may sign in.'),
    disable: flag('The person may not sign in; nothing is lost.'),
  },
  example: 'ann --merchant SHOP1 --role BOOKKEEPER',
  notes: () => `${rolesText()}\n\nRights that are given replace those that were there.`,
  async run({ login, name, enable, disable, ...given }, surroundings) {
    if (enable && disable) return misused('--enable and --disable exclude each other.')
    const rights = rightsOf(given)
    const isEnabled = enable === undefined && disable === undefined ? undefined : enable === true
    const change = {
      ...(name !== undefined && { name }),
      ...(rights !== undefined && { rights }),
      ...(isEnabled !== undefined && { isEnabled }),
    }
    if (Object.keys(change).length === 0) return misused('There is nothing to change; give at least one option.')
    return withPeople(surroundings, given, async ({ ports, merchantId, manager }) => {
      const key = { merchantId, login }
      const changed = await changePerson(key, change, manager, ports)
      if (changed.kind !== 'done') return refusalOf(changed, key)
      return done({ person: personData(changed.person) }, `Changed:\n\n${personText(changed.person)}`)
    })
  },
})

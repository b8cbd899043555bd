// Ends somebody's work with the gateway.
import { removePerson } from '../../operations/users/manage-users.ts'
import { command } from '../command.ts'
import { done } from '../result.ts'
import { nameOf, personArguments, personOptions, refusalOf, withPeople } from './options.ts'
import { personData } from './view.ts'

export const userRemove = command({
  name: 'user remove',
  purpose: 'Removes a person, who is signed out at once; the audit remembers what they did.',
  arguments: personArguments,
  options: personOptions,
  example: 'ann --merchant SHOP1',
  run: ({ login, ...given }, surroundings) =>
    withPeople(surroundings, given, async ({ ports, merchantId, manager }) => {
      const key = { merchantId, login }
      const removed = await removePerson(key, manager, ports)
      if (removed.kind !== 'done') return refusalOf(removed, key)
      return done({ person: personData(removed.person), removed: true }, `Removed ${nameOf(key)}.`)
    }),
})

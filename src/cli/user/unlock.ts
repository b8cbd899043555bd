// Lets somebody try again at once after too many failures.
import { unlockPerson } from '../../operations/users/manage-users.ts'
import { command } from '../command.ts'
import { done } from '../result.ts'
import { nameOf, personArguments, personOptions, refusalOf, withPeople } from './options.ts'
import { personData } from './view.ts'

export const userUnlock = command({
  name: 'user unlock',
  purpose: 'Forgets failures to sign in, so that a person who is locked out may try again at once.',
  arguments: personArguments,
  options: personOptions,
  example: 'ann --merchant SHOP1',
  run: ({ login, ...given }, surroundings) =>
    withPeople(surroundings, given, async ({ ports, merchantId, manager }) => {
      const key = { merchantId, login }
      const unlocked = await unlockPerson(key, manager, ports)
      if (unlocked.kind !== 'done') return refusalOf(unlocked, key)
      return done({ person: personData(unlocked.person) }, `${nameOf(key)} may try to sign in.`)
    }),
})

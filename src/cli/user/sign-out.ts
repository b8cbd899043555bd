// Signs a person out, wherever they are signed in.
import { signOutPerson } from '../../operations/users/manage-users.ts'
import { command } from '../command.ts'
import { done } from '../result.ts'
import { nameOf, personArguments, personOptions, refusalOf, withPeople } from './options.ts'

export const userSignOut = command({
  name: 'user sign-out',
  purpose: 'Signs a person out everywhere, at once.',
  arguments: personArguments,
  options: personOptions,
  example: 'ann --merchant SHOP1',
  run: ({ login, ...given }, surroundings) =>
    withPeople(surroundings, given, async ({ ports, merchantId, manager }) => {
      const key = { merchantId, login }
      const out = await signOutPerson(key, manager, ports)
      if (out.kind !== 'signedOut') return refusalOf(out, key)
      const { ended } = out
      return done({ ...key, ended }, `${nameOf(key)}: ${ended} ${ended === 1 ? 'login has' : 'logins have'} ended.`)
    }),
})

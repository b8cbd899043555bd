// Lets somebody back in who has lost the device of the second factor.
import { resetSecondFactor } from '../../operations/users/manage-users.ts'
import { command } from '../command.ts'
import { done } from '../result.ts'
import { nameOf, personArguments, personOptions, refusalOf, withPeople } from './options.ts'
import { personData } from './view.ts'

export const userResetSecondFactor = command({
  name: 'user reset-second-factor',
  purpose: "Takes a person's second factor away, so that they can set up another; they are signed out at once.",
  arguments: personArguments,
  options: personOptions,
  example: 'ann --merchant SHOP1',
  run: ({ login, ...given }, surroundings) =>
    withPeople(surroundings, given, async ({ ports, merchantId, manager }) => {
      const key = { merchantId, login }
      const reset = await resetSecondFactor(key, manager, ports)
      if (reset.kind !== 'done') return refusalOf(reset, key)
      const text = `${nameOf(key)} signs in by the password alone until there is another second factor.`
      return done({ person: personData(reset.person) }, text)
    }),
})

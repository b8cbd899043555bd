// Lets somebody back in who has forgotten the password.
import { resetPassword } from '../../operations/users/manage-users.ts'
import { command } from '../command.ts'
import { done } from '../result.ts'
import { personArguments, personOptions, refusalOf, withPeople } from './options.ts'
import { passwordText, personData } from './view.ts'

export const userResetPassword = command({
  name: 'user reset-password',
  purpose: 'Makes a new password for a person and prints it, this once; the person is signed out at once.',
  arguments: personArguments,
  options: personOptions,
  example: 'ann --merchant SHOP1',
  run: ({ login, ...given }, surroundings) =>
    withPeople(surroundings, given, async ({ ports, merchantId, manager }) => {
      const key = { merchantId, login }
      const made = await resetPassword(key, manager, ports)
      if (made.kind !== 'made') return refusalOf(made, key)
      const { person, password } = made
      return done({ person: personData(person), password }, passwordText(person, password))
    }),
})

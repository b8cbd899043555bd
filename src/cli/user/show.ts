// Shows a person, and where they are signed in.
import { command } from '../command.ts'
import { done } from '../result.ts'
import { ofOptions, personArguments, refusalOf, withPeople } from './options.ts'
import { loginsText, personData, personText } from './view.ts'

export const userShow = command({
  name: 'user show',
  purpose: 'Shows what a person may do, whether they can sign in, and where they are signed in.',
  arguments: personArguments,
  options: ofOptions,
  example: 'ann --merchant SHOP1',
  run: ({ login, ...given }, surroundings) =>
    withPeople(surroundings, given, async ({ ports: { people, logins }, merchantId }) => {
      const key = { merchantId, login }
      const person = await people.find(key)
      if (!person) return refusalOf({ kind: 'unknown' }, key)
      const open = await logins.list(key)
      return done({ person: personData(person), logins: open }, `${personText(person)}\n\n${loginsText(open)}`)
    }),
})

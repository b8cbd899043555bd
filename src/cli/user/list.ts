// Lists the people of a merchant, or of the operator.
import { command } from '../command.ts'
import { done } from '../result.ts'
import { ofOptions, withPeople } from './options.ts'
import { peopleText, personData } from './view.ts'

export const userList = command({
  name: 'user list',
  purpose: 'Lists the people of a merchant, or of the operator.',
  arguments: {},
  options: ofOptions,
  example: '--merchant SHOP1',
  run: (given, surroundings) =>
    withPeople(surroundings, given, async ({ ports, merchantId }) => {
      const people = await ports.people.list(merchantId)
      return done({ people: people.map(personData) }, peopleText(people))
    }),
})

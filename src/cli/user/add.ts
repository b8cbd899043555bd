// Lets somebody work with the gateway.
import { roles } from '../../domain/users/user.ts'
import { addPerson } from '../../operations/users/manage-users.ts'
import { command } from '../command.ts'
import { unknownMerchant } from '../merchant/merchant-id.ts'
import { done, misused, refused } from '../result.ts'
import {
  holdingOptions,
  nameOf,
  personArguments,
  personOptions,
  refusalOf,
  rightsOf,
  rolesText,
  withPeople,
} from './options.ts'
import { passwordText, personData, personText } from './view.ts'

export const userAdd = command({
  name: 'user add',
  purpose: 'Adds a person of a merchant or of the operator, and prints a first password, this once.',
  arguments: personArguments,
  options: { ...personOptions, ...holdingOptions },
  example: 'ann --merchant SHOP1 --name "Ann Miller" --role CASHIER',
  notes: () => `${rolesText()}\n\nWithout --role and --rights the person may look and nothing else.`,
  run: ({ login, name = login, ...given }, surroundings) =>
    withPeople(surroundings, given, async ({ ports, merchantId, manager }) => {
      const key = { merchantId, login }
      const added = await addPerson({ ...key, name, rights: rightsOf(given) ?? roles.VIEWER }, manager, ports)
      switch (added.kind) {
        case 'made': {
          const { person, password } = added
          const text = `Added:\n\n${personText(person)}\n\n${passwordText(person, password)}`
          return done({ person: personData(person), password }, text)
        }
        case 'taken':
          return refused(`There is a person ${nameOf(key)} already.`)
        case 'unknownMerchant':
          return unknownMerchant(merchantId)
        case 'notALogin':
          return misused(`${login} cannot be a login.`)
        default:
          return refusalOf(added, key)
      }
    }),
})

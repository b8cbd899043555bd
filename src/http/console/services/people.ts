// People: a merchant's, and the operator's own. The same services for both, below another path.
import { boolean, enumeration, string } from '../../../contract/field-types.ts'
import { list, required } from '../../../contract/row.ts'
import { operator, type PersonKey, rights } from '../../../domain/users/user.ts'
import {
  addPerson,
  changePerson,
  type Managed,
  managerOf,
  type PasswordMade,
  removePerson,
  resetPassword,
  resetSecondFactor,
  signOutPerson,
  unlockPerson,
} from '../../../operations/users/manage-users.ts'
import { type Desk, idOf, personOf } from '../context.ts'
import { loginRow } from '../path-ids.ts'
import { withBody } from '../read-fields.ts'
import { done, lacksRights, made, ok, refusal, unknown } from '../responses.ts'
import type { Access, ConsoleAnswer, ConsoleCall, ConsoleRoute } from '../route.ts'

const name = string(1, 100)
const rightsRow = list(enumeration(rights))

export function peopleServices(desk: Desk): readonly ConsoleRoute[] {
  return [
    ...peopleBelow('/merchants/:merchantId/people', 'MERCHANT', desk),
    ...peopleBelow('/people', 'OPERATOR', desk),
  ]
}

function peopleBelow(root: `/${string}`, kind: 'MERCHANT' | 'OPERATOR', { ports }: Desk): readonly ConsoleRoute[] {
  const see: Access = { kind, right: 'MANAGE_USERS' }
  const change: Access = { ...see, isSensitive: true }
  const merchantOf = (call: ConsoleCall) => (kind === 'MERCHANT' ? idOf(call, 'merchantId') : operator)
  const keyOf = (call: ConsoleCall): PersonKey => ({ merchantId: merchantOf(call), login: idOf(call, 'login') })
  const manager = (call: ConsoleCall) => managerOf(personOf(call))
  return [
    {
      method: 'GET',
      path: root,
      purpose: 'Lists people.',
      access: see,
      handle: async (call) => ok({ people: await ports.people.list(merchantOf(call)) }),
    },
    {
      method: 'POST',
      path: root,
      purpose: 'Adds a person and tells the first password, this once.',
      access: change,
      handle: withBody(
        { login: required(loginRow), name: required(name), rights: required(rightsRow) },
        async (given, call) => {
          const added = await addPerson({ merchantId: merchantOf(call), ...given }, manager(call), ports)
          switch (added.kind) {
            case 'taken':
              return refusal(409, 'TAKEN', 'Somebody has this login already.', 'login')
            case 'notALogin':
              return refusal(422, 'FIELD_INVALID', 'It is no login.', 'login')
            case 'unknownMerchant':
              return unknown('merchant')
            default:
              return passwordMade(added as PasswordMade)
          }
        },
      ),
    },
    {
      method: 'PUT',
      path: `${root}/:login`,
      purpose: 'Changes name, rights, or whether the person may sign in.',
      access: change,
      handle: withBody({ name, rights: rightsRow, isEnabled: boolean() }, async (given, call) =>
        managed(await changePerson(keyOf(call), given, manager(call), ports)),
      ),
    },
    {
      method: 'DELETE',
      path: `${root}/:login`,
      purpose: 'Removes a person.',
      access: change,
      async handle(call) {
        const removed = await removePerson(keyOf(call), manager(call), ports)
        return removed.kind === 'done' ? done : managed(removed)
      },
    },
    {
      method: 'POST',
      path: `${root}/:login/password`,
      purpose: 'Makes a password to be changed at the next sign-in, and tells it, this once.',
      access: change,
      handle: async (call) => passwordMade(await resetPassword(keyOf(call), manager(call), ports)),
    },
    {
      method: 'DELETE',
      path: `${root}/:login/second-factor`,
      purpose: 'Takes away the second factor of who has lost the device.',
      access: change,
      async handle(call) {
        const reset = await resetSecondFactor(keyOf(call), manager(call), ports)
        return reset.kind === 'notSetUp'
          ? refusal(409, 'NOT_SET_UP', 'The person has no second factor.')
          : managed(reset)
      },
    },
    {
      method: 'DELETE',
      path: `${root}/:login/lock`,
      purpose: 'Lets somebody try again at once after too many failures.',
      access: change,
      handle: async (call) => managed(await unlockPerson(keyOf(call), manager(call), ports)),
    },
    {
      method: 'DELETE',
      path: `${root}/:login/logins`,
      purpose: 'Signs a person out everywhere.',
      access: change,
      async handle(call) {
        const result = await signOutPerson(keyOf(call), manager(call), ports)
        return result.kind === 'signedOut' ? ok({ ended: result.ended }) : managed(result)
      },
    },
  ]
}

function managed(result: Managed): ConsoleAnswer {
  switch (result.kind) {
    case 'done':
      return ok(result.person)
    case 'unknown':
      return unknown('person')
    case 'own':
      return refusal(409, 'OWN', 'Nobody does that to themselves.')
    case 'lastManager':
      return refusal(409, 'LAST_MANAGER', 'Nobody of the operator could manage people any more.')
    case 'lacksRights':
      return lacksRights(result.rights)
  }
}

function passwordMade(result: PasswordMade): ConsoleAnswer {
  if (result.kind === 'made') return made({ person: result.person, password: result.password })
  return result.kind === 'busy' ? refusal(503, 'BUSY', 'Try again in a moment.') : managed(result)
}

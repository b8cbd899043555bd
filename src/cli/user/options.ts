// How commands about people are told whom, and how they say that the answer is no.
import { string } from '../../contract/field-types.ts'
import { merchantIdRow } from '../../contract/routes.ts'
import { Refused } from '../../contract/row.ts'
import {
  isLogin,
  normalLogin,
  operator,
  type PersonKey,
  type Right,
  type Role,
  rights,
  roles,
} from '../../domain/users/user.ts'
import type { Ports } from '../../operations/call.ts'
import { commandLine, type Manager, type NotManaged } from '../../operations/users/manage-users.ts'
import type { Surroundings } from '../command.ts'
import { unknownMerchant } from '../merchant/merchant-id.ts'
import { actorOf, userOption } from '../order/options.ts'
import { type Misuse, misused, type Refusal, type Result, refused } from '../result.ts'
import { type Arguments, choice, flag, list, type Options, oneOf, text, type ValueRow } from '../rows.ts'
import { withOperations } from '../with-installation.ts'

const loginArgument: ValueRow<string> = {
  kind: 'value',
  placeholder: '<login>',
  description: 'What the person signs in by: 1 to 64 letters, digits, dots, hyphens, underscores and at signs.',
  parse(given) {
    const login = normalLogin(given)
    return isLogin(login) ? login : new Refused('must be 1 to 64 of a-z, 0-9, ".", "-", "_" and "@", not first a sign')
  },
}

export const personArguments = { login: loginArgument } as const satisfies Arguments

export const ofOptions = {
  merchant: text(merchantIdRow, '<merchantId>', 'The merchant whose people are meant.'),
  operator: flag("The operator's own people, who may act for every merchant."),
} as const satisfies Options

export const personOptions = { ...ofOptions, user: userOption } as const satisfies Options

const roleNames = Object.keys(roles) as readonly Role[]

export const holdingOptions = {
  name: text(string(1, 100), '<text>', "The person's name. At first the login."),
  role: choice(roleNames, '<role>', 'A set of rights under one name, as listed below.'),
  rights: list(oneOf(rights), 'VIEW,REFUND,...', `Single rights, also beside a role: ${rights.join(', ')}.`),
} as const satisfies Options

export function rolesText(): string {
  return `Roles
${roleNames.map((name) => `  ${name.padEnd(15)}${roles[name].join(', ')}`).join('\n')}`
}

/** Undefined when neither was given. */
export function rightsOf(given: {
  readonly role?: Role
  readonly rights?: readonly Right[]
}): readonly Right[] | undefined {
  if (given.role === undefined && given.rights === undefined) return undefined
  const held = new Set<Right>([...(given.role ? roles[given.role] : []), ...(given.rights ?? [])])
  return rights.filter((right) => held.has(right))
}

interface Of {
  readonly merchant?: string
  readonly operator?: true
}

export function refuseOf({ merchant, operator: isOperator }: Of): Misuse | undefined {
  const isOne = (merchant === undefined) !== (isOperator === undefined)
  return isOne ? undefined : misused('Give either --merchant or --operator.')
}

export interface PeopleWork {
  readonly ports: Ports
  readonly merchantId: string
  readonly manager: Manager
}

/** Opens what commands about people work with, once it is clear whose people are meant. */
export async function withPeople(
  surroundings: Surroundings,
  given: Of & { readonly user?: string },
  work: (people: PeopleWork) => Promise<Result>,
): Promise<Result> {
  const wrong = refuseOf(given)
  if (wrong) return wrong
  const merchantId = given.merchant ?? operator
  return withOperations(surroundings, async ({ ports, merchants }) => {
    if (merchantId !== operator && !(await merchants.find(merchantId))) return unknownMerchant(merchantId)
    return work({ ports, merchantId, manager: commandLine(actorOf(given.user)) })
  })
}

export function nameOf({ merchantId, login }: PersonKey): string {
  return merchantId === operator ? `${login} of the operator` : `${login} of ${merchantId}`
}

export function refusalOf(no: NotManaged | { readonly kind: 'busy' | 'notSetUp' }, key: PersonKey): Refusal {
  switch (no.kind) {
    case 'unknown':
      return refused(`There is no person ${nameOf(key)}.`)
    case 'lastManager':
      return refused(`${nameOf(key)} is the last of the operator's people with MANAGE_USERS; give it to another first.`)
    case 'notSetUp':
      return refused(`${nameOf(key)} has no second factor.`)
    case 'lacksRights':
      return refused(`That takes rights that you do not hold: ${no.rights.join(', ')}.`)
    case 'own':
      return refused('Nobody does that to themselves.')
    case 'busy':
      return refused('Too many passwords are being judged; try again.')
  }
}

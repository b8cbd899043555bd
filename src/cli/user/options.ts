// The options of commands about users, and their messages when they are refused.
import { string } from '../../contract/field-types.ts'
import { merchantIdRow } from '../../contract/routes.ts'
import { FieldError } from '../../contract/row.ts'
import {
  isLogin,
  normalizeLogin,
  operatorMerchantId,
  type Permission,
  permissions,
  type Role,
  roles,
  type UserKey,
} from '../../kernel/user.ts'
import {
  commandLineManager,
  type EmailRefusal,
  type Manager,
  type UserDependencies,
  type UserManagementRefusal,
} from '../../users/index.ts'
import type { CommandContext } from '../command.ts'
import { commandActor, unknownMerchant, userOption } from '../options.ts'
import { type CommandRefusal, type CommandResult, commandRefused, type UsageError, usageError } from '../result.ts'
import {
  type Arguments,
  choiceValue,
  flag,
  freeTextValue,
  listValue,
  type Options,
  parseOneOf,
  textValue,
  type ValueRow,
  withoutCardNumbers,
} from '../rows.ts'
import { withOperations } from '../with-installation.ts'

const loginArgument: ValueRow<string> = {
  kind: 'VALUE',
  placeholder: '<login>',
  description: 'The login of the user: 1 to 64 letters, digits, dots, hyphens, underscores and at signs.',
  parse(text) {
    const login = normalizeLogin(text)
    return isLogin(login)
      ? login
      : new FieldError('must be 1 to 64 of a-z, 0-9, ".", "-", "_" and "@", and begin with a letter or digit')
  },
}

export const userArguments = { login: loginArgument } as const satisfies Arguments
export const newUserArguments = { login: withoutCardNumbers(loginArgument) } as const satisfies Arguments

export const userOwnerOptions = {
  merchant: textValue(merchantIdRow, '<merchantId>', 'The merchant that the user belongs to.'),
  operator: flag("The operator's own users, who may act for every merchant."),
} as const satisfies Options

export const userOptions = { ...userOwnerOptions, user: userOption } as const satisfies Options

const roleNames = Object.keys(roles) as readonly Role[]

export const userDetailOptions = {
  name: freeTextValue(string(1, 100), '<text>', "The user's name. Default: the login."),
  role: choiceValue(roleNames, '<role>', 'A named set of permissions, as listed below.'),
  email: textValue(
    string(0, 254),
    '<address>',
    'The address that alerts go to, once the user has confirmed it in the console.',
  ),
  rights: listValue(
    parseOneOf(permissions),
    'VIEW,REFUND,...',
    `Individual permissions, in addition to a role: ${permissions.join(', ')}.`,
  ),
} as const satisfies Options

export function rolesText(): string {
  return `Roles
${roleNames.map((name) => `  ${name.padEnd(15)}${roles[name].join(', ')}`).join('\n')}`
}

/** Undefined when neither was given. */
export function permissionsOf(options: {
  readonly role?: Role
  readonly rights?: readonly Permission[]
}): readonly Permission[] | undefined {
  if (options.role === undefined && options.rights === undefined) return undefined
  const held = new Set<Permission>([...(options.role ? roles[options.role] : []), ...(options.rights ?? [])])
  return permissions.filter((permission) => held.has(permission))
}

interface OwnerSelection {
  readonly merchant?: string
  readonly operator?: true
}

export function refuseOwnerSelection({ merchant, operator: isOperator }: OwnerSelection): UsageError | undefined {
  const isOne = (merchant === undefined) !== (isOperator === undefined)
  return isOne ? undefined : usageError('Specify either --merchant or --operator.')
}

export interface UserCommandContext {
  readonly dependencies: UserDependencies
  readonly merchantId: string
  readonly manager: Manager
}

/** Opens what commands about users need, once it is clear whose users are meant. */
export async function withUsers(
  context: CommandContext,
  options: OwnerSelection & { readonly user?: string },
  work: (users: UserCommandContext) => Promise<CommandResult>,
): Promise<CommandResult> {
  const wrong = refuseOwnerSelection(options)
  if (wrong) return wrong
  const merchantId = options.merchant ?? operatorMerchantId
  return withOperations(context, async ({ dependencies, merchants }) => {
    if (merchantId !== operatorMerchantId && !(await merchants.find(merchantId))) return unknownMerchant(merchantId)
    return work({ dependencies, merchantId, manager: commandLineManager(commandActor(options.user)) })
  })
}

export function userLabel({ merchantId, login }: UserKey): string {
  return merchantId === operatorMerchantId ? `${login} of the operator` : `${login} of ${merchantId}`
}

export function refuseUserCommand(
  no: UserManagementRefusal | EmailRefusal | { readonly kind: 'OVERLOADED' | 'NOT_SET_UP' },
  key: UserKey,
): CommandRefusal {
  switch (no.kind) {
    case 'UNKNOWN':
      return commandRefused(`User ${userLabel(key)} does not exist.`)
    case 'LAST_MANAGER':
      return commandRefused(
        `${userLabel(key)} is the last operator user with MANAGE_USERS; grant it to another user first.`,
      )
    case 'NOT_AN_ADDRESS':
      return commandRefused('E-mails cannot be sent to this address.')
    case 'NOT_SET_UP':
      return commandRefused(`${userLabel(key)} has no second factor.`)
    case 'LACKS_PERMISSIONS':
      return commandRefused(`You do not have these permissions yourself: ${no.permissions.join(', ')}.`)
    case 'OWN':
      return commandRefused('You cannot do this to your own account.')
    case 'OVERLOADED':
      return commandRefused('Too many passwords are being checked at the moment; try again.')
  }
}

// Named scopes of credentials as an option, and a credential that was created as output.

import type { CredentialResult } from '../../approvals/index.ts'
import { scopeNames } from '../../contract/operation-permissions.ts'
import type { CredentialScope } from '../../kernel/credential-scope.ts'
import { program } from '../help.ts'
import { type CommandResult, commandDone, commandRefused } from '../result.ts'
import { choiceValue } from '../rows.ts'
import { pairs } from '../table.ts'

export const scopeOption = (description: string) => choiceValue(scopeNames, '<scope>', description)

interface NewCredential {
  readonly merchantId: string
  readonly name?: string | undefined
  readonly operations: CredentialScope
}

export function createdCredentialResult(
  { merchantId, name, operations }: NewCredential,
  result: CredentialResult,
): CommandResult {
  switch (result.kind) {
    case 'MADE': {
      const userId = `merchant.${merchantId}`
      const { slot, password } = result
      return commandDone(
        { merchantId, userId, slot, password, name, operations: name === undefined ? undefined : operations },
        `API clients can now also authenticate with this password, which is not shown again:

${pairs([
  ['User id', userId],
  ['Password', password],
  ['Slot', String(slot)],
  ...(name === undefined
    ? []
    : ([
        ['Name', name],
        ['Operations', operations.join(', ')],
      ] as const)),
])}`,
      )
    }
    case 'FULL': {
      const remedy = `revoke one first: ${program} merchant password revoke ${merchantId} --slot <number>`
      const most = name === undefined ? 'two default passwords' : 'the maximum number of credentials'
      return commandRefused(`${merchantId} already has ${most}; ${remedy}`)
    }
    case 'NAME_TAKEN':
      return commandRefused(`${merchantId} already has a credential named ${name}.`)
    default:
      throw new Error(`the command line was refused a credential: ${result.kind}`)
  }
}

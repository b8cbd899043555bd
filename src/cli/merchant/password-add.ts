// Gives a merchant a new API credential: a default password beside the existing one, or a named one with its own
// operations.

import { makeCredential } from '../../approvals/operations/manage-credentials.ts'
import { credentialNameRow, operationsOfScope } from '../../contract/operation-permissions.ts'
import { allOperations } from '../../kernel/credential-scope.ts'
import { catalogue } from '../../requests/catalogue.ts'
import { commandLineManager } from '../../users/operations/manage-users.ts'
import { command } from '../command.ts'
import { commandActor, userOption } from '../order/options.ts'
import { usageError } from '../result.ts'
import { freeTextValue, listValue, parseOneOf } from '../rows.ts'
import { withAdministration } from '../with-installation.ts'
import { merchantIdArgument, unknownMerchant } from './merchant-id.ts'
import { createdCredentialResult, scopeOption } from './scope-option.ts'

const operationWords = [allOperations, ...catalogue.map(({ name }) => name)]

export const merchantPasswordAdd = command({
  name: 'merchant password add',
  purpose: 'Creates an API password and prints it once; existing passwords keep working until they are revoked.',
  arguments: { merchantId: merchantIdArgument },
  options: {
    name: freeTextValue(
      credentialNameRow,
      '<name>',
      'A name for the credential. Without one, creates a default password.',
    ),
    operations: listValue(
      parseOneOf(operationWords),
      'CAPTURE,REFUND,...',
      `With --name: the operations it may use (${operationWords.join(', ')}). Default: ALL.`,
    ),
    scope: scopeOption('With --name, in place of --operations: FULL, PAYMENTS (without refunds), or READ_ONLY.'),
    user: userOption,
  },
  example: 'SHOP1 --name "settlement job" --operations CAPTURE,RETRIEVE_ORDER',
  async run({ merchantId, name, operations: input, scope, user }, context) {
    if (input !== undefined && name === undefined) return usageError('--operations requires --name.')
    if (scope !== undefined && name === undefined) return usageError('--scope requires --name.')
    if (scope !== undefined && input !== undefined) return usageError('Specify either --scope or --operations.')
    const operations = input ?? operationsOfScope[scope ?? 'FULL']
    return withAdministration(context, async (administration) => {
      if (!(await administration.merchants.find(merchantId))) return unknownMerchant(merchantId)

      const called = name === undefined ? {} : { name }
      const wanted = { merchantId, ...called, operations, needsApproval: false }
      const result = await makeCredential(wanted, commandLineManager(commandActor(user)), {
        ...administration,
        clock: { now: () => new Date() },
      })
      return createdCredentialResult({ merchantId, ...called, operations }, result)
    })
  },
})

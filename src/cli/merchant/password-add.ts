// Gives a merchant a new API credential: a default password beside the existing one, or a named one with its own
// operations.
import { catalogue } from '../../contract/catalogue.ts'
import { credentialNameRow } from '../../contract/operation-rights.ts'
import { allOperations } from '../../domain/merchants/credential-scope.ts'
import { makeCredential } from '../../operations/merchants/manage-credentials.ts'
import { commandLineManager } from '../../operations/users/manage-users.ts'
import { command } from '../command.ts'
import { program } from '../help.ts'
import { commandActor, userOption } from '../order/options.ts'
import { commandDone, commandRefused, usageError } from '../result.ts'
import { listValue, parseOneOf, textValue } from '../rows.ts'
import { pairs } from '../table.ts'
import { withAdministration } from '../with-installation.ts'
import { merchantIdArgument, unknownMerchant } from './merchant-id.ts'

const operationWords = [allOperations, ...catalogue.map(({ name }) => name)]

export const merchantPasswordAdd = command({
  name: 'merchant password add',
  purpose: 'Creates an API password and prints it once; existing passwords keep working until they are revoked.',
  arguments: { merchantId: merchantIdArgument },
  options: {
    name: textValue(credentialNameRow, '<name>', 'A name for the credential. Without one, creates a default password.'),
    operations: listValue(
      parseOneOf(operationWords),
      'CAPTURE,REFUND,...',
      `With --name: the operations it may use (${operationWords.join(', ')}). Default: ALL.`,
    ),
    user: userOption,
  },
  example: 'SHOP1 --name "settlement job" --operations CAPTURE,RETRIEVE_ORDER',
  async run({ merchantId, name, operations: input, user }, context) {
    if (input !== undefined && name === undefined) return usageError('--operations requires --name.')
    const operations = input ?? [allOperations]
    return withAdministration(context, async (administration) => {
      if (!(await administration.merchants.find(merchantId))) return unknownMerchant(merchantId)

      const called = name === undefined ? {} : { name }
      const wanted = { merchantId, ...called, operations, needsApproval: false }
      const result = await makeCredential(wanted, commandLineManager(commandActor(user)), {
        ...administration,
        clock: { now: () => new Date() },
      })
      switch (result.kind) {
        case 'made': {
          const userId = `merchant.${merchantId}`
          const { slot, password } = result
          return commandDone(
            { merchantId, userId, slot, password, ...(name !== undefined && { name, operations }) },
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
        case 'full': {
          const remedy = `revoke one first: ${program} merchant password revoke ${merchantId} --slot <number>`
          const most = name === undefined ? 'two default passwords' : 'the maximum number of credentials'
          return commandRefused(`${merchantId} already has ${most}; ${remedy}`)
        }
        case 'nameTaken':
          return commandRefused(`${merchantId} already has a credential named ${name}.`)
        default:
          throw new Error(`the command line was refused a credential: ${result.kind}`)
      }
    })
  },
})

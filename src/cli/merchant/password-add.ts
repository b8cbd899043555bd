// Gives a merchant a new API credential: a default password beside the one it has, or one with a name and operations of its own.
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
  purpose: 'Makes an API password and prints it, this once; the others go on working until they are revoked.',
  arguments: { merchantId: merchantIdArgument },
  options: {
    name: textValue(
      credentialNameRow,
      '<name>',
      'What the credential is called. Without one it is a default password.',
    ),
    operations: listValue(
      parseOneOf(operationWords),
      'CAPTURE,REFUND,...',
      `With --name: the operations it may use: ${operationWords.join(', ')}. Default: ALL.`,
    ),
    user: userOption,
  },
  example: 'SHOP1 --name "settlement job" --operations CAPTURE,RETRIEVE_ORDER',
  async run({ merchantId, name, operations: given, user }, surroundings) {
    if (given !== undefined && name === undefined) return usageError('--operations goes with --name only.')
    const operations = given ?? [allOperations]
    return withAdministration(surroundings, async (administration) => {
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
            `Its programs can now also log in with this, which is not shown again:

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
          const most = name === undefined ? 'two default passwords' : 'as many credentials as there can be'
          return commandRefused(`${merchantId} has ${most}, and there can be no more; ${remedy}`)
        }
        case 'nameTaken':
          return commandRefused(`${merchantId} has a credential named ${name} already.`)
        default:
          throw new Error(`the command line was refused a credential: ${result.kind}`)
      }
    })
  },
})

// Commands about the API passwords and the reporting password of a merchant.
import { makeCredential, rotateCredential } from '../../approvals/index.ts'
import { credentialNameRow, operationsOfScope } from '../../contract/operation-permissions.ts'
import { allOperations } from '../../kernel/credential-scope.ts'
import { catalogue } from '../../requests/index.ts'
import { commandLineManager } from '../../users/index.ts'
import { command } from '../command.ts'
import { program } from '../help.ts'
import { commandActor, commandAuditStamp, merchantIdArgument, unknownMerchant, userOption } from '../options.ts'
import { commandDone, commandRefused, usageError } from '../result.ts'
import { choiceValue, freeTextValue, listValue, parseOneOf, requiredOption } from '../rows.ts'
import { pairs } from '../table.ts'
import { withAdministration } from '../with-installation.ts'
import { createdCredentialResult, scopeOption } from './scope-option.ts'
import { passwordData, passwordsText } from './view.ts'

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

export const merchantPasswordList = command({
  name: 'merchant password list',
  purpose: "Lists a merchant's API passwords with their operations, creator and last use.",
  arguments: { merchantId: merchantIdArgument },
  options: {},
  example: 'SHOP1',
  run: ({ merchantId }, context) =>
    withAdministration(context, async ({ merchants }) => {
      const access = await merchants.find(merchantId)
      if (!access) return unknownMerchant(merchantId)
      const { passwords } = access
      return commandDone({ merchantId, passwords: passwords.map(passwordData) }, passwordsText(passwords))
    }),
})

const slots = Array.from({ length: 20 }, (_, slot) => String(slot + 1))

export const merchantPasswordRevoke = command({
  name: 'merchant password revoke',
  purpose: 'Revokes an API password; every gateway follows within five seconds. The last password cannot be revoked.',
  arguments: { merchantId: merchantIdArgument },
  options: {
    slot: requiredOption(choiceValue(slots, '<number>', 'The slot of the password; see "merchant password list".')),
    user: userOption,
  },
  example: 'SHOP1 --slot 1',
  run: ({ merchantId, slot, user }, context) =>
    withAdministration(context, async ({ merchants }) => {
      if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)

      switch (await merchants.revokePassword(merchantId, Number(slot), commandAuditStamp(user))) {
        case 'REVOKED':
          return commandDone({ merchantId, slot: Number(slot), revoked: true }, `Revoked the password in slot ${slot}.`)
        case 'NONE':
          return commandRefused(`${merchantId} has no password in slot ${slot}.`)
        case 'LAST': {
          const remedy = `add another first: ${program} merchant password add ${merchantId}`
          return commandRefused(`The password in slot ${slot} is the only one of ${merchantId}; ${remedy}`)
        }
      }
    }),
})

export const merchantPasswordRotate = command({
  name: 'merchant password rotate',
  purpose:
    'Creates a second password with the same operations and prints it once; the first works until it is revoked.',
  arguments: { merchantId: merchantIdArgument },
  options: {
    slot: requiredOption(choiceValue(slots, '<number>', 'The slot of the password; see "merchant password list".')),
    user: userOption,
  },
  example: 'SHOP1 --slot 3',
  run: ({ merchantId, slot, user }, context) =>
    withAdministration(context, async (administration) => {
      const access = await administration.merchants.find(merchantId)
      if (!access) return unknownMerchant(merchantId)
      const current = access.passwords.find((each) => each.slot === Number(slot))
      const manager = commandLineManager(commandActor(user))
      const dependencies = { ...administration, clock: { now: () => new Date() } }
      const result = await rotateCredential({ merchantId, slot: Number(slot) }, manager, () => false, dependencies)
      if (result.kind === 'UNKNOWN' || !current) return commandRefused(`${merchantId} has no password in slot ${slot}.`)
      return createdCredentialResult({ merchantId, name: result.name, operations: current.operations }, result)
    }),
})

export const merchantReportingPasswordAdd = command({
  name: 'merchant reporting-password add',
  purpose: 'Creates a password for downloading reports only and prints it once. Maximum two.',
  arguments: { merchantId: merchantIdArgument },
  options: { user: userOption },
  example: 'SHOP1',
  run: ({ merchantId, user }, context) =>
    withAdministration(context, async ({ merchants, reportingPasswords, vault, identifiers }) => {
      const access = await merchants.find(merchantId)
      if (!access) return unknownMerchant(merchantId)

      const password = identifiers.apiPassword()
      const slot = await reportingPasswords.add(
        merchantId,
        vault.keyedHash('PASSWORD', password),
        commandAuditStamp(user),
      )
      if (slot === 'FULL') {
        const remedy = `revoke one first: ${program} merchant reporting-password revoke ${merchantId} --slot 1|2`
        return commandRefused(`${merchantId} already has two reporting passwords; ${remedy}`)
      }
      const { hasReporting } = access.merchant.profile
      const login = { userId: `merchant.${merchantId}`, slot, password }
      const shown = pairs([
        ['User id', login.userId],
        ['Password', password],
        ['Slot', String(slot)],
      ])
      const missing = `\n\nIt cannot be used until reporting is enabled for the merchant: ${program} merchant update ${merchantId} --reporting`
      return commandDone(
        { merchantId, hasReporting, ...login },
        `Reports can be downloaded with this password, which is not shown again:\n\n${shown}${hasReporting ? '' : missing}`,
      )
    }),
})

const reportingSlots = { '1': 1, '2': 2 } as const

export const merchantReportingPasswordRevoke = command({
  name: 'merchant reporting-password revoke',
  purpose: 'Revokes a reporting password immediately in every gateway. The last one can be revoked as well.',
  arguments: { merchantId: merchantIdArgument },
  options: {
    slot: requiredOption(choiceValue(['1', '2'], '1|2', 'The slot of the password; see "merchant show".')),
    user: userOption,
  },
  example: 'SHOP1 --slot 1',
  run: ({ merchantId, slot, user }, context) =>
    withAdministration(context, async ({ merchants, reportingPasswords }) => {
      if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)

      const isRevoked = await reportingPasswords.revoke(merchantId, reportingSlots[slot], commandAuditStamp(user))
      if (!isRevoked) return commandRefused(`${merchantId} has no reporting password in slot ${slot}.`)
      const data = { merchantId, slot: reportingSlots[slot], revoked: true }
      return commandDone(data, `Revoked the reporting password in slot ${slot}.`)
    }),
})

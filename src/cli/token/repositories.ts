// Commands about token repositories, and how they show them.
import { FieldError } from '../../contract/row.ts'
import {
  type ListedRepository,
  newRepository,
  provisioningModes,
  refuseRepositoryId,
  type TokenRepository,
  tokenGenerations,
  tokenManagements,
} from '../../merchants/index.ts'
import { command } from '../command.ts'
import { holdsTokens, unknownRepository } from '../merchant/repository.ts'
import { commandAuditStamp, userOption } from '../options.ts'
import { commandDone, commandRefused, usageError } from '../result.ts'
import { choiceValue, flag, type Options, type OptionValues, requiredOption, type ValueRow } from '../rows.ts'
import { pairs, table } from '../table.ts'
import { withAdministration, withOperations } from '../with-installation.ts'

/** Of an existing repository, which may also be one that the gateway has named. */
const repositoryIdArgument: ValueRow<string> = {
  kind: 'VALUE',
  placeholder: '<repositoryId>',
  description: "The token repository's id: 1 to 16 printable ASCII characters.",
  parse: (text) => (/^[ -~]{1,16}$/.test(text) ? text : new FieldError('must be 1 to 16 printable ASCII characters')),
}

const newRepositoryIdArgument: ValueRow<string> = {
  ...repositoryIdArgument,
  description: `${repositoryIdArgument.description.slice(0, -1)}, not beginning with Test.`,
  parse(text) {
    const wrong = refuseRepositoryId(text)
    return wrong === undefined ? text : new FieldError(wrong)
  },
}

const repositoryOptions = {
  generation: choiceValue(tokenGenerations, '<way>', 'How new tokens are generated. Default: RANDOM.'),
  management: choiceValue(
    tokenManagements,
    '<way>',
    'Whether one account may have several tokens. Default: UNIQUE_TOKEN.',
  ),
  schemeTokens: flag('Requests scheme tokens from card schemes.'),
  provisioningMode: choiceValue(
    provisioningModes,
    '<mode>',
    'When scheme tokens are requested, unless a request specifies otherwise. Default: ASYNCHRONOUS.',
  ),
  maintenance: flag('Updates stored cards automatically.'),
} as const satisfies Options

function changeRepository(
  repository: TokenRepository,
  options: OptionValues<typeof repositoryOptions>,
): TokenRepository {
  return {
    ...repository,
    generation: options.generation ?? repository.generation,
    management: options.management ?? repository.management,
    hasSchemeTokens: options.schemeTokens ?? repository.hasSchemeTokens,
    provisioningMode: options.provisioningMode ?? repository.provisioningMode,
    hasMaintenance: options.maintenance ?? repository.hasMaintenance,
  }
}

export const tokenRepositoryCreate = command({
  name: 'token-repository create',
  purpose: 'Creates a token repository that merchants can share.',
  arguments: { repositoryId: newRepositoryIdArgument },
  options: { ...repositoryOptions, user: userOption },
  example: 'GROUP1 --generation PRESERVE_6_4 --management UNIQUE_ACCOUNT_IDENTIFIER',
  run: ({ repositoryId, user, ...options }, context) =>
    withAdministration(context, async ({ tokenRepositories }) => {
      const repository = changeRepository(newRepository(repositoryId), options)
      if (!(await tokenRepositories.create(repository, commandAuditStamp(user))))
        return commandRefused(`Token repository ${repositoryId} already exists.`)
      const made = { repository, merchantIds: [], hasTokens: false }
      return commandDone({ tokenRepository: listedRepositoryData(made) }, `Made:\n\n${repositoryText(made)}`)
    }),
})

export const tokenRepositoryList = command({
  name: 'token-repository list',
  purpose: 'Lists all token repositories.',
  arguments: {},
  options: {},
  example: '',
  run: (_given, context) =>
    withAdministration(context, async ({ tokenRepositories }) => {
      const found = await tokenRepositories.list()
      const rows = found.map(({ repository, merchantIds, hasTokens }) => [
        repository.id,
        repository.generation,
        repository.management,
        repository.hasSchemeTokens ? repository.provisioningMode : 'no',
        repository.hasMaintenance ? 'yes' : 'no',
        hasTokens ? 'yes' : 'no',
        merchantIds.join(','),
      ])
      const headings = ['REPOSITORY', 'GENERATION', 'MANAGEMENT', 'SCHEME TOKENS', 'MAINTENANCE', 'TOKENS', 'MERCHANTS']
      return commandDone(
        { tokenRepositories: found.map(listedRepositoryData) },
        rows.length === 0 ? 'No token repositories.' : table(headings, rows),
      )
    }),
})

export const tokenRepositoryShow = command({
  name: 'token-repository show',
  purpose: 'Shows a token repository: token generation, management and the merchants that share it.',
  arguments: { repositoryId: repositoryIdArgument },
  options: {},
  example: 'TESTMERCHANT',
  run: ({ repositoryId }, context) =>
    withAdministration(context, async ({ tokenRepositories }) => {
      const found = await tokenRepositories.find(repositoryId)
      if (!found) return unknownRepository(repositoryId)
      return commandDone({ tokenRepository: listedRepositoryData(found) }, repositoryText(found))
    }),
})

export const tokenRepositoryUpdate = command({
  name: 'token-repository update',
  purpose: 'Changes the given options only; gateways follow within five seconds.',
  arguments: { repositoryId: repositoryIdArgument },
  options: {
    ...repositoryOptions,
    noSchemeTokens: flag('Requests no more scheme tokens; existing ones stay.'),
    noMaintenance: flag('Does not update stored cards automatically.'),
    user: userOption,
  },
  example: 'GROUP1 --scheme-tokens --provisioning-mode SYNCHRONOUS',
  notes: () => 'Generation and management cannot be changed once the repository holds tokens.',
  async run({ repositoryId, user, ...options }, context) {
    const { noSchemeTokens, noMaintenance, ...input } = options
    if (input.schemeTokens && noSchemeTokens)
      return usageError('--scheme-tokens and --no-scheme-tokens cannot be combined.')
    if (input.maintenance && noMaintenance) return usageError('--maintenance and --no-maintenance cannot be combined.')
    if (Object.keys(options).length === 0) return usageError('Nothing to change; specify at least one option.')

    return withAdministration(context, async ({ tokenRepositories }) => {
      const found = await tokenRepositories.find(repositoryId)
      if (!found) return unknownRepository(repositoryId)
      const changed = changeRepository(found.repository, input)
      const repository = {
        ...changed,
        hasSchemeTokens: changed.hasSchemeTokens && !noSchemeTokens,
        hasMaintenance: changed.hasMaintenance && !noMaintenance,
      }
      if ((await tokenRepositories.update(repository, commandAuditStamp(user))) !== 'UPDATED')
        return holdsTokens(repositoryId)
      const now = { ...found, repository }
      return commandDone({ tokenRepository: listedRepositoryData(now) }, `Changed:\n\n${repositoryText(now)}`)
    })
  },
})

export const tokenMaintain = command({
  name: 'token maintain',
  purpose: 'Starts an account updater look-up of all stored cards in a token repository.',
  arguments: {},
  options: { repository: requiredOption(repositoryIdArgument) },
  example: '--repository TESTMERCHANT',
  notes: () =>
    `Running gateways begin within a second. Repositories with maintenance are looked up automatically every 30
days: see "npx tollgate token-repository update --help".`,
  run: ({ repository: repositoryId }, context) =>
    withOperations(context, async ({ dependencies, tokenRepositories }) => {
      const found = await tokenRepositories.find(repositoryId)
      if (!found) return commandRefused(`Token repository ${repositoryId} does not exist.`)
      if (!found.repository.hasMaintenance)
        return commandRefused(`Maintenance is not enabled for token repository ${repositoryId}.`)
      const due = await dependencies.tokenClaims.makeMaintenanceDue(repositoryId)
      const cards = due === 1 ? '1 card is' : `${due} cards are`
      return commandDone({ repositoryId, due }, `${cards} due for a look-up at the account updater.`)
    }),
})

export function repositoryData({ homeId: _, ...repository }: TokenRepository): object {
  return repository
}

export function listedRepositoryData({ repository, merchantIds, hasTokens }: ListedRepository): object {
  return { ...repositoryData(repository), merchantIds, hasTokens }
}

export function repositoryText({ repository, merchantIds, hasTokens }: ListedRepository): string {
  return pairs([
    ['Token repository', repository.id],
    ['Generation', repository.generation],
    ['Management', repository.management],
    ['Scheme tokens', repository.hasSchemeTokens ? `yes, ${repository.provisioningMode}` : 'no'],
    ['Maintenance', repository.hasMaintenance ? 'yes' : 'no'],
    ['Holds tokens', hasTokens ? 'yes' : 'no'],
    ['Merchants', merchantIds.join(', ') || 'none'],
  ])
}

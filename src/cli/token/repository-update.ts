// Changes a token repository.
import { command } from '../command.ts'
import { holdsTokens, unknownRepository } from '../merchant/repository.ts'
import { commandDone, usageError } from '../result.ts'
import { flag } from '../rows.ts'
import { withAdministration } from '../with-installation.ts'
import { changeRepository, repositoryIdArgument, repositoryOptions } from './repository-options.ts'
import { listedRepositoryData, repositoryText } from './repository-view.ts'
import { commandAuditStamp, userOption } from '../options.ts'

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

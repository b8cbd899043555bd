// Lists the token repositories, one line each.
import { command } from '../command.ts'
import { commandDone } from '../result.ts'
import { table } from '../table.ts'
import { withAdministration } from '../with-installation.ts'
import { listedRepositoryData } from './repository-view.ts'

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

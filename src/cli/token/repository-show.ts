// Shows a token repository and the merchants that share it.
import { command } from '../command.ts'
import { unknownRepository } from '../merchant/repository.ts'
import { commandDone } from '../result.ts'
import { withAdministration } from '../with-installation.ts'
import { repositoryIdArgument } from './repository-options.ts'
import { listedRepositoryData, repositoryText } from './repository-view.ts'

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

// Creates a token repository for merchants to share.
import { newRepository } from '../../merchants/rules/token-repository.ts'
import { command } from '../command.ts'
import { commandDone, commandRefused } from '../result.ts'
import { withAdministration } from '../with-installation.ts'
import { changeRepository, newRepositoryIdArgument, repositoryOptions } from './repository-options.ts'
import { listedRepositoryData, repositoryText } from './repository-view.ts'
import { commandAuditStamp, userOption } from '../options.ts'

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

// Looks up all cards of a token repository at the account updater now, instead of when each is due.
import { command } from '../command.ts'
import { commandDone, commandRefused } from '../result.ts'
import { requiredOption } from '../rows.ts'
import { withOperations } from '../with-installation.ts'
import { repositoryIdArgument } from './repository-options.ts'

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
    withOperations(context, async ({ ports, tokenRepositories }) => {
      const found = await tokenRepositories.find(repositoryId)
      if (!found) return commandRefused(`Token repository ${repositoryId} does not exist.`)
      if (!found.repository.hasMaintenance)
        return commandRefused(`Maintenance is not enabled for token repository ${repositoryId}.`)
      const due = await ports.tokenClaims.makeMaintenanceDue(repositoryId)
      const cards = due === 1 ? '1 card is' : `${due} cards are`
      return commandDone({ repositoryId, due }, `${cards} due for a look-up at the account updater.`)
    }),
})

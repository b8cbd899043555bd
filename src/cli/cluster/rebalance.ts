// Spreads merchants evenly over the nodes of a cluster.
import { setTimeout as pause } from 'node:timers/promises'
import { isRebalanceOver, readRebalance, requireCluster, startRebalance } from '../../compose/cluster.ts'
import { command } from '../command.ts'
import { openProgressReporter } from '../progress.ts'
import { commandDone, doneWithProblems } from '../result.ts'
import { flag } from '../rows.ts'
import { withInstallation } from '../with-installation.ts'

export const clusterRebalance = command({
  name: 'cluster rebalance',
  purpose: 'Moves merchants until every node of the cluster has about as many rows as the others.',
  arguments: {},
  options: { detach: flag('Returns immediately; the database continues in the background.') },
  example: '',
  notes: () =>
    `For use after nodes were added. Payments continue; those of a merchant that is being moved wait. The command can be
stopped at any time and run again, since the database does the work: it then shows the progress of the first one.`,
  run: ({ detach }, context) =>
    withInstallation(context, async ({ database }) => {
      await requireCluster(database)
      if (!(await startRebalance(database))) return commandDone({ state: 'balanced' }, 'Nothing to do.')
      if (detach) return commandDone({ state: 'running' }, 'The database moves merchants in the background.')
      const reporter = openProgressReporter(context.isJson, context.terminal.stderr)
      for (;;) {
        const progress = (await readRebalance(database)) ?? { state: 'finished', done: 0, total: 0 }
        const { state, done, total } = progress
        reporter.report({ what: `Moving merchants (${done} of ${total} moves)`, done, total: 0 })
        if (isRebalanceOver(progress)) {
          reporter.end()
          return state === 'finished'
            ? commandDone({ state, moves: done }, `Merchants are spread evenly, after ${done} moves.`)
            : doneWithProblems(
                { state, moves: done },
                `The database ended with ${state}; see its log, then run the command again.`,
              )
        }
        await pause(pollEveryMs)
      }
    }),
})

const pollEveryMs = 500

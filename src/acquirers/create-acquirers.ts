// What acquirer links do by themselves: following their changes, and writing what was exchanged on them and how often.

import type { Clock } from '../kernel/clock.ts'
import type { Config } from '../platform/config/config.ts'
import { errorLogger, type Job, repeatedJob, retentionEveryMs } from '../platform/jobs/job.ts'
import { repeatJob } from '../platform/jobs/repeat.ts'
import { adaptivePause } from '../platform/system/process.ts'
import { deleteOldMessages, writeMessages } from './jobs/exchanged-messages.ts'
import type { ExchangedMessages } from './ports/exchanged-messages.ts'
import type { LinkResponses } from './ports/link-responses.ts'
import type { LinkRegistry } from './registry.ts'

export interface LinkDependencies {
  readonly links: Pick<LinkRegistry, 'refresh'>
  readonly linkSeals: { renewSeal(): Promise<unknown> }
  /** Messages exchanged with acquirers, and how often each response was given. */
  readonly exchangedMessages: ExchangedMessages
  readonly linkResponses: LinkResponses
  readonly clock: Clock
  readonly config: Pick<Config, 'messageRetentionDays'>
}

export function createAcquirers(dependencies: LinkDependencies): { readonly jobs: readonly Job[] } {
  const { config } = dependencies
  return {
    jobs: [
      repeatedJob({
        name: 'follow changes of acquirer links',
        everyMs: 2_000,
        // Before payments would have to wait for them, on a distributed database, too.
        whereCostlyMs: 2_000,
        failure: 'the acquirer links could not be read; will retry',
        run: () => dependencies.links.refresh(),
      }),
      repeatedJob({
        name: 'seal acquirer links for outages of the node that has their first seal',
        everyMs: 60_000,
        failure: 'acquirer links could not be sealed; will retry',
        run: () => dependencies.linkSeals.renewSeal(),
      }),
      messageWriting(dependencies),
      repeatedJob({
        name: 'add up response codes of acquirers',
        everyMs: 1_000,
        failure: 'response codes could not be added up; will retry',
        run: () => dependencies.linkResponses.flush(),
      }),
      repeatedJob({
        name: 'delete old messages',
        everyMs: retentionEveryMs,
        failure: 'old messages could not be deleted; will retry',
        run: () => deleteOldMessages(dependencies, { days: config.messageRetentionDays }),
      }),
    ],
  }
}

function messageWriting(dependencies: LinkDependencies): Job {
  return {
    name: 'write exchanged messages',
    start(context) {
      const ended = new AbortController()
      // Payments come first: what cannot be written beside them is dropped.
      const rest = adaptivePause(ended.signal, () => true)
      const onError = errorLogger(context, 'messages exchanged with acquirers could not be written')
      const job = repeatJob(() => writeMessages(dependencies, rest), { everyMs: 500, onError })
      return {
        async stop() {
          ended.abort()
          await job.stop()
          await writeMessages(dependencies, rest).catch(onError)
          await dependencies.linkResponses.flush().catch(onError)
        },
      }
    },
  }
}

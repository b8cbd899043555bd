// What alerts do by themselves: e-mails to users about them and about what needs attention, and the comparison of the settings that
// protect the gateway with those of its last start.
import { dueAlerts } from '../audit/index.ts'
import type { Vault } from '../keys/index.ts'
import { withTimeout } from '../platform/concurrency/with-timeout.ts'
import type { Config } from '../platform/config/config.ts'
import { errorLogger, type Job, repeatedJob } from '../platform/jobs/job.ts'
import { repeatJob } from '../platform/jobs/repeat.ts'
import type { AlertDependencies } from './dependencies.ts'
import { compareControls, type OwnControls, renewControls } from './jobs/compare-controls.ts'
import { queueAlerts, queueAttention, summarizeAlerts } from './jobs/queue-alerts.ts'
import { changedControls, type SecretHashes, storedControls } from './rules/controls.ts'

export interface AlertJobDependencies extends AlertDependencies {
  readonly vault: Pick<Vault, 'keyedHash' | 'matches'>
  readonly config: Config
}

export function createAlerts(dependencies: AlertJobDependencies): { readonly jobs: readonly Job[] } {
  return {
    jobs: [
      controlComparison(dependencies),
      repeatedJob({
        name: 'queue e-mails about alerts',
        everyMs: 2_000,
        due: { kind: 'ALERTS', rows: [dueAlerts] },
        failure: 'e-mails about alerts could not be queued; will retry',
        run: () => queueAlerts(dependencies),
      }),
      repeatedJob({
        name: 'summarize the alerts of a day',
        everyMs: 60_000,
        failure: 'the alerts of the last day could not be summarized; will retry',
        run: () => summarizeAlerts(dependencies),
      }),
      repeatedJob({
        name: 'queue e-mails about what needs attention',
        everyMs: 60_000,
        whereCostlyMs: 300_000,
        failure: 'e-mails about what needs attention could not be queued; will retry',
        run: ({ onError }) => queueAttention(dependencies, onError),
      }),
    ],
  }
}

const comparisonEveryMs = 60_000
/** A start does not wait longer for a database that does not answer; the job continues. */
const startWaitMs = 5_000

/**
 * A job, so that a gateway starts also while the operator's rows cannot be reached; commands run none, and do not count as
 * starts.
 */
function controlComparison(dependencies: AlertJobDependencies): Job {
  const { config, vault } = dependencies
  return {
    name: 'compare settings with the last start',

    // Before the gateway is ready: none may run with other settings for a moment and leave no trace.
    async start(context) {
      const own: OwnControls = {
        stored: () => storedControls(config, secretHashes(vault)),
        changesFrom: (before) => changedControls(before, config, secretHashes(vault)),
      }
      const onError = errorLogger(
        context,
        'the settings could not be compared with those of the last start; will retry',
      )
      let isCompared = false
      const run = async () => {
        if (isCompared) return renewControls(own, dependencies)
        const changes = await compareControls(own, dependencies)
        isCompared = true
        for (const [setting, change] of Object.entries(changes))
          context.log.warn({ setting, ...change }, 'a setting that protects the gateway differs from the last start')
      }
      await withTimeout(run().catch(onError), { timeoutMs: startWaitMs, onTimeout: () => undefined })
      return repeatJob(run, { everyMs: comparisonEveryMs, onError })
    },
  }
}

function secretHashes(vault: Pick<Vault, 'keyedHash' | 'matches'>): SecretHashes {
  const worded = (text: string) => `setting ${text}`
  return {
    keyId: vault.keyedHash('AUDIT', '').keyId,
    hash: (text) => vault.keyedHash('AUDIT', worded(text)).hash.toString('hex'),
    matches(text, hash, keyId) {
      try {
        return vault.matches('AUDIT', worded(text), { keyId, hash: Buffer.from(hash, 'hex') })
      } catch {
        // It names a key that does not exist.
        return undefined
      }
    },
  }
}

// The job that compares the settings that protect the gateway with those of its last start. A job, so that a gateway starts also while
// the operator's rows cannot be reached; commands have none, and do not count as starts.

import { compareControls, type OwnControls, renewControls } from '../../alerts/jobs/compare-controls.ts'
import { changedControls, type SecretHashes, storedControls } from '../../alerts/rules/controls.ts'
import type { Vault } from '../../keys/ports/vault.ts'
import { withTimeout } from '../../platform/concurrency/with-timeout.ts'
import { repeatJob } from '../../platform/jobs/repeat.ts'
import { errorLogger, type Job } from './job.ts'

const everyMs = 60_000
/** A start does not wait longer for a database that does not answer; the job continues. */
const startWaitMs = 5_000

export const controlComparison: Job = {
  name: 'compare settings with the last start',

  // Before the gateway is ready: none may run with other settings for a moment and leave no trace.
  async start(context) {
    const { ports, config, log } = context
    const own: OwnControls = {
      stored: () => storedControls(config, secretHashes(ports.vault)),
      changesFrom: (before) => changedControls(before, config, secretHashes(ports.vault)),
    }
    const onError = errorLogger(context, 'the settings could not be compared with those of the last start; will retry')
    let isCompared = false
    const run = async () => {
      if (isCompared) return renewControls(own, ports)
      const changes = await compareControls(own, ports)
      isCompared = true
      for (const [setting, change] of Object.entries(changes))
        log.warn({ setting, ...change }, 'a setting that protects the gateway differs from the last start')
    }
    await withTimeout(run().catch(onError), { timeoutMs: startWaitMs, onTimeout: () => undefined })
    return repeatJob(run, { everyMs, onError })
  },
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

// Follows a rotation until nothing is left to be moved. Running gateways do the work; where none runs, this command
// does.
import { setTimeout as pause } from 'node:timers/promises'
import type { KeyAdministration, KeyPurpose, RotationProgress } from '../../keys/ports/vault.ts'
import type { ProgressReporter } from '../progress.ts'

const pollEveryMs = 200
/** A gateway works on rotations every second. */
const stalledAfterMs = 3_000
const workMs = 500

export async function followRotation(
  vault: Pick<KeyAdministration, 'progressOf' | 'workOnRotations'>,
  purpose: KeyPurpose,
  reporter: ProgressReporter,
): Promise<RotationProgress> {
  let seen = ''
  let seenAtMs = performance.now()
  let isOurs = false
  // Values that are moved twice, by the scan after the one that moved them, count once.
  let changed = 0
  for (;;) {
    const progress = await vault.progressOf(purpose)
    changed = Math.max(changed, progress.changed)
    reporter.report({ what: stageText(progress), done: progress.walked, total: progress.total })
    if (progress.stage === 'DONE') {
      reporter.end()
      return { ...progress, changed }
    }
    const now = `${progress.stage} ${progress.walked} ${progress.workedAt?.getTime()}`
    if (now !== seen) [seen, seenAtMs] = [now, performance.now()]
    isOurs ||= performance.now() - seenAtMs > stalledAfterMs
    const result = isOurs ? await vault.workOnRotations(workMs) : 'NOTHING_TO_DO'
    if (result !== 'WORKED') await pause(pollEveryMs)
  }
}

function stageText({ stage, purpose }: RotationProgress): string {
  if (stage === 'WAITING') return 'Waiting for every gateway to load the new key'
  return purpose === 'DATA' ? 'Re-encrypting' : 'Rehashing'
}

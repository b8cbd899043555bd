// What keys do by themselves.

import { type Job, repeatedJob } from '../platform/jobs/job.ts'
import type { KeyAdministration } from './ports/vault.ts'

/** Of every second, so that payments keep the database to themselves for most of it. */
const rotationBudgetMs = 200

export interface KeyJobDependencies {
  readonly keyAdministration: Pick<KeyAdministration, 'workOnRotations'>
}

export function createKeys(dependencies: KeyJobDependencies): { readonly jobs: readonly Job[] } {
  return {
    jobs: [
      repeatedJob({
        name: 'continue key rotations',
        everyMs: 1_000,
        failure: 'a key rotation could not continue; will retry',
        run: () => dependencies.keyAdministration.workOnRotations(rotationBudgetMs),
      }),
    ],
  }
}

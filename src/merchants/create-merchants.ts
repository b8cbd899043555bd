// What is done for merchants from time to time: their permissions are sealed again, and the last use of their credentials is stored.

import { type Job, repeatedJob } from '../platform/jobs/job.ts'
import type { CredentialUses } from './ports/credentials.ts'

export interface MerchantJobDependencies {
  readonly accessRights: { renewAll(): Promise<unknown> }
  readonly credentialUses: CredentialUses
}

export function createMerchants(dependencies: MerchantJobDependencies): { readonly jobs: readonly Job[] } {
  return {
    jobs: [
      repeatedJob({
        name: 'seal permissions under the current key',
        everyMs: 60_000,
        failure: 'permissions could not be sealed under the new key; will retry',
        run: () => dependencies.accessRights.renewAll(),
      }),
      repeatedJob({
        name: 'store the last use of credentials',
        everyMs: 60_000,
        failure: 'the last use of credentials could not be stored',
        run: () => dependencies.credentialUses.flush(),
      }),
    ],
  }
}

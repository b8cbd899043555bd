// The jobs about what is sealed: keys are rotated, and account numbers of old transactions erased.

import { createAccountEraser } from '../../payments/jobs/erase-old-accounts.ts'
import { accountRetention } from '../../payments/postgres/account-retention.ts'
import { repeatedJob } from './job.ts'

/** Of every second, so that payments keep the database to themselves for most of it. */
const rotationBudgetMs = 200

export const keyRotation = repeatedJob({
  name: 'continue key rotations',
  everyMs: 1_000,
  failure: 'a key rotation could not continue; will retry',
  prepare:
    ({ vault }) =>
    () =>
      vault.workOnRotations(rotationBudgetMs),
})

export const oldAccountErasure = repeatedJob({
  name: 'erase old account numbers',
  everyMs: 60_000,
  failure: 'old account numbers could not be erased; will retry',
  prepare: ({ config: { accountRetentionDays: days }, database, ports: { clock } }) =>
    createAccountEraser({ retention: accountRetention(database), clock }, { days }),
})

// The jobs about console users and credentials.
import { deleteExpiredConsoleSessions } from '../../users/jobs/delete-expired-console-sessions.ts'
import { repeatedJob } from './job.ts'

export const expiredConsoleSessionDeletion = repeatedJob({
  name: 'delete expired console sessions',
  everyMs: 60_000,
  failure: 'expired console sessions could not be deleted; will retry',
  prepare:
    ({ ports }) =>
    () =>
      deleteExpiredConsoleSessions(ports),
})

export const credentialUses = repeatedJob({
  name: 'store the last use of credentials',
  everyMs: 60_000,
  failure: 'the last use of credentials could not be stored',
  prepare:
    ({ ports }) =>
    () =>
      ports.credentialUses.flush(),
})

export const clockReading = repeatedJob({
  name: "compare with the database's clock",
  everyMs: 10_000,
  failure: "the database's clock could not be read; will retry",
  prepare:
    ({ clock }) =>
    () =>
      clock.read(),
})

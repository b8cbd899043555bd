// What console users' accounts do by themselves.

import { type Job, repeatedJob } from '../platform/jobs/job.ts'
import { type MailDependencies, mailJobs } from '../platform/mail/jobs/mail-jobs.ts'
import type { UserDependencies } from './dependencies.ts'
import { deleteExpiredConsoleSessions } from './jobs/delete-expired-console-sessions.ts'
import { type UserMailRenderer, userMessage } from './jobs/user-message.ts'
import type { UserMailQueue } from './ports/user-emails.ts'
import { dueUserEmails } from './postgres/user-mail-queue.ts'

export interface UserJobDependencies extends UserDependencies, MailDependencies {
  readonly userMails: UserMailQueue
  readonly userMail: UserMailRenderer
}

export function createUsers(dependencies: UserJobDependencies): { readonly jobs: readonly Job[] } {
  return {
    jobs: [
      repeatedJob({
        name: 'delete expired console sessions',
        everyMs: 60_000,
        failure: 'expired console sessions could not be deleted; will retry',
        run: () => deleteExpiredConsoleSessions(dependencies),
      }),
      ...mailJobs(
        {
          kind: 'user notice',
          due: { kind: 'USER_EMAILS', rows: [dueUserEmails] },
          queue: () => dependencies.userMails,
          messageFor: (mail) => userMessage(mail, dependencies.userMail, dependencies),
          logFieldsOf: ({ kind, login, emailId, attempts }) => ({ kind, login, emailId, attempts }),
        },
        dependencies,
      ),
    ],
  }
}

// The queue of e-mails to the operator's users, in PostgreSQL. All rows are the operator's.
import { operatorMerchantId } from '../../kernel/user.ts'
import { postgresMailQueue } from '../../platform/mail/postgres/mail-queue.ts'
import type { MerchantDatabases } from '../../platform/postgres/cluster/merchant-databases.ts'
import { type Database, inUnitOfWork, prepared } from '../../platform/postgres/database.ts'
import type {
  AlertRecipient,
  QueuedUserMail,
  UserMailContent,
  UserMailKey,
  UserMailQueue,
} from '../ports/user-emails.ts'

const add = prepared(
  'add-user-email',
  `insert into user_emails (merchant_id, email_id, login, kind, recipient, details, next_attempt_at, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict do nothing`,
)

const addSummary = prepared(
  'add-alert-summary',
  `insert into alert_summaries (merchant_id, until_at, from_at, counts) values ($1, $2, $3, $4) on conflict do nothing`,
)

/** As part of a unit of work. */
export async function queueUserMail(
  client: Pick<Database, 'query'>,
  { emailId, login, address }: AlertRecipient & { readonly emailId: string },
  { kind, details }: UserMailContent,
  at: Date,
): Promise<void> {
  const values = [operatorMerchantId, emailId, login, kind, address, JSON.stringify(details), at]
  await client.query(add(values))
}

export function postgresUserMailQueue(databases: MerchantDatabases): UserMailQueue {
  const database = () => databases.of(operatorMerchantId)
  return {
    ...postgresMailQueue<UserMailKey, QueuedUserMail>(databases, {
      table: 'user_emails',
      key: { emailId: 'email_id' },
      claimed: { login: 'login', kind: 'kind', recipient: 'recipient', details: 'details', createdAt: 'created_at' },
    }),

    async addAlert({ merchantId, auditId }, recipients, at) {
      for (const recipient of recipients) {
        const emailId = `alert.${merchantId}.${auditId}.${recipient.login}`
        const details = { merchantId, auditId }
        await queueUserMail(database(), { ...recipient, emailId }, { kind: 'ALERT', details }, at)
      }
    },

    addSummary: ({ from, until, counts }, recipients, at) =>
      inUnitOfWork(database(), async (client) => {
        const values = [operatorMerchantId, until, from, JSON.stringify(counts)]
        if ((await client.query(addSummary(values))).rowCount !== 1) return false
        const details = { from: from.toISOString(), until: until.toISOString() }
        for (const recipient of recipients) {
          const emailId = `summary.${details.until}.${recipient.login}`
          await queueUserMail(client, { ...recipient, emailId }, { kind: 'SUMMARY', details }, at)
        }
        return true
      }),
  }
}

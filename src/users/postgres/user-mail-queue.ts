// The queue of e-mails to users, in PostgreSQL. Rows are those of the user's merchant, or the operator's.
import { operatorMerchantId } from '../../kernel/user.ts'
import { dueMails, postgresMailQueue } from '../../platform/mail/postgres/mail-queue.ts'
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
  { ownerId, emailId, login, address }: AlertRecipient & { readonly ownerId: string; readonly emailId: string },
  { kind, details }: UserMailContent,
  at: Date,
): Promise<void> {
  const values = [ownerId, emailId, login, kind, address, JSON.stringify(details), at]
  await client.query(add(values))
}

const table = 'user_emails'

export const dueUserEmails = dueMails(table)

export function postgresUserMailQueue(databases: MerchantDatabases): UserMailQueue {
  const ownerId = operatorMerchantId
  const database = () => databases.of(ownerId)
  return {
    ...postgresMailQueue<UserMailKey, QueuedUserMail>(databases, {
      table,
      key: { emailId: 'email_id' },
      claimed: { login: 'login', kind: 'KIND', recipient: 'recipient', details: 'details', createdAt: 'created_at' },
    }),

    async addAlert({ merchantId, auditId }, recipients, at) {
      for (const recipient of recipients) {
        const emailId = `alert.${merchantId}.${auditId}.${recipient.login}`
        const details = { merchantId, auditId }
        await queueUserMail(database(), { ...recipient, ownerId, emailId }, { kind: 'ALERT', details }, at)
      }
    },

    async addAttention({ ownerId: merchantId, subject }, recipients, at) {
      const hour = at.toISOString().slice(0, 13)
      for (const recipient of recipients) {
        const emailId = `attention.${subject}.${hour}.${recipient.login}`
        const mail = { ...recipient, ownerId: merchantId, emailId }
        await queueUserMail(databases.of(merchantId), mail, { kind: 'ATTENTION', details: { subject } }, at)
      }
    },

    addSummary: ({ from, until, counts }, recipients, at) =>
      inUnitOfWork(database(), async (client) => {
        const values = [operatorMerchantId, until, from, JSON.stringify(counts)]
        if ((await client.query(addSummary(values))).rowCount !== 1) return false
        const details = { from: from.toISOString(), until: until.toISOString() }
        for (const recipient of recipients) {
          const emailId = `summary.${details.until}.${recipient.login}`
          await queueUserMail(client, { ...recipient, ownerId, emailId }, { kind: 'SUMMARY', details }, at)
        }
        return true
      }),
  }
}

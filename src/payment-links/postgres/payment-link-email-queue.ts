// The queue of payment links that are sent by e-mail, in PostgreSQL.

import { actorText, writeAuditLine } from '../../audit/index.ts'
import { maskedAddress } from '../../kernel/mail-address.ts'
import { dueMails, postgresMailQueue } from '../../platform/mail/postgres/mail-queue.ts'
import type { MerchantDatabases } from '../../platform/postgres/cluster/merchant-databases.ts'
import { inUnitOfWork, prepared } from '../../platform/postgres/database.ts'
import type {
  PaymentLinkEmail,
  PaymentLinkEmailKey,
  PaymentLinkEmailQueue,
  QueuedPaymentLinkEmail,
} from '../ports/payment-links.ts'
import { type PaymentLinkEmailLimit, paymentLinkEmailLimits, reachedLimit } from '../rules/payment-link-email.ts'

/** Users who send at the same moment wait for each other, so that none passes a limit unseen. */
const lock = prepared('lock-merchant-of-emails', 'select from merchants where merchant_id = $1 for no key update')

/** What differs between names of one mailbox: capitals, and a part that begins with a plus. */
const mailboxOf = (address: string) => `regexp_replace(lower(${address}), '^([^+@]+)[+][^@]*@', '\\1@')`

const countSent = prepared(
  'count-payment-link-emails',
  `select count(*) filter (where created_at > $2)::integer as "HOUR", count(*)::integer as "DAY",
     count(*) filter (where ${mailboxOf('recipient')} = ${mailboxOf('$4')})::integer as "ADDRESS"
   from payment_link_emails where merchant_id = $1 and created_at > $3`,
)

const insert = prepared(
  'add-payment-link-email',
  `insert into payment_link_emails
     (merchant_id, email_id, payment_link_id, recipient, message, next_attempt_at, created_by, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $6)`,
)

const list = prepared(
  'list-payment-link-emails',
  `select email_id as "emailId", recipient, state, created_by as "createdBy", created_at as "createdAt"
   from payment_link_emails where merchant_id = $1 and payment_link_id = $2 order by created_at desc, email_id limit $3`,
)

const table = 'payment_link_emails'

export const duePaymentLinkEmails = dueMails(table)

export function postgresPaymentLinkEmailQueue(databases: MerchantDatabases): PaymentLinkEmailQueue {
  return {
    ...postgresMailQueue<PaymentLinkEmailKey, QueuedPaymentLinkEmail>(databases, {
      table,
      key: { emailId: 'email_id' },
      claimed: {
        paymentLinkId: 'payment_link_id',
        recipient: 'recipient',
        message: 'message',
        createdBy: 'created_by',
        createdAt: 'created_at',
      },
      forgotten: ['message'],
    }),

    add: ({ merchantId, emailId, paymentLinkId, recipient, message }, by) =>
      inUnitOfWork(databases.of(merchantId), async (client) => {
        await client.query(lock([merchantId]))
        const since = ({ perMs }: { readonly perMs: number }) => new Date(by.at.getTime() - perMs)
        const { HOUR, DAY } = paymentLinkEmailLimits
        const { rows } = await client.query<Readonly<Record<PaymentLinkEmailLimit, number>>>(
          countSent([merchantId, since(HOUR), since(DAY), recipient]),
        )
        const reached = rows[0] && reachedLimit(rows[0])
        if (reached) return reached
        const values = [merchantId, emailId, paymentLinkId, recipient, message ?? null, by.at, actorText(by.actor)]
        await client.query(insert(values))
        const subject = { paymentLinkId: paymentLinkId, recipient: maskedAddress(recipient) }
        await writeAuditLine(client, { merchantId, action: 'PAYMENT_LINK_SENT', subject, ...by })
        return undefined
      }),

    async list({ merchantId, paymentLinkId }, limit) {
      const { rows } = await databases.of(merchantId).query<PaymentLinkEmail>(list([merchantId, paymentLinkId, limit]))
      return rows
    },
  }
}

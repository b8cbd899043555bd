// A queue of e-mails in PostgreSQL: a table with the state, the attempts and the time of the next one.

import type { MerchantDatabases } from '../../postgres/cluster/merchant-databases.ts'
import { prepared } from '../../postgres/database.ts'
import { deleteExpiredRows } from '../../postgres/delete-expired.ts'
import type { DueRows } from '../../postgres/due-rows.ts'
import type { ClaimedMail, MailKey, MailQueue } from '../mail.ts'

const isDue = (now: string) => `state = 'PENDING' and next_attempt_at <= ${now}`

/** E-mails of a queue that are to be sent. */
export const dueMails = (table: string): DueRows => ({ from: table, id: 'merchant_id', where: isDue('now()') })

interface MailTable<Key extends MailKey> {
  readonly table: string
  /** The rest of the primary key, after the merchant, by the names of the code. */
  readonly key: Readonly<Record<Exclude<keyof Key & string, 'merchantId'>, string>>
  /** Further columns of a claimed mail, by the names of the code. */
  readonly claimed: Readonly<Record<string, string>>
  /** What is forgotten when nothing more is to be sent. */
  readonly forgotten?: readonly string[]
}

/** Another process may be claiming those of the first merchants. */
const merchantsMin = 20
/** In one go of giving up. */
const merchantsMax = 200

export function postgresMailQueue<Key extends MailKey, Item extends Key & ClaimedMail>(
  databases: MerchantDatabases,
  { table, key, claimed, forgotten = [] }: MailTable<Key>,
): MailQueue<Key, Item> {
  const names = Object.keys(key) as (keyof typeof key)[]
  const columns = names.map((name) => key[name])
  const valuesOf = (mail: Key) => [mail.merchantId, ...names.map((name) => mail[name])]
  const statement = (name: string, text: string) => prepared(`${name}-${table.replaceAll('_', '-')}`, text)
  const ofMail = `where merchant_id = $1 and ${columns.map((column, index) => `${column} = $${index + 2}`).join(' and ')}`
  const next = `$${columns.length + 2}`
  const ofDue = columns.map((column) => `m.${column} = due.${column}`).join(' and ')

  const merchantsWithDue = statement(
    'find-merchants-with-due',
    `select merchant_id as "merchantId" from ${table} where ${isDue('$1')}
     group by merchant_id order by min(next_attempt_at) limit $2`,
  )
  const returned = { merchantId: 'merchant_id', attempts: 'attempts', ...key, ...claimed }
  // Rows that another process claims at the same moment are left to it.
  const claim = statement(
    'claim',
    `with due as materialized (
       select ${columns.join(', ')} from ${table}
       where merchant_id = $1 and ${isDue('$2')}
       order by next_attempt_at limit $4 for update skip locked)
     update ${table} m set attempts = m.attempts + 1, next_attempt_at = $3 from due
     where m.merchant_id = $1 and ${ofDue}
     returning ${Object.entries(returned)
       .map(([name, column]) => `m.${column} as "${name}"`)
       .join(', ')}`,
  )
  const retry = statement('retry', `update ${table} set next_attempt_at = ${next} ${ofMail}`)
  const release = statement(
    'release',
    `update ${table} set next_attempt_at = ${next}, attempts = attempts - 1 ${ofMail} and state = 'PENDING' and attempts > 0`,
  )
  const ended = (state: string) => [`state = ${state}`, ...forgotten.map((column) => `${column} = null`)].join(', ')
  const waiting = (first: number) => `${isDue(`$${first}`)} and created_at <= $${first + 1}`
  const merchantsWithWaiting = statement(
    'find-merchants-with-waiting',
    `select merchant_id as "merchantId" from ${table} where ${waiting(1)}
     group by merchant_id order by min(created_at) limit $3`,
  )
  const giveUp = statement(
    'give-up',
    `with due as materialized (
       select ${columns.join(', ')} from ${table} where merchant_id = $1 and ${waiting(2)}
       order by created_at limit $4 for update skip locked)
     update ${table} m set ${ended(`'FAILED'`)} from due where m.merchant_id = $1 and ${ofDue}`,
  )
  const end = statement('end', `update ${table} set ${ended(next)} ${ofMail}`)
  const old = { table, key: columns, time: 'created_at', where: (before: string) => `created_at <= ${before}` }

  return {
    async claimDue({ now, leaseUntil, limit }) {
      const { rows: merchants } = await databases.any.query<{ merchantId: string }>(
        merchantsWithDue([now, Math.max(limit, merchantsMin)]),
      )
      const mails: Item[] = []
      for (const { merchantId } of merchants) {
        if (mails.length >= limit) break
        const values = [merchantId, now, leaseUntil, limit - mails.length]
        const { rows } = await databases.of(merchantId).query<Item>(claim(values))
        mails.push(...rows)
      }
      return mails
    },

    async retryAt(mail, at) {
      await databases.of(mail.merchantId).query(retry([...valuesOf(mail), at]))
    },

    async release(mail, now) {
      await databases.of(mail.merchantId).query(release([...valuesOf(mail), now]))
    },

    async end(mail, state) {
      await databases.of(mail.merchantId).query(end([...valuesOf(mail), state]))
    },

    async giveUp({ queuedBefore, now, limit }) {
      const { rows } = await databases.any.query<{ merchantId: string }>(
        merchantsWithWaiting([now, queuedBefore, merchantsMax]),
      )
      let count = 0
      for (const { merchantId } of rows) {
        if (count >= limit) break
        const values = [merchantId, now, queuedBefore, limit - count]
        count += (await databases.of(merchantId).query(giveUp(values))).rowCount ?? 0
      }
      return count
    },

    deleteOld: (before, limit) => deleteExpiredRows(databases, old, [before], limit),
  }
}

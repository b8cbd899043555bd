// E-mail addresses of users in PostgreSQL. They are part of the sealed access rights: alerts go there.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { PoolClient } from 'pg'
import { type AuditStamp, writeAuditLine } from '../../audit/index.ts'
import { maskedAddress } from '../../kernel/mail-address.ts'
import type { UserKey } from '../../kernel/user.ts'
import type { Vault } from '../../keys/index.ts'
import { type AccessRightsSeals, accessRightsColumn, type StoredAccessRights } from '../../merchants/index.ts'
import { type Database, inUnitOfWork, prepared } from '../../platform/postgres/database.ts'
import type { UserEmails } from '../ports/user-emails.ts'
import { emailCodeOf, emailCodesPerDay, emailCodeValidMinutes, wrongEmailCodesMax } from '../rules/user-email.ts'
import { queueUserMail } from './user-mail-queue.ts'
import { keyValues, type UserRow } from './user-rows.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const ofUser = 'where merchant_id = $1 and login = $2'
const lockUser = `select * from users ${ofUser} for update`

const recipients = prepared(
  'list-alert-recipients',
  `select ${accessRightsColumn(['USERS'], '$1')} as access_rights,
     (select coalesce(jsonb_agg(jsonb_build_object('login', p.login, 'address', p.email) order by p.login), '[]') from users p
       where p.merchant_id = $1 and p.is_enabled and p.email is not null and p.email_confirmed_at is not null
         and 'VIEW' = any (p.permissions)) as recipients`,
)

const countCodes = prepared(
  'count-email-codes',
  `select count(*) filter (where login = $2)::integer as "ofUser",
     count(*) filter (where lower(recipient) = lower($3))::integer as "ofAddress"
   from user_emails where merchant_id = $1 and kind = 'CODE' and created_at > $4`,
)

const storeCode = prepared(
  'store-email-code',
  `insert into email_codes (merchant_id, login, address, nonce, expires_at) values ($1, $2, $3, $4, $5)
   on conflict (merchant_id, login) do update set address = excluded.address, nonce = excluded.nonce,
     expires_at = excluded.expires_at, wrong_codes = 0`,
)

interface CodeRow {
  readonly address: string
  readonly nonce: string
  readonly wrong_codes: number
  readonly expires_at: Date
}

export function postgresUserEmails(
  database: Database,
  {
    vault,
    clock,
    accessRights,
  }: {
    readonly vault: Pick<Vault, 'keyedHash' | 'lookupHashes'>
    readonly clock: { readonly expiryTime: () => Date }
    readonly accessRights: Pick<AccessRightsSeals, 'change' | 'check'>
  },
): UserEmails {
  const changing = <T>(key: UserKey, by: AuditStamp, work: (client: PoolClient) => Promise<T>) =>
    accessRights.change({ ownerId: key.merchantId, parts: ['USERS'] }, by, work)

  function isCode(key: UserKey, { address, nonce }: CodeRow, given: string): boolean {
    const hashes = vault.lookupHashes('SESSION', codeText(key, address, nonce))
    return hashes.some(({ hash }) => isSame(emailCodeOf(hash), given))
  }

  return {
    set: (key, address, by) =>
      changing(key, by, async (client) => {
        const { rows } = await client.query<UserRow>(lockUser, [...keyValues(key)])
        const [before] = rows
        if (!before) return false
        if ((before.email ?? undefined) === address) return true
        await client.query(`update users set email = $3, email_confirmed_at = null ${ofUser}`, [
          ...keyValues(key),
          address ?? null,
        ])
        await forgetEmailCode(client, key)
        await informFormerAddress(client, before, by)
        const shown = (text: string | null | undefined) => (text == null ? null : maskedAddress(text))
        await note(client, key, by, { email: shown(address), emailBefore: shown(before.email) })
        return true
      }),

    sendCode: (key, at) =>
      inUnitOfWork(database, async (client) => {
        // Requests of one moment wait for each other, so that none passes the limit unseen.
        await client.query(`select from access_rights_seals where merchant_id = $1 for update`, [key.merchantId])
        const { rows } = await client.query<UserRow>(lockUser, [...keyValues(key)])
        const [{ email = null, email_confirmed_at: confirmedAt = null } = {}] = rows
        if (email === null) return 'NO_ADDRESS'
        if (confirmedAt !== null) return 'CONFIRMED'
        const { rows: counts } = await client.query<{ ofUser: number; ofAddress: number }>(
          countCodes([...keyValues(key), email, new Date(at.getTime() - dayMs)]),
        )
        const [{ ofUser: sent = 0, ofAddress = 0 } = {}] = counts
        if (Math.max(sent, ofAddress) >= emailCodesPerDay) return 'TOO_MANY'
        const nonce = newNonce()
        const expiresAt = new Date(clock.expiryTime().getTime() + emailCodeValidMinutes * minuteMs)
        await client.query(storeCode([...keyValues(key), email, nonce, expiresAt]))
        const recipient = { ownerId: key.merchantId, emailId: codeMailId(nonce), login: key.login, address: email }
        await queueUserMail(client, recipient, { kind: 'CODE', details: {} }, at)
        return 'SENT'
      }),

    async codeFor(key, { emailId, address }) {
      const { rows } = await database.query<CodeRow>(`select * from email_codes ${ofUser}`, [...keyValues(key)])
      const [row] = rows
      if (!row || row.address !== address || codeMailId(row.nonce) !== emailId) return undefined
      if (row.expires_at <= clock.expiryTime()) return undefined
      return emailCodeOf(vault.keyedHash('SESSION', codeText(key, address, row.nonce)).hash)
    },

    confirm: (key, code, by) =>
      changing(key, by, async (client) => {
        const { rows } = await client.query<CodeRow>(`select * from email_codes ${ofUser} for update`, [
          ...keyValues(key),
        ])
        const [row] = rows
        if (!row || row.expires_at <= clock.expiryTime() || row.wrong_codes >= wrongEmailCodesMax) return 'WRONG'
        if (!isCode(key, row, code)) {
          await client.query(`update email_codes set wrong_codes = wrong_codes + 1 ${ofUser}`, [...keyValues(key)])
          return 'WRONG'
        }
        await forgetEmailCode(client, key)
        const { rowCount } = await client.query(`update users set email_confirmed_at = $4 ${ofUser} and email = $3`, [
          ...keyValues(key),
          row.address,
          by.at,
        ])
        if (rowCount !== 1) return 'WRONG'
        await note(client, key, by, { email: maskedAddress(row.address), isEmailConfirmed: true })
        return 'CONFIRMED'
      }),

    async alertRecipients(ownerId) {
      const { rows } = await database.query<{
        access_rights: StoredAccessRights
        recipients: readonly { readonly login: string; readonly address: string }[]
      }>(recipients([ownerId]))
      const [row] = rows
      if (!row) return []
      await accessRights.check(ownerId, row.access_rights)
      return row.recipients
    },
  }
}

/** Otherwise a user could end a colleague's alerts unseen, by the removal or the permissions of the user. */
export async function informOfLostAlerts(
  client: PoolClient,
  before: UserRow,
  after: Pick<UserRow, 'is_enabled' | 'permissions'> | undefined,
  by: AuditStamp,
): Promise<void> {
  if (getsAlerts(before) && !(after && getsAlerts(after))) await informFormerAddress(client, before, by)
}

function getsAlerts({ is_enabled: isEnabled, permissions }: Pick<UserRow, 'is_enabled' | 'permissions'>): boolean {
  return isEnabled && permissions.includes('VIEW')
}

async function informFormerAddress(
  client: PoolClient,
  { merchant_id: ownerId, login, ...before }: UserRow,
  by: AuditStamp,
): Promise<void> {
  const { email: address, email_confirmed_at: confirmedAt } = before
  if (address === null || confirmedAt === null) return
  const recipient = { ownerId, emailId: `changed.${newNonce()}`, login, address }
  await queueUserMail(client, recipient, { kind: 'ADDRESS_CHANGED', details: { actor: by.actor } }, by.at)
}

export async function forgetEmailCode(client: Pick<Database, 'query'>, key: UserKey): Promise<void> {
  await client.query(`delete from email_codes ${ofUser}`, [...keyValues(key)])
}

/** A list of texts in JSON can be read in one way only, wherever a text may end. */
function codeText({ merchantId, login }: UserKey, address: string, nonce: string): string {
  return JSON.stringify(['e-mail code', merchantId, login, address, nonce])
}

function codeMailId(nonce: string): string {
  return `code.${nonce}`
}

function newNonce(): string {
  return randomBytes(16).toString('hex')
}

function isSame(one: string, other: string): boolean {
  const [expected, given] = [Buffer.from(one), Buffer.from(other)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}

function note(client: PoolClient, { merchantId, login }: UserKey, by: AuditStamp, subject: object): Promise<void> {
  return writeAuditLine(client, { merchantId, ...by, action: 'USER_CHANGED', subject: { login, ...subject } })
}

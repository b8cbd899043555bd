// A merchant's passwords and certificates in PostgreSQL: their rows, their changes, and when each was last used. Every change
// writes its audit log entry in its commit.
import type { PoolClient } from 'pg'
import { type AuditStamp, actorText, subjectText, withAuditLine, writeAuditLine } from '../../audit/index.ts'
import { allOperations, unlimitedScope } from '../../kernel/credential-scope.ts'
import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type {
  ApiPassword,
  Certificate,
  CredentialFacts,
  CredentialStore,
  CredentialUses,
  NewCredential,
  RegisteredCertificate,
} from '../ports/credentials.ts'
import type { AccessRightsSeals } from './access-rights/access-rights-seals.ts'

/** Slots 1 and 2 are for the default passwords, which lets programs change over; the others for those with names. */
const namedSlots = { first: 3, last: 20 } as const

export function credentialStore(accessRights: Pick<AccessRightsSeals, 'change'>): CredentialStore {
  const change = <T>(ownerId: string, by: AuditStamp, work: (client: PoolClient) => Promise<T>) =>
    accessRights.change({ ownerId, parts: ['ACCESS'] }, by, work)

  return {
    async setPassword(merchantId, slot, { keyId, hash }, by) {
      const line = [merchantId, actorText(by.actor), by.at, subjectText({ slot })]
      await change(merchantId, by, (client) => client.query(setPassword, [...line, slot, keyId, hash]))
    },

    addPassword: (merchantId, { keyId, hash }, by) =>
      change(merchantId, by, async (client) => {
        for (const slot of [1, 2] as const) {
          const line = [merchantId, actorText(by.actor), by.at, subjectText({ slot })]
          const { rowCount } = await client.query(addPassword, [...line, slot, keyId, hash])
          if (rowCount === 1) return slot
        }
        return 'FULL'
      }),

    addCredential: (merchantId, credential, by) =>
      change(merchantId, by, (client) => insertCredential(client, merchantId, credential, by)),

    async revokePassword(merchantId, slot, by) {
      // Locked together: two concurrent revocations cannot leave the merchant with none.
      const work = (client: PoolClient) =>
        client.query<{ slots: number[]; revoked: number }>(
          `with held as (select slot from merchant_passwords where merchant_id = $1 for update),
           revoked as (delete from merchant_passwords where merchant_id = $1 and slot = $2
             and (select count(*) from held) > 1 returning slot, name),
           noted as (insert into audit (merchant_id, at, actor, action, subject)
             select $1, $4::timestamptz, $3, 'PASSWORD_REVOKED',
               jsonb_strip_nulls(jsonb_build_object('slot', slot, 'name', name)) from revoked)
         select array(select slot from held) as slots, (select count(*) from revoked)::int as revoked`,
          [merchantId, slot, actorText(by.actor), by.at],
        )
      const { rows } = await change(merchantId, by, work)
      const [row] = rows
      if (row?.revoked === 1) return 'REVOKED'
      return row?.slots.includes(slot) ? 'LAST' : 'NONE'
    },

    addCertificate: (merchantId, certificate, by) =>
      change(merchantId, by, (client) => insertCertificate(client, merchantId, certificate, by)),

    async revokeCertificate(merchantId, fingerprint, by) {
      const line = [merchantId, actorText(by.actor), by.at, subjectText({ fingerprint })]
      const work = (client: PoolClient) => client.query(revokeCertificate, [...line, fingerprint])
      const { rowCount } = await change(merchantId, by, work)
      return rowCount === 1
    },
  }
}

/** Concurrent calls for one merchant wait for each other. */
export async function insertCredential(
  client: PoolClient,
  merchantId: string,
  { name, operations, hash: { keyId, hash } }: NewCredential & { readonly name: string; readonly hash: KeyedHash },
  by: AuditStamp,
): Promise<number | 'FULL' | 'NAME_TAKEN'> {
  await client.query('select from merchants where merchant_id = $1 for update', [merchantId])
  const { rows } = await client.query<{ slot: number; name: string | null }>(
    'select slot, name from merchant_passwords where merchant_id = $1',
    [merchantId],
  )
  if (rows.some((row) => row.name === name)) return 'NAME_TAKEN'
  const taken = new Set(rows.map(({ slot }) => slot))
  let slot: number = namedSlots.first
  while (taken.has(slot)) slot += 1
  if (slot > namedSlots.last) return 'FULL'
  await client.query(
    `insert into merchant_passwords (merchant_id, slot, key_id, hash, name, operations, created_by)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [merchantId, slot, keyId, hash, name, operations, actorText(by.actor)],
  )
  await writeAuditLine(client, { merchantId, action: 'PASSWORD_ADDED', subject: { slot, name, operations }, ...by })
  return slot
}

export async function insertCertificate(
  client: Pick<Database, 'query'>,
  merchantId: string,
  {
    fingerprint,
    subject,
    notBefore,
    notAfter,
    name,
    operations = unlimitedScope,
  }: Certificate & Partial<NewCredential>,
  { actor, at }: AuditStamp,
): Promise<'ADDED' | 'KNOWN'> {
  const isLimited = !operations.includes(allOperations) || operations.length < unlimitedScope.length
  const line = { fingerprint, subject, notBefore, notAfter, name, ...(isLimited && { operations }) }
  const { rowCount } = await client.query(addCertificate, [
    merchantId,
    actorText(actor),
    at,
    subjectText(line),
    fingerprint,
    subject,
    notBefore,
    notAfter,
    name ?? null,
    operations,
  ])
  return rowCount === 1 ? 'ADDED' : 'KNOWN'
}

const insertPassword = `insert into merchant_passwords (merchant_id, slot, key_id, hash, created_by, created_at)
  values ($1, $5, $6, $7, $2::text, now())`

const setPassword = withAuditLine(
  `${insertPassword} on conflict (merchant_id, slot)
   do update set key_id = excluded.key_id, hash = excluded.hash, created_at = excluded.created_at,
     created_by = excluded.created_by returning slot`,
  'PASSWORD_ADDED',
)

const addPassword = withAuditLine(`${insertPassword} on conflict do nothing returning slot`, 'PASSWORD_ADDED')

const addCertificate = withAuditLine(
  `insert into merchant_certificates
     (merchant_id, fingerprint, subject, not_before, not_after, name, operations, created_by)
   values ($1, $5, $6, $7, $8, $9, $10, $2::text) on conflict do nothing returning fingerprint`,
  'CERTIFICATE_ADDED',
)

const revokeCertificate = withAuditLine(
  `update merchant_certificates set revoked_at = now()
   where merchant_id = $1 and fingerprint = $5 and revoked_at is null returning fingerprint`,
  'CERTIFICATE_REVOKED',
)

interface CredentialRow {
  readonly name: string | null
  readonly operations: readonly string[]
  readonly created_at: string
  readonly created_by: string | null
  readonly last_used_at: string | null
}

export interface PasswordRow extends CredentialRow {
  readonly slot: number
  readonly key_id: string
  /** In hexadecimal. */
  readonly hash: string
}

export interface CertificateRow extends CredentialRow {
  readonly fingerprint: string
  readonly subject: string
  readonly not_before: string
  readonly not_after: string
  readonly revoked_at: string | null
}

function factsOf(row: CredentialRow): CredentialFacts {
  return {
    ...(row.name !== null && { name: row.name }),
    operations: row.operations,
    createdAt: new Date(row.created_at),
    ...(row.created_by !== null && { createdBy: row.created_by }),
    ...(row.last_used_at !== null && { lastUsedAt: new Date(row.last_used_at) }),
  }
}

export function apiPassword(row: PasswordRow): ApiPassword {
  return { ...factsOf(row), slot: row.slot, hash: { keyId: row.key_id, hash: Buffer.from(row.hash, 'hex') } }
}

export function registeredCertificate(row: CertificateRow): RegisteredCertificate {
  return {
    ...factsOf(row),
    fingerprint: row.fingerprint,
    subject: row.subject,
    notBefore: new Date(row.not_before),
    notAfter: new Date(row.not_after),
    ...(row.revoked_at && { revokedAt: new Date(row.revoked_at) }),
  }
}

interface CredentialUse {
  readonly merchantId: string
  readonly used: Parameters<CredentialUses['note']>[1]
  readonly at: Date
}

/** Several processes may have seen the same credential within a minute; the first of them writes. */
const isDue = `(last_used_at is null or last_used_at <= $3::timestamptz - interval '1 minute')`

const passwordUsed = `update merchant_passwords set last_used_at = $3 where merchant_id = $1 and slot = $2 and ${isDue}`
const certificateUsed = `update merchant_certificates set last_used_at = $3
  where merchant_id = $1 and fingerprint = $2 and ${isDue}`

/** Remembered in the process and written by a job, because no request should wait for it. */
export function postgresCredentialUses(database: Pick<Database, 'query'>, now: () => Date): CredentialUses {
  let uses = new Map<string, CredentialUse>()
  return {
    note(merchantId, used) {
      uses.set(`${merchantId} ${'slot' in used ? used.slot : used.fingerprint}`, { merchantId, used, at: now() })
    },

    async flush() {
      const noted = uses
      uses = new Map()
      for (const { merchantId, used, at } of noted.values())
        await ('slot' in used
          ? database.query(passwordUsed, [merchantId, used.slot, at])
          : database.query(certificateUsed, [merchantId, used.fingerprint, at]))
    },
  }
}

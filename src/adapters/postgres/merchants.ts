// Merchants, their passwords and certificates in PostgreSQL. Every change leaves its line in the audit with its commit.
import type { PoolClient } from 'pg'
import { type Merchant, type MerchantProfile, profileDefaults } from '../../domain/merchant.ts'
import type { By } from '../../ports/people.ts'
import type { MerchantAccess, MerchantStore, RegisteredCertificate } from '../../ports/store.ts'
import { noted, subjectText, writeLine } from './audit.ts'
import { changesBetween } from './changes-between.ts'
import type { Database } from './database.ts'
import { insertRepository, type RepositoryRow, repositoryOf, valuesOf } from './token-repositories.ts'
import { inUnitOfWork } from './unit-of-work.ts'

const withRepository = `merchants m
  join token_repositories r on r.repository_id = m.profile ->> 'tokenRepositoryId'`

interface MerchantRow {
  readonly merchant_id: string
  readonly profile: MerchantProfile
  readonly repository: RepositoryRow
}

function merchantOf({ merchant_id: id, profile, repository }: MerchantRow): Merchant {
  return { id, profile: { ...profileDefaults, ...profile }, tokenRepository: repositoryOf(repository) }
}

export async function findMerchant(database: Database, merchantId: string): Promise<MerchantAccess | undefined> {
  // Three short reads of one connection each would be three waits; one statement is one.
  const { rows } = await database.query<
    MerchantRow & {
      passwords: readonly { key_id: string; hash: string }[]
      certificates: readonly CertificateRow[]
    }
  >({
    name: 'find-merchant',
    text: `select m.merchant_id, m.profile, to_jsonb(r) as repository,
      (select coalesce(jsonb_agg(jsonb_build_object('key_id', p.key_id, 'hash', encode(p.hash, 'hex'))), '[]')
         from merchant_passwords p where p.merchant_id = m.merchant_id) as passwords,
      (select coalesce(jsonb_agg(to_jsonb(c)), '[]')
         from merchant_certificates c where c.merchant_id = m.merchant_id) as certificates
      from ${withRepository} where m.merchant_id = $1`,
    values: [merchantId],
  })
  const [row] = rows
  if (!row) return undefined
  return {
    merchant: merchantOf(row),
    passwords: row.passwords.map(({ key_id, hash }) => ({ keyId: key_id, hash: Buffer.from(hash, 'hex') })),
    certificates: row.certificates.map(registeredCertificate),
  }
}

interface CertificateRow {
  readonly fingerprint: string
  readonly subject: string
  readonly not_before: string
  readonly not_after: string
  readonly revoked_at: string | null
}

function registeredCertificate(row: CertificateRow): RegisteredCertificate {
  return {
    fingerprint: row.fingerprint,
    subject: row.subject,
    notBefore: new Date(row.not_before),
    notAfter: new Date(row.not_after),
    ...(row.revoked_at && { revokedAt: new Date(row.revoked_at) }),
  }
}

export function merchantStore(database: Database): MerchantStore {
  return {
    find: (merchantId) => findMerchant(database, merchantId),

    async list() {
      const { rows } = await database.query<MerchantRow>(
        `select m.merchant_id, m.profile, to_jsonb(r) as repository from ${withRepository} order by m.merchant_id`,
      )
      return rows.map(merchantOf)
    },

    async create({ id, profile: given, tokenRepository }, { actor, at }) {
      const profile = { ...given, tokenRepositoryId: tokenRepository.id }
      const { rows } = await database.query<{ made: boolean }>(
        `with made as (insert into merchants (merchant_id, profile) values ($7, $8) on conflict do nothing returning 1),
           repository as (${insertRepository}
             select $1, $2, $3, $4::boolean, $5, $6::boolean from made on conflict do nothing),
           noted as (insert into audit (merchant_id, at, actor, action, subject)
             select $7, $10::timestamptz, $9, 'MERCHANT_CREATED', $11::jsonb from made)
         select exists (select from made) as made`,
        [
          ...[...valuesOf(tokenRepository), id, JSON.stringify(profile)],
          ...[actor, at, subjectText({ profile, tokenRepository })],
        ],
      )
      return rows[0]?.made === true
    },

    change: (id, change, by) =>
      inUnitOfWork(database, async (client) => {
        const { rows } = await client.query<Pick<MerchantRow, 'profile'>>(
          'select profile from merchants where merchant_id = $1 for update',
          [id],
        )
        const [row] = rows
        if (!row) return undefined
        const before = { ...profileDefaults, ...row.profile }
        const after = change(before)
        if (typeof after === 'string') return after
        // Whether there are card lists is for the lists to say, which others may be changing at this moment.
        const { hasCardLists } = before.risk
        const profile = { ...after, risk: { ...after.risk, hasCardLists } }
        await client.query('update merchants set updated_at = now(), profile = $2 where merchant_id = $1', [
          id,
          JSON.stringify(profile),
        ])
        await noteChange(client, { id, before, after: profile }, by)
        return profile
      }),

    async passwords(merchantId) {
      const { rows } = await database.query<{ slot: 1 | 2; created_at: Date }>(
        'select slot, created_at from merchant_passwords where merchant_id = $1 order by slot',
        [merchantId],
      )
      return rows.map(({ slot, created_at }) => ({ slot, createdAt: created_at }))
    },

    async setPassword(merchantId, slot, { keyId, hash }, { actor, at }) {
      await database.query(setPassword, [merchantId, actor, at, subjectText({ slot }), slot, keyId, hash])
    },

    async addPassword(merchantId, { keyId, hash }, { actor, at }) {
      for (const slot of [1, 2] as const) {
        const line = [merchantId, actor, at, subjectText({ slot })]
        const { rowCount } = await database.query(addPassword, [...line, slot, keyId, hash])
        if (rowCount === 1) return slot
      }
      return 'FULL'
    },

    async revokePassword(merchantId, slot, { actor, at }) {
      // Locked together, so that two revocations at once cannot leave the merchant with none.
      const { rows } = await database.query<{ slots: number[]; revoked: number }>(
        `with held as (select slot from merchant_passwords where merchant_id = $1 for update),
           revoked as (delete from merchant_passwords where merchant_id = $1 and slot = $2
             and (select count(*) from held) > 1 returning slot),
           noted as (insert into audit (merchant_id, at, actor, action, subject)
             select $1, $4::timestamptz, $3, 'PASSWORD_REVOKED', jsonb_build_object('slot', slot) from revoked)
         select array(select slot from held) as slots, (select count(*) from revoked)::int as revoked`,
        [merchantId, slot, actor, at],
      )
      const [row] = rows
      if (row?.revoked === 1) return 'REVOKED'
      return row?.slots.includes(slot) ? 'LAST' : 'NONE'
    },

    async addCertificate(merchantId, { fingerprint, subject, notBefore, notAfter }, { actor, at }) {
      const { rowCount } = await database.query(addCertificate, [
        ...[merchantId, actor, at, subjectText({ fingerprint, subject, notBefore, notAfter })],
        ...[fingerprint, subject, notBefore, notAfter],
      ])
      return rowCount === 1 ? 'ADDED' : 'KNOWN'
    },

    async revokeCertificate(merchantId, fingerprint, { actor, at }) {
      const line = [merchantId, actor, at, subjectText({ fingerprint })]
      const { rowCount } = await database.query(revokeCertificate, [...line, fingerprint])
      return rowCount === 1
    },
  }
}

const insertPassword = 'insert into merchant_passwords (merchant_id, slot, key_id, hash) values ($1, $5, $6, $7)'

const setPassword = noted(
  `${insertPassword} on conflict (merchant_id, slot) do update set key_id = $6, hash = $7, created_at = now()
   returning slot`,
  'PASSWORD_ADDED',
)

const addPassword = noted(`${insertPassword} on conflict do nothing returning slot`, 'PASSWORD_ADDED')

const addCertificate = noted(
  `insert into merchant_certificates (merchant_id, fingerprint, subject, not_before, not_after)
   values ($1, $5, $6, $7, $8) on conflict do nothing returning fingerprint`,
  'CERTIFICATE_ADDED',
)

const revokeCertificate = noted(
  `update merchant_certificates set revoked_at = now()
   where merchant_id = $1 and fingerprint = $5 and revoked_at is null returning fingerprint`,
  'CERTIFICATE_REVOKED',
)

/** Risk rules are a subject of their own; whether there are card lists follows from lines about cards. */
async function noteChange(
  client: PoolClient,
  { id: merchantId, ...profiles }: { id: string; before: MerchantProfile; after: MerchantProfile },
  by: By,
): Promise<void> {
  const { risk: rulesBefore, ...before } = profiles.before
  const { risk: rulesAfter, ...after } = profiles.after
  const changed = changesBetween(before, after)
  if (changed) await writeLine(client, { merchantId, action: 'MERCHANT_CHANGED', subject: { changed }, ...by })
  const rules = changesBetween(rulesBefore, rulesAfter)
  if (rules) await writeLine(client, { merchantId, action: 'RISK_RULES_CHANGED', subject: { changed: rules }, ...by })
}

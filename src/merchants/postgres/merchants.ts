// Merchants in PostgreSQL, with their credentials. Every change writes its audit log entry in its commit.
import type { PoolClient } from 'pg'
import { type AuditStamp, actorText, subjectText, writeAuditLine } from '../../audit/index.ts'
import type { MerchantDatabases } from '../../platform/postgres/cluster/merchant-databases.ts'
import { type Database, prepared } from '../../platform/postgres/database.ts'
import { diffMembers } from '../../platform/postgres/diff-members.ts'
import type { MerchantAccess, MerchantStore, PageLogo, PageLogos } from '../ports/merchant-store.ts'
import { type Merchant, type MerchantProfile, profileDefaults, routesOf } from '../rules/merchant.ts'
import { differenceIn, weakenedControls } from '../rules/profile-controls.ts'
import { accessRightsColumn, type StoredAccessRights } from './access-rights/access-rights-rows.ts'
import type { AccessRightsSeals } from './access-rights/access-rights-seals.ts'
import {
  apiPassword,
  type CertificateRow,
  credentialStore,
  type PasswordRow,
  registeredCertificate,
} from './credentials.ts'
import { insertRepository, type RepositoryRow, repositoryOf, valuesOf } from './token-repositories.ts'

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

/** Throws when the merchant's access rights are not as they were sealed. */
export async function findMerchant(
  database: Database,
  accessRights: Pick<AccessRightsSeals, 'check'>,
  merchantId: string,
): Promise<MerchantAccess | undefined> {
  // Three short reads with one connection each would be three waits; one statement is one. It names the merchant for each
  // table: a distributed database then runs it on the node that has the merchant.
  const { rows } = await database.query<
    MerchantRow & {
      passwords: readonly PasswordRow[]
      certificates: readonly CertificateRow[]
      access_rights: StoredAccessRights
    }
  >({
    name: 'find-merchant',
    text: `select m.merchant_id, m.profile, to_jsonb(r) as repository,
      (select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object('hash', encode(p.hash, 'hex')) order by p.slot), '[]')
         from merchant_passwords p where p.merchant_id = $1) as passwords,
      (select coalesce(jsonb_agg(to_jsonb(c)), '[]')
         from merchant_certificates c where c.merchant_id = $1) as certificates,
      ${accessRightsColumn(['ACCESS'], '$1')} as access_rights
      from ${withRepository} where m.merchant_id = $1`,
    values: [merchantId],
  })
  const [row] = rows
  if (!row) return undefined
  await accessRights.check(merchantId, row.access_rights)
  return {
    merchant: merchantOf(row),
    passwords: row.passwords.map(apiPassword),
    certificates: row.certificates.map(registeredCertificate),
  }
}

export function merchantStore(database: Database, accessRights: AccessRightsSeals): MerchantStore {
  const accessOf = (ownerId: string) => ({ ownerId, parts: ['ACCESS'] as const })

  return {
    find: (merchantId) => findMerchant(database, accessRights, merchantId),

    async list() {
      const { rows } = await database.query<MerchantRow>(
        `select m.merchant_id, m.profile, to_jsonb(r) as repository from ${withRepository} order by m.merchant_id`,
      )
      return rows.map(merchantOf)
    },

    async create({ id, profile: given, tokenRepository }, { actor, at }) {
      const profile = { ...given, tokenRepositoryId: tokenRepository.id }
      const work = (client: PoolClient) =>
        client.query<{ made: boolean }>(
          `with made as (insert into merchants (merchant_id, profile) values ($7, $8) on conflict do nothing returning 1),
           repository as (${insertRepository}
             select $1, $2, $3, $4::boolean, $5, $6::boolean from made on conflict do nothing),
           noted as (insert into audit (merchant_id, at, actor, action, subject)
             select $7, $10::timestamptz, $9, 'MERCHANT_CREATED', $11::jsonb from made)
         select exists (select from made) as made`,
          [
            ...valuesOf(tokenRepository),
            id,
            JSON.stringify(profile),
            actorText(actor),
            at,
            subjectText({ profile, tokenRepository }),
          ],
        )
      const { rows } = await accessRights.change(accessOf(id), { actor, at }, work)
      return rows[0]?.made === true
    },

    change: (id, change, by) =>
      accessRights.change(accessOf(id), by, (client) => changeProfile(client, id, change, by)),

    ...credentialStore(accessRights),
  }
}

/** In a unit of work that changes the merchant's access rights. A text is a refusal, and nothing is written. */
export async function changeProfile<Refusal extends string>(
  client: PoolClient,
  id: string,
  change: (profile: MerchantProfile) => MerchantProfile | Refusal,
  by: AuditStamp,
): Promise<MerchantProfile | Refusal | undefined> {
  const { rows } = await client.query<Pick<MerchantRow, 'profile'>>(
    'select profile from merchants where merchant_id = $1 for update',
    [id],
  )
  const [row] = rows
  if (!row) return undefined
  const before = { ...profileDefaults, ...row.profile }
  const after = change(before)
  if (typeof after === 'string') return after
  // The lists themselves determine whether there are card lists; other processes may be changing them at this
  // moment.
  const { hasCardLists } = before.risk
  const profile = { ...after, risk: { ...after.risk, hasCardLists } }
  await client.query('update merchants set updated_at = now(), profile = $2 where merchant_id = $1', [
    id,
    JSON.stringify(profile),
  ])
  await noteChange(client, { id, before, after: profile }, by)
  return profile
}

/** Routes and risk rules are separate subjects; whether there are card lists follows from audit log entries about cards. */
async function noteChange(
  client: PoolClient,
  { id: merchantId, ...profiles }: { id: string; before: MerchantProfile; after: MerchantProfile },
  by: AuditStamp,
): Promise<void> {
  const { risk: rulesBefore, routes: _, ...before } = profiles.before
  const { risk: rulesAfter, routes: given, ...after } = profiles.after
  const routes = given && diffMembers({ routes: routesOf(profiles.before) }, { routes: given })
  if (routes)
    await writeAuditLine(client, { merchantId, action: 'ROUTES_CHANGED', subject: { changed: routes }, ...by })
  // The acquirer link is the first route once more, for older releases.
  const { acquirerLink } = after
  const changed = diffMembers(routes ? { ...before, acquirerLink } : before, after)
  if (changed) await writeAuditLine(client, { merchantId, action: 'MERCHANT_CHANGED', subject: { changed }, ...by })
  const rules = diffMembers(rulesBefore, rulesAfter)
  if (rules)
    await writeAuditLine(client, { merchantId, action: 'RISK_RULES_CHANGED', subject: { changed: rules }, ...by })
  const weakened = weakenedControls(profiles.before, profiles.after)
  if (weakened.length > 0) {
    const subject = { controls: differenceIn(weakened, profiles.before, profiles.after) }
    await writeAuditLine(client, { merchantId, action: 'CONTROLS_WEAKENED', subject, ...by })
  }
}

// The logos of payment pages in PostgreSQL.

const find = prepared(
  'find-page-logo',
  `select l.logo_hash as hash, l.content_type as "contentType", l.content from page_logos l
   where l.merchant_id = $1 and l.logo_hash = $2
   and exists (select from merchants m where m.merchant_id = $1 and m.profile ->> 'pageLogo' = l.logo_hash)`,
)

const add = prepared(
  'add-page-logo',
  `insert into page_logos (merchant_id, logo_hash, content_type, content, created_at)
   values ($1, $2, $3, $4, statement_timestamp())
   on conflict (merchant_id, logo_hash) do update set created_at = excluded.created_at`,
)

/** By the profile as it is committed now: another process may have named another logo meanwhile, or is about to name one. */
const removeUnused = prepared(
  'remove-unused-page-logos',
  `delete from page_logos l where l.merchant_id = $1 and l.created_at < statement_timestamp() - interval '1 minute'
   and not exists (select from merchants m where m.merchant_id = $1 and m.profile ->> 'pageLogo' = l.logo_hash)`,
)

export function postgresPageLogos(databases: MerchantDatabases): PageLogos {
  return {
    async find(merchantId, hash) {
      const { rows } = await databases.of(merchantId).query<PageLogo>(find([merchantId, hash]))
      return rows[0]
    },

    async add(merchantId, { hash, contentType, content }) {
      await databases.of(merchantId).query(add([merchantId, hash, contentType, content]))
    },

    async removeUnused(merchantId) {
      await databases.of(merchantId).query(removeUnused([merchantId]))
    },
  }
}

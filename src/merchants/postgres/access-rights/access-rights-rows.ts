// Which rows give access rights, in one list: what is not listed here is not protected. A part's rows are read as one text, in
// the same statement as the values used, so nothing can change in between.
import { createHash } from 'node:crypto'
import type { KeyedHash } from '../../../kernel/keyed-hash.ts'
import {
  approvalRequestSealContext,
  linkSecretsSealContext,
  secondFactorSealContext,
  type Vault,
  walletKeySealContext,
  walletPageSealContext,
  webhookSecretsSealContext,
} from '../../../keys/index.ts'
import { noRiskRules } from '../../../risk/index.ts'
import {
  type AccessRightsPart,
  type AccessRightsSeal,
  accessRightsParts,
  partDigest,
} from '../../rules/access-rights-seal.ts'

interface AccessRightsTable {
  readonly table: string
  /** Expressions over a row `t`. Times of use and the like give no right, and are left out. */
  readonly columns: readonly string[]
  /** An expression for a list of further values of a row, empty for rows from before they existed. */
  readonly additions?: string
  readonly order?: string
  /** A sealed value counts by its content: sealing it under another key changes nothing. */
  readonly secrets?: readonly { readonly place: string; readonly keyId: string; readonly sealed: string }[]
}

const hex = (column: string) => `encode(t.${column}, 'hex')`
const seconds = (column: string) => `extract(epoch from t.${column})`
const text = (column: string) => `t.${column} collate "C"`

/**
 * Whether there are card lists follows from the lists; a profile that is older than risk rules gets none with the
 * first.
 */
const rulesOfProfile = `coalesce(t.profile -> 'risk', '${JSON.stringify(noRiskRules)}') - 'hasCardLists'`

/** Which wallet key pages use. One that is in use as of its creation adds nothing to the seal. */
const keyInUse = `case when t.used_since is null or t.used_since = t.created_at then '[]'::jsonb
  else jsonb_build_array(${seconds('used_since')}) end`

const userColumns = [
  't.login',
  't.permissions',
  't.is_enabled',
  't.password_hash',
  't.must_change_password',
  't.is_factor_in_use',
]

/** Where alerts go, and since when; users without an address have the form that seals of earlier releases know. */
const userAdditions = `case when t.email is null then '[]'::jsonb
  else jsonb_build_array(t.email, ${seconds('email_confirmed_at')}) end`

const tables: Readonly<Record<AccessRightsPart, readonly AccessRightsTable[]>> = {
  ACCESS: [
    { table: 'merchants', columns: [`t.profile - 'risk'`, rulesOfProfile] },
    {
      table: 'merchant_passwords',
      columns: ['t.slot', 't.key_id', hex('hash'), 't.name', 't.operations'],
      order: 't.slot',
    },
    {
      table: 'merchant_certificates',
      columns: [
        't.fingerprint',
        seconds('not_before'),
        seconds('not_after'),
        seconds('revoked_at'),
        't.name',
        't.operations',
      ],
      order: text('fingerprint'),
    },
    { table: 'reporting_passwords', columns: ['t.slot', 't.key_id', hex('hash')], order: 't.slot' },
    {
      table: 'credential_requests',
      columns: ['t.request_id', 't.kind', 't.details', 't.key_id', hex('hash'), 't.requested_by'],
      order: 't.request_id',
      secrets: [{ place: 't.request_id::text', keyId: 't.secrets_key_id', sealed: 't.secrets_sealed' }],
    },
  ],
  USERS: [
    {
      table: 'users',
      columns: userColumns,
      additions: userAdditions,
      order: text('login'),
      secrets: [{ place: 't.login', keyId: 't.factor_key_id', sealed: 't.factor_sealed' }],
    },
  ],
  WEBHOOKS: [
    {
      table: 'webhook_settings',
      columns: ['t.is_enabled', 't.url', 't.accepts_any_2xx', seconds('previous_until')],
      secrets: (['secrets', 'previous'] as const).map((part) => ({
        place: `'${part}'`,
        keyId: `t.${part}_key_id`,
        sealed: `t.${part}_sealed`,
      })),
    },
  ],
  LINKS: [
    {
      table: 'links',
      columns: ['t.link_id', 't.adapter', 't.acquirer_id', 't.is_enabled', 't.revision'],
      order: text('link_id'),
    },
    {
      table: 'link_revisions',
      columns: ['t.link_id', 't.revision', 't.settings', 't.change', 't.secrets_sealed is not null'],
      order: `${text('link_id')}, t.revision`,
      secrets: [{ place: `(t.link_id || '/' || t.revision)`, keyId: 't.secrets_key_id', sealed: 't.secrets_sealed' }],
    },
  ],
  WALLETS: [
    {
      table: 'wallet_keys',
      columns: ['t.wallet', 't.public_key_hash', 't.identifier'],
      additions: keyInUse,
      order: `${text('wallet')}, ${text('public_key_hash')}`,
      secrets: [
        { place: `(t.wallet || '/' || t.public_key_hash)`, keyId: 't.secret_key_id', sealed: 't.secret_sealed' },
      ],
    },
  ],
  WALLET_PAGES: [
    {
      table: 'wallet_pages',
      columns: [
        't.wallet',
        't.display_name',
        't.country',
        't.certificate',
        seconds('expires_at'),
        't.secret_sealed is not null',
      ],
      order: text('wallet'),
      secrets: [{ place: 't.wallet', keyId: 't.secret_key_id', sealed: 't.secret_sealed' }],
    },
  ],
}

const placeOf: Readonly<Record<AccessRightsPart, (ownerId: string, place: string) => readonly string[]>> = {
  ACCESS: (merchantId, requestId) => approvalRequestSealContext({ merchantId, requestId }),
  USERS: (merchantId, login) => secondFactorSealContext({ merchantId, login }),
  WEBHOOKS: (merchantId, part) => webhookSecretsSealContext(merchantId, part as 'secrets' | 'previous'),
  LINKS(merchantId, place) {
    const [linkId = '', revision = ''] = place.split('/')
    return linkSecretsSealContext({ merchantId, linkId, revision })
  },
  WALLETS(merchantId, place) {
    const [wallet = '', publicKeyHash = ''] = place.split('/')
    return walletKeySealContext({ merchantId, wallet, publicKeyHash })
  },
  WALLET_PAGES: (merchantId, wallet) => walletPageSealContext({ merchantId, wallet }),
}

interface StoredSecret {
  readonly place: string
  readonly keyId: string
  /** In hexadecimal. */
  readonly sealed: string
}

interface StoredPart {
  readonly rows: string
  readonly secrets: readonly StoredSecret[]
}

/** As the column `access_rights` has it. */
export interface StoredAccessRights {
  readonly parts: Readonly<Partial<Record<AccessRightsPart, StoredPart>>>
  readonly seal: (AccessRightsSeal & { readonly keyId: string; readonly mac: string }) | null
  readonly audited: number | null
}

/** An expression that reads the parts of an owner's access rights, its seal, and the newest revision in its audit log. */
export function accessRightsColumn(parts: readonly AccessRightsPart[], owner: string): string {
  return `jsonb_build_object('parts', ${partsColumn(parts, owner)},
    'seal', (select jsonb_build_object('revision', s.revision, 'digests', s.digests, 'keyId', s.key_id,
      'mac', encode(s.mac, 'hex')) from access_rights_seals s where s.merchant_id = ${owner}),
    'audited', (select max((a.subject ->> 'revision')::bigint) from audit a
      where a.merchant_id = ${owner} and a.action = 'ACCESS_RIGHTS_SEALED'))`
}

/** The parts alone. */
export function partsColumn(parts: readonly AccessRightsPart[], owner: string): string {
  const read = parts.map(
    (part) => `'${part}', jsonb_build_object('rows', ${rowsOf(part, owner)}::text,
    'secrets', ${secretsOf(part, owner)})`,
  )
  return `jsonb_build_object(${read.join(', ')})`
}

/** One user as the part USERS has them; `t` is the row. */
export const userAccessRightsColumn = `(jsonb_build_array(${userColumns.join(', ')}) || ${userAdditions})`

function rowsOf(part: AccessRightsPart, owner: string): string {
  const lists = tables[part].map(({ table, columns, additions, order = 't.merchant_id' }) => {
    const row = `jsonb_build_array(${columns.join(', ')})${additions === undefined ? '' : ` || ${additions}`}`
    return `(select coalesce(jsonb_agg(${row} order by ${order}), '[]') from ${table} t where t.merchant_id = ${owner})`
  })
  return `jsonb_build_array(${lists.join(', ')})`
}

function secretsOf(part: AccessRightsPart, owner: string): string {
  const lists = tables[part].flatMap(({ table, secrets = [] }) =>
    secrets.map(
      ({ place, keyId, sealed }) => `(select coalesce(jsonb_agg(jsonb_build_object('place', ${place}, 'keyId', ${keyId},
        'sealed', encode(${sealed}, 'hex')) order by ${place} collate "C"), '[]')
        from ${table} t where t.merchant_id = ${owner} and ${sealed} is not null)`,
    ),
  )
  return lists.length === 0 ? `'[]'::jsonb` : `(${lists.join(' || ')})`
}

/** The rows of a part, table by table. */
export function tablesOf(
  { parts }: Pick<StoredAccessRights, 'parts'>,
  part: AccessRightsPart,
): readonly (readonly (readonly unknown[])[])[] {
  return JSON.parse(parts[part]?.rows ?? '[]') as readonly (readonly (readonly unknown[])[])[]
}

export function isEmpty(stored: StoredAccessRights): boolean {
  return accessRightsParts.every((part) => tablesOf(stored, part).every((rows) => rows.length === 0))
}

export function macOf({ seal }: StoredAccessRights): KeyedHash | undefined {
  return seal ? { keyId: seal.keyId, hash: Buffer.from(seal.mac, 'hex') } : undefined
}

/** Of the parts that were read. */
export async function digestsOf(
  ownerId: string,
  accessRights: Pick<StoredAccessRights, 'parts'>,
  vault: Pick<Vault, 'open'>,
): Promise<Partial<Record<AccessRightsPart, string>>> {
  const digests: Partial<Record<AccessRightsPart, string>> = {}
  for (const part of accessRightsParts) {
    const stored = accessRights.parts[part]
    if (!stored) continue
    const secrets: string[] = []
    for (const { place, keyId, sealed } of stored.secrets) {
      const value = { keyId, sealed: Buffer.from(sealed, 'hex') }
      // A value that cannot be decrypted is not what was sealed, and must not prevent changes to others.
      const clear = await vault.open(value, placeOf[part](ownerId, place)).catch(() => `does not open: ${sealed}`)
      secrets.push(sha256(clear))
    }
    digests[part] = partDigest(part, {
      isEmpty: tablesOf(accessRights, part).every((rows) => rows.length === 0),
      digest: () => sha256(JSON.stringify([stored.rows, secrets])),
    })
  }
  return digests
}

function sha256(clear: string): string {
  return createHash('sha256').update(clear).digest('hex')
}

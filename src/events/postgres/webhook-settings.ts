// The merchants' notification settings, with their secrets, in PostgreSQL.

import { randomBytes } from 'node:crypto'
import { actorText, subjectText, withAuditLine } from '../../audit/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type Vault, webhookSecretsSealContext } from '../../keys/index.ts'
import { type AccessRightsSeals, accessRightsColumn, type StoredAccessRights } from '../../merchants/index.ts'
import { agedCache } from '../../platform/postgres/caches.ts'
import { type MerchantDatabases, onOneDatabase } from '../../platform/postgres/cluster/merchant-databases.ts'
import { type Database, prepared } from '../../platform/postgres/database.ts'
import type {
  ChangedWebhookSettings,
  WebhookSecrets,
  WebhookSettings,
  WebhookSettingsStore,
} from '../ports/webhooks.ts'

interface Row {
  readonly merchant_id: string
  readonly is_enabled: boolean
  readonly url: string | null
  readonly accepts_any_2xx: boolean
  readonly secrets_key_id: string
  readonly secrets_sealed: Buffer
  readonly previous_key_id: string | null
  readonly previous_sealed: Buffer | null
  readonly previous_until: Date | null
}

/** A row with its secrets decrypted. */
interface OpenedSetting extends Omit<WebhookSettings, 'secrets'> {
  readonly current: WebhookSecrets
  readonly previous?: WebhookSecrets
}

const find = prepared(
  'find-webhook-settings',
  `select s.*, ${accessRightsColumn(['WEBHOOKS'], '$1')} as access_rights from webhook_settings s where s.merchant_id = $1`,
)

/** Changes wait for each other, so that each knows the URL that it replaces. */
const lockUrl = prepared('lock-webhook-url', 'select url from webhook_settings where merchant_id = $1 for update')

const change = withAuditLine(
  `insert into webhook_settings as s
     (merchant_id, is_enabled, url, accepts_any_2xx, secrets_key_id, secrets_sealed, updated_at)
   values ($1, coalesce($5::boolean, false), $7, coalesce($8::boolean, false), $9, $10, $3)
   on conflict (merchant_id) do update set is_enabled = coalesce($5, s.is_enabled),
     url = case when $6::boolean then excluded.url else s.url end,
     accepts_any_2xx = coalesce($8, s.accepts_any_2xx), updated_at = $3
   returning *`,
  'WEBHOOK_CHANGED',
)

/** Only over the secrets that were read: a rotation, or re-encryption, may have come in between. */
const rotate = withAuditLine(
  `update webhook_settings set secrets_key_id = $6, secrets_sealed = $7, previous_key_id = $8,
     previous_sealed = $9, previous_until = $10, updated_at = $3
   where merchant_id = $1 and secrets_sealed = $5
   returning *`,
  'WEBHOOK_SECRETS_ROTATED',
)

const finish = withAuditLine(
  `update webhook_settings set previous_key_id = null, previous_sealed = null, previous_until = null,
     updated_at = $3
   where merchant_id = $1 returning *`,
  'WEBHOOK_SECRETS_ROTATED',
)

/** Other processes may have changed them since; they see this process's changes equally late. */
const freshMs = 1_000
const rotationTries = 5

interface WebhookSettingsParts {
  readonly vault: Vault
  readonly clock: Clock
  readonly accessRights: AccessRightsSeals
  /** The connections for reading them: on a distributed database at the merchant's node. */
  readonly nodes?: MerchantDatabases
  /** The monotonic clock. */
  readonly nowMs?: () => number
}

export function postgresWebhookSettings(
  database: Database,
  { vault, clock, accessRights, nowMs, nodes = onOneDatabase(database) }: WebhookSettingsParts,
): WebhookSettingsStore {
  const cached = agedCache<OpenedSetting | undefined>({ read: load, freshMs, nowMs })

  async function readRow(merchantId: string): Promise<Row | undefined> {
    const { rows } = await nodes
      .of(merchantId)
      .query<Row & { readonly access_rights: StoredAccessRights }>(find([merchantId]))
    const [row] = rows
    if (row) await accessRights.check(merchantId, row.access_rights)
    return row
  }

  async function open(row: Row): Promise<OpenedSetting> {
    const opened = async (keyId: string, sealed: Buffer, part: 'secrets' | 'previous') =>
      JSON.parse(
        await vault.open({ keyId, sealed }, webhookSecretsSealContext(row.merchant_id, part)),
      ) as WebhookSecrets
    const { previous_key_id: previousKeyId, previous_sealed: previousSealed, previous_until: previousUntil } = row
    return {
      merchantId: row.merchant_id,
      isEnabled: row.is_enabled,
      url: row.url ?? undefined,
      acceptsAny2xx: row.accepts_any_2xx,
      current: await opened(row.secrets_key_id, row.secrets_sealed, 'secrets'),
      ...(previousKeyId !== null &&
        previousSealed !== null &&
        previousUntil !== null && {
          previous: await opened(previousKeyId, previousSealed, 'previous'),
          previousUntil,
        }),
    }
  }

  /** As valid at this moment: secrets that have expired are left out, however fresh the row. */
  function settingOf({ current, previous, previousUntil, ...setting }: OpenedSetting): WebhookSettings {
    const isRotating = previous !== undefined && previousUntil !== undefined && previousUntil > clock.now()
    return {
      ...setting,
      secrets: isRotating ? [current, previous] : [current],
      ...(isRotating && { previousUntil }),
    }
  }

  async function load(merchantId: string): Promise<OpenedSetting | undefined> {
    const row = await readRow(merchantId)
    return row && open(row)
  }

  const sealFor = (merchantId: string, part: 'secrets' | 'previous', secrets: WebhookSecrets) =>
    vault.seal(JSON.stringify(secrets), webhookSecretsSealContext(merchantId, part))

  /** The first three values are the merchant, the actor, and the time. */
  async function run(
    text: string,
    [ownerId, actor, at, ...values]: readonly [string, string, Date, ...unknown[]],
  ): Promise<ChangedWebhookSettings | undefined> {
    const by = { actor, at }
    const { before, row } = await accessRights.change({ ownerId, parts: ['WEBHOOKS'] }, by, async (client) => {
      const locked = await client.query<Pick<Row, 'url'>>(lockUrl([ownerId]))
      const changed = await client.query<Row>(text, [ownerId, actorText(actor), at, ...values])
      return { before: locked.rows[0], row: changed.rows[0] }
    })
    if (!row) return undefined
    cached.forget(row.merchant_id)
    return { setting: settingOf(await open(row)), previousUrl: before?.url ?? undefined }
  }

  return {
    async find(merchantId) {
      const opened = await cached.get(merchantId)
      return opened && settingOf(opened)
    },

    async change(merchantId, { isEnabled, url, acceptsAny2xx }, { actor, at }) {
      // Needed by the first change only; the statement finds out whether this is it.
      const { keyId, sealed } = sealFor(merchantId, 'secrets', makeSecrets())
      const subject = subjectText({ isEnabled, url: url && urlForAudit(url), acceptsAny2xx })
      const settings = [isEnabled ?? null, url !== undefined, url ?? null, acceptsAny2xx ?? null]
      const changed = await run(change, [merchantId, actor, at, subject, ...settings, keyId, sealed])
      if (!changed) throw new Error('the webhook settings were neither created nor changed')
      return changed
    },

    async rotate(merchantId, { actor, at, previousUntil }) {
      for (let tries = 0; tries < rotationTries; tries += 1) {
        const row = await readRow(merchantId)
        if (!row) return undefined
        const { current } = await open(row)
        const fresh = sealFor(merchantId, 'secrets', makeSecrets())
        const previous = previousUntil && sealFor(merchantId, 'previous', current)
        const rotated = await run(rotate, [
          ...([merchantId, actor, at] as const),
          subjectText({ previousUntil: previousUntil ?? 'ended' }),
          row.secrets_sealed,
          fresh.keyId,
          fresh.sealed,
          previous?.keyId ?? null,
          previous?.sealed ?? null,
          previousUntil ?? null,
        ])
        if (rotated) return rotated.setting
      }
      throw new Error('the secrets of notifications keep changing under their rotation')
    },

    async finishRotation(merchantId, { actor, at }) {
      const finished = await run(finish, [merchantId, actor, at, subjectText({ previousUntil: 'ended' })])
      return finished?.setting
    },
  }
}

/** Some webhooks authenticate by a secret in the query or before the host, which the audit log must not contain. */
export function urlForAudit(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/^(https?:\/\/)[^/]*@/, '$1')
}

/** The secret that is sent looks like an API password in capitals; the one that signs follows Standard Webhooks. */
function makeSecrets(): WebhookSecrets {
  return {
    sent: randomBytes(16).toString('hex').toUpperCase(),
    signing: `whsec_${randomBytes(32).toString('base64')}`,
  }
}

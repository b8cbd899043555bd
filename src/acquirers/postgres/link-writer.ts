// Writes acquirer links in a unit of work that has verified them, with an audit log entry for each change.
import type { PoolClient } from 'pg'
import { type AuditStamp, writeAuditLine } from '../../audit/index.ts'
import { operatorMerchantId } from '../../kernel/user.ts'
import { linkSecretsSealContext, type Vault } from '../../keys/index.ts'
import { prepared } from '../../platform/postgres/database.ts'
import { diffMembers } from '../../platform/postgres/diff-members.ts'
import type { Link, LinkChange, NewLink, SettingsRevision } from '../ports/link-store.ts'
import {
  insertLinkText,
  insertRevisionText,
  linkRowsColumn,
  type StoredLinks,
  updateLinkText,
  updateRevisionText,
} from './link-statements.ts'

const ownerId = operatorMerchantId

/** Without their seal. */
export const readLinksUnchecked = prepared('read-links-unchecked', `select ${linkRowsColumn('$1')} as links`)

export interface LinkWriter {
  find(client: PoolClient, linkId: string): Promise<Link | undefined>
  /** False when the id is taken. */
  create(client: PoolClient, link: NewLink, by: AuditStamp): Promise<boolean>
  /** Returns the link as it is then. */
  change(client: PoolClient, before: Link, change: LinkChange, by: AuditStamp): Promise<Link>
}

export function linkWriter(vault: Pick<Vault, 'seal' | 'open'>): LinkWriter {
  async function find(client: PoolClient, linkId: string): Promise<Link | undefined> {
    const { rows } = await client.query<{ links: StoredLinks }>(readLinksUnchecked([ownerId]))
    const { links = [], revisions = [] } = rows[0]?.links ?? {}
    const isOfLink = ({ link_id }: { readonly link_id: string }) => link_id === linkId
    const [link] = await linksOf({ links: links.filter(isOfLink), revisions: revisions.filter(isOfLink) }, vault)
    return link
  }

  function sealedSecrets(linkId: string, { revision, secrets }: Pick<SettingsRevision, 'revision' | 'secrets'>) {
    if (Object.keys(secrets).length === 0) return [null, null]
    const context = linkSecretsSealContext({ merchantId: ownerId, linkId, revision })
    const { keyId, sealed } = vault.seal(JSON.stringify(secrets), context)
    return [keyId, sealed]
  }

  async function writeRevision(
    client: PoolClient,
    { linkId, revisions }: Pick<Link, 'linkId' | 'revisions'>,
    wanted: NonNullable<LinkChange['revision']>,
  ): Promise<void> {
    const exists = revisions.some(({ revision }) => revision === wanted.revision)
    const values = [ownerId, linkId, wanted.revision, JSON.stringify(wanted.settings), ...sealedSecrets(linkId, wanted)]
    await client.query(exists ? updateRevisionText : insertRevisionText, values)
  }

  return {
    find,

    async create(client, { linkId, adapter, acquirerId, settings, secrets }, by) {
      const { rowCount } = await client.query(insertLinkText, [ownerId, linkId, adapter, acquirerId, by.at])
      if (rowCount !== 1) return false
      await writeRevision(client, { linkId, revisions: [] }, { revision: 1, settings, secrets })
      const subject = { linkId, adapter, acquirerId, settings, secrets: Object.keys(secrets) }
      await writeAuditLine(client, { merchantId: ownerId, action: 'LINK_CREATED', subject, ...by })
      return true
    },

    async change(client, before, change, by) {
      const { linkId } = before
      const { acquirerId = before.acquirerId, isEnabled = before.isEnabled, revision: wanted } = change
      const revision = Math.max(before.revision, wanted?.revision ?? 0)
      await client.query(updateLinkText, [ownerId, linkId, acquirerId, isEnabled, revision, by.at])
      if (wanted) await writeRevision(client, before, wanted)
      const after = await find(client, linkId)
      if (!after) throw new Error('a link was not found after its change')
      await noteChange(client, { before, after, wanted, weakened: change.weakened ?? [] }, by)
      return after
    },
  }
}

export async function linksOf({ links, revisions }: StoredLinks, vault: Pick<Vault, 'open'>): Promise<readonly Link[]> {
  const read: Link[] = []
  for (const row of links) {
    const own: SettingsRevision[] = []
    for (const each of revisions.filter(({ link_id }) => link_id === row.link_id)) {
      const { revision, settings, change, secrets_key_id: keyId, secrets_sealed: sealed } = each
      const context = linkSecretsSealContext({ merchantId: ownerId, linkId: row.link_id, revision })
      const value = keyId === null || sealed === null ? undefined : { keyId, sealed: Buffer.from(sealed, 'hex') }
      const secrets = value ? JSON.parse(await vault.open(value, context)) : {}
      own.push({ revision, settings, secrets, change, createdAt: new Date(each.created_at) })
    }
    read.push({
      linkId: row.link_id,
      adapter: row.adapter,
      acquirerId: row.acquirer_id,
      isEnabled: row.is_enabled,
      revision: row.revision,
      createdAt: new Date(row.created_at),
      updatedAt: new Date(row.updated_at),
      revisions: own,
    })
  }
  return read
}

interface LinkDifference {
  readonly before: Link
  readonly after: Link
  readonly wanted: LinkChange['revision'] | undefined
  readonly weakened: readonly string[]
}

/** An entry for what was enabled or disabled, and one for everything else that differs. Of secrets only the names. */
async function noteChange(
  client: PoolClient,
  { before, after, wanted, weakened }: LinkDifference,
  by: AuditStamp,
): Promise<void> {
  const { linkId } = after
  const note = (action: 'CONTROLS_WEAKENED' | 'LINK_CHANGED' | 'LINK_DISABLED' | 'LINK_ENABLED', subject: object) =>
    writeAuditLine(client, { merchantId: ownerId, action, subject: { linkId, ...subject }, ...by })
  if (before.isEnabled !== after.isEnabled) await note(after.isEnabled ? 'LINK_ENABLED' : 'LINK_DISABLED', {})
  const settingsOf = ({ revisions }: Link, number: number | undefined) =>
    revisions.find(({ revision }) => revision === number)
  const old = settingsOf(before, wanted?.revision) ?? settingsOf(before, before.revision)
  const fresh = wanted && settingsOf(after, wanted.revision)
  const changed = {
    ...(before.acquirerId !== after.acquirerId && diffMembers(pick(before), pick(after))),
    ...(fresh && diffMembers(old?.settings ?? {}, fresh.settings)),
  }
  const secrets = fresh ? Object.keys(diffMembers(old?.secrets ?? {}, fresh.secrets) ?? {}) : []
  if (!wanted && Object.keys(changed).length === 0) return
  await note('LINK_CHANGED', {
    ...(wanted && { revision: wanted.revision }),
    changed,
    ...(secrets.length > 0 && { secrets }),
  })
  if (weakened.length > 0) {
    const storedValue = (settings: SettingsRevision['settings'] | undefined, name: string) => settings?.[name] ?? null
    const controls = weakened.map((name) => [
      name,
      { before: storedValue(old?.settings, name), after: storedValue(fresh?.settings, name) },
    ])
    await note('CONTROLS_WEAKENED', { controls: Object.fromEntries(controls) })
  }
}

function pick({ acquirerId }: Link): object {
  return { acquirerId }
}

// Acquirer links in PostgreSQL. Their secrets are sealed in the vault, their rows are a part of the operator's rights seal,
// and every change writes its audit log entry in its commit.
import { isDeepStrictEqual } from 'node:util'
import type { PoolClient } from 'pg'
import { withTimeout } from '../../../concurrency/with-timeout.ts'
import { operatorMerchantId } from '../../../domain/users/user.ts'
import { linkSecretsSealContext } from '../../../ports/keys/seal-context.ts'
import type { Vault } from '../../../ports/keys/vault.ts'
import type { Link, LinkChange, LinkStore, OpenOnRevision, SettingsRevision } from '../../../ports/links/link-store.ts'
import { StoreOverloaded } from '../../../ports/payments/store.ts'
import type { AuditStamp } from '../../../ports/users/users.ts'
import { writeAuditLine } from '../audit/audit.ts'
import { type Database, prepared } from '../database.ts'
import { diffMembers } from '../diff-members.ts'
import { rightsColumn, type StoredRights } from '../merchants/rights/rights-rows.ts'
import type { RightsSeals, SealingVault } from '../merchants/rights/rights-seals.ts'
import { linkSealStore } from './link-seal.ts'
import {
  countOpenText,
  insertLinkText,
  insertRevisionText,
  linkRowsColumn,
  type StoredLinks,
  unlinkedAdaptersText,
  updateLinkText,
  updateRevisionText,
} from './link-statements.ts'

/** The links are the operator's. */
const ownerId = operatorMerchantId
const linksOfOperator = { ownerId, parts: ['LINKS'] as const }

/** In one statement with the seal, so that nothing can change in between. */
const readLinks = prepared(
  'read-links',
  `select ${linkRowsColumn('$1')} as links, ${rightsColumn(['LINKS'], '$1')} as rights`,
)
const readUnchecked = prepared('read-links-unchecked', `select ${linkRowsColumn('$1')} as links`)

/** Payments wait for links twice as long. */
const sealWaitMs = 500

export interface PostgresLinks extends LinkStore {
  /** Seals the links for when the operator's seal cannot be read, if they have changed. */
  renewSeal(): Promise<void>
}

export function postgresLinks(
  database: Database,
  {
    vault,
    rights,
    payments = database,
  }: {
    readonly vault: Pick<Vault, 'seal'> & SealingVault
    readonly rights: RightsSeals
    /** Payments wait for what is read here; jobs that wait for a silent node may have every other connection. */
    readonly payments?: Database
  },
): PostgresLinks {
  const ownSeal = linkSealStore(payments, ownerId, { vault, rights })
  let verified: StoredLinks | undefined

  async function list(): Promise<readonly Link[]> {
    const reading = readVerified()
    // A node may also fall silent, and the links are needed before its time is up.
    const onTimeout = async () => (await readDuringOutage().catch(() => undefined)) ?? reading
    try {
      verified = await withTimeout(reading, { timeoutMs: sealWaitMs, onTimeout })
    } catch (error) {
      if (!(error instanceof StoreOverloaded)) throw error
      const found = await readDuringOutage()
      if (!found) throw error
      verified = found
    }
    return linksOf(verified, vault)
  }

  /**
   * The links are on every node of a distributed database, and the operator's seal is on one. While that one is down, links that are
   * still as they were verified before need no seal, and others need their own.
   */
  async function readDuringOutage(): Promise<StoredLinks | undefined> {
    if (verified && (await areStored(verified))) return verified
    return ownSeal.readVerified()
  }

  /** Not in the commit of the change: a job repeats it. */
  async function changed<T>(result: Promise<T>): Promise<T> {
    await result
    await ownSeal.renew().catch(() => undefined)
    return result
  }

  async function readVerified(): Promise<StoredLinks> {
    const { rows } = await payments.query<{ links: StoredLinks; rights: StoredRights }>(readLinks([ownerId]))
    const [row] = rows
    if (!row) throw new Error('a query without conditions has a row')
    await rights.check(ownerId, row.rights)
    return row.links
  }

  async function areStored(links: StoredLinks): Promise<boolean> {
    const { rows } = await payments.query<{ links: StoredLinks }>(readUnchecked([ownerId]))
    return isDeepStrictEqual(rows[0]?.links, links)
  }

  /** In a unit of work that has verified them. */
  async function findStored(client: PoolClient, linkId: string): Promise<Link | undefined> {
    const { rows } = await client.query<{ links: StoredLinks }>(readUnchecked([ownerId]))
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
    list,
    find: async (linkId) => (await list()).find((link) => link.linkId === linkId),

    renewSeal: ownSeal.renew,

    create: ({ linkId, adapter, acquirerId, settings, secrets }, by) =>
      changed(
        rights.change(
          linksOfOperator,
          by,
          async (client) => {
            const { rowCount } = await client.query(insertLinkText, [ownerId, linkId, adapter, acquirerId, by.at])
            if (rowCount !== 1) return false
            await writeRevision(client, { linkId, revisions: [] }, { revision: 1, settings, secrets })
            const subject = { linkId, adapter, acquirerId, settings, secrets: Object.keys(secrets) }
            await writeAuditLine(client, { merchantId: ownerId, action: 'LINK_CREATED', subject, ...by })
            return true
          },
          { isKept: (isMade) => isMade },
        ),
      ),

    change: (linkId, decide, by) =>
      changed(
        rights.change(
          linksOfOperator,
          by,
          async (client) => {
            const before = await findStored(client, linkId)
            if (!before) return undefined
            const change = decide(before)
            if (typeof change === 'string') return change
            const { acquirerId = before.acquirerId, isEnabled = before.isEnabled, revision: wanted } = change
            const revision = Math.max(before.revision, wanted?.revision ?? 0)
            await client.query(updateLinkText, [ownerId, linkId, acquirerId, isEnabled, revision, by.at])
            if (wanted) await writeRevision(client, before, wanted)
            const after = await findStored(client, linkId)
            if (!after) throw new Error('a link was not found after its change')
            await noteChange(client, { before, after, wanted }, by)
            return after
          },
          { isKept: (result) => typeof result === 'object' },
        ),
      ),

    async countOpen(linkId) {
      const { rows } = await database.query<OpenOnRevision>(countOpenText, [linkId])
      return rows
    },

    async listUnlinkedAdapters() {
      const { rows } = await database.query<{ adapter: string; acquirerId: string }>(unlinkedAdaptersText, [ownerId])
      return rows
    },
  }
}

async function linksOf({ links, revisions }: StoredLinks, vault: Pick<Vault, 'open'>): Promise<readonly Link[]> {
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
}

/** An entry for what was enabled or disabled, and one for everything else that differs. Of secrets only the names. */
async function noteChange(
  client: PoolClient,
  { before, after, wanted }: LinkDifference,
  by: AuditStamp,
): Promise<void> {
  const { linkId } = after
  const note = (action: 'LINK_CHANGED' | 'LINK_DISABLED' | 'LINK_ENABLED', subject: object) =>
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
}

function pick({ acquirerId }: Link): object {
  return { acquirerId }
}

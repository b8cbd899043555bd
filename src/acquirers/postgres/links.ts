// Acquirer links in PostgreSQL. Their secrets are sealed in the vault, their rows are a part of the operator's access rights seal,
// and every change writes its audit log entry in its commit.
import { isDeepStrictEqual } from 'node:util'
import { StoreOverloaded } from '../../kernel/failures.ts'
import { operatorMerchantId } from '../../kernel/user.ts'
import type { Vault } from '../../keys/index.ts'
import {
  type AccessRightsSeals,
  accessRightsColumn,
  type SealingVault,
  type StoredAccessRights,
} from '../../merchants/index.ts'
import { withTimeout } from '../../platform/concurrency/with-timeout.ts'
import { copiesIn, type MerchantDatabases, onOneDatabase } from '../../platform/postgres/cluster/merchant-databases.ts'
import { type Database, prepared } from '../../platform/postgres/database.ts'
import type { Link, LinkStore, OpenOnRevision } from '../ports/link-store.ts'
import { linkSealStore } from './link-seal.ts'
import { countOpenText, linkRowsColumn, type StoredLinks, unlinkedAdaptersText } from './link-statements.ts'
import { linksOf, linkWriter, readLinksUnchecked } from './link-writer.ts'

/** The links are the operator's. */
const ownerId = operatorMerchantId
const linksOfOperator = { ownerId, parts: ['LINKS'] as const }

/** In one statement with the seal, so that nothing can change in between. */
const readLinks = prepared(
  'read-links',
  `select ${linkRowsColumn('$1')} as links, ${accessRightsColumn(['LINKS'], '$1')} as access_rights`,
)

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
    accessRights,
    nodes = onOneDatabase(database),
  }: {
    readonly vault: Pick<Vault, 'seal'> & SealingVault
    readonly accessRights: AccessRightsSeals
    /** The connections for what payments read: the operator's seal on its node, everything else on any. */
    readonly nodes?: MerchantDatabases
  },
): PostgresLinks {
  const copies = copiesIn(nodes)
  const ownSeal = linkSealStore({ database, copies }, ownerId, { vault, accessRights })
  const writer = linkWriter(vault)
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
    const { rows } = await nodes
      .of(ownerId)
      .query<{ links: StoredLinks; access_rights: StoredAccessRights }>(readLinks([ownerId]))
    const [row] = rows
    if (!row) throw new Error('a query without conditions has a row')
    await accessRights.check(ownerId, row.access_rights)
    return row.links
  }

  async function areStored(links: StoredLinks): Promise<boolean> {
    const { rows } = await copies.query<{ links: StoredLinks }>(readLinksUnchecked([ownerId]))
    return isDeepStrictEqual(rows[0]?.links, links)
  }

  return {
    list,
    find: async (linkId) => (await list()).find((link) => link.linkId === linkId),

    renewSeal: ownSeal.renew,

    create: (link, by) =>
      changed(
        accessRights.change(linksOfOperator, by, (client) => writer.create(client, link, by), {
          isKept: (isMade) => isMade,
        }),
      ),

    change: (linkId, decide, by) =>
      changed(
        accessRights.change(
          linksOfOperator,
          by,
          async (client) => {
            const before = await writer.find(client, linkId)
            if (!before) return undefined
            const change = decide(before)
            return typeof change === 'string' ? change : writer.change(client, before, change, by)
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

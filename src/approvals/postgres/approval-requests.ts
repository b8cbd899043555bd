// What waits for approval by a second user, in PostgreSQL.
import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { type Link, linkWriter } from '../../acquirers/index.ts'
import { type AuditStamp, writeAuditLine } from '../../audit/index.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { approvalRequestSealContext, type Vault } from '../../keys/index.ts'
import {
  type AccessRightsPart,
  type AccessRightsSeals,
  type Certificate,
  changeProfile,
  insertCertificate,
  insertCredential,
  withDifference,
} from '../../merchants/index.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { givePermissions } from '../../users/index.ts'
import type {
  ApprovalRequest,
  ApprovalRequests,
  ApprovalResult,
  LinkBase,
  RequestedChange,
  RequestedLinkChange,
} from '../ports/approval-requests.ts'

interface RequestRow {
  readonly merchant_id: string
  readonly request_id: string
  readonly kind: RequestedChange['kind']
  /** The members that this kind has, with times as in JSON. */
  readonly details: object
  readonly key_id: string | null
  readonly hash: Buffer | null
  readonly secrets_key_id: string | null
  readonly secrets_sealed: Buffer | null
  readonly requested_by: string
  readonly requested_at: Date
}

type Stored<Kind extends RequestedChange['kind']> = Omit<Extract<RequestedChange, { kind: Kind }>, 'kind'>

const ofRequest = 'where merchant_id = $1 and request_id = $2'

/** The parts of an owner's access rights that an approval changes, beside the request itself. */
const partsOf: Readonly<Record<RequestedChange['kind'], readonly AccessRightsPart[]>> = {
  PASSWORD: ['ACCESS'],
  CERTIFICATE: ['ACCESS'],
  PROFILE: ['ACCESS'],
  LINK: ['ACCESS', 'LINKS'],
  PERMISSIONS: ['ACCESS', 'USERS'],
}

export function postgresApprovalRequests(
  database: Database,
  {
    accessRights,
    vault,
  }: { readonly accessRights: Pick<AccessRightsSeals, 'change'>; readonly vault: Pick<Vault, 'seal' | 'open'> },
): ApprovalRequests {
  const links = linkWriter(vault)

  async function secretsOf(ownerId: string, row: RequestRow) {
    const { secrets_key_id: keyId, secrets_sealed: sealed, request_id: requestId } = row
    if (keyId === null || sealed === null) return {}
    return JSON.parse(
      await vault.open({ keyId, sealed }, approvalRequestSealContext({ merchantId: ownerId, requestId })),
    )
  }

  /** Makes what was requested, in the name of the requester. */
  async function carryOut(
    client: PoolClient,
    ownerId: string,
    row: RequestRow,
    by: AuditStamp,
  ): Promise<Exclude<ApprovalResult, 'UNKNOWN' | 'OWN'>> {
    const wanted = changeOf(row)
    switch (wanted.kind) {
      case 'PASSWORD': {
        if (row.key_id === null || row.hash === null) throw new Error('a request for a password has no hash')
        const hash = { keyId: row.key_id, hash: row.hash }
        const slot = await insertCredential(client, ownerId, { ...wanted, hash }, by)
        return typeof slot === 'number' ? 'APPROVED' : slot
      }
      case 'CERTIFICATE': {
        const { certificate, name, operations } = wanted
        const added = await insertCertificate(
          client,
          ownerId,
          { ...certificate, ...(name && { name }), operations },
          by,
        )
        return added === 'ADDED' ? 'APPROVED' : added
      }
      case 'PROFILE': {
        const changed = await changeProfile(
          client,
          ownerId,
          (present) => withDifference(present, wanted.changed) ?? 'STALE',
          by,
        )
        return typeof changed === 'object' ? 'APPROVED' : 'STALE'
      }
      case 'LINK':
        return (await changeLink(client, wanted, await secretsOf(ownerId, row), by)) ? 'APPROVED' : 'STALE'
      case 'PERMISSIONS': {
        const { login, permissions } = wanted
        return (await givePermissions(client, { merchantId: ownerId, login }, permissions, by)) ? 'APPROVED' : 'STALE'
      }
    }
  }

  /** False when the link is not as it was at the request. */
  async function changeLink(
    client: PoolClient,
    { action, linkId, adapter, acquirerId, revision, weakened, base }: RequestedLinkChange,
    secrets: Readonly<Record<string, string>>,
    by: AuditStamp,
  ): Promise<boolean> {
    if (action === 'CREATE') {
      const settings = revision?.settings ?? {}
      return links.create(client, { linkId, adapter, acquirerId: acquirerId ?? linkId, settings, secrets }, by)
    }
    const link = await links.find(client, linkId)
    if (!link || !base || !isAt(link, base)) return false
    await links.change(
      client,
      link,
      {
        ...omitUndefined({ acquirerId, weakened }),
        ...(action === 'ENABLE' && { isEnabled: true }),
        ...(revision && { revision: { ...revision, secrets } }),
      },
      by,
    )
    return true
  }

  return {
    async list(ownerId) {
      const { rows } = await database.query<RequestRow>(
        `select * from credential_requests where merchant_id = $1 and kind <> 'UNMASK' order by requested_at, request_id`,
        [ownerId],
      )
      return rows.map(requestOf)
    },

    async listAll(limit) {
      const { rows } = await database.query<RequestRow>(
        `select * from credential_requests where kind <> 'UNMASK' order by requested_at, request_id limit $1`,
        [limit],
      )
      return rows.map(requestOf)
    },

    add: (ownerId, { kind, ...details }, { hash, link }, { actor, at }) =>
      accessRights.change({ ownerId, parts: ['ACCESS'] }, { actor, at }, async (client) => {
        const requestId = randomUUID()
        const secrets =
          link && Object.keys(link).length > 0
            ? vault.seal(JSON.stringify(link), approvalRequestSealContext({ merchantId: ownerId, requestId }))
            : undefined
        await client.query(
          `insert into credential_requests (merchant_id, request_id, kind, details, key_id, hash, secrets_key_id, secrets_sealed,
             requested_by, requested_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
          [
            ownerId,
            requestId,
            kind,
            JSON.stringify(details),
            hash?.keyId ?? null,
            hash?.hash ?? null,
            secrets?.keyId ?? null,
            secrets?.sealed ?? null,
            actor,
            at,
          ],
        )
        const subject = { requestId, kind, ...details }
        await writeAuditLine(client, { merchantId: ownerId, actor, at, action: 'APPROVAL_REQUESTED', subject })
        return requestId
      }),

    async approve(ownerId, requestId, by) {
      const { rows: found } = await database.query<Pick<RequestRow, 'kind'>>(
        `select kind from credential_requests ${ofRequest}`,
        [ownerId, requestId],
      )
      const parts = found[0] && partsOf[found[0].kind]
      if (!parts) return 'UNKNOWN'
      return accessRights.change(
        { ownerId, parts },
        by,
        async (client) => {
          const row = await take(client, ownerId, requestId)
          if (!row) return 'UNKNOWN'
          if (row.requested_by === by.actor) return 'OWN'
          const result = await carryOut(client, ownerId, row, { ...by, actor: row.requested_by })
          if (result !== 'APPROVED') return result
          const subject = { ...subjectOf(row), requestedBy: row.requested_by }
          await writeAuditLine(client, { merchantId: ownerId, ...by, action: 'APPROVAL_GIVEN', subject })
          return 'APPROVED'
        },
        { isKept: (result) => result === 'APPROVED' },
      )
    },

    decline: (ownerId, requestId, by) =>
      accessRights.change({ ownerId, parts: ['ACCESS'] }, by, async (client) => {
        const row = await take(client, ownerId, requestId)
        if (!row) return false
        const subject = { ...subjectOf(row), requestedBy: row.requested_by }
        await writeAuditLine(client, { merchantId: ownerId, ...by, action: 'APPROVAL_DECLINED', subject })
        return true
      }),
  }
}

async function take(client: PoolClient, ownerId: string, requestId: string): Promise<RequestRow | undefined> {
  const { rows } = await client.query<RequestRow>(`delete from credential_requests ${ofRequest} returning *`, [
    ownerId,
    requestId,
  ])
  return rows[0]
}

function isAt(link: Link, { acquirerId, isEnabled, revision, change }: LinkBase): boolean {
  return (
    link.acquirerId === acquirerId &&
    link.isEnabled === isEnabled &&
    link.revision === revision &&
    changeOfRevision(link) === change
  )
}

/** How often the tuning of the current revision has changed. */
export function changeOfRevision({ revision, revisions }: Pick<Link, 'revision' | 'revisions'>): number {
  return revisions.find((each) => each.revision === revision)?.change ?? 0
}

/** For audit log entries: the request's own entry has the values. */
function subjectOf(row: RequestRow): object {
  const { name, linkId, login, changed } = row.details as Record<string, unknown>
  return {
    requestId: row.request_id,
    kind: row.kind,
    name,
    linkId,
    login,
    changed,
  }
}

function requestOf(row: RequestRow): ApprovalRequest {
  const { merchant_id: ownerId, request_id: requestId, requested_by: requestedBy, requested_at: requestedAt } = row
  return { ownerId, requestId, requestedBy, requestedAt, ...changeOf(row) }
}

function changeOf({ kind, details }: RequestRow): RequestedChange {
  switch (kind) {
    case 'CERTIFICATE': {
      const { certificate, ...stored } = details as Stored<'CERTIFICATE'>
      return { kind, ...stored, certificate: readCertificate(certificate) }
    }
    case 'PASSWORD':
      return { kind, ...(details as Stored<'PASSWORD'>) }
    case 'PROFILE':
      return { kind, ...(details as Stored<'PROFILE'>) }
    case 'LINK':
      return { kind, ...(details as Stored<'LINK'>) }
    case 'PERMISSIONS':
      return { kind, ...(details as Stored<'PERMISSIONS'>) }
  }
}

function readCertificate({ notBefore, notAfter, ...rest }: Certificate): Certificate {
  return { ...rest, notBefore: new Date(notBefore), notAfter: new Date(notAfter) }
}

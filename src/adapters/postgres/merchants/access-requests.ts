// Credentials and the privilege UNMASK that wait for approval by a second user, in PostgreSQL.
import type { PoolClient } from 'pg'
import type { MerchantProfile } from '../../../domain/merchants/merchant.ts'
import type {
  AccessRequest,
  AccessRequests,
  Certificate,
  RequestedAccess,
} from '../../../ports/merchants/credentials.ts'
import type { AuditStamp } from '../../../ports/users/users.ts'
import { writeAuditLine } from '../audit/audit.ts'
import type { Database } from '../database.ts'
import { insertCertificate, insertCredential } from './credentials.ts'
import type { RightsSeals } from './rights/rights-seals.ts'

interface RequestRow {
  readonly request_id: string
  readonly kind: RequestedAccess['kind']
  readonly details: RequestDetails
  readonly key_id: string | null
  readonly hash: Buffer | null
  readonly requested_by: string
  readonly requested_at: Date
}

/** The members that this kind has, with times as in JSON. */
interface RequestDetails {
  readonly name?: string
  readonly operations?: readonly string[]
  readonly certificate?: Omit<Certificate, 'notBefore' | 'notAfter'> & { notBefore: string; notAfter: string }
}

const ofRequest = 'where merchant_id = $1 and request_id = $2'

export function postgresAccessRequests(database: Database, rights: Pick<RightsSeals, 'change'>): AccessRequests {
  const accessOf = (ownerId: string) => ({ ownerId, parts: ['ACCESS'] as const })

  return {
    async list(merchantId) {
      const { rows } = await database.query<RequestRow>(
        'select * from credential_requests where merchant_id = $1 order by requested_at, request_id',
        [merchantId],
      )
      return rows.map(requestOf)
    },

    add: (merchantId, { kind, ...details }, hash, { actor, at }) =>
      rights.change(accessOf(merchantId), { actor, at }, async (client) => {
        const { rows } = await client.query<{ request_id: string }>(
          `insert into credential_requests (merchant_id, kind, details, key_id, hash, requested_by, requested_at)
           values ($1, $2, $3, $4, $5, $6, $7) returning request_id`,
          [merchantId, kind, JSON.stringify(details), hash?.keyId ?? null, hash?.hash ?? null, actor, at],
        )
        const requestId = rows[0]?.request_id ?? ''
        const subject = { requestId, kind, ...details }
        await writeAuditLine(client, { merchantId, actor, at, action: 'ACCESS_REQUESTED', subject })
        return requestId
      }),

    approve: (merchantId, requestId, by) =>
      rights.change(
        accessOf(merchantId),
        by,
        async (client) => {
          const { rows } = await client.query<RequestRow>(`delete from credential_requests ${ofRequest} returning *`, [
            merchantId,
            requestId,
          ])
          const [row] = rows
          if (!row) return 'UNKNOWN'
          if (row.requested_by === by.actor) return 'OWN'
          const outcome = await give(client, merchantId, row, { ...by, actor: row.requested_by })
          if (typeof outcome === 'string' && outcome !== 'ADDED') return outcome
          const subject = { requestId, kind: row.kind, name: row.details.name, requestedBy: row.requested_by }
          await writeAuditLine(client, { merchantId, ...by, action: 'ACCESS_APPROVED', subject })
          return 'APPROVED'
        },
        { isKept: (result) => result === 'APPROVED' },
      ),

    decline: (merchantId, requestId, by) =>
      rights.change(accessOf(merchantId), by, async (client) => {
        const { rows } = await client.query<RequestRow>(`delete from credential_requests ${ofRequest} returning *`, [
          merchantId,
          requestId,
        ])
        for (const { kind, details, requested_by: requestedBy } of rows) {
          const subject = { requestId, kind, name: details.name, requestedBy }
          await writeAuditLine(client, { merchantId, ...by, action: 'ACCESS_DECLINED', subject })
        }
        return rows.length === 1
      }),
  }
}

function requestOf(row: RequestRow): AccessRequest {
  return {
    requestId: row.request_id,
    requestedBy: row.requested_by,
    requestedAt: row.requested_at,
    ...accessOf(row),
  }
}

function accessOf({ kind, details: { name, operations = [], certificate } }: RequestRow): RequestedAccess {
  const called = name === undefined ? {} : { name }
  switch (kind) {
    case 'PASSWORD':
      return { kind, name: name ?? '', operations }
    case 'CERTIFICATE':
      return { kind, ...called, operations, certificate: readCertificate(certificate) }
    case 'UNMASK':
      return { kind }
  }
}

function readCertificate(certificate: RequestDetails['certificate']): Certificate {
  if (!certificate) throw new Error('a request for a certificate has none')
  const { notBefore, notAfter, ...rest } = certificate
  return { ...rest, notBefore: new Date(notBefore), notAfter: new Date(notAfter) }
}

/** Creates what was requested, in the name of the requester. */
async function give(
  client: PoolClient,
  merchantId: string,
  row: RequestRow,
  by: AuditStamp,
): Promise<number | 'ADDED' | 'FULL' | 'NAME_TAKEN' | 'KNOWN'> {
  const access = accessOf(row)
  switch (access.kind) {
    case 'PASSWORD': {
      if (row.key_id === null || row.hash === null) throw new Error('a request for a password has no hash')
      const hash = { keyId: row.key_id, hash: row.hash }
      return insertCredential(client, merchantId, { ...access, hash }, by)
    }
    case 'CERTIFICATE': {
      const { certificate, name, operations } = access
      return insertCertificate(client, merchantId, { ...certificate, ...(name && { name }), operations }, by)
    }
    case 'UNMASK': {
      const { rows } = await client.query<{ profile: Pick<MerchantProfile, 'privileges'> }>(
        'select profile from merchants where merchant_id = $1 for update',
        [merchantId],
      )
      const before = rows[0]?.profile.privileges ?? []
      const after = [...new Set([...before, 'UNMASK'])]
      await client.query(
        `update merchants set updated_at = now(), profile = jsonb_set(profile, '{privileges}', $2) where merchant_id = $1`,
        [merchantId, JSON.stringify(after)],
      )
      const subject = { changed: { privileges: { before, after } } }
      await writeAuditLine(client, { merchantId, ...by, action: 'MERCHANT_CHANGED', subject })
      return 'ADDED'
    }
  }
}

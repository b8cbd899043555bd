// Maps rows of sessions to the gateway's types, and the values of a session to statement parameters.
import type { OrderNaming } from '../../payments/index.ts'
import type {
  CodeEpochs,
  SessionKind,
  SessionUpdate,
  StoredSession,
  UpdateStatus,
  ValueAuthors,
} from '../ports/session-store.ts'

export function valuesOf(session: StoredSession, epochs: CodeEpochs): readonly unknown[] {
  return [
    session.merchantId,
    session.hash.hash,
    session.hash.keyId,
    session.kind,
    session.version,
    session.updateStatus,
    session.authenticationLimit,
    JSON.stringify(session.content),
    session.accounts?.keyId,
    session.accounts?.sealed,
    session.pageSecrets.keyId,
    session.pageSecrets.sealed,
    session.createdAt,
    session.updatedAt,
    session.expiresAt,
    session.createdInVersion,
    session.isPublic,
    session.isMerchantKnown,
    authorsColumn(session),
    Object.keys(epochs).length > 0 ? JSON.stringify(epochs) : undefined,
  ]
}

function authorsColumn({
  version,
  authors: set = {},
  notificationUrlSeal,
}: Pick<StoredSession, 'version' | 'authors' | 'notificationUrlSeal'>): string {
  return JSON.stringify({ version, set, notificationUrlSeal })
}

export function updatedValues(change: SessionUpdate, epochs: CodeEpochs | undefined): readonly unknown[] {
  return [
    change.merchantId,
    change.hash.hash,
    change.previousVersion,
    change.version,
    JSON.stringify(change.content),
    change.accounts?.keyId,
    change.accounts?.sealed,
    change.updatedAt,
    change.expiresAt,
    change.isMerchantKnown,
    authorsColumn(change),
    change.payerAddress,
    change.updateStatus,
    change.isMerchantUpdateRefused,
    epochs && JSON.stringify(epochs),
  ]
}

export interface SessionRow {
  readonly merchant_id: string
  readonly session_hash: Buffer
  readonly session_key_id: string
  readonly kind: SessionKind
  readonly version: string
  readonly update_status: UpdateStatus
  readonly is_merchant_update_refused: boolean
  readonly authentication_limit: number
  readonly authentications: number
  readonly created_in_version: number | null
  readonly order_id: string | null
  readonly order_named_by: OrderNaming | null
  readonly is_public: boolean
  readonly is_merchant_known: boolean
  readonly authors: {
    readonly version: string
    readonly set: ValueAuthors
    readonly notificationUrlSeal?: string | undefined
  } | null
  readonly content: StoredSession['content']
  readonly accounts_key_id: string | null
  readonly accounts_sealed: Buffer | null
  readonly told_key_id: string
  readonly told_sealed: Buffer
  readonly codes_sealed: Buffer | null
  readonly code_epochs: CodeEpochs | null
  /** The merchant's; null while none of its sessions has stored a code since the last crash. */
  readonly current_code_epoch: string | null
  readonly payer_address: string | null
  readonly created_at: Date
  readonly updated_at: Date
  readonly expires_at: Date
}

export function storedSession(row: SessionRow): StoredSession {
  const { accounts_key_id: keyId, accounts_sealed: sealed } = row
  return {
    merchantId: row.merchant_id,
    hash: { keyId: row.session_key_id, hash: row.session_hash },
    kind: row.kind,
    version: row.version,
    updateStatus: row.update_status,
    isMerchantUpdateRefused: row.is_merchant_update_refused,
    authenticationLimit: row.authentication_limit,
    deviceCalls: row.authentications,
    orderId: row.order_id ?? undefined,
    orderNamedBy: row.order_named_by ?? undefined,
    createdInVersion: row.created_in_version ?? undefined,
    isPublic: row.is_public,
    isMerchantKnown: row.is_merchant_known,
    authors: row.authors?.version === row.version ? row.authors.set : undefined,
    notificationUrlSeal: row.authors?.notificationUrlSeal,
    content: row.content,
    accounts: keyId !== null && sealed ? { keyId, sealed } : undefined,
    pageSecrets: { keyId: row.told_key_id, sealed: row.told_sealed },
    codes: row.codes_sealed ?? undefined,
    ...epochsOf(row),
    payerAddress: row.payer_address ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    expiresAt: row.expires_at,
  }
}

function epochsOf({ code_epochs, current_code_epoch }: SessionRow): Pick<StoredSession, 'codeEpochs' | 'lostCodes'> {
  if (code_epochs === null) return {}
  const lost = Object.keys(code_epochs).filter((path) => code_epochs[path] !== current_code_epoch)
  return { codeEpochs: code_epochs, lostCodes: lost.length > 0 ? lost : undefined }
}

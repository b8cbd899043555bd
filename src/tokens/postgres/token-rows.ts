// Maps rows of tokens to the gateway's types.

import type { Expiry } from '../../kernel/instrument.ts'
import type { VerificationStrategy } from '../../kernel/verification-strategy.ts'
import type { StoredSchemeToken, StoredToken, UsableToken, VisibleToken } from '../ports/token-store.ts'
import type { StoredKind } from '../rules/token.ts'
import type { StoredTokenDetails } from '../rules/token-details.ts'
import type { InvalidityReason } from '../rules/token-status.ts'

/** A scheme token is stored as one document; its reference and its sealed number have separate columns. */
interface SchemeTokenDocument {
  readonly status: StoredSchemeToken['status']
  readonly provider: string
  readonly masked?: string | undefined
  readonly expiry?: Expiry | undefined
  readonly lastUpdated: string
}

export interface TokenRow {
  readonly repository_id: string
  readonly token: string
  readonly home_repository_id: string
  readonly kind: StoredKind
  readonly masked: string
  readonly details: StoredTokenDetails
  readonly scheme: string | null
  readonly expiry_month: number | null
  readonly expiry_year: number | null
  readonly account_key_id: string
  readonly account_sealed: Buffer
  readonly status: 'VALID' | 'INVALID'
  readonly invalid_reason: InvalidityReason | null
  readonly verification_strategy: VerificationStrategy | null
  readonly verification_code: string | null
  readonly replacement_token: string | null
  readonly scheme_token: SchemeTokenDocument | null
  readonly scheme_reference: string | null
  readonly scheme_key_id: string | null
  readonly scheme_sealed: Buffer | null
  readonly scheme_due_ms: number | null
  readonly scheme_attempts: number
  readonly maintenance_due_ms: number | null
  readonly revision: number
  readonly updated_by: string
  readonly update_source: 'CLIENT' | 'GATEWAY'
  readonly created_ms: number
  readonly updated_ms: number
  readonly last_used_ms: number
}

/** Milliseconds since 1970, which are parsed ten times faster than a date as text. */
const msOf = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`

/** Of a table that is called t in the statement. */
export const tokenColumns = `t.repository_id, t.token, t.home_repository_id, t.kind, t.masked, t.details, t.scheme,
  t.expiry_month, t.expiry_year, t.account_key_id, t.account_sealed, t.status, t.invalid_reason, t.verification_strategy,
  t.verification_code, t.replacement_token, t.scheme_token, t.scheme_reference, t.scheme_key_id, t.scheme_sealed,
  ${msOf('t.scheme_due_at')} as scheme_due_ms, t.scheme_attempts, ${msOf('t.maintenance_due_at')} as maintenance_due_ms,
  t.revision, t.updated_by, t.update_source, ${msOf('t.created_at')} as created_ms,
  ${msOf('t.updated_at')} as updated_ms, ${msOf('t.last_used_at')} as last_used_ms`

/** The columns that a payment needs of its token, of the same table. */
export const usableColumns = `t.repository_id, t.token, t.kind, t.masked, t.details, t.expiry_month, t.expiry_year,
  t.account_key_id, t.account_sealed, t.invalid_reason`

export type UsableRow = Pick<
  TokenRow,
  | 'repository_id'
  | 'token'
  | 'kind'
  | 'masked'
  | 'details'
  | 'expiry_month'
  | 'expiry_year'
  | 'account_key_id'
  | 'account_sealed'
  | 'invalid_reason'
>

/** A row names its token by repository and token; so does a request. Neither contains the separator. */
export function nameOfToken({
  repositoryId,
  token,
}: {
  readonly repositoryId: string
  readonly token: string
}): string {
  return `${repositoryId}\u0000${token}`
}

export function usableToken(row: UsableRow): UsableToken {
  const expiry = expiryOf(row)
  return {
    repositoryId: row.repository_id,
    token: row.token,
    kind: row.kind,
    masked: row.masked,
    details: expiry ? { ...row.details, expiry } : row.details,
    account: { keyId: row.account_key_id, sealed: row.account_sealed },
    state: row.invalid_reason === null ? { status: 'VALID' } : { status: 'INVALID', reason: row.invalid_reason },
  }
}

export function storedToken(row: TokenRow): StoredToken {
  const expiry = expiryOf(row)
  return {
    ...usableToken(row),
    homeRepositoryId: row.home_repository_id,
    scheme: row.scheme ?? undefined,
    expiry,
    verificationStrategy: row.verification_strategy ?? undefined,
    verificationCode: row.verification_code ?? undefined,
    replacementToken: row.replacement_token ?? undefined,
    schemeToken: row.scheme_token && row.scheme_reference !== null ? schemeTokenOf(row, row.scheme_token) : undefined,
    schemeDueAt: row.scheme_due_ms === null ? undefined : new Date(row.scheme_due_ms),
    schemeAttempts: row.scheme_attempts,
    maintenanceDueAt: row.maintenance_due_ms === null ? undefined : new Date(row.maintenance_due_ms),
    revision: row.revision,
    updatedBy: row.updated_by,
    updateSource: row.update_source,
    createdAt: new Date(row.created_ms),
    updatedAt: new Date(row.updated_ms),
    lastUsedAt: new Date(row.last_used_ms),
  }
}

/** What is stored of a token in an event about it. */
export type TokenSnapshotRow = Pick<
  TokenRow,
  | 'repository_id'
  | 'token'
  | 'kind'
  | 'masked'
  | 'details'
  | 'expiry_month'
  | 'expiry_year'
  | 'status'
  | 'verification_strategy'
  | 'verification_code'
  | 'replacement_token'
  | 'scheme_token'
  | 'updated_by'
  | 'update_source'
> & { readonly updated_at: string; readonly last_used_at: string }

export function shownToken(row: TokenSnapshotRow): VisibleToken {
  const expiry = expiryOf(row)
  return {
    repositoryId: row.repository_id,
    token: row.token,
    kind: row.kind,
    masked: row.masked,
    details: row.details,
    expiry,
    state: { status: row.status },
    verificationStrategy: row.verification_strategy ?? undefined,
    verificationCode: row.verification_code ?? undefined,
    replacementToken: row.replacement_token ?? undefined,
    schemeToken: row.scheme_token
      ? { ...row.scheme_token, lastUpdated: new Date(row.scheme_token.lastUpdated) }
      : undefined,
    updatedBy: row.updated_by,
    updateSource: row.update_source,
    updatedAt: new Date(row.updated_at),
    lastUsedAt: new Date(row.last_used_at),
  }
}

/** Months are returned as most clients send them: without a leading zero; years with two digits. */
function expiryOf({
  expiry_month: month,
  expiry_year: year,
}: Pick<TokenRow, 'expiry_month' | 'expiry_year'>): Expiry | undefined {
  if (month === null || year === null) return undefined
  return { month: String(month), year: String(year).padStart(2, '0') }
}

function schemeTokenOf(row: TokenRow, { lastUpdated, ...document }: SchemeTokenDocument): StoredSchemeToken {
  return {
    ...document,
    reference: row.scheme_reference ?? '',
    number:
      row.scheme_key_id !== null && row.scheme_sealed
        ? { keyId: row.scheme_key_id, sealed: row.scheme_sealed }
        : undefined,
    lastUpdated: new Date(lastUpdated),
  }
}

/** The document of a scheme token: members without a separate column. No other member of the object is stored. */
export function schemeTokenText({ status, provider, masked, expiry, lastUpdated }: StoredSchemeToken): string {
  const document: SchemeTokenDocument = {
    status,
    provider,
    masked,
    expiry,
    lastUpdated: lastUpdated.toISOString(),
  }
  return JSON.stringify(document)
}

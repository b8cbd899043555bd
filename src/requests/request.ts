// A request at each stage of its way: as it came, read, completed, and as an operation gets it.

import type { AuditEntry } from '../audit/index.ts'
import type { JsonObject } from '../contract/json/json.ts'
import type { Contract, Operation, OperationName } from '../contract/operation.ts'
import type { CanonicalObject } from '../contract/row.ts'
import type { CredentialScope } from '../kernel/credential-scope.ts'
import type { EntryPoint } from '../kernel/entry-point.ts'
import type { Secret } from '../kernel/secret.ts'
import type { Values } from '../kernel/values.ts'
import type { Merchant } from '../merchants/index.ts'
import type { Call, RequestRun } from '../payments/index.ts'

export interface ApiRequest {
  readonly caller: Caller
  readonly ids: Readonly<Record<string, string>>
  readonly operation: Operation
  readonly version: number
  readonly requestId?: string
  /** The contract of the operation in this version. */
  readonly contract: Contract
  readonly body: JsonObject
  /** The entry point, if not the API. */
  readonly entryPoint?: EntryPoint
  /** The merchant's name on the payer's page, if it is not that of the profile. */
  readonly shownMerchantName?: string | undefined
  /** How the ids of this payer's transactions end, where other payers may use the same order. */
  readonly payerSuffix?: string
  /** The IP address of the payer's browser, when the request came from it. */
  readonly payerAddress?: string
  /** For a user's manual action: the audit log entry that is written in the commit of the attempt. */
  readonly auditEntry?: AuditEntry
  /** How values of a session are merged with those of the request, if not by the default order of precedence. */
  readonly combine?: (sessionValues: Values, sent: Values) => Values
  /** The store for this request, where its attempt is recorded on conditions. */
  readonly storeFrom?: RequestRun['storeFrom']
}

/** What was sent, read by the contract: in canonical shape. */
export interface ReadRequest extends Omit<ApiRequest, 'body'> {
  readonly sent: CanonicalObject
  readonly call: Call
}

/** With the values of a session, where one completes it. */
export interface RequestWithSession {
  readonly values: CanonicalObject
  readonly call: Call
}

/** A request in canonical shape, complete, and with who sent it. */
export interface OperationRequest<Name extends OperationName = OperationName> {
  readonly name: Name
  readonly values: object
  readonly call: Call
  readonly storeFrom?: RequestRun['storeFrom']
}

/** Who calls: a program of a merchant, a payer's device, or the gateway itself. */
export interface Caller {
  readonly kind: 'CALLER'
  readonly merchant: Merchant
  /** Unmasked values are only ever returned to a caller with a certificate. */
  readonly hasCertificate: boolean
  readonly isDevice: boolean
  /** Of a device: the session whose id it has. */
  readonly deviceSession?: Secret
  /**
   * The credentials of a merchant's program: a password, a certificate, or both. None when the gateway itself is the
   * caller.
   */
  readonly credentials?: readonly UsedCredential[]
}

export type UsedCredential = { readonly name: string; readonly operations: CredentialScope } & (
  | { readonly slot: number }
  | { readonly fingerprint: string }
)

// From a parsed body to a result: the request is read, completed by a session where it names one, and carried out.

import type { AuditEntry } from '../audit/ports/audit.ts'
import { type Combiner, combinerOf } from '../contract/combine-with-session.ts'
import { withoutOlderPlaces } from '../contract/compatibility/accepting.ts'
import type { JsonObject } from '../contract/json/json.ts'
import { type Contract, compile, type Operation, takesSession } from '../contract/operation.ts'
import type { CanonicalObject } from '../contract/row.ts'
import { onlyPaths } from '../contract/session-authors.ts'
import { scopePermits, unmasking } from '../kernel/credential-scope.ts'
import type { EntryPoint } from '../kernel/entry-point.ts'
import { omitUndefined } from '../kernel/omit-undefined.ts'
import { isRejection, type Rejection, reject } from '../kernel/rejection.ts'
import { Secret } from '../kernel/secret.ts'
import { mergeValues, type Values } from '../kernel/values.ts'
import { admitDevice, orderNaming } from '../payer-authentication/operations/admit-device.ts'
import type { Call, OperationResponse } from '../payments/call.ts'
import type { RetrievalRequest } from '../payments/contract/retrieve-transaction.ts'
import { UnsealAuditLog, writeUnsealAudit } from '../payments/masking/storable-request.ts'
import { isSessionUrlSealed, notificationUrlOf } from '../payments/operations/notification-seals.ts'
import type { TransactionKey } from '../payments/ports/transactions.ts'
import { markSessionRefused } from '../sessions/operations/mark-session-refused.ts'
import { withPayerAddress } from '../sessions/operations/session-authors.ts'
import { stillLostIn, withLostCodes } from '../sessions/operations/session-secrets.ts'
import { useSession } from '../sessions/operations/use-session.ts'
import type { StoredSession } from '../sessions/ports/session-store.ts'
import { payerAuthenticationOperations } from '../sessions/rules/device-operations.ts'
import { namesAccount } from '../sessions/rules/session-values.ts'
import type { Caller } from './caller.ts'
import { findRepeat, runOperation } from './operations.ts'
import type { Ports } from './ports.ts'
import { readRequest, readWithoutLateConversion, readWithStoredAgreement } from './read-request.ts'
import { maskTexts, refuseIdentifiers, refusePathIds, refusePayerTexts } from './screen-texts.ts'

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
  readonly shownMerchantName?: string
  /** How the ids of this payer's transactions end, where other payers may use the same order. */
  readonly payerSuffix?: string
  /** The IP address of the payer's browser, when the request came from it. */
  readonly payerAddress?: string
  /** For a user's manual action: the audit log entry that is written in the commit of the attempt. */
  readonly auditEntry?: AuditEntry
  /** How values of a session are merged with those of the request, if not by the default order of precedence. */
  readonly combine?: (sessionValues: Values, sent: Values) => Values
}

/** Rejections name fields as the caller's version does. */
export async function handleRequest(apiRequest: ApiRequest, ports: Ports): Promise<OperationResponse | Rejection> {
  const openings = new UnsealAuditLog(auditSubjectOf(apiRequest))
  if (apiRequest.auditEntry) openings.add(apiRequest.auditEntry)
  try {
    const { body, sentName } = withoutOlderPlaces(apiRequest.contract, apiRequest.body)
    const result = await executeRequest({ ...apiRequest, body }, openings, ports)
    return isRejection(result) && result.field !== undefined ? result.at(sentName(result.field)) : result
  } finally {
    // Also when the request failed: a decryption took place.
    await writeUnsealAudit(openings, ports)
  }
}

/** The identifiers of the path; the id of a session is a credential and is left out. */
function auditSubjectOf({ ids: { sessionId: _, ...otherIds }, operation }: ApiRequest): object {
  return { operation: operation.name, ...otherIds }
}

async function executeRequest(
  apiRequest: ApiRequest,
  openings: UnsealAuditLog,
  ports: Ports,
): Promise<OperationResponse | Rejection> {
  const { operation, contract, body } = apiRequest
  if (takesSession(contract) && namesSession(body)) return executeWithSession(apiRequest, openings, ports)
  const key = keyOf(apiRequest)
  const readOnce = (requestBody: JsonObject) =>
    readWithoutLateConversion(
      requestBody,
      (each) => readScreened({ ...apiRequest, body: each }),
      { contract, key },
      ports,
    )
  const read = await readWithStoredAgreement(body, readOnce, key.merchantId, ports)
  if (!isRejection(read)) {
    const request = maskTexts(read, apiRequest.caller.merchant.profile.accountNumbersInText)
    const call = callOf(apiRequest, request, openings)
    const completed = request === read ? call : { ...call, asSent: read }
    return nameFieldsInVersion(contract, await runOperation(operation.name, request, completed, ports))
  }
  if (operation.name === 'UPDATE_SESSION') await markSessionRefused(callOf(apiRequest, {}, openings), ports)
  return read
}

function readScreened(apiRequest: ApiRequest): CanonicalObject | Rejection {
  const { contract, body } = apiRequest
  const read = readRequest(contract, body)
  if (isRejection(read)) return read
  const refused = refuseOtherOrder(read, apiRequest) ?? refuseTexts(read, apiRequest)
  if (refused?.field) return refused.at(compile(contract).wireName(refused.field))
  return withoutOrderId(read, apiRequest)
}

/** The path names the order of a transaction; a body that repeats it must agree. */
function refuseOtherOrder(sent: CanonicalObject, { ids: { orderId } }: Pick<ApiRequest, 'ids'>): Rejection | undefined {
  const { order }: { readonly order?: { readonly id?: string } } = sent
  if (orderId === undefined || order?.id === undefined || order.id === orderId) return undefined
  return reject('FIELD_INVALID', 'Value is invalid. The path names another order.', { field: 'order.id' })
}

/** What the path says is part of the call: requests that differ in saying it twice are the same request. */
function withoutOrderId(request: CanonicalObject, { ids: { orderId } }: Pick<ApiRequest, 'ids'>): CanonicalObject {
  const { order }: { readonly order?: { readonly id?: string } } = request
  if (orderId === undefined || order?.id === undefined) return request
  const { id: _, ...remaining } = order
  return { ...request, order: remaining }
}

/**
 * Card numbers where none belongs. Input from the gateway's own pages was checked when its form was read, and its ids
 * are the session's.
 */
function refuseTexts(
  sent: CanonicalObject,
  { caller, ids, operation, entryPoint }: Omit<ApiRequest, 'body'>,
): Rejection | undefined {
  if (entryPoint) return undefined
  const { accountNumbersInText: policy } = caller.merchant.profile
  const misplaced = caller.isDevice ? refusePayerTexts(sent) : undefined
  return misplaced ?? refusePathIds(operation.name, ids, policy) ?? refuseIdentifiers(sent, policy)
}

/** Operations use canonical field names; the response uses the name of the caller's version. */
export function nameFieldsInVersion<Result extends OperationResponse | Rejection>(
  contract: Contract,
  result: Result,
): Result | Rejection {
  return isRejection(result) && result.field ? result.at(compile(contract).wireName(result.field)) : result
}

function namesSession({ session }: JsonObject): boolean {
  return typeof session === 'object' && session !== null && 'id' in session
}

/**
 * Values of the request take precedence over values of the session. Repeats are compared by the request alone, and
 * answered whatever has happened to the session since.
 */
async function executeWithSession(
  { body, ...apiRequest }: ApiRequest,
  openings: UnsealAuditLog,
  ports: Ports,
): Promise<OperationResponse | Rejection> {
  const { operation, contract } = apiRequest
  const combiner = combinerOf(contract)
  const reading = { contract, key: keyOf(apiRequest) }
  const part = await readWithoutLateConversion(body, combiner.readPart, reading, ports)
  if (isRejection(part)) return part
  const otherOrder = refuseOtherOrder(part, apiRequest)
  if (otherOrder) return otherOrder
  const sent = withoutOrderId(part, apiRequest)
  const call = callOf(apiRequest, sent, openings)
  // What a device may see of an order is decided before anything about it is returned.
  const repeat = call.isDevice ? undefined : await findRepeat(operation.name, sent, call, ports)
  if (repeat) return repeat
  const refused = refuseTexts(sent, apiRequest)
  if (refused) return nameFieldsInVersion(contract, refused)

  const { fillsSession: mayBeEmpty } = call.traits
  const isAuthentication = payerAuthenticationOperations.includes(operation.name)
  const used = await useSession({ ...namedSession(sent), mayBeEmpty, isAuthentication }, call, ports)
  if (isRejection(used)) return used
  const { session, values } = used
  const strayed = call.isDevice ? await admitDevice(sent, session, call, ports) : undefined
  if (strayed) return nameFieldsInVersion(contract, strayed)
  const complete = call.isDevice ? withPayerAddress(sent, session, call) : sent
  const merged = (apiRequest.combine ?? mergeValues)(withLostCodes(values, session), complete)
  const lost = refuseLostCode(merged, session, combiner)
  if (lost) return nameFieldsInVersion(contract, lost)
  const combined = combiner.asSent(merged)
  const readOnce = (requestBody: JsonObject) =>
    readWithoutLateConversion(requestBody, (each) => readRequest(contract, each), reading, ports)
  const read = await readWithStoredAgreement(combined, readOnce, call.key.merchantId, ports)
  if (isRejection(read)) return read
  const { authors, hash, expiresAt, payerAddress } = session
  const isAccountOfPayer = namesAccount(sent) || authors['sourceOfFunds.provided.card.number'] === 'PAYER'
  const usedSession = {
    hash: hash.hash,
    expiresAt,
    isAccountOfPayer,
    orderNamedBy: orderNaming(session, call.key.orderId),
    ...omitUndefined({ payerAddress }),
    ...(authors['order.amount'] === 'PAGE' && { amountSource: 'PAGE' as const }),
  }
  const sessionUrl = notificationUrlOf(values)
  const isSealed =
    sessionUrl !== undefined &&
    isSessionUrlSealed({ ...session, url: sessionUrl }, session.notificationUrlSeal, ports.vault)
  const completed = { ...call, asSent: sent, usedSession, ...(isSealed && { sealedNotificationUrl: sessionUrl }) }
  // The session may be for another order: only the path decides.
  const request = maskTexts(withoutOrderId(read, apiRequest), call.merchant.profile.accountNumbersInText)
  return nameFieldsInVersion(contract, await runOperation(operation.name, request, completed, ports))
}

/**
 * Without a security code that the session held, a payment would be another one than the payer has confirmed. Where the
 * operation has no such field, nothing is missing.
 */
function refuseLostCode(
  merged: Values,
  session: Pick<StoredSession, 'lostCodes'>,
  { asSent }: Pick<Combiner, 'asSent'>,
): Rejection | undefined {
  const field = stillLostIn(merged, session).find(
    (path) => Object.keys(asSent(onlyPaths(merged, (at) => at === path))).length > 0,
  )
  return field === undefined
    ? undefined
    : reject('FIELD_MISSING', 'The session no longer contains it; the payer has to enter it again.', { field })
}

function namedSession({ session }: CanonicalObject): { readonly id: Secret; readonly version?: string } {
  const { id, version } = session as { id: Secret; version?: string }
  if (!(id instanceof Secret)) throw new Error('a session was to be used that the request does not name')
  return { id, ...omitUndefined({ version }) }
}

function keyOf({
  caller,
  ids: { orderId = '', transactionId = '' },
}: Pick<ApiRequest, 'caller' | 'ids'>): TransactionKey {
  return { merchantId: caller.merchant.id, orderId, transactionId }
}

function callOf(
  {
    caller,
    ids,
    entryPoint,
    shownMerchantName,
    payerSuffix,
    payerAddress,
    version,
    requestId,
    contract,
  }: Omit<ApiRequest, 'operation' | 'body'>,
  request: CanonicalObject,
  openings: UnsealAuditLog,
): Call {
  const { merchant, isDevice } = caller
  // A certificate that may not unmask counts as none where account numbers are shown.
  const hasCertificate =
    caller.hasCertificate && (caller.credentials ?? []).some(({ operations }) => scopePermits(operations, unmasking))
  const { responseControls }: RetrievalRequest = request
  const { tokenId, agreementId, paymentLinkId, sessionId, threeDSecureId } = ids
  return {
    merchant,
    key: keyOf({ caller, ids }),
    ...omitUndefined({ tokenId, agreementId, paymentLinkId, sessionId, threeDSecureId }),
    ...(isDevice && { isDevice }),
    ...(entryPoint && { entryPoint }),
    ...omitUndefined({ shownMerchantName, payerSuffix, payerAddress, requestId }),
    traits: contract.traits ?? {},
    version,
    unsealAudit: openings,
    reader: { hasCertificate, asksUnmasked: responseControls?.sensitiveData === 'UNMASK' },
  }
}

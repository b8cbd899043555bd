// From a parsed body to a result. The API in both its protocols, payers' pages and the console enter here; an ApiRequest is read,
// completed from a session where it names one, and runs as an OperationRequest.

import { withoutOlderPlaces } from '../contract/compatibility/accepting.ts'
import type { JsonObject } from '../contract/json/json.ts'
import { takesSession } from '../contract/operation.ts'
import type { CanonicalObject } from '../contract/row.ts'
import { scopePermits, unmasking } from '../kernel/credential-scope.ts'
import { isRejection, type Rejection } from '../kernel/rejection.ts'
import {
  type Call,
  type OperationResponse,
  type RetrievalRequest,
  UnsealAuditLog,
  writeUnsealAudit,
} from '../payments/index.ts'
import { markSessionRefused } from '../sessions/index.ts'
import { completeFromSession, type SessionUseDependencies } from './complete-from-session.ts'
import { nameFieldsInVersion, type ReadingDependencies, readSent, readSentPart } from './read-request.ts'
import type { ApiRequest, ReadRequest } from './request.ts'
import { findRepeat, type OperationHandlers, type RunDependencies, runOperation } from './run-operation.ts'
import { maskTexts, refuseIdentifiers, refusePathIds, refusePayerTexts } from './screen-texts.ts'

export type HandlingDependencies = RunDependencies & ReadingDependencies & SessionUseDependencies

/** Rejections name fields as they were sent, in the caller's version. */
export async function handleRequest(
  apiRequest: ApiRequest,
  operations: OperationHandlers,
  dependencies: HandlingDependencies,
): Promise<OperationResponse | Rejection> {
  const { operation, contract, caller, storeFrom } = apiRequest
  const { accountNumbersInText } = caller.merchant.profile
  const { body, sentName } = withoutOlderPlaces(contract, apiRequest.body)
  const usesSession = takesSession(contract) && namesSession(body)
  const unsealAudit = openUnsealAudit(apiRequest)
  const refuse = (rejection: Rejection) =>
    rejection.field === undefined ? rejection : rejection.at(sentName(rejection.field))
  const refuseCanonical = (rejection: Rejection) => refuse(nameFieldsInVersion(contract, rejection))

  try {
    // Read what was sent. A session may hold what is missing.
    const sent = await (usesSession ? readSentPart : readSent)({ ...apiRequest, body }, dependencies)
    if (isRejection(sent)) {
      await noteRefusedUpdate(apiRequest, dependencies)
      return refuse(sent)
    }
    const readRequest: ReadRequest = { ...apiRequest, sent, call: callOf(apiRequest, sent, unsealAudit) }

    // A repeat is compared by what was sent, and answered whatever has happened to its session since. What a device may see of an
    // order is decided before anything about it is returned; operations without a session find their repeats themselves.
    if (usesSession && !caller.isDevice) {
      const repeat = await findRepeat({ name: operation.name, values: sent, call: readRequest.call }, dependencies)
      if (repeat) return isRejection(repeat) ? refuse(repeat) : repeat
    }

    // Screen: card numbers where none belongs.
    const misplaced = refuseTexts(readRequest)
    if (misplaced) {
      await noteRefusedUpdate(apiRequest, dependencies)
      return refuseCanonical(misplaced)
    }

    // Complete from the session, which a device has to be admitted to.
    const completedRequest = usesSession
      ? await completeFromSession(readRequest, dependencies)
      : { values: sent, call: readRequest.call }
    if (isRejection(completedRequest)) return refuse(completedRequest)

    // Run what is complete; repeats of it are compared by what was sent.
    const values = maskTexts(completedRequest.values, accountNumbersInText)
    const call = values === sent ? completedRequest.call : { ...completedRequest.call, asSent: sent }
    const result = await runOperation({ name: operation.name, values, call, storeFrom }, operations, dependencies)
    return isRejection(result) ? refuseCanonical(result) : result
  } finally {
    // Also when the request failed: a decryption took place.
    await writeUnsealAudit(unsealAudit, dependencies)
  }
}

function namesSession({ session }: JsonObject): boolean {
  return typeof session === 'object' && session !== null && 'id' in session
}

/** About the identifiers of the path; the id of a session is a credential and is left out. */
function openUnsealAudit({ ids: { sessionId: _, ...otherIds }, operation, auditEntry }: ApiRequest): UnsealAuditLog {
  const unsealAudit = new UnsealAuditLog({ operation: operation.name, ...otherIds })
  if (auditEntry) unsealAudit.add(auditEntry)
  return unsealAudit
}

/** A session whose update was refused has not what its merchant believes. */
async function noteRefusedUpdate(
  { operation, caller, ids: { sessionId } }: ApiRequest,
  dependencies: SessionUseDependencies,
): Promise<void> {
  if (operation.name !== 'UPDATE_SESSION') return
  const { merchant, isDevice } = caller
  await markSessionRefused({ merchant, ...(sessionId !== undefined && { sessionId }), isDevice }, dependencies)
}

/** Input from the gateway's own pages was checked when its form was read, and its ids are the session's. */
function refuseTexts({ sent, caller, ids, operation, entryPoint }: ReadRequest): Rejection | undefined {
  if (entryPoint) return undefined
  const { accountNumbersInText: policy } = caller.merchant.profile
  const misplaced = caller.isDevice ? refusePayerTexts(sent) : undefined
  return misplaced ?? refusePathIds(operation.name, ids, policy) ?? refuseIdentifiers(sent, policy)
}

function callOf(
  { caller, ids, entryPoint, shownMerchantName, payerSuffix, payerAddress, version, requestId, contract }: ApiRequest,
  sent: CanonicalObject,
  unsealAudit: UnsealAuditLog,
): Call {
  const { merchant, isDevice, credentials = [] } = caller
  // A certificate that may not unmask counts as none where account numbers are shown.
  const mayUnmask = credentials.some(({ operations }) => scopePermits(operations, unmasking))
  const { responseControls }: RetrievalRequest = sent
  const { orderId = '', transactionId = '', tokenId, agreementId, paymentLinkId, sessionId, threeDSecureId } = ids
  return {
    merchant,
    key: { merchantId: merchant.id, orderId, transactionId },
    tokenId,
    agreementId,
    paymentLinkId,
    sessionId,
    threeDSecureId,
    isDevice,
    entryPoint,
    shownMerchantName,
    payerSuffix,
    payerAddress,
    requestId,
    traits: contract.traits ?? {},
    version,
    unsealAudit,
    reader: {
      hasCertificate: caller.hasCertificate && mayUnmask,
      asksUnmasked: responseControls?.sensitiveData === 'UNMASK',
    },
  }
}

// Puts values into a session, replacing existing ones; or a token in place of any account.

import { isRejection, type Rejection, reject } from '../../kernel/rejection.ts'
import { Secret } from '../../kernel/secret.ts'
import type { Values } from '../../kernel/values.ts'
import { type Call, notificationUrlOf, type OperationResult, sealSessionUrl } from '../../payments/index.ts'
import { conflict, retryOnConflict } from '../../platform/concurrency/retry-on-conflict.ts'
import type { UpdateSessionRequest } from '../contract/update-session.ts'
import type { SessionDependencies } from '../dependencies.ts'
import type { CodeEpochs, SessionUpdate, StoredSession } from '../ports/session-store.ts'
import { nextSessionVersion, plainSessionEnd } from '../rules/session.ts'
import { mergePayerValues, mergeSessionValues, namesAccount, withoutProofOfOther } from '../rules/session-values.ts'
import { findSession, markSessionRefused, sessionChanged, unknownSession } from './find-session.ts'
import { refuseOversizedMaps } from './refuse-oversized-maps.ts'
import { describeSession } from './retrieve-session.ts'
import { authorsAfter, refusePayerValues, type TrustedSession, withPayerAddress } from './session-authors.ts'
import {
  openCodes,
  restoreSecrets,
  sealAccountsOf,
  sealCodesOf,
  splitSecrets,
  stillLostIn,
  withLostCodes,
  withoutLostCodes,
} from './session-secrets.ts'
import { sessionValuesOf } from './session-values-of.ts'
import { openSessionAccounts } from './use-session.ts'

type UpdateDependencies = Pick<SessionDependencies, 'sessions' | 'vault' | 'identifiers' | 'clock'>

/** The fields of a page may update their session all at once. */
const attemptsMax = 100

export async function updateSession(
  request: UpdateSessionRequest,
  call: Call,
  dependencies: UpdateDependencies,
): Promise<OperationResult> {
  const { sessionId = '' } = call
  const expected = request.session?.version
  const sent = sessionValuesOf(request)
  const result = await retryOnConflict(async (): Promise<OperationResult | typeof conflict> => {
    const session = await findSession(sessionId, call, dependencies)
    if (!session) return unknownSession()
    if (expected !== undefined && expected !== session.version) return sessionChanged()
    // Values that a device may not set at all leave the session unchanged and ready for use.
    const strayed = call.isDevice ? refusePayerValues(sent, session) : undefined
    if (strayed) return strayed
    const update = await planUpdate(sent, { session, sessionId }, call, dependencies)
    if (isRejection(update)) {
      await markSessionRefused(call, dependencies)
      return update
    }
    if (!(await dependencies.sessions.update(update))) return conflict
    return describeSession(sessionId, applyUpdate(session, update), call, dependencies)
  }, attemptsMax)
  return result === conflict
    ? reject('OVERLOADED', 'The session is being changed by many requests at once. Try again later.')
    : result
}

async function planUpdate(
  sentValues: Values,
  { session, sessionId }: { readonly session: TrustedSession; readonly sessionId: string },
  call: Call,
  dependencies: UpdateDependencies,
): Promise<SessionUpdate | Rejection> {
  const { vault, clock, identifiers } = dependencies
  const isPayers = call.isDevice || call.entryPoint !== undefined
  const sent = call.isDevice ? withPayerAddress(sentValues, session, call) : sentValues

  // Unchanged values stay sealed.
  const meetsAccounts = holdsAccount(sent) || namesAccount(sent)
  const heldAccounts = meetsAccounts ? await openSessionAccounts(session, call, dependencies) : []
  const heldCodes = openCodes(sessionId, session, vault)
  const sessionValues = withLostCodes(restoreSecrets(session.content, [...heldAccounts, ...heldCodes]), session)
  // A hosted page sends what its payer has entered.
  const trustedValues = isPayers ? withoutProofOfOther(sessionValues, sent) : sessionValues
  const merged = (call.entryPoint ? mergePayerValues : mergeSessionValues)(trustedValues, sent)
  const refused = refuseOversizedMaps(merged)
  if (refused) return refused

  const { content, accounts, codes } = withoutLostCodes(splitSecrets(merged))
  const sealedAccounts = meetsAccounts ? sealAccountsOf(session, accounts, vault) : session.accounts
  const now = clock.expiryTime()
  // What a payer sends leaves the merchant's URL, and its seal, unchanged.
  const url = isPayers ? undefined : notificationUrlOf(sent)
  const notificationUrlSeal =
    url === undefined ? session.notificationUrlSeal : sealSessionUrl({ ...session, url }, vault)
  const isCodesChange = JSON.stringify(codes) !== JSON.stringify(heldCodes)
  const lost = stillLostIn(merged, session)
  const isLossOver = lost.length !== (session.lostCodes ?? []).length
  return {
    merchantId: session.merchantId,
    hash: session.hash,
    previousVersion: session.version,
    version: nextSessionVersion(session.version, identifiers.sessionVersionHead),
    content,
    authors: authorsAfter(session.authors, { merged, sent, by: isPayers ? 'PAYER' : undefined }),
    notificationUrlSeal,
    isMerchantKnown: session.isMerchantKnown || !isPayers,
    ...(isPayers ? statusAfterPayer(session) : statusAfterMerchant),
    accounts: sealedAccounts,
    codes: isCodesChange ? { from: session.codes, to: sealCodesOf(sessionId, codes, vault) } : undefined,
    codePaths:
      isCodesChange || isLossOver ? { held: codes.map(([path]) => path), lost: epochsOf(session, lost) } : undefined,
    payerAddress: call.payerAddress,
    updatedAt: now,
    expiresAt: session.kind === 'PLAIN' ? plainSessionEnd({ ...session, now }) : session.expiresAt,
  }
}

function applyUpdate(
  { accounts: _, codes: heldCodes, ...session }: TrustedSession,
  { previousVersion: __, codes, ...update }: SessionUpdate,
): TrustedSession {
  const payerAddress = update.payerAddress ?? session.payerAddress
  return { ...session, ...update, payerAddress, codes: codes ? codes.to : heldCodes }
}

function epochsOf({ codeEpochs = {} }: TrustedSession, paths: readonly string[]): CodeEpochs {
  return Object.fromEntries(paths.map((path) => [path, codeEpochs[path] ?? '']))
}

function holdsAccount(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return value instanceof Secret ? value.isAccount : Object.values(value).some(holdsAccount)
}

/**
 * Puts a token into a session in place of any account it contained: the session pays with what the payer has agreed
 * to.
 */
export async function planTokenInSession(
  session: TrustedSession,
  token: string,
  call: Pick<Call, 'merchant' | 'unsealAudit'>,
  dependencies: Pick<SessionDependencies, 'vault' | 'clock' | 'identifiers'>,
): Promise<SessionUpdate> {
  const { vault, clock, identifiers } = dependencies
  // Which account it is does not matter here, so masked numbers are sufficient.
  const sent = { sourceOfFunds: { type: 'PROVIDER_A', token } }
  const content = mergeSessionValues(session.content, sent)
  const accounts = (await openSessionAccounts(session, call, dependencies)).filter(([path]) =>
    hasValueAt(content, path),
  )
  const sealed = sealAccountsOf(session, accounts, vault)
  const now = clock.expiryTime()
  const end = session.kind === 'PLAIN' ? plainSessionEnd({ ...session, now }) : session.expiresAt
  return {
    merchantId: session.merchantId,
    hash: session.hash,
    previousVersion: session.version,
    version: nextSessionVersion(session.version, identifiers.sessionVersionHead),
    content,
    // The payer agreed to it on the merchant's request.
    authors: authorsAfter(session.authors, { merged: content, sent, by: undefined }),
    notificationUrlSeal: session.notificationUrlSeal,
    isMerchantKnown: session.isMerchantKnown,
    ...statusAfterPayer(session),
    accounts: sealed,
    // A security code is removed with its card.
    codes: session.codes ? { from: session.codes, to: undefined } : undefined,
    codePaths: session.codeEpochs ? { held: [], lost: {} } : undefined,
    updatedAt: now,
    expiresAt: new Date(Math.max(end.getTime(), session.expiresAt.getTime())),
  }
}

function hasValueAt(values: Values, path: string): boolean {
  const value = path.split('.').reduce<unknown>((at, name) => (at as Values | undefined)?.[name], values)
  return value !== undefined
}

type StatusOfUpdate = Pick<SessionUpdate, 'updateStatus' | 'isMerchantUpdateRefused'>

const statusAfterMerchant: StatusOfUpdate = { updateStatus: 'SUCCESS', isMerchantUpdateRefused: false }

/**
 * The merchant's last update may have been refused, and the session still holds the earlier values: nothing that a
 * payer sends makes it usable.
 */
export function statusAfterPayer({
  isMerchantUpdateRefused,
}: Pick<StoredSession, 'isMerchantUpdateRefused'>): StatusOfUpdate {
  return { updateStatus: isMerchantUpdateRefused ? 'FAILURE' : 'SUCCESS', isMerchantUpdateRefused }
}

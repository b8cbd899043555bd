// Completes a request with the values of the session that it names. Values of the request take precedence.

import { type Combiner, combinerOf } from '../contract/combine-with-session.ts'
import type { CanonicalObject } from '../contract/row.ts'
import { onlyPaths } from '../contract/session-authors.ts'
import { isRejection, type Rejection, reject } from '../kernel/rejection.ts'
import { Secret } from '../kernel/secret.ts'
import { mergeValues, type Values } from '../kernel/values.ts'
import { admitDevice, orderNaming, type PayerAuthenticationDependencies } from '../payer-authentication/index.ts'
import { type Call, isSessionUrlSealed, notificationUrlOf } from '../payments/index.ts'
import {
  namesAccount,
  payerAuthenticationOperations,
  type SessionDependencies,
  type StoredSession,
  stillLostIn,
  type TrustedSession,
  useSession,
  withLostCodes,
  withPayerAddress,
} from '../sessions/index.ts'
import { nameFieldsInVersion, type ReadingDependencies, readComplete } from './read-request.ts'
import type { ReadRequest, RequestWithSession } from './request.ts'

export type SessionUseDependencies = ReadingDependencies &
  Pick<SessionDependencies, 'sessions' | 'vault' | 'clock'> &
  Pick<PayerAuthenticationDependencies, 'store'>

export async function completeFromSession(
  readRequest: ReadRequest,
  dependencies: SessionUseDependencies,
): Promise<RequestWithSession | Rejection> {
  const { sent, call, operation, contract, combine = mergeValues } = readRequest
  const combiner = combinerOf(contract)

  const { fillsSession: mayBeEmpty } = call.traits
  const isAuthentication = payerAuthenticationOperations.includes(operation.name)
  const used = await useSession({ ...namedSession(sent), mayBeEmpty, isAuthentication }, call, dependencies)
  if (isRejection(used)) return used
  const { session, values } = used

  const strayed = call.isDevice ? await admitDevice(sent, session, call, dependencies) : undefined
  if (strayed) return nameFieldsInVersion(contract, strayed)

  const addressed = call.isDevice ? withPayerAddress(sent, session, call) : sent
  const merged = combine(withLostCodes(values, session), addressed)
  const lost = refuseLostCode(merged, session, combiner)
  if (lost) return nameFieldsInVersion(contract, lost)

  const complete = await readComplete({ ...readRequest, body: combiner.asSent(merged) }, dependencies)
  if (isRejection(complete)) return complete
  const sealedNotificationUrl = sealedUrlOf(values, session, dependencies)
  return {
    values: complete,
    call: { ...call, usedSession: usedSessionOf(session, sent, call), sealedNotificationUrl },
  }
}

function namedSession({ session }: CanonicalObject): { readonly id: Secret; readonly version: string | undefined } {
  const { id, version } = session as { readonly id: Secret; readonly version?: string }
  if (!(id instanceof Secret)) throw new Error('a session was to be used that the request does not name')
  return { id, version }
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

function usedSessionOf(session: TrustedSession, sent: CanonicalObject, { key }: Call): Call['usedSession'] {
  const { authors, hash, expiresAt, payerAddress } = session
  return {
    hash: hash.hash,
    expiresAt,
    isAccountOfPayer: namesAccount(sent) || authors['sourceOfFunds.provided.card.number'] === 'PAYER',
    orderNamedBy: orderNaming(session, key.orderId),
    payerAddress,
    amountSource: authors['order.amount'] === 'PAGE' ? 'PAGE' : undefined,
  }
}

/** The URL for notifications in the session, where the merchant has put it there with its own credentials. */
function sealedUrlOf(
  values: Values,
  session: TrustedSession,
  { vault }: Pick<SessionDependencies, 'vault'>,
): string | undefined {
  const url = notificationUrlOf(values)
  const isSealed = url !== undefined && isSessionUrlSealed({ ...session, url }, session.notificationUrlSeal, vault)
  return isSealed ? url : undefined
}

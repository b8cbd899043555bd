// Completes an agreement that a payer was asked for. The payer's browser, the provider and a job all report on it, in
// any order and more than once; none of them is trusted, and each only causes an inquiry at the provider. The first to
// learn of a decision stores the result: the token, and the session that contains it.

import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { isRejection } from '../../kernel/rejection.ts'
import {
  type AgreementResult,
  type Call,
  type PayerAtProvider,
  UnsealAuditLog,
  writeUnsealAudit,
} from '../../payments/index.ts'
import { conflict, retryOnConflict } from '../../platform/concurrency/retry-on-conflict.ts'
import { noAnswer, responseWithin } from '../../platform/concurrency/with-timeout.ts'
import { planTokenInSession, withTrustedValues } from '../../sessions/index.ts'
import { type CreateOrUpdateTokenRequest, saveAgreement, type TokenSaveDependencies } from '../../tokens/index.ts'
import type { BrowserPaymentDependencies } from '../dependencies.ts'
import type { AgreementSetup, AgreementSetupOutcome } from '../ports/agreements.ts'
import type { CallbackResult, ProviderCallback } from './browser-payment-callbacks.ts'

export type AgreementDependencies = TokenSaveDependencies & Pick<BrowserPaymentDependencies, 'agreements' | 'audit'>

const tokenPattern = /^BP-[0-9a-f]{32}$/

/** A value that does not have the form of a token matches no agreement: the store is not queried. */
async function findByToken(
  redirectToken: string,
  { agreements }: Pick<BrowserPaymentDependencies, 'agreements'>,
): Promise<AgreementSetup | undefined> {
  return tokenPattern.test(redirectToken) ? agreements.find(redirectToken) : undefined
}

/**
 * The payer leaves for the provider. Returns the redirect target: the provider's page, or the shop's if the agreement
 * is over.
 */
export async function leaveForAgreement(
  redirectToken: string,
  dependencies: Pick<BrowserPaymentDependencies, 'agreements' | 'providers' | 'timeouts'>,
): Promise<string | undefined> {
  const setup = await findByToken(redirectToken, dependencies)
  if (!setup) return undefined
  const { state, payerUrl, wish } = setup
  if (state !== 'OPEN') return wish.returnUrl
  if (payerUrl !== undefined) return payerUrl
  // The provider did not return its URL in time when it was asked.
  const result = await fetchAgreementStatus(setup, dependencies)
  return result.kind === 'FOUND' && result.state === 'OPEN' ? result.payerUrl : wish.returnUrl
}

/** The payer comes back. Returns the redirect target: the shop's page, whatever happened. */
export async function returnFromAgreement(
  redirectToken: string,
  dependencies: AgreementDependencies,
): Promise<string | undefined> {
  const setup = await findByToken(redirectToken, dependencies)
  if (!setup) return undefined
  await completeAgreement(setup, dependencies)
  return setup.wish.returnUrl
}

/** The provider reports a decision. */
export async function handleAgreementCallback(
  redirectToken: string,
  message: ProviderCallback,
  dependencies: AgreementDependencies & Pick<BrowserPaymentDependencies, 'addresses'>,
): Promise<CallbackResult> {
  const setup = await findByToken(redirectToken, dependencies)
  if (!setup) return 'UNKNOWN'
  const url = `${dependencies.addresses.publicUrl()}/bpui/pp/notify/${redirectToken}`
  const provider = dependencies.providers.of(setup)
  if (!provider?.isAuthentic({ ...message, url, now: dependencies.clock.now() })) return 'FORGED'
  return (await completeAgreement(setup, dependencies)) === 'LATER' ? 'LATER' : 'TAKEN'
}

/**
 * - OVER: the result is known and stored.
 * - OPEN: the payer has not decided.
 * - LATER: the provider could not be asked, or its response not stored.
 */
export type AgreementSetupProgress = 'OVER' | 'OPEN' | 'LATER'

export async function completeAgreement(
  setup: AgreementSetup,
  dependencies: AgreementDependencies,
): Promise<AgreementSetupProgress> {
  if (setup.state !== 'OPEN') return 'OVER'
  const result = await fetchAgreementStatus(setup, dependencies)
  if (result.kind !== 'FOUND') return 'LATER'
  if (result.state === 'OPEN') return 'OPEN'
  if (result.state === 'REFUSED') return close(setup, { state: 'REFUSED' }, dependencies)
  const agreement = result.payer.providerA?.billingAgreement
  if (!agreement) throw new Error('a provider reported a completed agreement without its id')
  const { merchantId, redirectToken } = setup
  // Concurrent callers are serialized: all but the first find the work done.
  return dependencies.tokens.withLock({ repositoryId: merchantId, tokenOrAccount: redirectToken }, async () => {
    const now = await dependencies.agreements.find(redirectToken)
    return now?.state === 'OPEN' ? storeAgreement(now, agreement, dependencies) : 'OVER'
  })
}

export function abandonAgreement(
  setup: AgreementSetup,
  dependencies: Pick<BrowserPaymentDependencies, 'agreements' | 'clock'>,
): Promise<AgreementSetupProgress> {
  return close(setup, { state: 'ABANDONED' }, dependencies)
}

async function fetchAgreementStatus(
  setup: AgreementSetup,
  { providers, timeouts }: Pick<BrowserPaymentDependencies, 'providers' | 'timeouts'>,
): Promise<AgreementResult> {
  const provider = providers.of(setup)
  if (!provider) return noAnswer
  const { account: acquirerMerchantId, reference } = setup
  return responseWithin(provider.getAgreementStatus({ acquirerMerchantId, reference }), {
    timeoutMs: timeouts.serviceWaitMs,
    silence: noAnswer,
  })
}

async function close(
  setup: AgreementSetup,
  end: Omit<AgreementSetupOutcome, 'at'>,
  dependencies: Pick<BrowserPaymentDependencies, 'agreements' | 'clock'>,
): Promise<AgreementSetupProgress> {
  const closed = await dependencies.agreements.close(setup, { ...end, at: dependencies.clock.now() })
  return closed === 'SESSION_MOVED' ? 'LATER' : 'OVER'
}

type BillingAgreement = NonNullable<NonNullable<PayerAtProvider['providerA']>['billingAgreement']>

async function storeAgreement(
  setup: AgreementSetup,
  agreement: BillingAgreement,
  dependencies: AgreementDependencies,
): Promise<AgreementSetupProgress> {
  const { merchant } = (await dependencies.store.findMerchant(setup.merchantId)) ?? {}
  if (!merchant) return 'LATER'
  const { token: name, drawnToken: drawn, subMerchant } = setup.wish
  const unsealAudit = new UnsealAuditLog({ operation: 'TOKENIZE_BROWSER_PAYMENT' })
  const call: Call = {
    merchant,
    key: { merchantId: merchant.id, orderId: '', transactionId: '' },
    tokenId: name,
    traits: {},
    unsealAudit,
    reader: { hasCertificate: false, asksUnmasked: false },
  }
  try {
    const saved = await saveAgreement(requestOf(agreement, subMerchant), { call, drawn }, dependencies)
    if (isRejection(saved)) {
      if (saved.reason === 'OVERLOADED') return 'LATER'
      return await close(setup, { state: 'NOT_KEPT', why: saved.reason }, dependencies)
    }
    const closed = await retryOnConflict(async () => {
      const session = await findSessionOf(setup, dependencies)
      const update = session && (await planTokenInSession(session, saved, call, dependencies))
      const end = { state: 'AGREED', token: saved, session: update } as const
      return (await close(setup, end, dependencies)) === 'OVER' ? 'OVER' : conflict
    })
    return closed === conflict ? 'LATER' : closed
  } finally {
    await writeUnsealAudit(unsealAudit, dependencies)
  }
}

const cardinalities = ['MULTIPLE', 'SINGLE'] as const

/** The provider has just confirmed that the agreement is valid: there is nothing else to verify. */
function requestOf(
  { id, name, description, cardinality }: BillingAgreement,
  subMerchant: AgreementSetup['wish']['subMerchant'],
): CreateOrUpdateTokenRequest {
  const known = cardinalities.find((each) => each === cardinality)
  const billingAgreement = {
    id,
    ...omitUndefined({ name, description }),
    ...(known && { cardinality: known }),
  }
  return {
    sourceOfFunds: { type: 'PROVIDER_A', provided: { providerA: { billingAgreement } } },
    verificationStrategy: 'NONE',
    ...omitUndefined({ subMerchant }),
  }
}

/** A session that has ended meanwhile cannot be updated; the token is stored regardless. */
async function findSessionOf(
  { merchantId, sessionHash: hash }: AgreementSetup,
  { sessions, clock }: Pick<BrowserPaymentDependencies, 'sessions' | 'clock'>,
) {
  const session = await sessions.find({ merchantId, hashes: [{ keyId: '', hash }] }, clock.expiryTime())
  return session && withTrustedValues(session)
}

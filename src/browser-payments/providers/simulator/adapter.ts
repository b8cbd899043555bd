// A simulated provider: its books, its responses to the gateway, and the actions of its payers on its site. It decides
// by published test references, and otherwise by what a tester does on its page.

import type { Clock } from '../../../kernel/clock.ts'
import { type Provider, providers } from '../../../kernel/provider.ts'
import {
  type AcquirerBooks,
  type AcquirerCapabilities,
  type AcquirerResult,
  allRefusals,
  type BrowserPaymentProvider,
  defaultTimeoutPolicies,
  type InitiationResult,
  type ProviderResult,
} from '../../../payments/index.ts'
import { elapsedMs } from '../../../platform/concurrency/elapsed-time.ts'
import type { Database } from '../../../platform/postgres/database.ts'
import type { MigrationTrack } from '../../../platform/postgres/migrate.ts'
import type { ProviderAdapter } from '../adapter.ts'
import {
  type AgreementDecision,
  agreementResult,
  beginAgreement,
  findAgreement,
  listUnacknowledgedWithdrawals,
  markWithdrawalAcknowledged,
  writeAgreementDecision,
  writeWithdrawal,
} from './agreements.ts'
import { type CallbackSecret, callbackSecret, isSignedLately, openCallbacks } from './callbacks.ts'
import { offers } from './conventions.ts'
import { beginPayment, findProviderLine, type PayerChoice, writeConfirmation, writeDecision } from './payments.ts'
import type { CallbackMode, ProviderLine } from './provider-line.ts'
import { listProviderEntries, providerLineStatusOf } from './provider-line-status.ts'
import { reverseProviderLine, writeRequest } from './requests.ts'
import { dateAndTime, finalResponseOf, payerOf, providerStatusOf, responseOf, transactionIdOf } from './responses.ts'
import { agreementPath, paymentPath } from './site/document.ts'
import { providerSites } from './site/routes.ts'

export type { PayerChoice } from './payments.ts'

export const simulatedProvidersSchema: MigrationTrack = {
  name: 'simulated-providers',
  folder: new URL('./migrations/', import.meta.url),
}

const capabilities: AcquirerCapabilities = {
  timeoutPolicies: defaultTimeoutPolicies,
  refusals: allRefusals,
  canInquire: true,
  canReverse: true,
  holdsEarlyReversals: true,
  lateArrivalMs: 5_000,
  canCapturePartially: true,
  refundsSeveralCaptures: true,
  canVerifyZeroAmount: true,
  closesBatches: true,
}

export interface SimulatedProvider extends BrowserPaymentProvider, AcquirerBooks {
  /** The payer's action on the page of a payment. False when there is no such payment, or it is decided already. */
  decide(reference: string, choice: PayerChoice): Promise<boolean>
  /** The same for an agreement. */
  decideAgreement(
    target: { readonly acquirerMerchantId: string; readonly reference: string },
    choice: { readonly decision: AgreementDecision; readonly callbacks?: CallbackMode },
  ): Promise<boolean>
  /** The payer withdraws the consent to later payments. False when no agreement is in force. */
  withdraw(target: { readonly acquirerMerchantId: string; readonly agreementId: string }): Promise<boolean>
}

const tooLate = { kind: 'NOT_SENT', why: 'it was too late to send it' } as const

export interface SimulatedProviderOptions {
  readonly provider: Provider
  readonly database: Database
  readonly clock: Clock
  /** The URL of its site, without a slash at the end. */
  readonly siteUrl: () => string
  readonly secret?: CallbackSecret
}

export function simulatedProvider(options: SimulatedProviderOptions): SimulatedProvider {
  const { provider, database, clock, siteUrl, secret = callbackSecret(database) } = options
  const pageOf = ({ siteToken = '' }: Pick<ProviderLine, 'siteToken'>) => siteUrl() + paymentPath(provider, siteToken)
  const keyOf = (target: { readonly acquirerMerchantId: string; readonly reference: string }) => ({
    provider,
    account: target.acquirerMerchantId,
    reference: target.reference,
  })

  async function look(target: Parameters<BrowserPaymentProvider['getStatus']>[0]): Promise<ProviderResult> {
    const line = await findProviderLine(database, keyOf(target))
    if (!line) return { kind: 'NOT_FOUND' }
    return { kind: 'FOUND', status: providerStatusOf(line, { now: clock.now(), payerUrl: pageOf(line) }) }
  }

  return {
    provider,
    offer: offers[provider],
    capabilities,

    async isReachable() {
      await database.query('select 1')
      return true
    },

    async initiate(initiation, { sendBefore }) {
      await secret.read()
      const now = clock.now()
      const line = await beginPayment(database, provider, { initiation, now, sendBefore })
      if (line === 'NOT_SENT') return tooLate
      return elapsedMs() < sendBefore ? initiated(line, { now, pageOf }) : { kind: 'NO_ANSWER' }
    },

    getStatus: look,

    async confirm(confirmation) {
      await writeConfirmation(database, keyOf(confirmation), { confirmation, now: clock.now() })
      return look(confirmation)
    },

    async ask(question, { sendBefore }): Promise<AcquirerResult> {
      const now = clock.now()
      const line = await writeRequest(database, provider, { question, now, sendBefore })
      if (line === 'NOT_SENT') return tooLate
      if (elapsedMs() >= sendBefore) return { kind: 'NO_ANSWER' }
      return { kind: 'ANSWERED', response: resultOf(line, now) }
    },

    async inquire(target) {
      const line = await findProviderLine(database, keyOf(target))
      return line ? { kind: 'ANSWERED', response: finalResponseOf(line, clock.now()) } : { kind: 'NOT_FOUND' }
    },

    reverse: (target) => reverseProviderLine(database, keyOf(target), clock.now()),

    // There are no open batches: a payment here is settled by itself at the end of the day.
    closeBatch: async () => ({ kind: 'NOTHING_OPEN' }),

    isAuthentic: (message) => isSignedLately(message, secret.known()),

    async startAgreement(request) {
      if (provider !== 'PROVIDER_A') return { kind: 'NOT_SENT', why: 'the provider knows no agreements' }
      await secret.read()
      const agreement = await beginAgreement(database, request, clock.now())
      return {
        kind: 'ACCEPTED',
        payerUrl: siteUrl() + agreementPath(agreement.siteToken),
        transactionId: transactionIdOf({ provider, serial: agreement.serial }),
        ...dateAndTime(agreement.startedAt),
      }
    },

    async getAgreementStatus({ acquirerMerchantId, reference }) {
      const agreement = await findAgreement(database, { account: acquirerMerchantId, reference })
      if (!agreement || provider !== 'PROVIDER_A') return { kind: 'NOT_FOUND' }
      return agreementResult(agreement, siteUrl() + agreementPath(agreement.siteToken))
    },

    listWithdrawals: async (limit) => (provider === 'PROVIDER_A' ? listUnacknowledgedWithdrawals(database, limit) : []),
    acknowledgeWithdrawal: (noticeId) => markWithdrawalAcknowledged(database, noticeId),

    list: (page) => listProviderEntries(database, provider, { page, now: clock.now() }),

    decide: (reference, choice) => writeDecision(database, { provider, reference }, { choice, now: clock.now() }),
    decideAgreement: ({ acquirerMerchantId, reference }, { decision, callbacks = 'NORMAL' }) =>
      writeAgreementDecision(
        database,
        { account: acquirerMerchantId, reference },
        { decision, callbacks, now: clock.now() },
      ),
    withdraw: ({ acquirerMerchantId, agreementId }) =>
      writeWithdrawal(database, { account: acquirerMerchantId, agreementId }),
  }
}

/** A payment that was decided at once never has a page, also when it is requested again. */
function initiated(
  line: ProviderLine,
  { now, pageOf }: { readonly now: Date; readonly pageOf: (line: ProviderLine) => string },
): InitiationResult {
  const { course, isReversed, startedAt } = line
  if (!isReversed && course?.[0]?.afterMs !== 0)
    return { kind: 'ACCEPTED', payerUrl: pageOf(line), transactionId: transactionIdOf(line), ...dateAndTime(startedAt) }
  return { kind: 'DECIDED', response: resultOf(line, now), payer: payerOf(line, providerLineStatusOf(line, now)) }
}

/** The first response may be less than what the books contain. */
function resultOf(line: ProviderLine, now: Date) {
  const { firstWord, isReversed } = line
  if (firstWord === undefined || isReversed) return finalResponseOf(line, now)
  return responseOf(line, { gatewayCode: firstWord }, providerLineStatusOf(line, now))
}

const callbacksEveryMs = 1_000

export const simulatedProviderNames = {
  PROVIDER_A: 'simulated-provider-a',
  PROVIDER_B: 'simulated-provider-b',
  PROVIDER_C: 'simulated-provider-c',
} as const

export const simulatorAdapter: ProviderAdapter = {
  names: simulatedProviderNames,
  isSimulator: true,
  migrations: simulatedProvidersSchema,
  open({ database, clock, publicUrl: siteUrl, trusted }) {
    const secret = callbackSecret(database)
    const callbacks = openCallbacks({ database, clock, secret, trusted })
    const all = providers.map((name) => simulatedProvider({ provider: name, database, clock, siteUrl, secret }))
    return {
      byName: new Map(all.map((each) => [simulatedProviderNames[each.provider], { provider: each, books: each }])),
      site: providerSites({ database, clock, callbacks }),
      job: {
        everyMs: callbacksEveryMs,
        failure: 'callbacks of the simulated providers failed; will retry',
        run: () => callbacks.sendDue(),
      },
    }
  },
}

/** Whether its payers can be made to do something. */
export function isSimulatedProvider(provider: BrowserPaymentProvider | undefined): provider is SimulatedProvider {
  return provider !== undefined && 'withdraw' in provider
}

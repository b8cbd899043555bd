// A link to an upstream gateway that speaks the same API: a bank that runs one becomes an acquirer.

import type { AcquirerHosts } from '../../kernel/acquirer-hosts.ts'
import type { Clock } from '../../kernel/clock.ts'
import { gatewayCodes } from '../../kernel/gateway-code.ts'
import type { Provider } from '../../kernel/provider.ts'
import type { EmvAuthentication } from '../../payer-authentication/index.ts'
import {
  type Acquirer,
  type AcquirerBooks,
  type AcquirerRequest,
  type AcquirerResult,
  type BrowserPaymentProvider,
  type ClosingResult,
  defaultTimeoutPolicies,
  type InquiryResult,
  type RequestReference,
  type SettlementBatchToClose,
} from '../../payments/index.ts'
import type { CloseBatchResponse } from '../../settlement/index.ts'
import type { AcquirerAdapter } from '../adapter.ts'
import { refuseUnlisted } from '../permitted-address.ts'
import type { MessageRecorder } from '../ports/exchanged-messages.ts'
import { openLinkRedactor } from '../redaction/redactor.ts'
import { secretsOfSettings } from '../redaction/secrets.ts'
import { openBooks } from './books.ts'
import { checkGatewaySettings } from './check-settings.ts'
import { openUpstreamState, type UpstreamState } from './link-state.ts'
import { authenticationAtUpstream } from './payer-authentication.ts'
import { providerAtUpstream } from './providers.ts'
import { findTransaction } from './recorded-orders.ts'
import { openRequestRecorder } from './recorded-requests.ts'
import { idsOf, isResponseTo, type UpstreamIds } from './requests.ts'
import { type DeepPartial, outcomeOf, outcomeOfRefusal, refusals, type UpstreamResult } from './responses.ts'
import { reverseAtUpstream } from './reverse.ts'
import { gatewaySettings, readSettings } from './settings.ts'
import { openUpstream, type Upstream } from './upstream.ts'

interface GatewayLinkOptions {
  /** By the names of `gatewaySettings`, secrets included. */
  readonly settings: Readonly<Record<string, string | number | boolean>>
  /** Where it may lead; anywhere without it. */
  readonly acquirerHosts?: AcquirerHosts
  readonly clock: Pick<Clock, 'now'>
  log(message: string, details?: object): void
  /** Keeps what is exchanged about a transaction; without it nothing is. */
  readonly messages?: MessageRecorder
}

export interface GatewayLink {
  readonly acquirer: Acquirer
  readonly books: AcquirerBooks
  readonly payerAuthentication: EmvAuthentication
  providerOf(provider: Provider): BrowserPaymentProvider
  connections(): readonly (ReturnType<UpstreamState['current']> & { readonly name: string })[]
  close(): Promise<void>
}

/** Opens no connection before it is needed. Throws when no request could succeed with these settings. */
export function openGatewayLink({
  settings: values,
  acquirerHosts,
  clock,
  log,
  messages,
}: GatewayLinkOptions): GatewayLink {
  const settings = readSettings(values)
  const state = openUpstreamState({ clock, log })
  const upstream = openUpstream(settings, {
    state,
    recorder: openRequestRecorder(messages, clock),
    redactors: openLinkRedactor(secretsOfSettings(gatewaySettings, values)),
    refuseAddress: refuseUnlisted(acquirerHosts),
  })
  const { host } = new URL(settings.url)
  const acquirer: Acquirer = {
    capabilities: {
      timeoutPolicies: defaultTimeoutPolicies,
      refusals,
      canInquire: true,
      canReverse: true,
      holdsEarlyReversals: false,
      lateArrivalMs: settings.lateArrivalMs,
      canCapturePartially: true,
      canVerifyZeroAmount: true,
      closesBatches: settings.closesBatches,
      // The API names the batch that was closed, and no totals.
      batchTotals: 'NONE',
    },
    isReachable: () => isReachable(upstream, state),
    async ask(question, terms) {
      const ids = idsOfRequest(question)
      return resultOf(await upstream.ask(question, ids, terms), question, ids)
    },
    inquire: (about) => inquire(about, upstream),
    reverse: (about) =>
      reverseAtUpstream(idsOf(about), about, { upstream, clock, lateArrivalMs: settings.lateArrivalMs }),
    closeBatch: async (about) => (settings.closesBatches ? closeAtUpstream(about, upstream) : { kind: 'NOTHING_OPEN' }),
  }
  return {
    acquirer,
    books: openBooks(upstream),
    payerAuthentication: authenticationAtUpstream(upstream, settings),
    providerOf: (provider) => providerAtUpstream(provider, { upstream, acquirer }),
    connections: () => [{ name: host, ...state.current() }],
    close: async () => upstream.close(),
  }
}

/** A target that follows nothing itself is the initial request. */
function idsOfRequest(question: AcquirerRequest): UpstreamIds {
  const { initialReference = 'original' in question ? question.original.reference : question.reference } = question
  return idsOf({ ...question, initialReference })
}

function resultOf(result: UpstreamResult, question: AcquirerRequest, ids: UpstreamIds): AcquirerResult {
  switch (result.kind) {
    case 'NOT_SENT':
      return { kind: 'NOT_SENT', why: result.why }
    case 'NO_ANSWER':
      return { kind: 'NO_ANSWER' }
    case 'REFUSAL': {
      const response = outcomeOfRefusal(result.status, result.error, question.kind)
      return response ? { kind: 'ANSWERED', response } : { kind: 'NO_ANSWER' }
    }
    case 'ANSWER': {
      const { kind, currency } = question
      if (!isResponseTo(kind, ids, result.response)) return { kind: 'NO_ANSWER' }
      if (result.response.transaction?.currency !== currency) return { kind: 'NO_ANSWER' }
      const response = outcomeOf(result.response)
      return response && isOfAmount(response, question) ? { kind: 'ANSWERED', response } : { kind: 'NO_ANSWER' }
    }
  }
}

/** All of the amount was approved, or a part of it where the code says so. */
function isOfAmount(
  {
    gatewayCode,
    approvedMinor,
  }: { readonly gatewayCode: keyof typeof gatewayCodes; readonly approvedMinor?: bigint | undefined },
  question: AcquirerRequest,
): boolean {
  if (approvedMinor === undefined || !('amountMinor' in question)) return gatewayCode !== 'PARTIALLY_APPROVED'
  if (gatewayCode === 'PARTIALLY_APPROVED') return approvedMinor > 0n && approvedMinor < question.amountMinor
  return approvedMinor === question.amountMinor
}

async function inquire(target: RequestReference, upstream: Upstream): Promise<InquiryResult> {
  const { key, maskedNumber } = target
  const found = await findTransaction(idsOf(target), upstream, { owner: key, maskedNumber, isOfUnknownSecrets: true })
  if (found.kind === 'NO_ANSWER') return { kind: 'NO_ANSWER' }
  if (found.kind === 'UNKNOWN') return { kind: 'NOT_FOUND' }
  const isStanding = gatewayCodes[found.outcome.gatewayCode].result === 'SUCCESS'
  if (isStanding && found.isReversed) return { kind: 'ANSWERED', response: { gatewayCode: 'CANCELLED' } }
  return { kind: 'ANSWERED', response: found.outcome }
}

/** The information request needs no credentials: when they were refused, a request that needs them is made as well. */
async function isReachable(upstream: Upstream, state: UpstreamState): Promise<boolean> {
  if (!(await upstream.isOperating())) return false
  const merchantId = state.refusedMerchantId
  if (merchantId === undefined) return true
  await upstream.retrieveOrder({ merchantId, orderId: 'tollgate-credentials-check' })
  return state.refusedMerchantId === undefined
}

/**
 * By a currency of the batch: the upstream finds by it the link that has taken the payments. The API names the batch that was
 * closed and no totals, so that they cannot be compared.
 */
export async function closeAtUpstream(
  { acquirerMerchantId, batch }: SettlementBatchToClose,
  upstream: Upstream,
): Promise<ClosingResult> {
  const counted = await batch?.count()
  if (counted === undefined || counted === 'IN_FLIGHT') return { kind: 'NOTHING_OPEN' }
  const [total] = counted
  if (!total) return { kind: 'NOTHING_OPEN' }
  const closing = await upstream.closeBatch(acquirerMerchantId, total.currency)
  // A link of the upstream that closes batches on its schedule alone, for example.
  if (closing.kind === 'REFUSAL') return { kind: 'REFUSED' }
  if (closing.kind !== 'ANSWER') return { kind: 'NO_ANSWER' }
  const { merchant, result, acquirer } = closing.response as DeepPartial<CloseBatchResponse>
  if (merchant !== acquirerMerchantId || result !== 'SUCCESS') return { kind: 'NO_ANSWER' }
  return acquirer?.batch === undefined ? { kind: 'NOTHING_OPEN' } : { kind: 'CLOSED', batch: acquirer.batch }
}

/** The link to an upstream gateway as an adapter. */
export const gatewayAdapter = {
  name: 'gateway',
  countsSuspensions: true,
  title: 'A gateway that speaks the same API, over HTTPS',
  settings: gatewaySettings,
  checkSettings: checkGatewaySettings,
  hasProviders: true,
  open: openGatewayLink,
} as const satisfies AcquirerAdapter

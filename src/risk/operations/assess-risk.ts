// The risk of a payment, assessed before the acquirer is called: by the rules of the merchant and of the operator, and at last by
// the merchant's velocity limits, which admit it or not.

import type { EntryPoint } from '../../kernel/entry-point.ts'
import type { GatewayCode } from '../../kernel/gateway-code.ts'
import { accountIdentity, type Instrument } from '../../kernel/instrument.ts'
import { networkOf } from '../../kernel/ip-address.ts'
import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import type { Vault } from '../../keys/index.ts'
import { velocityLimitsOf } from '../../platform/counters/limits.ts'
import type { IpCountries, RiskStore, Velocity, VelocityAdmission } from '../ports/risk.ts'
import {
  type Assessment,
  assessBefore,
  binLengthMax,
  needsCardList,
  needsIpCountry,
  type RiskPolicy,
} from '../rules/risk.ts'
import type { RiskFacts, RiskRules } from '../rules/risk-rules.ts'
import { type VelocityOutcome, velocityOutcomeOf } from '../rules/velocity/admission.ts'

interface AssessableRequest {
  readonly risk?: { readonly bypassMerchantRiskRules?: string }
  readonly device?: { readonly ipAddress?: string }
  readonly threeDSecure?: { readonly authenticationStatus?: string; readonly enrollmentStatus?: string }
}

/** What assessment needs to know of a merchant. */
interface AssessedMerchant {
  readonly id: string
  readonly profile: {
    readonly risk: RiskRules
    readonly velocityLimits: VelocitySettings
    readonly apiVelocityLimits: VelocitySettings
    readonly authenticationDeclinePercent: number
  }
}

type VelocitySettings = Parameters<typeof velocityLimitsOf>[0]

/** Where a payer took part in a call. */
interface PayerCall {
  readonly entryPoint?: EntryPoint | undefined
  readonly payerAddress?: string | undefined
  readonly usedSession?: { readonly payerAddress?: string | undefined } | undefined
}

/** The rules in force for a request, whether it is new or was recorded. */
export async function riskPolicyFor(
  request: AssessableRequest,
  { profile }: AssessedMerchant,
  { risk }: Pick<RiskDependencies, 'risk'>,
): Promise<RiskPolicy> {
  return {
    operator: await risk.operatorRules(),
    merchant: profile.risk,
    isMerchantBypassed: request.risk?.bypassMerchantRiskRules === 'ALL',
  }
}

/** Undefined when there was no rule to check. */
export async function assessRisk(
  request: AssessableRequest,
  context: { instrument: Instrument; merchant: AssessedMerchant; payerAddress: string | undefined },
  dependencies: Pick<RiskDependencies, 'risk' | 'ipCountries' | 'vault'>,
): Promise<Assessment | undefined> {
  const policy = await riskPolicyFor(request, context.merchant, dependencies)
  const assessment = assessBefore(await factsOf(request, { ...context, policy }, dependencies), policy)
  return assessment.verdict === 'NOT_CHECKED' ? undefined : assessment
}

async function factsOf(
  { device, threeDSecure }: AssessableRequest,
  {
    instrument,
    merchant,
    payerAddress,
    policy,
  }: { instrument: Instrument; merchant: AssessedMerchant; payerAddress: string | undefined; policy: RiskPolicy },
  { risk, ipCountries, vault }: Pick<RiskDependencies, 'risk' | 'ipCountries' | 'vault'>,
): Promise<RiskFacts> {
  // What the gateway has observed itself takes precedence over what was sent.
  const ipAddress = device?.ipAddress ?? payerAddress
  const ipCountry = ipAddress !== undefined && needsIpCountry(policy) ? ipCountries.find(ipAddress) : undefined
  const cardList = needsCardList(policy)
    ? await risk.findCard(merchant.id, vault.lookupHashes('ACCOUNT', accountIdentity(instrument)))
    : undefined
  return {
    ...(instrument.kind === 'CARD' && {
      bin: instrument.number.open().slice(0, binLengthMax),
      threeDSecure: threeDSecure?.authenticationStatus ?? threeDSecure?.enrollmentStatus ?? 'NONE',
    }),
    ipAddress,
    ipCountry,
    ...(cardList && { cardList }),
  }
}

export interface AdmissionRequest {
  readonly request: { readonly device?: { readonly ipAddress?: string } }
  readonly instrument: Instrument
  /** Of the instrument. */
  readonly accountHash: KeyedHash
  readonly call: PayerCall & { readonly merchant: AssessedMerchant }
  readonly chargedMinor: bigint
  readonly currency: string
  /** Standalone refunds are not limited. */
  readonly isAssessed?: boolean
  readonly isAuthentication?: boolean
}

const binLength = 6
/** Enough to distinguish accounts. */
const accountBytes = 16
const uncounted: VelocityAdmission = { kind: 'ADMITTED', reportOutcome: () => {} }

/** The address of the payer's browser, if the gateway has seen it: on a page, or when it filled the session. */
export function payerAddressOf({ entryPoint, payerAddress, usedSession }: PayerCall): string | undefined {
  // Staff who enter cards over the telephone share the address of an office.
  if (entryPoint === 'MERCHANT_ADMINISTRATION') return undefined
  return payerAddress ?? usedSession?.payerAddress
}

/** Where a payer's browser took part, the limits for pages and fields apply; otherwise those for the API. */
export async function admitAttempt(
  {
    request,
    instrument,
    accountHash,
    call,
    chargedMinor,
    currency,
    isAssessed = true,
    isAuthentication = false,
  }: AdmissionRequest,
  { velocity }: Pick<RiskDependencies, 'velocity'>,
): Promise<VelocityAdmission> {
  if (!isAssessed) return uncounted
  const { id: merchantId, profile } = call.merchant
  const payerAddress = payerAddressOf(call)
  const isHosted = payerAddress !== undefined
  const limits = velocityLimitsOf(isHosted ? profile.velocityLimits : profile.apiVelocityLimits)
  if (limits.length === 0 && !(isHosted && profile.authenticationDeclinePercent > 0)) return uncounted
  const address = payerAddress ?? request.device?.ipAddress
  return velocity.admit({
    merchantId,
    limits,
    account: accountHash.hash.toString('base64url', 0, accountBytes),
    address: address === undefined ? undefined : networkOf(address),
    ...(instrument.kind === 'CARD' && { bin: instrument.number.open().slice(0, binLength) }),
    amountMinor: chargedMinor,
    currency,
    isAuthentication,
  })
}

/** A result of an operation, as far as counts go by it. */
type CountedResult = { readonly kind: 'ANSWERED'; readonly response: object } | { readonly kind: 'MOVED' | 'REJECTED' }

/** Reports the outcome of an admitted attempt to the counts, whatever happens. */
export async function countOutcome<Result extends CountedResult>(
  admission: Extract<VelocityAdmission, { kind: 'ADMITTED' }>,
  work: () => Promise<Result>,
): Promise<Result> {
  if (admission === uncounted) return work()
  let outcome: VelocityOutcome = 'NOT_DECIDED'
  try {
    const result = await work()
    outcome = outcomeForVelocity(result)
    return result
  } finally {
    admission.reportOutcome(outcome)
  }
}

interface DecidedResponse {
  readonly response: {
    readonly gatewayCode: GatewayCode
    readonly cardSecurityCode?: { readonly gatewayCode?: string }
  }
}

/** The outcome of a payment, for the counts. A payment that was not recorded was not decided either. */
function outcomeForVelocity(result: CountedResult): VelocityOutcome {
  if (result.kind !== 'ANSWERED') return 'NOT_DECIDED'
  const { response } = result.response as DecidedResponse
  return velocityOutcomeOf(response.gatewayCode, response.cardSecurityCode?.gatewayCode)
}

/** What risk assessment needs from outside. */
export interface RiskDependencies {
  readonly vault: Vault
  readonly risk: RiskStore
  /** Counts payments, and refuses what looks like card testing. */
  readonly velocity: Velocity
  readonly ipCountries: IpCountries
}

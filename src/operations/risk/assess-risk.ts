// Assesses a payment by the rules of the merchant and of the operator, before the acquirer is called.

import type { Merchant } from '../../domain/merchants/merchant.ts'
import { omitUndefined } from '../../domain/omit-undefined.ts'
import { accountIdentity, type Instrument } from '../../domain/payments/instrument.ts'
import {
  type Assessment,
  assessBefore,
  binLengthMax,
  needsCardList,
  needsIpCountry,
  type RiskPolicy,
} from '../../domain/risk/risk.ts'
import type { RiskFacts } from '../../domain/risk/risk-rules.ts'
import type { Ports } from '../call.ts'

interface AssessableRequest {
  readonly risk?: { readonly bypassMerchantRiskRules?: string }
  readonly device?: { readonly ipAddress?: string }
  readonly threeDSecure?: { readonly authenticationStatus?: string; readonly enrollmentStatus?: string }
}

/** The rules in force for a request, whether it is new or was recorded. */
export async function riskPolicyFor(
  request: AssessableRequest,
  { profile }: Merchant,
  { risk }: Pick<Ports, 'risk'>,
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
  context: { instrument: Instrument; merchant: Merchant; payerAddress: string | undefined },
  ports: Pick<Ports, 'risk' | 'ipCountries' | 'vault'>,
): Promise<Assessment | undefined> {
  const policy = await riskPolicyFor(request, context.merchant, ports)
  const assessment = assessBefore(await factsOf(request, { ...context, policy }, ports), policy)
  return assessment.verdict === 'NOT_CHECKED' ? undefined : assessment
}

async function factsOf(
  { device, threeDSecure }: AssessableRequest,
  {
    instrument,
    merchant,
    payerAddress,
    policy,
  }: { instrument: Instrument; merchant: Merchant; payerAddress: string | undefined; policy: RiskPolicy },
  { risk, ipCountries, vault }: Pick<Ports, 'risk' | 'ipCountries' | 'vault'>,
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
    ...omitUndefined({ ipAddress, ipCountry }),
    ...(cardList && { cardList }),
  }
}

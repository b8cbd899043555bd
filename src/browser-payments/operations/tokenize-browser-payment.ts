// Asks a payer, on the site of provider A, to agree to later payments; the token of the agreement goes into the
// session.

import { gatewayCodes } from '../../kernel/gateway-code.ts'
import { isRejection, type Rejection, reject } from '../../kernel/rejection.ts'
import { type Merchant, permitsSource } from '../../merchants/index.ts'
import {
  type BrowserPaymentProvider,
  type Call,
  type InitiationResult,
  type OperationResult,
  providerLinkOf,
} from '../../payments/index.ts'
import { noAnswer, responseWithin } from '../../platform/concurrency/with-timeout.ts'
import { planTokenSave, randomToken, resolveTokenRepository } from '../../tokens/index.ts'
import type {
  TokenizeBrowserPaymentRequest,
  TokenizeBrowserPaymentResponse,
} from '../contract/tokenize-browser-payment.ts'
import type { BrowserPaymentDependencies } from '../dependencies.ts'
import type { AgreementSetup } from '../ports/agreements.ts'
import { type AgreementDependencies, completeAgreement } from './complete-agreement.ts'

/** How long the payer may take without losing the session that receives the token. */
const payerTakesMs = 30 * 60_000
/** Browser and provider usually report sooner. */
const firstPollAfterMs = 60_000

export async function tokenizeBrowserPayment(
  request: TokenizeBrowserPaymentRequest,
  call: Call,
  dependencies: AgreementDependencies & Pick<BrowserPaymentDependencies, 'addresses'>,
): Promise<OperationResult> {
  const { merchant, usedSession } = call
  const { session } = request
  if (!usedSession) throw new Error('an agreement was requested without the session that the contract requires')
  const refused = refuseSource(request, merchant) ?? (await refuseName(request, call, dependencies))
  if (refused) return refused
  const link = providerLinkOf(merchant, 'PROVIDER_A', dependencies.acquirers)
  if (isRejection(link)) return link
  const provider = dependencies.providers.of(link)
  if (!provider) return reject('NO_ACQUIRER_LINK', 'The merchant has no provider link that supports this request.')

  const setup: AgreementSetup = {
    merchantId: merchant.id,
    redirectToken: dependencies.identifiers.redirectToken('BP'),
    reference: dependencies.identifiers.acquirerReference(),
    adapter: link.adapter,
    account: link.acquirerMerchantId,
    sessionHash: usedSession.hash,
    wish: setupRequestOf(request, dependencies),
    state: 'OPEN',
    createdAt: dependencies.clock.now(),
  }
  // Stored before the provider is asked: its later messages find the setup even if this process dies before it answers.
  await dependencies.agreements.record(setup, firstPollAfterMs)
  const until = new Date(setup.createdAt.getTime() + payerTakesMs)
  await dependencies.sessions.keepAlive(
    { merchantId: merchant.id, hash: usedSession.hash },
    { now: setup.createdAt, until },
  )
  const gatewayCode = await requestAgreement(provider, { request, setup, merchant }, dependencies)
  const response: TokenizeBrowserPaymentResponse = {
    browserPayment: { redirectUrl: `${dependencies.addresses.publicUrl()}/bpui/pp/out/${setup.redirectToken}` },
    merchant: merchant.id,
    response: { gatewayCode },
    result: gatewayCode === 'NO_VERIFICATION_PERFORMED' ? 'SUCCESS' : 'FAILURE',
    session: { id: session.id.open() },
  }
  return { kind: 'ANSWERED', isFirst: true, response }
}

function refuseSource({ sourceOfFunds }: TokenizeBrowserPaymentRequest, merchant: Merchant): Rejection | undefined {
  if (!permitsSource(merchant, 'PROVIDER_A'))
    return reject('SOURCE_NOT_SUPPORTED', 'The merchant profile does not permit PROVIDER_A.')
  if (sourceOfFunds.provided?.providerA?.billingAgreement?.id === undefined) return undefined
  return reject('FIELD_INVALID', 'Value is invalid. The provider assigns the id once the payer has agreed.', {
    field: 'sourceOfFunds.provided.providerA.billingAgreement.id',
  })
}

/** What the token repository would refuse afterwards is refused before the payer is involved. */
async function refuseName(
  request: TokenizeBrowserPaymentRequest,
  { merchant }: Call,
  { tokens }: Pick<BrowserPaymentDependencies, 'tokens'>,
): Promise<Rejection | undefined> {
  const repository = resolveTokenRepository(merchant, request)
  if (isRejection(repository)) return repository
  const { token: name } = request
  const namedToken = name === undefined ? undefined : await tokens.find({ repositoryId: repository.id, token: name })
  const saveRequest = { name, account: 'PROVIDER_A', expiry: undefined, namedToken, isAccountOfNamed: false } as const
  const plan = planTokenSave(repository, { ...saveRequest, holder: undefined })
  return isRejection(plan) ? plan.at('token') : undefined
}

function setupRequestOf(
  { browserPayment, subMerchant, token }: TokenizeBrowserPaymentRequest,
  { identifiers }: Pick<BrowserPaymentDependencies, 'identifiers'>,
): AgreementSetup['wish'] {
  return {
    returnUrl: browserPayment.returnUrl,
    token,
    drawnToken: randomToken(identifiers.digits),
    subMerchant,
  }
}

interface AgreementContext {
  readonly request: TokenizeBrowserPaymentRequest
  readonly setup: AgreementSetup
  readonly merchant: Merchant
}

type Code = TokenizeBrowserPaymentResponse['response']['gatewayCode']

/** The response to the merchant: if all is well, nothing has been verified yet. */
async function requestAgreement(
  provider: BrowserPaymentProvider,
  { request, setup, merchant }: AgreementContext,
  dependencies: AgreementDependencies & Pick<BrowserPaymentDependencies, 'addresses'>,
): Promise<Code> {
  const { redirectToken, reference, account } = setup
  const { name, description, cardinality } = request.sourceOfFunds.provided?.providerA?.billingAgreement ?? {}
  const base = `${dependencies.addresses.publicUrl()}/bpui/pp`
  const pendingResult = provider.startAgreement({
    acquirerMerchantId: account,
    reference,
    returnUrl: `${base}/in/${redirectToken}`,
    callbackUrl: `${base}/notify/${redirectToken}`,
    merchantName: merchant.profile.name,
    name,
    description,
    cardinality,
  })
  const result: InitiationResult = await responseWithin(pendingResult, {
    timeoutMs: dependencies.timeouts.acquirerTimeoutMs,
    silence: noAnswer,
  })
  switch (result.kind) {
    case 'ACCEPTED':
      await dependencies.agreements.notePayerUrl(setup, result.payerUrl)
      return 'NO_VERIFICATION_PERFORMED'
    case 'DECIDED': {
      await completeAgreement(setup, dependencies)
      const isAgreed = gatewayCodes[result.response.gatewayCode].result === 'SUCCESS'
      return isAgreed ? 'NO_VERIFICATION_PERFORMED' : 'EXTERNAL_VERIFICATION_DECLINED'
    }
    case 'NOT_SENT':
      await dependencies.agreements.close(setup, { state: 'REFUSED', why: 'NOT_SENT', at: dependencies.clock.now() })
      return 'EXTERNAL_VERIFICATION_PROCESSING_ERROR'
    case 'NO_ANSWER':
      // The provider may have received the request: a payer who is sent there regardless can continue, and a job
      // follows it up.
      return 'EXTERNAL_VERIFICATION_PROCESSING_ERROR'
  }
}

// Payer authentication by the upstream gateway: the order that it opens there takes the payment afterwards. The payer's
// browser goes to the issuer that the upstream names, and comes back through the upstream.
import type { Operation } from '../../contract/operation.ts'
import { formatMoney } from '../../kernel/money.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import {
  type AuthenticationResponse,
  type AuthenticationResult,
  authenticatePayer,
  type EmvAuthentication,
  initiateAuthentication,
  type LookUpResult,
} from '../../payer-authentication/index.ts'
import type { AuthenticationReference, PayerProof } from '../../payments/index.ts'
import { readChallengeForm } from './challenge-form.ts'
import { idsOf, type UpstreamIds } from './requests.ts'
import type { DeepPartial, UpstreamResult } from './responses.ts'
import type { Upstream } from './upstream.ts'

type UpstreamAuthentication = DeepPartial<AuthenticationResponse>

export function authenticationAtUpstream(upstream: Upstream, { url }: { readonly url: string }): EmvAuthentication {
  async function send(operation: Operation, about: AuthenticationReference, request: object) {
    const ids = idsOfAuthentication(about)
    return readResult(await upstream.send(operation, ids, request), ids)
  }
  return {
    async lookUp({ reference, link, number, currency, channel, purpose }) {
      const result = await send(
        initiateAuthentication,
        { reference, link },
        {
          // What this link can pass on to the payer's browser.
          authentication: { acceptVersions: '3DS2', channel, purpose },
          order: { currency },
          sourceOfFunds: { type: 'CARD', provided: { card: { number } } },
        },
      )
      return result.kind === 'ANSWER' ? offeredBy(result.response) : result
    },

    async authenticate({ reference, link, number, expiry, amountMinor, currency, returnUrl, device }) {
      const sent = await send(
        authenticatePayer,
        { reference, link },
        {
          authentication: { redirectResponseUrl: returnUrl },
          // A card that is added, and not charged, has no amount.
          order: { currency, ...(amountMinor > 0n && { amount: formatMoney({ amountMinor, currency }) }) },
          sourceOfFunds: { type: 'CARD', provided: { card: omitUndefined({ number, expiry }) } },
          ...omitUndefined({ device }),
        },
      )
      const result = proofIn(sent)
      if (result.kind !== 'ANSWERED' || result.proof.status !== 'C') return result
      const { challenge, ...proof } = result.proof
      if (!challenge) return { kind: 'NO_ANSWER' }
      // The issuer sends the browser back to the upstream.
      return { kind: 'ANSWERED', proof: { ...proof, challenge: { ...challenge, returnOrigin: new URL(url).origin } } }
    },

    async resultOf(about) {
      const ids = idsOfAuthentication(about)
      return proofIn(readResult(await upstream.retrieveTransaction(ids), ids))
    },
  }
}

function idsOfAuthentication({ reference, link }: AuthenticationReference): UpstreamIds {
  return idsOf({ reference, acquirerMerchantId: link.acquirerMerchantId })
}

type ReadResult =
  | { readonly kind: 'ANSWER'; readonly response: UpstreamAuthentication }
  /** The upstream has refused the request, so that it is not down. */
  | { readonly kind: 'UNAVAILABLE' }
  | { readonly kind: 'NO_ANSWER' }

/** What is not about this authentication is no response. */
function readResult(result: UpstreamResult, ids: UpstreamIds): ReadResult {
  if (result.kind === 'REFUSAL') return { kind: 'UNAVAILABLE' }
  if (result.kind !== 'ANSWER') return { kind: 'NO_ANSWER' }
  const response = result.response as UpstreamAuthentication
  const { merchant, order, transaction } = response
  const isSame = merchant === ids.merchantId && order?.id === ids.orderId && transaction?.id === ids.transactionId
  return isSame && transaction?.type === 'AUTHENTICATION' ? { kind: 'ANSWER', response } : { kind: 'NO_ANSWER' }
}

function offeredBy({ transaction, authentication }: UpstreamAuthentication): LookUpResult {
  if (transaction?.authenticationStatus === 'AUTHENTICATION_NOT_SUPPORTED') return { kind: 'NOT_SUPPORTED' }
  if (transaction?.authenticationStatus !== 'AUTHENTICATION_AVAILABLE') return { kind: 'UNAVAILABLE' }
  const { methodUrl: url, methodPostData: postData } = authentication?.redirect?.customized?.threeDs ?? {}
  const method = url !== undefined && postData !== undefined ? { url, postData } : undefined
  return { kind: 'AVAILABLE', version: '3DS2', ...omitUndefined({ method }) }
}

/** What the upstream calls each result, in the issuer's terms; the others say that nothing was decided. */
const proofStatuses: Readonly<Record<string, PayerProof['status']>> = {
  AUTHENTICATION_ATTEMPTED: 'A',
  AUTHENTICATION_EXEMPT: 'I',
  AUTHENTICATION_FAILED: 'N',
  AUTHENTICATION_NOT_SUPPORTED: 'U',
  AUTHENTICATION_PENDING: 'C',
  AUTHENTICATION_REJECTED: 'R',
  AUTHENTICATION_SUCCESSFUL: 'Y',
  AUTHENTICATION_UNAVAILABLE: 'U',
}

function proofIn(result: ReadResult): AuthenticationResult {
  if (result.kind !== 'ANSWER') return result
  const { response } = result
  const status = proofStatuses[response.transaction?.authenticationStatus ?? '']
  if (!status) return { kind: 'NO_ANSWER' }
  const { threeDs = {}, threeDs2 = {}, redirectHtml } = response.authentication ?? {}
  const { acsTransactionId, dsTransactionId, protocolVersion } = threeDs2
  const challenge = status === 'C' && redirectHtml !== undefined ? readChallengeForm(redirectHtml) : undefined
  return {
    kind: 'ANSWERED',
    proof: {
      status,
      ...omitUndefined({ eci: threeDs.acsEci, token: threeDs.authenticationToken }),
      ...omitUndefined({ acsTransactionId, dsTransactionId, protocolVersion, challenge }),
    },
  }
}

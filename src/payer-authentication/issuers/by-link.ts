// Payers are authenticated by the acquirer that is to take the payment, where it offers that; otherwise by the gateway's own
// service, if it has one. 3-D Secure 1 has the gateway's own only.
import type { AcquirerLink } from '../../merchants/index.ts'
import type { EmvAuthentication, PayerAuthentication } from '../ports/payer-authentication.ts'

export function authenticationByLink({
  atAcquirer,
  own,
}: {
  readonly atAcquirer: (link: AcquirerLink) => EmvAuthentication | undefined
  readonly own: PayerAuthentication | undefined
}): PayerAuthentication {
  const serviceOf = (link: AcquirerLink): EmvAuthentication | undefined => atAcquirer(link) ?? own
  return {
    isAtAcquirer: (link) => atAcquirer(link) !== undefined,
    checkEnrollment: async (question) => (await own?.checkEnrollment(question)) ?? { kind: 'NOT_SUPPORTED' },
    readResult: async (about) => (await own?.readResult(about)) ?? { kind: 'UNREADABLE' },
    lookUp: async (card) => (await serviceOf(card.link)?.lookUp(card)) ?? { kind: 'NOT_SUPPORTED' },
    authenticate: async (payer) => (await serviceOf(payer.link)?.authenticate(payer)) ?? { kind: 'NO_ANSWER' },
    resultOf: async (target) => (await serviceOf(target.link)?.resultOf(target)) ?? { kind: 'NO_ANSWER' },
  }
}

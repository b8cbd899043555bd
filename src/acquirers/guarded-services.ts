// Payer authentication and browser payments go to an acquirer by the limits of its payments: they count as requests in flight,
// are not sent while the link is down, and show whether it is.

import type { EmvAuthentication } from '../payer-authentication/index.ts'
import type { BrowserPaymentProvider, SendDeadline } from '../payments/index.ts'
import { elapsedMs } from '../platform/concurrency/elapsed-time.ts'
import { noAnswer } from '../platform/concurrency/with-timeout.ts'
import type { OpenedLink } from './adapter.ts'

interface PassTerms extends SendDeadline {
  /** Begins something: a link that takes no new payments does not take it. */
  readonly isInitial?: boolean
}

interface NotSent {
  readonly kind: 'NOT_SENT'
  readonly why: string
}

/** Sends a request over the link as it is now opened, if it may be sent. */
export type PassRequest = <Result extends { readonly kind: string }>(
  asked: (link: OpenedLink) => Promise<Result>,
  terms: PassTerms,
) => Promise<Result | NotSent | typeof noAnswer>

/** A payer waits for the response: what could not be sent in this time is not sent. */
const placeWaitMs = 5_000

function soon(): SendDeadline {
  return { sendBefore: elapsedMs() + placeWaitMs }
}

/** For those who need not know whether it was sent. */
function unsentAsSilence<Result extends { readonly kind: string }>(
  result: Result | NotSent,
): Exclude<Result, NotSent> | typeof noAnswer {
  return result.kind === 'NOT_SENT' ? noAnswer : (result as Exclude<Result, NotSent>)
}

export function guardedAuthentication(pass: PassRequest): EmvAuthentication {
  async function send<Result extends { readonly kind: string }>(
    asked: (service: EmvAuthentication) => Promise<Result>,
    terms: Pick<PassTerms, 'isInitial'> = {},
  ) {
    const result = await pass(
      async ({ payerAuthentication }) => (payerAuthentication ? asked(payerAuthentication) : noAnswer),
      {
        ...terms,
        ...soon(),
      },
    )
    return unsentAsSilence(result)
  }
  return {
    lookUp: (card) => send((service) => service.lookUp(card), { isInitial: true }),
    authenticate: (question) => send((service) => service.authenticate(question)),
    resultOf: (about) => send((service) => service.resultOf(about)),
  }
}

export function guardedProvider(offered: BrowserPaymentProvider, pass: PassRequest): BrowserPaymentProvider {
  const { provider } = offered
  const current = (link: OpenedLink) => link.providerOf?.(provider) ?? offered
  return {
    ...offered,
    initiate: (initiation, terms) =>
      pass((link) => current(link).initiate(initiation, terms), { ...terms, isInitial: true }),
    getStatus: async (about) => unsentAsSilence(await pass((link) => current(link).getStatus(about), soon())),
    confirm: async (confirmation) => unsentAsSilence(await pass((link) => current(link).confirm(confirmation), soon())),
    startAgreement: (wish) => pass((link) => current(link).startAgreement(wish), { ...soon(), isInitial: true }),
    getAgreementStatus: async (about) =>
      unsentAsSilence(await pass((link) => current(link).getAgreementStatus(about), soon())),
  }
}

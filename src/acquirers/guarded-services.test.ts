import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fakeLink, sendDeadline } from '../../test/support/builders/fake-link.ts'
import { until } from '../../test/support/checks/poll.ts'
import type { EmvAuthentication } from '../payer-authentication/ports/payer-authentication.ts'
import type { BrowserPaymentProvider } from '../payments/ports/provider.ts'
import { guardLink } from './guard.ts'
import { guardedAuthentication, guardedProvider } from './guarded-services.ts'

interface SomeResult {
  readonly kind: string
}

type Service = (about: never, terms: never) => Promise<SomeResult>

const failuresMax = 3

/** A guarded link whose services give the responses that a test decides. */
function open({ requestsMax = 2 }: { readonly requestsMax?: number } = {}) {
  const asked: string[] = []
  const results = { next: (): SomeResult | Promise<SomeResult> => ({ kind: 'NO_ANSWER' }) }
  const answering = (name: string) => async () => {
    asked.push(name)
    return results.next()
  }
  const namesOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, answering(name)]))
  const payerAuthentication = namesOf(['lookUp', 'authenticate', 'resultOf']) as unknown as EmvAuthentication
  const provider = {
    provider: 'PROVIDER_A',
    ...namesOf(['initiate', 'getStatus', 'confirm', 'startAgreement', 'getAgreementStatus']),
  } as unknown as BrowserPaymentProvider
  const link = Object.assign(fakeLink(), { payerAuthentication, providerOf: () => provider })
  const later: (() => void)[] = []
  const guard = guardLink(link, {
    requestsMax,
    queueMax: 1,
    failuresMax,
    answerMs: 60_000,
    clock: { now: () => new Date(0) },
    later(work) {
      later.push(work)
      return { stop: () => later.splice(0) }
    },
  })
  const pass = <Result extends SomeResult>(request: (opened: typeof link) => Promise<Result>, terms = sendDeadline()) =>
    guard.pass(() => request(link), terms)
  const { lookUp, authenticate, resultOf } = guardedAuthentication(pass)
  const { initiate, getStatus, confirm, startAgreement, getAgreementStatus } = guardedProvider(provider, pass)
  const services = { lookUp, authenticate, resultOf, initiate, getStatus, confirm, startAgreement, getAgreementStatus }
  const send = (name: ServiceName) => (services[name] as unknown as Service)({} as never, sendDeadline() as never)
  return { link, guard, asked, results, send, later }
}

type ServiceName = keyof typeof resultsOf

/** Every response of every service, and whether it is a failure of the link. */
const resultsOf = {
  lookUp: { AVAILABLE: false, NOT_SUPPORTED: false, UNAVAILABLE: false, NO_ANSWER: true },
  authenticate: { ANSWERED: false, UNAVAILABLE: false, NO_ANSWER: true },
  resultOf: { ANSWERED: false, UNAVAILABLE: false, NO_ANSWER: true },
  initiate: { ACCEPTED: false, DECIDED: false, NOT_SENT: true, NO_ANSWER: true },
  getStatus: { FOUND: false, NOT_FOUND: false, NO_ANSWER: true },
  confirm: { FOUND: false, NOT_FOUND: false, NO_ANSWER: true },
  startAgreement: { ACCEPTED: false, DECIDED: false, NOT_SENT: true, NO_ANSWER: true },
  getAgreementStatus: { FOUND: false, NOT_FOUND: false, NO_ANSWER: true },
} as const

const services = Object.keys(resultsOf) as ServiceName[]
/** Those whose callers know what was not sent. */
const tellsNotSent: ReadonlySet<ServiceName> = new Set(['initiate', 'startAgreement'])

async function takeDown({ link, guard, results, send }: ReturnType<typeof open>, name: ServiceName): Promise<void> {
  link.isReachable = false
  results.next = () => ({ kind: 'NO_ANSWER' })
  for (let count = 0; count < failuresMax; count += 1) await send(name)
  await until(() => guard.state().state === 'DOWN', 'the link is down')
}

for (const name of services)
  describe(`the service ${name} of a guarded link`, () => {
    for (const [kind, isFailure] of Object.entries(resultsOf[name]))
      it(`${isFailure ? 'takes the link down' : 'never takes the link down'} when it responds ${kind}`, async () => {
        const { link, guard, results, send, asked } = open()
        link.isReachable = false
        results.next = () => ({ kind })
        for (let count = 0; count < failuresMax; count += 1) assert.equal((await send(name)).kind, kind)
        assert.equal(asked.length, failuresMax)
        if (isFailure) await until(() => guard.state().state === 'DOWN', 'the link is down')
        assert.deepEqual([guard.state().state, link.checks.count > 0], [isFailure ? 'DOWN' : 'UP', isFailure])
      })

    it('is not used while the link is down, and again once it is up', async () => {
      const opened = open()
      const { link, guard, results, send, asked, later } = opened
      await takeDown(opened, name)
      const before = asked.length
      assert.equal((await send(name)).kind, tellsNotSent.has(name) ? 'NOT_SENT' : 'NO_ANSWER')
      assert.equal(asked.length, before)
      await until(() => later.length === 1, 'the next check is planned')
      link.isReachable = true
      later.shift()?.()
      await until(() => guard.state().state === 'UP', 'the link is up')
      const [kind = ''] = Object.keys(resultsOf[name])
      results.next = () => ({ kind })
      assert.equal((await send(name)).kind, kind)
    })

    it('counts as a request in flight, and is not sent beyond the limits of the link', async () => {
      const { guard, results, send, asked } = open({ requestsMax: 1 })
      const { promise, resolve } = Promise.withResolvers<SomeResult>()
      results.next = () => promise
      const running = [send(name), send(name)]
      assert.equal((await send(name)).kind, tellsNotSent.has(name) ? 'NOT_SENT' : 'NO_ANSWER')
      const { inFlight, queued } = guard.state()
      assert.deepEqual([inFlight, queued, asked.length], [1, 1, 1])
      resolve({ kind: 'NO_ANSWER' })
      await Promise.all(running)
      assert.equal(guard.state().inFlight, 0)
    })
  })

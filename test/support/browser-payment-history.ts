// One random life of a browser payment: what payer, provider, merchant and jobs do, in any order, repeatedly and at once.
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { PayerChoice } from '../../src/adapters/providers/simulator/index.ts'
import { signatureHeaders } from '../../src/adapters/providers/simulator/signature.ts'
import { catalogue } from '../../src/contract/catalogue.ts'
import type { JsonObject } from '../../src/contract/json.ts'
import { type BrowserPayment, isBrowserPayment } from '../../src/domain/browser-payment.ts'
import type { Merchant } from '../../src/domain/merchant.ts'
import type { Provider } from '../../src/domain/provider.ts'
import { answerRequest } from '../../src/http/api/answer-request.ts'
import { lookAfterBrowserPayment } from '../../src/jobs/look-after-browser-payment.ts'
import type { Ports } from '../../src/operations/call.ts'
import { hearFromProvider, leaveForProvider, returnFromProvider } from '../../src/operations/follow-browser-payment.ts'
import type { Providers } from '../../src/ports/provider.ts'
import type { StoredTransaction } from '../../src/ports/store.ts'
import { initiateBody, providerOf, returnUrl } from './browser-payment.ts'
import { type Body, merchantId } from './client.ts'
import type { TestGateway } from './gateway.ts'
import { chosen } from './seeded.ts'

export interface World {
  readonly gateway: TestGateway
  readonly merchant: Merchant
  readonly secret: string
}

const references = [
  ...Array.from({ length: 12 }, () => undefined),
  'TEST-SUCCESS-INIT',
  'TEST-FAIL-INIT',
  'TEST-FAIL-THEN-SUCCESS',
  'TEST-FAIL-THEN-SUCCESS',
  'TEST-TIMEOUT-THEN-SUCCESS',
  'TEST-SUCCEED',
  'TEST-FAIL-DECLINE',
]
const decisions: readonly PayerChoice['decision'][] = [
  'APPROVE',
  'APPROVE',
  'APPROVE',
  'DECLINE',
  'CANCEL',
  'ABORT',
  'LEAVE',
]
const actionsMax = 14

/** Lives one history; whatever happens, nobody may fail but by a refusal that the contract knows. */
export async function live(world: World, orderId: string, random: () => number): Promise<void> {
  const { gateway } = world
  const ports: Ports = { ...gateway.ports, providers: slowly(gateway.ports.providers, random) }

  async function ask(body: Body, transactionId = '1'): Promise<void> {
    const operation = catalogue.find(({ name }) => name === (body.apiOperation ?? 'RETRIEVE_TRANSACTION'))
    assert.ok(operation)
    const caller = { kind: 'caller', merchant: world.merchant, hasCertificate: false, isDevice: false } as const
    const ids = { orderId, transactionId }
    const result = await answerRequest({ caller, ids, operation, version: 100, body: body as JsonObject }, ports)
    if (result.kind === 'rejected')
      assert.equal(result.cause, 'INVALID_REQUEST', `${result.reason} ${result.explanation}`)
  }

  async function all(): Promise<readonly (StoredTransaction & { readonly journey: BrowserPayment })[]> {
    const stored = await ports.store.findOrder({ merchantId, orderId })
    return (stored?.transactions ?? []).flatMap((each) =>
      isBrowserPayment(each.journey) ? [{ ...each, journey: each.journey }] : [],
    )
  }

  const initiate = (transactionId: string) => {
    const provider = chosen<Provider>(['PROVIDER_A', 'PROVIDER_A', 'PROVIDER_B', 'PROVIDER_C'], random)
    const reference = chosen(references, random)
    const isAuthorization = provider === 'PROVIDER_A' && random() < 0.3
    const paymentConfirmation = random() < 0.5 ? 'CONFIRM_AT_MERCHANT' : 'CONFIRM_AT_PROVIDER'
    const body = initiateBody(provider, {
      browserPayment: {
        operation: isAuthorization ? 'AUTHORIZE' : 'PAY',
        ...(provider === 'PROVIDER_A' && { providerA: { paymentConfirmation } }),
      },
      order: { amount: chosen(['100.00', '12.34', '7.00'], random), ...(reference !== undefined && { reference }) },
    })
    return ask(body, transactionId)
  }

  await initiate('1')
  const steps = Array.from({ length: 4 + Math.floor(random() * (actionsMax - 4)) }, () => random())
  let isTriedAgain = false

  /** Chance is drawn before anything runs, so that a seed always means the same deeds. */
  function act(which: number): () => Promise<unknown> {
    const pick = <T>(items: readonly T[]) => chosen(items, random)
    const decision = pick(decisions)
    const amount = pick(['50.00', '60.00', undefined])
    const isFirst = random() < 0.7
    const seconds = pick([30, 60])
    const one = async () => {
      const found = await all()
      return (isFirst ? found[0] : found.at(-1)) ?? found[0]
    }
    const about = (deed: (payment: NonNullable<Awaited<ReturnType<typeof one>>>) => Promise<unknown>) => async () => {
      const payment = await one()
      return payment && deed(payment)
    }
    if (which < 0.12) return about(({ journey }) => leaveForProvider(journey.redirectToken, ports).then(isSafe))
    if (which < 0.28)
      return about(async ({ journey }) => {
        assert.equal(await returnFromProvider(journey.redirectToken, ports), returnUrl)
      })
    if (which < 0.44) return about(({ journey }) => hear(journey.redirectToken, true))
    if (which < 0.47) return about(({ journey }) => hear(journey.redirectToken, false))
    if (which < 0.56) return about((payment) => lookAfterBrowserPayment(payment, payment.journey, ports))
    if (which < 0.64) return about(({ key }) => ask({}, key.transactionId))
    if (which < 0.7) return about(({ key }) => ask({ apiOperation: 'UPDATE_BROWSER_PAYMENT' }, key.transactionId))
    if (which < 0.78) return about(({ key }) => ask(confirmation(amount), key.transactionId))
    if (which < 0.9) return about((payment) => decide(payment, decision))
    if (which < 0.94) return about((payment) => passTime(payment, seconds))
    if (which < 0.96) return about(makeOld)
    if (which < 0.98)
      return () => ask({ apiOperation: 'REFUND', transaction: { amount: '1.00', currency: 'EUR' } }, 'refund')
    if (isTriedAgain) return () => ask({}, '1')
    isTriedAgain = true
    return () => initiate('2')
  }

  const confirmation = (amount: string | undefined) => ({
    apiOperation: 'CONFIRM_BROWSER_PAYMENT',
    ...(amount !== undefined && { order: { amount } }),
  })
  const decide = ({ link, acquirerReference }: StoredTransaction, decision: PayerChoice['decision']) =>
    providerOf(gateway, link.acquirerId as Provider).decide(acquirerReference, { decision, callbacks: 'NEVER' })
  const passTime = ({ acquirerReference }: StoredTransaction, seconds: number) =>
    gateway.query(
      "update simulated_providers.line set started_at = started_at - $2 * interval '1 second' where reference = $1",
      [acquirerReference, seconds],
    )
  const makeOld = ({ key }: StoredTransaction) =>
    gateway.query(
      "update transactions set recorded_at = recorded_at - interval '2 hours' where merchant_id = $1 and order_id = $2 and transaction_id = $3",
      [key.merchantId, key.orderId, key.transactionId],
    )

  async function hear(token: string, isAuthentic: boolean): Promise<void> {
    const url = `${ports.addresses.publicUrl()}/bpui/pp/notify/${token}`
    const body = Buffer.from('{}')
    const secret = isAuthentic ? world.secret : 'guessed'
    const headers = signatureHeaders({ url, body }, { secret, now: new Date() })
    const heard = await hearFromProvider(token, { headers, body }, ports)
    assert.equal(heard === 'FORGED', !isAuthentic)
  }

  // Some one after the other, some at once.
  for (let at = 0; at < steps.length; ) {
    const together = random() < 0.5 ? 1 : 2 + Math.floor(random() * 4)
    const deeds = steps.slice(at, at + together).map(act)
    await Promise.all(deeds.map((deed) => deed()))
    at += together
  }
}

/** What a provider says may be old news by the time it arrives: others have been faster on the way. */
function slowly(providers: Providers, random: () => number): Providers {
  return {
    of(link) {
      const provider = providers.of(link)
      if (!provider) return undefined
      return {
        ...provider,
        async look(about) {
          const delayMs = random() < 0.5 ? 0 : random() * 12
          const reply = await provider.look(about)
          if (delayMs > 0) await pause(delayMs)
          return reply
        },
      }
    },
  }
}

function isSafe(url: string | undefined): void {
  assert.ok(url === returnUrl || /^https:\/\/localhost:\d+\/sandbox\/providers\/[abc]\//.test(url ?? ''), String(url))
}

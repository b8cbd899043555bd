// A merchant's program that asks payers for agreements to later payments, and the payers at provider A.
import assert from 'node:assert/strict'
import { pollAgreements } from '../../../src/browser-payments/jobs/follow-agreements.ts'
import type { AgreementSetupState } from '../../../src/browser-payments/ports/agreements.ts'
import type { SimulatedProvider } from '../../../src/browser-payments/providers/simulator/adapter.ts'
import { eventually } from '../checks/poll.ts'
import type { TestGateway } from '../gateway/gateway.ts'
import { type ApiResponse, type Body, send } from './client.ts'
import { openSessions } from './sessions.ts'

export const returnUrl = 'https://shop.example/agreed?cart=7'

export interface AgreementShop {
  readonly merchant: string
  /** Asks for an agreement whose token goes into the session. */
  ask(sessionId: string, differences?: object, version?: number): Promise<ApiResponse>
  /** The same, successful: the token that names it in addresses. */
  asked(sessionId: string, differences?: object): Promise<string>
  /** A new session with its agreement asked for. */
  open(differences?: object): Promise<{ readonly sessionId: string; readonly redirectToken: string }>
  session(sessionId: string): Promise<Body>
}

export function openAgreements(gateway: TestGateway, merchant?: string): AgreementShop {
  const sessions = openSessions(gateway, merchant)
  const shop: AgreementShop = {
    merchant: sessions.merchant,
    ask: (id, differences = {}, version = 100) =>
      sessions.send('', { method: 'POST', body: { ...tokenizeBody(id), ...differences } }, version),
    async asked(id, differences) {
      const { status, body, text } = await shop.ask(id, differences)
      assert.deepEqual([status, body.result], [201, 'SUCCESS'], text)
      const url: string = body.browserPayment.redirectUrl
      return url.split('/').at(-1) ?? assert.fail(url)
    },
    async open(differences) {
      const sessionId = await sessions.open()
      return { sessionId, redirectToken: await shop.asked(sessionId, differences) }
    },
    async session(id) {
      const { status, body, text } = await sessions.retrieve(id)
      assert.equal(status, 200, text)
      return body
    },
  }
  return shop
}

function tokenizeBody(id: string): object {
  return {
    apiOperation: 'TOKENIZE_BROWSER_PAYMENT',
    browserPayment: { returnUrl },
    session: { id },
    sourceOfFunds: {
      type: 'PROVIDER_A',
      provided: { providerA: { billingAgreement: { name: 'Monthly box', description: 'A box of cheese a month' } } },
    },
  }
}

export function providerA({ dependencies }: Pick<TestGateway, 'dependencies'>): SimulatedProvider {
  const provider = dependencies.providers.of({ adapter: 'simulated-provider-a' })
  assert.ok(provider, 'the sandbox has provider A')
  return provider as SimulatedProvider
}

/** The payer decides, and the provider sends no callback. */
export async function decide(
  gateway: TestGateway,
  redirectToken: string,
  decision: 'AGREED' | 'REFUSED' = 'AGREED',
): Promise<void> {
  const setup = await gateway.dependencies.agreements.find(redirectToken)
  assert.ok(setup)
  const about = { acquirerMerchantId: setup.account, reference: setup.reference }
  assert.ok(await providerA(gateway).decideAgreement(about, { decision, callbacks: 'NEVER' }))
}

/** The payer's browser follows an address of the gateway; where it is sent. */
export async function follow(gateway: TestGateway, path: string): Promise<string | undefined> {
  const response = await send(gateway.listeners.httpsUrl, { path, login: null })
  return response.status === 303 ? response.headers.location : assert.fail(`${response.status}: ${response.text}`)
}

export const openReturnUrl = (gateway: TestGateway, redirectToken: string) =>
  follow(gateway, `/bpui/pp/in/${redirectToken}`)

/** The payer agrees and comes back; the token that the session has then. */
export async function agree(
  gateway: TestGateway,
  shop: AgreementShop,
  opened: { readonly sessionId: string; readonly redirectToken: string },
): Promise<string> {
  await decide(gateway, opened.redirectToken)
  await openReturnUrl(gateway, opened.redirectToken)
  return (await shop.session(opened.sessionId)).sourceOfFunds.token
}

/** The job looks now, be it ours or the gateway's own, without waiting for the time it would give others. */
export async function runJob({ dependencies, query }: TestGateway, redirectToken: string): Promise<void> {
  await query('update agreement_setups set due_at = now() where redirect_token = $1', [redirectToken])
  await pollAgreements(dependencies, (error) => assert.fail(error as Error))
}

/** The same, unless the agreement is over: the job would delete it. */
export async function runJobWhileOpen({ dependencies, query }: TestGateway, redirectToken: string): Promise<void> {
  await query(`update agreement_setups set due_at = now() where redirect_token = $1 and state = 'OPEN'`, [
    redirectToken,
  ])
  await pollAgreements(dependencies, (error) => assert.fail(error as Error))
}

/** Its state after a run of the job. */
export async function runJobUntil(
  gateway: TestGateway,
  redirectToken: string,
  state: AgreementSetupState | undefined,
): Promise<void> {
  await runJob(gateway, redirectToken)
  await eventually(async () => {
    const setup = await gateway.dependencies.agreements.find(redirectToken)
    return setup?.state === state ? true : undefined
  })
}

// What one user reaches alone where approval by two users is on: with each permission, with each pair, and with all of them.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { operatorMerchantId, type Permission, permissions } from '../../../src/kernel/user.ts'
import { type Body, payBody } from '../../support/clients/client.ts'
import { ask, type ConsoleUser, ofMerchant, operatorsUser, signedIn } from '../../support/clients/console.ts'
import { openShop, orderOf } from '../../support/clients/shop.ts'
import { boardMerchant, makeCertificate } from '../../support/fixtures/merchants.ts'
import { hashQuickly } from '../../support/fixtures/quick-hashes.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let strict: TestGateway
let merchantId: string
let certificate: string
before(async () => {
  strict = await sharedGateway({ TOLLGATE_CREDENTIALS_NEED_APPROVAL: 'true' })
  hashQuickly(strict)
  merchantId = (await boardMerchant(strict, { profile: { refundsNeedApproval: true, cardMasking: 'HIDDEN' } })).id
  certificate = (await makeCertificate(strict)).cert
  const secrets = { password: 'correct horse battery' }
  const link = { linkId, adapter: 'gateway', acquirerId: linkId, settings: { url: 'https://a.example' }, secrets }
  const by = { actor: 'a test', at: new Date() }
  await strict.administration.links.create(link, by)
  await strict.administration.links.change<never>(linkId, () => ({ isEnabled: false }), by)
})

const linkId = 'coveted-bank'
const alone = permissions.map((permission): readonly Permission[] => [permission])
const pairs = permissions.flatMap((one, index) =>
  permissions.slice(index + 1).map((other): readonly Permission[] => [one, other]),
)
const sets = [...alone, ...pairs, permissions]

interface Attempt {
  readonly method: 'POST' | 'PUT'
  readonly path: string
  readonly body: object
  /** Where a request that it began is approved. */
  readonly approvedAt: (body: Body) => string | undefined
}

/** Of each user who may refund, one: a refund that waits would stop those of others. */
const paidOrders: string[] = []

async function orderToRefund(held: readonly Permission[]): Promise<string> {
  if (held.includes('REFUND') || paidOrders.length === 0)
    paidOrders.push(await orderOf(openShop(strict, merchantId), payBody()))
  return paidOrders.at(-1) ?? assert.fail('no order was paid')
}

/** Each of them takes effect with one user where approval is off. */
async function attemptsAt(
  home: 'MERCHANT' | 'OPERATOR',
  held: readonly Permission[],
  login: string,
): Promise<readonly Attempt[]> {
  const orderId = await orderToRefund(held)
  const ofShop = (path: string) => ofMerchant(path, merchantId)
  const approvedAt = (body: Body, owner: string) => {
    const requestId = body?.requestId ?? body?.awaitsApproval?.requestId
    if (requestId === undefined) return undefined
    const path = `/approval-requests/${requestId}/approval`
    return owner === operatorMerchantId ? path : ofMerchant(path, owner)
  }
  const users = home === 'OPERATOR' ? '/users' : ofShop('/users')
  const settings = [
    { name: 'url', value: 'https://stranger.example' },
    { name: 'password', value: 'of the stranger' },
  ]
  const routes = [{ linkId: 'simulator', acquirerMerchantId: 'STRANGER' }]
  const provider = { provider: 'PROVIDER_A', adapter: 'simulated-provider-a', account: 'STRANGER' }
  const profile = [
    { routes },
    { acquirerLink: { acquirerMerchantId: 'STRANGER' } },
    { providers: [provider] },
    { refundsNeedApproval: false },
    { privileges: ['UNMASK'] },
    { cardMasking: 'SIX_FOUR' },
  ]
  const attempts: readonly Omit<Attempt, 'approvedAt'>[] = [
    { method: 'POST', path: '/links', body: { linkId: `of-${login}`, adapter: 'gateway', settings } },
    { method: 'PUT', path: `/links/${linkId}`, body: { settings } },
    { method: 'PUT', path: `/links/${linkId}/enabled`, body: { isEnabled: true } },
    ...profile.map((body) => ({ method: 'PUT', path: ofShop('/profile'), body }) as const),
    ...['REFUND', 'RETRIEVE_ORDER', 'UNMASK'].map((operation) => {
      const body = { name: `${login} ${operation.length}`, operations: [operation] }
      return { method: 'POST', path: ofShop('/passwords'), body } as const
    }),
    { method: 'POST', path: ofShop('/certificates'), body: { pem: certificate, name: login, operations: ['UNMASK'] } },
    { method: 'POST', path: users, body: { login, name: 'Sock Puppet', permissions: held } },
    { method: 'PUT', path: `${users}/${login}`, body: { permissions: held } },
  ]
  const newMerchant = { merchantId: login.toUpperCase(), routes, privileges: ['UNMASK'], wantsTwin: false }
  const refund = { transactionId: login, amount: '0.01', currency: 'USD' }
  const ofOrder = (path: string) => ofShop(`/orders/${orderId}/${path}`)
  return [
    ...attempts.map((attempt) => ({
      ...attempt,
      approvedAt: (body: Body) =>
        approvedAt(body, attempt.path.startsWith('/merchants/') ? merchantId : operatorMerchantId),
    })),
    { method: 'POST', path: '/merchants', body: newMerchant, approvedAt: (body) => approvedAt(body, body.merchantId) },
    {
      method: 'POST',
      path: ofOrder('refunds'),
      body: refund,
      approvedAt: () => ofOrder(`refund-requests/${login}/approval`),
    },
  ]
}

async function protectedState() {
  const { merchants, links } = strict.administration
  const shop = await merchants.find(merchantId)
  const users = [
    ...(await strict.dependencies.users.list(merchantId)),
    ...(await strict.dependencies.users.list(operatorMerchantId)),
  ]
  return {
    profile: shop?.merchant.profile,
    passwords: shop?.passwords.length,
    certificates: shop?.certificates.length,
    merchantsOfPuppets: (await merchants.list()).flatMap(({ id, profile: { isEnabled } }) =>
      /PUPPET/.test(id) && isEnabled ? [id] : [],
    ),
    links: (await links.list()).map(({ isEnabled, revisions, ...link }) => ({
      ...[link.linkId, isEnabled],
      ...revisions.map(({ settings, secrets }) => ({ settings, secrets })),
    })),
    approvers: users.flatMap(({ login, permissions: held }) =>
      /puppet/.test(login) && held.includes('APPROVE') ? [login] : [],
    ),
  }
}

const call = (
  as: Pick<ConsoleUser, 'token'>,
  { method, path, body }: { readonly method: string; readonly path: string; readonly body?: object },
) => ask(strict, { method, path, as, ...(body && { body }) })

interface Made {
  /** Paths at which a request is approved. */
  readonly requests: readonly string[]
  readonly password?: string
}

async function tryAll(as: Pick<ConsoleUser, 'token'>, attempts: readonly Attempt[]): Promise<Made> {
  const requests: string[] = []
  let password: string | undefined
  for (const attempt of attempts) {
    const { status, body } = await call(as, attempt)
    assert.ok(status < 500, `${attempt.path}: ${status}`)
    const path = status < 300 ? attempt.approvedAt(body) : undefined
    if (path !== undefined) requests.push(path)
    if (body?.user) password = body.password
  }
  return { requests, ...(password !== undefined && { password }) }
}

/** Signed in as an account of their own making, whose first password they were shown. */
async function puppetOf(owner: string, login: string, password: string): Promise<{ readonly token: string }> {
  const signedInAs = await ask(strict, {
    method: 'POST',
    path: '/session',
    body: { login, password, ...(owner !== operatorMerchantId && { merchantId: owner }) },
  })
  assert.equal(signedInAs.status, 201, signedInAs.text)
  return { token: tokenIn(signedInAs.headers) }
}

const tokenIn = (headers: unknown) => /tollgate=([\w-]+)/.exec(JSON.stringify(headers))?.[1] ?? assert.fail('no cookie')

for (const home of ['OPERATOR', 'MERCHANT'] as const)
  describe(`a user of the ${home === 'OPERATOR' ? 'operator' : 'merchant'} alone`, () => {
    it('moves no link, route, control, credential, money or permission to approve, whatever the permissions', async (t) => {
      // All sign in from one address: how often it may is not the subject, and depends on how fast the machine is.
      t.mock.method(strict.dependencies.rateLimits, 'mayPass', () => true)
      const before = await protectedState()
      let made = 0
      const tryWith = async (held: readonly Permission[], index: number) => {
        const login = `puppet-${home.toLowerCase()}-${index}`
        const owner = home === 'OPERATOR' ? operatorMerchantId : merchantId
        const user = await (home === 'OPERATOR'
          ? operatorsUser(strict, held)
          : signedIn(strict, { merchantId, permissions: held }))
        const { requests, password } = await tryAll(user, await attemptsAt(home, held, login))
        made += requests.length
        for (const path of requests)
          assert.ok((await call(user, { method: 'POST', path })).status >= 400, `${held.join(' ')}: ${path}`)
        if (password === undefined) return
        // As the account of their own making, whose requests they then approve.
        const first = await puppetOf(owner, login, password)
        const chosen = `a teapot boils for ${index + 70} cups`
        const changed = await ask(strict, {
          method: 'PUT',
          path: '/password',
          as: first,
          body: { present: password, next: chosen },
        })
        assert.ok(changed.status < 300, changed.text)
        const puppet = { token: tokenIn(changed.headers) }
        const ofPuppet = await tryAll(puppet, await attemptsAt(home, held, `${login}-next`))
        for (const path of ofPuppet.requests)
          assert.ok((await call(user, { method: 'POST', path })).status >= 400, `${held.join(' ')}, puppet: ${path}`)
        for (const path of requests)
          assert.ok(
            (await call(puppet, { method: 'POST', path })).status >= 400,
            `${held.join(' ')}, by puppet: ${path}`,
          )
      }
      // Several users at a time: each waits for the database most of the time.
      const waiting = sets.entries()
      await Promise.all(
        Array.from({ length: 6 }, async () => {
          for (const [index, held] of waiting) await tryWith(held, index)
        }),
      )
      assert.ok(made > 0)
      assert.deepEqual(await protectedState(), before)
      assert.ok(paidOrders.length > 0)
      for (const orderId of paidOrders)
        assert.equal(Number((await openShop(strict, merchantId).order(orderId)).body.totalRefundedAmount), 0, orderId)
    })
  })

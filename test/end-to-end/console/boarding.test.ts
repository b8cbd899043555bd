// Boarding at the console's services: a merchant from defaults or as a copy, with its first credential, user and webhook.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { operatorMerchantId, type Permission, permissions, roles } from '../../../src/kernel/user.ts'
import { noRiskRules } from '../../../src/risk/rules/risk.ts'
import { type ApiResponse, apiPath, newOrderId, payBody, refundBody, send } from '../../support/clients/client.ts'
import { ask, type ConsoleUser, ofMerchant, signedIn } from '../../support/clients/console.ts'
import { boardMerchant, testerStamp } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let operator: ConsoleUser
let sourceId: string
before(async () => {
  gateway = await sharedGateway()
  operator = await signedIn(gateway, { merchantId: operatorMerchantId })
  const profile = {
    name: 'The copied shop',
    currencies: ['EUR', 'JPY'],
    acquirerLink: { adapter: 'simulator', acquirerId: 'SYSTEST_ACQ1', acquirerMerchantId: 'COPIED-AT-BANK' },
    privileges: ['UNMASK', 'EXCESS_REFUND'] as const,
    pageOrigins: ['https://copied.example'],
    refundsNeedApproval: true,
    requestLimits: ['20:SECOND'],
    risk: { ...noRiskRules, binRanges: [{ from: '450875', to: '450875', action: 'REVIEW' as const }] },
  }
  sourceId = (await boardMerchant(gateway, { profile })).id
  const url = 'https://copied.example/notifications'
  await gateway.dependencies.webhookSettings.change(sourceId, { isEnabled: true, url }, testerStamp())
  await signedIn(gateway, { merchantId: sourceId })
})

let boardings = 0
const newId = () => {
  boardings += 1
  return `BOARDED${boardings}`
}

const board = (body: object, as = operator): Promise<ApiResponse> =>
  ask(gateway, { method: 'POST', path: '/merchants', as, body: { wantsTwin: false, ...body } })

const withPermissions = (held: readonly Permission[]) =>
  signedIn(gateway, { merchantId: operatorMerchantId, permissions: held })
const storedMerchant = async (id: string) =>
  (await gateway.administration.merchants.find(id)) ?? assert.fail(`no merchant ${id}`)

describe('a merchant that is copied from another', () => {
  it('has its settings and risk rules, and nothing that identifies it or gives access', async () => {
    const merchantId = newId()
    const made = await board({ merchantId, copyFrom: sourceId })
    assert.equal(made.status, 201, made.text)
    const { merchant, passwords, certificates } = await storedMerchant(merchantId)
    const { profile } = merchant
    assert.deepEqual(
      [profile.currencies, profile.refundsNeedApproval, profile.requestLimits],
      [['EUR', 'JPY'], true, ['20:SECOND']],
    )
    assert.deepEqual(profile.risk.binRanges, [{ from: '450875', to: '450875', action: 'REVIEW' }])
    assert.deepEqual([profile.name, profile.privileges, profile.pageOrigins], [merchantId, ['EXCESS_REFUND'], []])
    assert.equal(profile.acquirerLink.acquirerMerchantId, merchantId)
    assert.notEqual(merchant.tokenRepository.id, (await storedMerchant(sourceId)).merchant.tokenRepository.id)
    assert.deepEqual([passwords.length, certificates.length], [1, 0])
    assert.equal(await gateway.dependencies.webhookSettings.find(merchantId), undefined)
    assert.deepEqual(await gateway.dependencies.users.list(merchantId), [])
    assert.doesNotMatch(JSON.stringify(profile), /COPIED|copied/)
  })

  it('has what the request says in place of what is copied', async () => {
    const merchantId = newId()
    const made = await board({
      merchantId,
      copyFrom: sourceId,
      currencies: ['CHF'],
      name: 'Another',
      requestLimits: [],
    })
    assert.equal(made.status, 201, made.text)
    const { profile } = (await storedMerchant(merchantId)).merchant
    assert.deepEqual(
      [profile.currencies, profile.name, profile.requestLimits, profile.refundsNeedApproval],
      [['CHF'], 'Another', [], true],
    )
  })

  it('is refused where there is no such merchant, and for a user who may not see merchants', async () => {
    const unknown = await board({ merchantId: newId(), copyFrom: 'NOTTHERE' })
    assert.deepEqual([unknown.status, unknown.body.field], [422, 'copyFrom'])
    const blind = await withPermissions(permissions.filter((permission) => permission !== 'VIEW'))
    const refused = await board({ merchantId: newId(), copyFrom: sourceId }, blind)
    assert.deepEqual([refused.status, refused.body.code], [403, 'LACKS_PERMISSIONS'])
    const own = await signedIn(gateway, { merchantId: sourceId })
    assert.equal((await board({ merchantId: newId(), copyFrom: sourceId }, own)).status, 403)
  })
})

describe('a merchant that is boarded', () => {
  it('has a first credential of the chosen scope', async () => {
    const merchantId = newId()
    const { body } = await board({ merchantId, credentialScope: 'PAYMENTS' })
    const sent = { login: `${body.userId}:${body.password}`, method: 'PUT' }
    const url = gateway.listeners.httpUrl ?? ''
    const orderId = newOrderId()
    const path = (id: string) => apiPath(`/order/${orderId}/transaction/${id}`, { merchant: merchantId })
    assert.equal((await send(url, { ...sent, path: path('1'), body: payBody() })).status, 201)
    const refund = await send(url, { ...sent, path: path('2'), body: refundBody('1.00') })
    assert.match(refund.body.error.explanation, /^The credential first does not permit REFUND/)
  })

  it('has a first credential that permits no more than the permissions of the user', async () => {
    const merchantId = newId()
    const developer = await withPermissions([...roles.DEVELOPER, 'MANAGE_ROUTES'])
    assert.equal((await board({ merchantId, credentialScope: 'PAYMENTS' }, developer)).status, 201)
    const [first] = (await storedMerchant(merchantId)).passwords
    assert.ok(first?.operations.includes('RETRIEVE_ORDER') && !first.operations.includes('PAY'))
  })

  it('has its first user, whose password is returned once, and a URL for notifications', async () => {
    const merchantId = newId()
    const notificationUrl = 'https://shop.example/notifications'
    const firstUser = { login: 'ada', name: 'Ada', permissions: ['VIEW', 'CONFIGURE'] }
    const made = await board({ merchantId, firstUser, notificationUrl })
    assert.equal(made.status, 201, made.text)
    assert.equal(made.body.firstUser.login, 'ada')
    assert.match(made.body.firstUser.password, /\S{10,}/)
    const [user] = await gateway.dependencies.users.list(merchantId)
    assert.deepEqual([user?.login, user?.permissions, user?.mustChangePassword], ['ada', ['VIEW', 'CONFIGURE'], true])
    const setting = await ask(gateway, { path: ofMerchant('/webhooks', merchantId), as: operator })
    assert.deepEqual([setting.body.isEnabled, setting.body.url], [true, notificationUrl])
    assert.doesNotMatch(setting.text, new RegExp(made.body.firstUser.password))
  })

  it('is not created when the user may not add its first user, or not with these permissions', async () => {
    const firstUser = { login: 'ada', name: 'Ada', permissions: ['VIEW', 'REFUND'] }
    for (const held of [
      permissions.filter((permission) => permission !== 'MANAGE_USERS'),
      permissions.filter((permission) => permission !== 'REFUND'),
    ]) {
      const merchantId = newId()
      const refused = await board({ merchantId, firstUser }, await withPermissions(held))
      assert.deepEqual([refused.status, refused.body.code], [403, 'LACKS_PERMISSIONS'])
      assert.equal(await gateway.administration.merchants.find(merchantId), undefined)
    }
  })

  it('is not created when a field is wrong, which is named', async () => {
    const merchantId = newId()
    for (const [body, field] of [
      [{ notificationUrl: 'http://shop.example' }, 'notificationUrl'],
      [{ firstUser: { login: 'Not a login', name: 'x', permissions: ['VIEW'] } }, 'firstUser.login'],
      [{ credentialScope: 'EVERYTHING' }, 'credentialScope'],
      [{ currencies: ['EURO'] }, 'currencies[0]'],
    ] as const) {
      const refused = await board({ merchantId, ...body })
      assert.deepEqual([refused.status, refused.body.field], [422, field], refused.text)
    }
    assert.equal(await gateway.administration.merchants.find(merchantId), undefined)
  })
})

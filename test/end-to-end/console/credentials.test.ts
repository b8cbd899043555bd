// API credentials in the console: users give only what their own permissions cover, and a second user approves where required.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { operatorMerchantId, type Permission, roles } from '../../../src/kernel/user.ts'
import { eventually } from '../../support/checks/poll.ts'
import { type ApiResponse, apiPath, newOrderId, payBody, refundBody, send } from '../../support/clients/client.ts'
import { ask, type ConsoleUser, ofMerchant, signedIn } from '../../support/clients/console.ts'
import { boardMerchant, makeCertificate } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let strict: TestGateway
before(async () => {
  gateway = await sharedGateway()
  strict = await sharedGateway({ TOLLGATE_CREDENTIALS_NEED_APPROVAL: 'true' })
})

interface Place {
  readonly at?: TestGateway
  readonly as: ConsoleUser
  readonly merchantId: string
}

const post = (rest: string, body: object, { at = gateway, as, merchantId }: Place): Promise<ApiResponse> =>
  ask(at, { method: 'POST', path: ofMerchant(rest, merchantId), as, body })

/** Asked of the store that no cache is in front of. */
async function passwordsOf({ at = gateway, merchantId }: Omit<Place, 'as'>): Promise<readonly (string | undefined)[]> {
  return ((await at.administration.merchants.find(merchantId))?.passwords ?? []).map(({ name }) => name)
}

async function place(permissions: readonly Permission[], at = gateway, profile = {}): Promise<Place> {
  const { id: merchantId } = await boardMerchant(at, { profile })
  return { at, merchantId, as: await signedIn(at, { merchantId, permissions: permissions }) }
}

describe('creating an API credential', () => {
  it("is refused for operations that the user's own permissions do not cover", async () => {
    const developer = await place(roles.DEVELOPER)
    for (const [body, lacking] of [
      [{}, 'PAY, CAPTURE, REFUND, VOID'],
      [{ name: 'all', operations: ['ALL'] }, 'PAY, CAPTURE, REFUND, VOID'],
      [{ name: 'refunds', operations: ['REFUND', 'RETRIEVE_ORDER'] }, 'REFUND'],
      [{ name: 'clear', operations: ['RETRIEVE_ORDER', 'UNMASK'] }, 'UNMASK'],
    ] as const) {
      const { status, body: problem } = await post('/passwords', body, developer)
      assert.deepEqual([status, problem.code], [403, 'LACKS_PERMISSIONS'])
      assert.equal(problem.explanation, `You do not have these permissions yourself: ${lacking}.`)
    }
    const made = await post('/passwords', { name: 'reads', operations: ['RETRIEVE_ORDER'] }, developer)
    assert.deepEqual([made.status, made.body.slot], [201, 3], made.text)
    assert.deepEqual(await passwordsOf(developer), [undefined, 'reads'])
    const listed = await ask(gateway, { path: ofMerchant('/passwords', developer.merchantId), as: developer.as })
    assert.deepEqual(
      listed.body.api.map(({ createdAt: _, ...each }: { createdAt: string }) => each),
      [
        { slot: 1, operations: ['ALL'], scope: 'FULL', createdBy: 'tester' },
        { slot: 3, name: 'reads', operations: ['RETRIEVE_ORDER'], createdBy: developer.as.login },
      ],
    )
  })

  it('requires a name for a limited one, and each name once', async () => {
    const admin = await place(roles.ADMINISTRATOR)
    const codeOf = async (body: object) => {
      const { status, body: response } = await post('/passwords', body, admin)
      return [status, response.code, response.field]
    }
    assert.deepEqual(await codeOf({ operations: ['REFUND'] }), [422, 'FIELD_MISSING', 'name'])
    assert.deepEqual(await codeOf({ name: 'Default' }), [422, 'FIELD_INVALID', 'name'])
    assert.deepEqual(await codeOf({ name: 'x', operations: ['MINT'] }), [422, 'FIELD_INVALID', 'operations[0]'])
    assert.deepEqual(await codeOf({ name: 'job' }), [201, undefined, undefined])
    assert.deepEqual(await codeOf({ name: 'job' }), [409, 'TAKEN', 'name'])
    const path = ofMerchant('/passwords/3', admin.merchantId)
    assert.equal((await ask(gateway, { method: 'DELETE', path, as: admin.as })).status, 204)
    assert.deepEqual(await passwordsOf(admin), [undefined])
  })

  it('as a certificate for account numbers in clear requires the permission UNMASK', async () => {
    const { cert: pem } = await makeCertificate(gateway)
    const everythingElse = await place(roles.ADMINISTRATOR.filter((permission) => permission !== 'UNMASK'))
    const refused = await post('/certificates', { pem, operations: ['ALL', 'UNMASK'] }, everythingElse)
    assert.deepEqual([refused.status, refused.body.code], [403, 'LACKS_PERMISSIONS'])
    const plain = await post('/certificates', { pem, name: 'shop' }, everythingElse)
    assert.deepEqual([plain.status, plain.body.operations, plain.body.name], [201, ['ALL'], 'shop'], plain.text)
  })

  it('as a reporting password requires the permission to view', async () => {
    const blind = await place(['CONFIGURE'])
    assert.equal((await post('/reporting-passwords', {}, blind)).body.code, 'LACKS_PERMISSIONS')
    const developer = {
      ...blind,
      as: await signedIn(gateway, { merchantId: blind.merchantId, permissions: roles.DEVELOPER }),
    }
    assert.equal((await post('/reporting-passwords', {}, developer)).status, 201)
  })

  it('with a merchant’s first password grants no more than the permissions of the user who adds the merchant', async () => {
    const permissions = [...roles.DEVELOPER, 'MANAGE_ROUTES'] as const
    const as = await signedIn(gateway, { merchantId: operatorMerchantId, permissions: permissions })
    const boarded = await ask(gateway, {
      method: 'POST',
      path: '/merchants',
      as,
      body: { merchantId: 'TESTBYDEVELOPER' },
    })
    assert.equal(boarded.status, 201, boarded.text)
    const sent = { login: `${boarded.body.userId}:${boarded.body.password}`, method: 'PUT' }
    for (const body of [payBody(), refundBody('1.00')]) {
      const path = apiPath(`/order/${newOrderId()}/transaction/1`, { merchant: 'TESTBYDEVELOPER' })
      const { body: response } = await send(gateway.listeners.httpUrl ?? '', { ...sent, path, body })
      assert.match(response.error.explanation, /^The credential first does not permit/)
    }
  })
})

describe('a credential of a named scope', () => {
  const scopesOf = async ({ at = gateway, as, merchantId }: Place) =>
    (await ask(at, { path: ofMerchant('/passwords', merchantId), as })).body

  it('is created with the operations of the scope, and listed by its name', async () => {
    const admin = await place(roles.ADMINISTRATOR)
    const made = await post('/passwords', { name: 'report', scope: 'READ_ONLY' }, admin)
    assert.equal(made.status, 201, made.text)
    const { api } = await scopesOf(admin)
    assert.equal(api[1].scope, 'READ_ONLY')
    assert.ok(api[1].operations.includes('RETRIEVE_ORDER') && !api[1].operations.includes('PAY'))
    assert.equal(api[1].createdBy, admin.as.login)
    const both = await post('/passwords', { name: 'both', scope: 'FULL', operations: ['PAY'] }, admin)
    assert.deepEqual([both.status, both.body.field], [422, 'scope'])
    const unknown = await post('/passwords', { name: 'odd', scope: 'EVERYTHING' }, admin)
    assert.deepEqual([unknown.status, unknown.body.field], [422, 'scope'])
    const nameless = await post('/passwords', { scope: 'READ_ONLY' }, admin)
    assert.deepEqual([nameless.status, nameless.body.field], [422, 'name'])
  })

  it('can be granted only by a user whose permissions cover it', async () => {
    const developer = await place(roles.DEVELOPER)
    const { scopes } = await scopesOf(developer)
    assert.deepEqual(scopes, [
      { name: 'FULL', lackingPermissions: ['PAY', 'CAPTURE', 'REFUND', 'VOID'] },
      { name: 'PAYMENTS', lackingPermissions: ['PAY', 'CAPTURE', 'VOID'] },
      { name: 'READ_ONLY', lackingPermissions: [] },
    ])
    const refused = await post('/passwords', { name: 'pays', scope: 'PAYMENTS' }, developer)
    assert.deepEqual([refused.status, refused.body.code], [403, 'LACKS_PERMISSIONS'])
  })
})

describe('rotating a credential', () => {
  it('creates a second one with the same scope, whose password is returned once, and both work', async () => {
    const admin = await place(roles.ADMINISTRATOR)
    const first = await post('/passwords', { name: 'till', scope: 'PAYMENTS' }, admin)
    const second = await post('/passwords/3/rotation', {}, admin)
    assert.deepEqual([second.status, second.body.slot, second.body.name], [201, 4, 'till 2'], second.text)
    assert.notEqual(first.body.password, second.body.password)
    for (const { body } of [first, second]) {
      const login = `${body.userId}:${body.password}`
      const path = (transaction: string) =>
        apiPath(`/order/${newOrderId()}/transaction/${transaction}`, { merchant: admin.merchantId })
      const sent = { login, method: 'PUT' }
      const url = gateway.listeners.httpUrl ?? ''
      // The merchant was read before it had the credential, and is read again within seconds.
      await eventually(
        () => send(url, { ...sent, path: path('1'), body: payBody() }),
        ({ status }) => status === 201,
      )
      const refund = await send(url, { ...sent, path: path('2'), body: refundBody('1.00') })
      assert.match(refund.body.error.explanation, /^The credential till( 2)? does not permit REFUND\.$/)
    }
    const listed = await ask(gateway, { path: ofMerchant('/passwords', admin.merchantId), as: admin.as })
    assert.doesNotMatch(listed.text, new RegExp(`${first.body.password}|${second.body.password}`))
    assert.deepEqual(await passwordsOf(admin), [undefined, 'till', 'till 2'])
  })

  it('of a default password fills the second place, and then there is no more', async () => {
    const admin = await place(roles.ADMINISTRATOR)
    const made = await post('/passwords/1/rotation', {}, admin)
    assert.deepEqual([made.status, made.body.slot, made.body.name], [201, 2, undefined], made.text)
    assert.equal((await post('/passwords/1/rotation', {}, admin)).body.code, 'FULL')
    assert.equal((await post('/passwords/9/rotation', {}, admin)).status, 404)
  })

  it('gives no more than the permissions of the user who rotates it, and is approved where credentials are', async () => {
    const admin = await place(roles.ADMINISTRATOR)
    await post('/passwords', { name: 'till', scope: 'PAYMENTS' }, admin)
    const developer = await signedIn(gateway, { merchantId: admin.merchantId, permissions: roles.DEVELOPER })
    const refused = await post('/passwords/3/rotation', {}, { ...admin, as: developer })
    assert.deepEqual([refused.status, refused.body.code], [403, 'LACKS_PERMISSIONS'])
    const careful = await place(roles.ADMINISTRATOR, strict)
    assert.equal((await post('/passwords', { name: 'till', scope: 'PAYMENTS' }, careful)).status, 202)
    const withoutName = await post('/passwords/1/rotation', {}, careful)
    assert.equal(withoutName.status, 202, 'the second user knows it by a name that it is given')
  })
})

describe('giving a merchant the privilege UNMASK', () => {
  const give = (at: TestGateway, merchantId: string, as: ConsoleUser) =>
    ask(at, { method: 'PUT', path: ofMerchant('/profile', merchantId), as, body: { privileges: ['UNMASK'] } })

  it('requires the permission UNMASK', async () => {
    const { id } = await boardMerchant(gateway)
    const permissions = roles.ADMINISTRATOR.filter((permission) => permission !== 'UNMASK')
    const refused = await give(
      gateway,
      id,
      await signedIn(gateway, { merchantId: operatorMerchantId, permissions: permissions }),
    )
    assert.deepEqual([refused.status, refused.body.code], [403, 'LACKS_PERMISSIONS'])
    const given = await give(gateway, id, await signedIn(gateway, { merchantId: operatorMerchantId }))
    assert.deepEqual([given.status, given.body.privileges], [200, ['UNMASK']], given.text)
  })

  it('requires two users of the operator where credentials require two', async () => {
    const { id } = await boardMerchant(strict)
    const [one, other] = [
      await signedIn(strict, { merchantId: operatorMerchantId }),
      await signedIn(strict, { merchantId: operatorMerchantId }),
    ]
    const given = await give(strict, id, one)
    assert.deepEqual(
      [given.status, given.body.privileges, given.body.awaitsApproval.settings],
      [200, [], ['privileges']],
    )
    const path = ofMerchant(`/approval-requests/${given.body.awaitsApproval.requestId}/approval`, id)
    const approve = async (as: ConsoleUser) => {
      const response = await ask(strict, { method: 'POST', path, as, body: {} })
      return response.status === 204 ? [204] : [response.status, response.body.code]
    }
    assert.deepEqual(await approve(one), [409, 'FOUR_EYES'])
    assert.deepEqual(await approve(await signedIn(strict, { merchantId: id })), [403, 'NOT_PERMITTED'])
    assert.equal((await approve(other))[0], 204)
    assert.deepEqual((await strict.administration.merchants.find(id))?.merchant.profile.privileges, ['UNMASK'])
    assert.equal((await approve(other))[0], 404)
  })
})

describe('a credential that requires two users', () => {
  it('is not usable before another user has approved it', async () => {
    const maker = await place(roles.ADMINISTRATOR, strict)
    const { merchantId } = maker
    assert.equal((await post('/passwords', {}, maker)).body.code, 'FIELD_MISSING', 'it needs a name')
    const asked = await post('/passwords', { name: 'job', operations: ['RETRIEVE_ORDER'] }, maker)
    assert.equal(asked.status, 202, asked.text)
    const read = async () => {
      const login = `merchant.${merchantId}:${asked.body.password}`
      return send(strict.listeners.httpUrl ?? '', { path: apiPath('/order/none', { merchant: merchantId }), login })
    }
    assert.equal((await read()).status, 401)
    const approver = { ...maker, as: await signedIn(strict, { merchantId, permissions: roles.APPROVER }) }
    const listed = await ask(strict, { path: ofMerchant('/approval-requests', merchantId), as: approver.as })
    assert.deepEqual(
      listed.body.requests.map(({ requestedAt: _, ...each }: { requestedAt: string }) => each),
      [
        {
          ownerId: merchantId,
          requestId: asked.body.requestId,
          requestedBy: maker.as.login,
          kind: 'PASSWORD',
          name: 'job',
          operations: ['RETRIEVE_ORDER'],
        },
      ],
    )
    const rest = `/approval-requests/${asked.body.requestId}/approval`
    assert.equal((await post(rest, {}, maker)).body.code, 'FOUR_EYES')
    assert.deepEqual(await passwordsOf(maker), [undefined])
    assert.equal((await post(rest, {}, approver)).status, 204)
    const { passwords = [] } = (await strict.administration.merchants.find(merchantId)) ?? {}
    assert.deepEqual([passwords[1]?.name, passwords[1]?.createdBy], ['job', maker.as.login])
    const lines = await strict.query<{ action: string; actor: string }>(
      `select action, actor from audit where merchant_id = $1 and action ~ '^(APPROVAL|PASSWORD)' order by at, audit_id offset 1`,
      [merchantId],
    )
    assert.deepEqual(
      lines.map(({ action, actor }) => [action, actor]),
      [
        ['APPROVAL_REQUESTED', maker.as.login],
        ['PASSWORD_ADDED', maker.as.login],
        ['APPROVAL_GIVEN', approver.as.login],
      ],
    )
  })

  it('is deleted when it is declined', async () => {
    const maker = await place(roles.ADMINISTRATOR, strict)
    const { cert: pem } = await makeCertificate(strict)
    const asked = await post('/certificates', { pem, operations: ['PAY'] }, maker)
    assert.equal(asked.status, 202, asked.text)
    const path = ofMerchant(`/approval-requests/${asked.body.requestId}`, maker.merchantId)
    const decline = async () => (await ask(strict, { method: 'DELETE', path, as: maker.as })).status
    assert.deepEqual([await decline(), await decline()], [204, 404])
    assert.deepEqual((await strict.administration.merchants.find(maker.merchantId))?.certificates, [])
  })

  it('is one that refunds, wherever refunds require two users', async () => {
    const maker = await place(roles.ADMINISTRATOR, gateway, { refundsNeedApproval: true })
    assert.equal((await post('/passwords', { name: 'refunds', operations: ['REFUND'] }, maker)).status, 202)
    assert.equal((await post('/passwords', { name: 'all' }, maker)).status, 202)
    assert.equal((await post('/passwords', { name: 'reads', operations: ['RETRIEVE_ORDER'] }, maker)).status, 201)
  })
})

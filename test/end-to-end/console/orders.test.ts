// Orders at the console: viewing them, and manual actions.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { apiPath, authorizeBody, captureBody, newOrderId, payBody, send } from '../../support/clients/client.ts'
import { ask, type ConsoleUser, ofMerchant, operatorsUser, signedIn } from '../../support/clients/console.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let gateway: TestGateway
let user: ConsoleUser

before(async () => {
  gateway = await startGateway()
  user = await signedIn(gateway)
})
after(() => gateway.stop())

async function program(body: object, orderId = newOrderId(), transactionId = '1', merchant?: string): Promise<string> {
  const path = apiPath(`/order/${orderId}/transaction/${transactionId}`, { ...(merchant && { merchant }) })
  const login = merchant ? { login: `merchant.${merchant}:sandbox-password-of-the-tests` } : {}
  const response = await send(gateway.listeners.httpUrl ?? '', { method: 'PUT', path, body, ...login })
  assert.equal(response.body.result, 'SUCCESS', response.text)
  return orderId
}

function act(orderId: string, rest: string, body: object, as = user, merchant?: string) {
  return ask(gateway, { method: 'POST', path: ofMerchant(`/orders/${orderId}${rest}`, merchant), body, as })
}

const money = { amount: '40.00', currency: 'USD' }

async function linesAbout(orderId: string): Promise<readonly { action: string; actor: string; subject: object }[]> {
  return gateway.query(
    `select action, actor, subject from audit where subject ->> 'orderId' = $1 and action <> 'ACCOUNT_OPENED' order by at`,
    [orderId],
  )
}

describe('an order at the console', () => {
  it('is shown with its totals, transactions, events and possible actions, and no card number', async () => {
    const orderId = await program(authorizeBody())
    await program(captureBody('30.00'), orderId, '2')
    const { status, body, text } = await ask(gateway, { path: ofMerchant(`/orders/${orderId}`), as: user })
    assert.equal(status, 200, text)
    assert.deepEqual(
      { status: body.status, amount: body.amount, captured: body.captured, refunded: body.refunded },
      { status: 'PARTIALLY_CAPTURED', amount: '100', captured: '30', refunded: '0' },
    )
    assert.deepEqual(
      body.transactions.map(({ type, result, entryPoint }: Record<string, string>) => [type, result, entryPoint]),
      [
        ['AUTHORIZATION', 'SUCCESS', 'WEB_SERVICES_API'],
        ['CAPTURE', 'SUCCESS', 'WEB_SERVICES_API'],
      ],
    )
    assert.equal(body.transactions[0].request.sourceOfFunds.provided.card.number, '512345xxxxxx0008')
    assert.deepEqual(
      body.events.map(({ kind }: { kind: string }) => kind),
      ['OUTCOME', 'OUTCOME'],
    )
    assert.deepEqual(body.actions, [
      { kind: 'CAPTURE', left: '70' },
      { kind: 'REFUND', targetTransactionId: '2', left: '30', needsApproval: false },
      { kind: 'VOID', targetTransactionId: '2' },
      { kind: 'UPDATE_AUTHORIZATION', authorized: '100' },
    ])
    assert.doesNotMatch(text, /5123450000000008|"100"\s*,\s*"securityCode/)
  })

  it('offers only actions that the user may perform', async () => {
    const orderId = await program(authorizeBody())
    const viewer = await signedIn(gateway, { permissions: ['VIEW', 'VOID'] })
    const { body } = await ask(gateway, { path: ofMerchant(`/orders/${orderId}`), as: viewer })
    assert.deepEqual(body.actions, [{ kind: 'VOID', targetTransactionId: '1' }])
  })

  it('hides card numbers where the profile says so', async () => {
    const { id } = await boardMerchant(gateway, { profile: { cardMasking: 'HIDDEN' } })
    const orderId = await program(payBody(), newOrderId(), '1', id)
    const as = await signedIn(gateway, { merchantId: id })
    const { text, body } = await ask(gateway, { path: ofMerchant(`/orders/${orderId}`, id), as })
    assert.equal(body.transactions[0].request.sourceOfFunds.provided.card.number, 'x'.repeat(16))
    assert.doesNotMatch(text, /512345|0008/)
  })

  it('that does not exist is not found', async () => {
    const { status, body } = await ask(gateway, { path: ofMerchant('/orders/nothing'), as: user })
    assert.deepEqual([status, body.code], [404, 'NOT_FOUND'])
  })

  it('has an audit entry when a user of the operator opens it', async () => {
    const orderId = await program(payBody())
    const as = await operatorsUser(gateway, ['VIEW'])
    const { status } = await ask(gateway, { path: ofMerchant(`/orders/${orderId}`), as })
    assert.equal(status, 200)
    const lines = await gateway.query('select action, merchant_id from audit where actor = $1 and action like $2', [
      as.actor,
      'VIEWED%',
    ])
    assert.deepEqual(lines, [{ action: 'VIEWED_BY_OPERATOR', merchant_id: 'TESTMERCHANT' }])
  })
})

describe('acting on an order in the console', () => {
  it('captures once however often it is clicked, and the audit log names the user', async () => {
    const orderId = await program(authorizeBody())
    const body = { transactionId: 'by-hand', ...money }
    const first = await act(orderId, '/captures', body)
    assert.equal(first.status, 201, first.text)
    assert.deepEqual(first.body, {
      transactionId: 'by-hand',
      type: 'CAPTURE',
      amount: '40',
      currency: 'USD',
      result: 'SUCCESS',
      gatewayCode: 'APPROVED',
      acquirerCode: '00',
      acquirerMessage: 'Approved',
      orderStatus: 'PARTIALLY_CAPTURED',
      isInReview: false,
    })
    const second = await act(orderId, '/captures', body)
    assert.deepEqual([second.status, second.body], [200, first.body])
    const another = await act(orderId, '/captures', { ...body, amount: '41.00' })
    assert.deepEqual([another.status, another.body.code], [409, 'TRANSACTION_ID_USED'])

    const { body: page } = await ask(gateway, { path: ofMerchant(`/orders/${orderId}`), as: user })
    assert.deepEqual([page.captured, page.transactions.length], ['40', 2])
    assert.deepEqual(
      [page.transactions[1].entryPoint, page.transactions[1].userId],
      ['MERCHANT_ADMINISTRATION', user.actor],
    )
    assert.ok(first.headers['x-request-id'])
    assert.equal(page.transactions[1].request.requestId, first.headers['x-request-id'], 'not that of the repeat')
    assert.deepEqual(await linesAbout(orderId), [
      {
        action: 'TRANSACTION_BY_HAND',
        actor: user.actor,
        subject: { operation: 'CAPTURE', orderId, transactionId: 'by-hand', amount: '40' },
      },
    ])
  })

  it('refunds, voids and updates', async () => {
    const orderId = await program(authorizeBody())
    const updated = await act(orderId, '/authorization-updates', { transactionId: 'u', amount: '120', currency: 'USD' })
    assert.deepEqual([updated.status, updated.body.type], [201, 'AUTHORIZATION_UPDATE'], updated.text)
    await act(orderId, '/captures', { transactionId: 'c', ...money })
    const refunded = await act(orderId, '/refunds', { transactionId: 'r', ...money, merchantNote: 'Broken cup' })
    assert.deepEqual([refunded.status, refunded.body.type, refunded.body.orderStatus], [201, 'REFUND', 'REFUNDED'])
    const voided = await act(orderId, '/voids', { transactionId: 'v', targetTransactionId: 'r' })
    assert.deepEqual([voided.status, voided.body.type], [201, 'VOID_REFUND'], voided.text)
  })

  it('is refused with the field that is wrong', async () => {
    const orderId = await program(authorizeBody())
    const cases = [
      ['/captures', { ...money }, 422, 'FIELD_MISSING', 'transactionId'],
      ['/captures', { transactionId: 'a', ...money, amount: 'much' }, 422, 'FIELD_INVALID', 'amount'],
      ['/captures', { transactionId: 'a', ...money, amount: '0.00' }, 422, 'FIELD_INVALID', 'transaction.amount'],
      ['/captures', { transactionId: 'a', ...money, amount: '200' }, 422, 'AMOUNT_EXCEEDED', 'transaction.amount'],
      ['/captures', { transactionId: 'a', ...money, colour: 'red' }, 422, 'FIELD_UNSUPPORTED', 'colour'],
      ['/refunds', { transactionId: 'a', ...money }, 409, 'NOTHING_TO_REFUND', 'apiOperation'],
      [
        '/voids',
        { transactionId: 'a', targetTransactionId: '7' },
        422,
        'TARGET_UNSUITABLE',
        'transaction.targetTransactionId',
      ],
      ['/authorization-updates', { transactionId: 'a', amount: '7' }, 422, 'FIELD_MISSING', 'currency'],
    ] as const
    for (const [path, body, status, code, field] of cases) {
      const response = await act(orderId, path, body)
      assert.deepEqual([response.status, response.body.code, response.body.field], [status, code, field], response.text)
    }
    const pasted = { transactionId: 'a', ...money, merchantNote: 'card 5123450000000008' }
    const response = await act(orderId, '/captures', pasted)
    assert.deepEqual([response.status, response.body.field], [422, 'merchantNote'])
    assert.doesNotMatch(response.text, /5123450000000008/)
    assert.deepEqual(await linesAbout(orderId), [], 'nothing was done, and no line says so')
    assert.equal((await act('nothing', '/captures', { transactionId: 'a', ...money })).status, 404)
  })

  it('is refused where the profile does not permit it', async () => {
    const { id } = await boardMerchant(gateway, { profile: { operations: ['AUTHORIZE', 'PAY'] } })
    const orderId = await program(authorizeBody(), newOrderId(), '1', id)
    const as = await signedIn(gateway, { merchantId: id })
    const response = await act(orderId, '/captures', { transactionId: 'a', ...money }, as, id)
    assert.deepEqual([response.status, response.body.code], [403, 'OPERATION_NOT_PERMITTED'])
  })
})

describe('approval by two users', () => {
  it('turns a manual refund into a request that another user has to approve', async () => {
    const { id } = await boardMerchant(gateway, { profile: { refundsNeedApproval: true } })
    const orderId = await program(payBody(), newOrderId(), '1', id)
    const [asking, approving] = [
      await signedIn(gateway, { merchantId: id }),
      await signedIn(gateway, { merchantId: id, permissions: ['APPROVE'] }),
    ]
    const asked = await act(orderId, '/refunds', { transactionId: 'please', ...money }, asking, id)
    assert.deepEqual([asked.status, asked.body.type], [201, 'REFUND_REQUEST'], asked.text)
    const { body: page } = await ask(gateway, { path: ofMerchant(`/orders/${orderId}`, id), as: asking })
    assert.deepEqual([page.status, page.refunded], ['REFUND_REQUESTED', '0'])
    assert.ok(!page.actions.some(({ kind }: { kind: string }) => kind === 'DECIDE_REFUND'), 'it is not offered either')

    const own = await act(orderId, '/refund-requests/please/approval', {}, asking, id)
    assert.deepEqual([own.status, own.body.code], [409, 'FOUR_EYES'])
    const approved = await act(orderId, '/refund-requests/please/approval', {}, approving, id)
    assert.deepEqual([approved.status, approved.body.type, approved.body.result], [201, 'REFUND', 'SUCCESS'])
    const { body: refunded } = await ask(gateway, { path: ofMerchant(`/orders/${orderId}`, id), as: asking })
    assert.deepEqual(
      refunded.transactions.slice(1).map(({ request }: { request: { requestId: string } }) => request.requestId),
      [asked.headers['x-request-id'], approved.headers['x-request-id']],
    )
    const again = await act(orderId, '/refund-requests/please/approval', {}, approving, id)
    assert.deepEqual([again.status, again.body.code], [409, 'NOTHING_AWAITED'])
    assert.deepEqual(
      (await linesAbout(orderId)).map(({ action, actor }) => [action, actor]),
      [
        ['TRANSACTION_BY_HAND', asking.actor],
        ['REFUND_APPROVED', approving.actor],
      ],
    )
  })

  it('lets the user who requested a refund withdraw the request', async () => {
    const { id } = await boardMerchant(gateway, { profile: { refundsNeedApproval: true } })
    const orderId = await program(payBody(), newOrderId(), '1', id)
    const as = await signedIn(gateway, { merchantId: id })
    await act(orderId, '/refunds', { transactionId: 'please', ...money }, as, id)
    const response = await act(orderId, '/refund-requests/please/rejection', {}, as, id)
    assert.deepEqual([response.status, response.body], [200, { transactionId: 'please' }])
  })
})

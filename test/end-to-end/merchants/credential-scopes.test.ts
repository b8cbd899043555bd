// What an API credential may do: the operations that it was made for, and nothing else.
import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { makeCredential } from '../../../src/approvals/operations/manage-credentials.ts'
import { operationsOfScope, scopeNames } from '../../../src/contract/operation-permissions.ts'
import { type CredentialScope, scopePermits } from '../../../src/kernel/credential-scope.ts'
import { catalogue } from '../../../src/requests/catalogue.ts'
import { commandLineManager } from '../../../src/users/operations/manage-users.ts'
import { type ApiResponse, apiPath, newOrderId, payBody, refundBody, send } from '../../support/clients/client.ts'
import { boardMerchant, makeCertificate, testerStamp } from '../../support/fixtures/merchants.ts'
import { testPassword } from '../../support/gateway/database.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await sharedGateway()
})

/** A merchant that no cache knows yet, with one credential of this scope beside its default password. */
async function boardWith(operations: CredentialScope, profile = {}): Promise<{ id: string; password: string }> {
  const { id } = await boardMerchant(gateway, { profile })
  const wanted = { merchantId: id, name: 'a program', operations, needsApproval: false }
  const dependencies = { ...gateway.administration, clock: gateway.dependencies.clock }
  const made = await makeCredential(wanted, commandLineManager('boss'), dependencies)
  return { id, password: made.kind === 'MADE' ? made.password : assert.fail(made.kind) }
}

type Asked = { id: string; password: string } & Pick<Parameters<typeof send>[1], 'method' | 'body' | 'tls'>

function ask(
  rest: string,
  { id, password, ...sent }: Asked,
  url = gateway.listeners.httpUrl ?? '',
): Promise<ApiResponse> {
  return send(url, { ...sent, path: apiPath(rest, { merchant: id }), login: `merchant.${id}:${password}` })
}

function pay(caller: { id: string; password: string }, orderId = newOrderId()): Promise<ApiResponse> {
  return ask(`/order/${orderId}/transaction/1`, { ...caller, method: 'PUT', body: payBody() })
}

function assertNotPermitted({ status, body, text }: ApiResponse, operation: string, name = 'a program'): void {
  assert.equal(status, 400, text)
  assert.deepEqual(body.error, {
    cause: 'INVALID_REQUEST',
    explanation: `The credential ${name} does not permit ${operation}.`,
    field: 'apiOperation',
    validationType: 'INVALID',
  })
}

const pathIds: Readonly<Record<string, string>> = {
  orderId: 'order',
  transactionId: '1',
  tokenId: '9999999999999999',
  paymentLinkId: 'A'.repeat(26),
  sessionId: `SESSION${'0'.repeat(28)}`,
  threeDSecureId: 'one',
}

type CatalogueEntry = (typeof catalogue)[number]

/** With as little as the route needs to be found: what else is wrong with the request is refused later. */
function callOperation(
  name: string,
  route: CatalogueEntry['route'],
  caller: { id: string; password: string },
): Promise<ApiResponse> {
  const path = route.path.replaceAll(/:(\w+)/g, (_, id: string) => pathIds[id] ?? 'one')
  const [method = 'GET'] = route.methods
  const hasBody = method !== 'GET' && method !== 'DELETE'
  return ask(path, {
    ...caller,
    method,
    ...(hasBody && { body: route.byApiOperation ? { apiOperation: name } : {} }),
  })
}

describe('a credential', () => {
  it('for refunds may refund, and neither pay nor read', async () => {
    const refunder = await boardWith(['REFUND'])
    const orderId = newOrderId()
    assert.equal((await pay({ ...refunder, password: testPassword }, orderId)).status, 201)
    assertNotPermitted(await pay(refunder), 'PAY')
    assertNotPermitted(await ask(`/order/${orderId}`, refunder), 'RETRIEVE_ORDER')
    const refund = { ...refunder, method: 'PUT', body: refundBody('1.00') }
    const refunded = await ask(`/order/${orderId}/transaction/2`, refund)
    assert.equal(refunded.status, 201, refunded.text)
  })

  for (const scope of scopeNames)
    it(`of the scope ${scope} is refused exactly the operations that are not in it`, async () => {
      const caller = await boardWith(operationsOfScope[scope])
      for (const { name, route } of catalogue) {
        const response = await callOperation(name, route, caller)
        const isRefused = response.body?.error?.explanation === `The credential a program does not permit ${name}.`
        assert.equal(isRefused, !scopePermits(operationsOfScope[scope], name), `${name}: ${response.text}`)
      }
    })

  it('of one operation is refused every other one of the catalogue', async () => {
    const reader = await boardWith(['RETRIEVE_EVENTS'])
    let refused = 0
    for (const { name, route } of catalogue) {
      const response = await callOperation(name, route, reader)
      if (name === 'RETRIEVE_EVENTS') assert.equal(response.status, 200, response.text)
      else {
        assertNotPermitted(response, name)
        refused += 1
      }
    }
    assert.equal(refused, catalogue.length - 1)
  })

  it('has one audit entry when it is refused again and again', async () => {
    const reader = await boardWith(['RETRIEVE_ORDER'])
    for (let time = 0; time < 3; time += 1) assertNotPermitted(await pay(reader), 'PAY')
    const lines = await gateway.query(
      `select actor, subject from audit where merchant_id = $1 and action = 'OPERATION_REFUSED'`,
      [reader.id],
    )
    const credential = { name: 'a program', slot: 3 }
    assert.deepEqual(lines, [{ actor: `merchant.${reader.id}`, subject: { operation: 'PAY', credential } }])
  })

  it('without a name permits everything, as passwords always did', async () => {
    const { id } = await boardWith(['REFUND'])
    const { passwords = [] } = (await gateway.administration.merchants.find(id)) ?? {}
    const seen = passwords.map(({ slot, name, operations, createdBy }) => [slot, name, operations, createdBy])
    assert.deepEqual(seen, [
      [1, undefined, ['ALL'], 'tester'],
      [3, 'a program', ['REFUND'], 'boss'],
    ])
    assert.equal((await pay({ id, password: testPassword })).status, 201)
  })

  it('whose operations, name or merchant are changed in the database is refused', async () => {
    for (const change of [`operations = '{ALL}'`, 'name = null', `name = null, operations = '{ALL}'`]) {
      const reader = await boardWith(['RETRIEVE_ORDER'])
      await gateway.query(`update merchant_passwords set ${change} where merchant_id = $1 and slot = 3`, [reader.id])
      assert.equal((await pay(reader)).status, 401, change)
    }
    const [one, other] = [await boardWith(['ALL']), await boardWith(['ALL'])]
    // Through the test: a distributed database changes no row's merchant.
    const [row] = await gateway.query<{ password: object }>(
      'select to_jsonb(p) as password from merchant_passwords p where merchant_id = $1 and slot = 3',
      [one.id],
    )
    await gateway.query(
      'insert into merchant_passwords select * from jsonb_populate_record(null::merchant_passwords, $1)',
      [{ ...row?.password, merchant_id: other.id, slot: 4, name: 'copied' }],
    )
    assert.equal((await pay({ ...one, id: other.id })).status, 401)
  })

  it('beside a certificate must permit the operation, and so must the certificate', async () => {
    const both = await boardWith(['PAY', 'RETRIEVE_ORDER'])
    const { cert, key } = await addCertificate(both.id, ['RETRIEVE_ORDER', 'REFUND'])
    const tls = { cert, key }
    const url = gateway.listeners.mtlsUrl
    assert.match((await ask('/order/none', { ...both, tls }, url)).text, /There is no order/)
    const paid = await ask('/order/none/transaction/1', { ...both, tls, method: 'PUT', body: payBody() }, url)
    assert.equal(paid.body.error.field, 'apiOperation')
    const refund = { ...both, tls, method: 'PUT', body: refundBody('1.00') }
    assertNotPermitted(await ask('/order/none/transaction/2', refund, url), 'REFUND')
  })

  it('has a time of last use, written by a job and at most once a minute', async () => {
    const reader = await boardWith(['RETRIEVE_ORDER'])
    const lastUse = async () => {
      const rows = await gateway.query<{ at: Date | null }>(
        'select last_used_at as at from merchant_passwords where merchant_id = $1 and slot = 3',
        [reader.id],
      )
      return rows[0]?.at
    }
    await ask('/order/none', reader)
    assert.equal(await lastUse(), null, 'no request writes it')
    await gateway.dependencies.credentialUses.flush()
    const first = (await lastUse()) ?? assert.fail('not written')
    await ask('/order/none', reader)
    await gateway.dependencies.credentialUses.flush()
    assert.deepEqual(await lastUse(), first, 'within the minute')
    await gateway.query(
      `update merchant_passwords set last_used_at = now() - interval '61 seconds'
      where merchant_id = $1`,
      [reader.id],
    )
    await ask('/order/none', reader)
    await gateway.dependencies.credentialUses.flush()
    assert.ok(((await lastUse()) ?? first) >= first)
  })
})

describe('a certificate', () => {
  it('shows account numbers in clear only when it was registered for it', async () => {
    for (const [operations, number] of [
      [['ALL', 'UNMASK'], '5123450000000008'],
      [['ALL'], '512345xxxxxx0008'],
      [['RETRIEVE_ORDER', 'PAY', 'UNMASK'], '5123450000000008'],
    ] as const) {
      const { id } = await boardMerchant(gateway, { profile: { privileges: ['UNMASK'] } })
      const { cert, key } = await addCertificate(id, operations)
      const path = (rest: string) => apiPath(rest, { merchant: id })
      const sent = { login: null, tls: { cert, key } }
      const orderId = newOrderId()
      const body = payBody()
      await send(gateway.listeners.mtlsUrl, {
        ...sent,
        method: 'PUT',
        path: path(`/order/${orderId}/transaction/1`),
        body,
      })
      const query = '?responseControls.sensitiveData=UNMASK'
      const { body: order, text } = await send(gateway.listeners.mtlsUrl, {
        ...sent,
        path: path(`/order/${orderId}${query}`),
      })
      assert.equal(order.sourceOfFunds?.provided.card.number, number, text)
    }
  })
})

async function addCertificate(merchantId: string, operations: CredentialScope) {
  const made = await makeCertificate(gateway)
  const { subject, validFromDate: notBefore, validToDate: notAfter } = new X509Certificate(made.cert)
  const certificate = { fingerprint: made.fingerprint, subject: subject ?? '', notBefore, notAfter }
  await gateway.administration.merchants.addCertificate(merchantId, { ...certificate, operations }, testerStamp())
  return made
}

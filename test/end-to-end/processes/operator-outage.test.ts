// The node of a distributed database that has the operator's rows is down: merchants of other nodes pay as ever, also by a gateway that was
// started meanwhile, and a card that the operator suspects is refused.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { operatorMerchantId } from '../../../src/kernel/user.ts'
import { until } from '../../support/checks/poll.ts'
import { type ApiResponse, apiPath, cardSource, newOrderId, payBody, send } from '../../support/clients/client.ts'
import { ask, operatorsUser, signedIn } from '../../support/clients/console.ts'
import { type ProxiedNode, proxyNode } from '../../support/faults/node-proxy.ts'
import { boardAtCardHost } from '../../support/fixtures/card-host-merchant.ts'
import { boardMerchant, testerStamp } from '../../support/fixtures/merchants.ts'
import { withoutCluster } from '../../support/gateway/citus.ts'
import { createTestDatabase, databaseUrl, testPassword } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'
import { makeCardHostWorld } from '../../support/sites/card-host-world.ts'

const skip = withoutCluster && 'needs a cluster, named by TEST_CITUS'

const suspect = cardSource({ number: '4508750015741019' })

function pay({ listeners }: TestGateway, merchantId: string, sourceOfFunds = cardSource()): Promise<ApiResponse> {
  return send(listeners.httpUrl ?? '', {
    method: 'PUT',
    path: apiPath(`/order/${newOrderId()}/transaction/1`, { merchant: merchantId, version: 100 }),
    login: `merchant.${merchantId}:${testPassword}`,
    body: payBody({ sourceOfFunds }),
  })
}

function signIn(gateway: TestGateway, merchantId: string): Promise<ApiResponse> {
  const body = {
    ...(merchantId !== operatorMerchantId && { merchantId }),
    login: 'unknown',
    password: 'wrong-password',
  }
  return ask(gateway, { method: 'POST', path: '/session', body })
}

const codeOf = async (response: Promise<ApiResponse>) => {
  const { status, body, text } = await response
  return body.response?.gatewayCode ?? `${status} ${text.slice(0, 300)}`
}

describe("while the node that has the operator's rows is down", () => {
  const gateways: TestGateway[] = []
  const endings: (() => Promise<unknown>)[] = []
  let node: ProxiedNode
  /** Merchants of other nodes: with the simulated acquirer, and over an ISO 8583 link. */
  let shop = ''
  let hostShop = ''

  before(async () => {
    if (skip) return
    const database = await createTestDatabase()
    node = await proxyNode({ after: (end) => endings.unshift(end) }, databaseUrl(database))
    const running = await startGateway({}, database)
    endings.unshift(() => running.stop())
    gateways.push(running)
    const hosts = await makeCardHostWorld()
    endings.unshift(() => hosts.close())
    const host = await hosts.start()
    const elsewhere = async (board: () => Promise<string>): Promise<string> => {
      const merchantId = await board()
      return (await node.has(merchantId)) ? elsewhere(board) : merchantId
    }
    shop = await elsewhere(async () => (await boardMerchant(running)).id)
    let links = 0
    hostShop = await elsewhere(async () => {
      links += 1
      return (await boardAtCardHost(running, host, { linkId: `card-host-${links}` })).merchantId
    })
    await suspectCardOf(running)
    // As an installation that accepts nothing but sealed access rights.
    const { accessRightsProtection } = running.administration
    for (const { ownerId } of await accessRightsProtection.survey())
      await accessRightsProtection.adopt(ownerId, testerStamp())
    await accessRightsProtection.protect('a test')
    await running.administration.links.renewSeal()
    for (const merchantId of [shop, hostShop]) assert.equal(await codeOf(pay(running, merchantId)), 'APPROVED')
    await node.stop()
    const started = await startGateway({}, database)
    endings.unshift(() => started.stop())
    gateways.push(started)
  })
  after(async () => {
    for (const end of endings) await end()
  })

  async function suspectCardOf(gateway: TestGateway): Promise<void> {
    const { body } = await pay(gateway, shop, suspect)
    const listed = await ask(gateway, {
      method: 'POST',
      path: '/risk/cards',
      body: { merchantId: shop, orderId: body.order.id, transactionId: '1', list: 'SUSPECT' },
      as: await operatorsUser(gateway),
    })
    assert.equal(listed.status, 200, listed.text)
  }

  const cases = [
    ['a gateway that runs', 0],
    ['a gateway that was started meanwhile', 1],
  ] as const

  for (const [name, index] of cases) {
    const gateway = () => gateways[index] ?? assert.fail('no gateway')

    it(`${name} takes payments of other merchants`, { skip }, async () => {
      assert.equal(await codeOf(pay(gateway(), shop)), 'APPROVED')
    })

    it(`${name} takes payments of other merchants over an ISO 8583 link`, { skip }, async () => {
      assert.equal(await codeOf(pay(gateway(), hostShop)), 'APPROVED')
    })

    it(`${name} refuses a card that the operator suspects`, { skip }, async () => {
      for (const merchantId of [shop, hostShop])
        assert.equal(await codeOf(pay(gateway(), merchantId, suspect)), 'BLOCKED')
    })

    it(`${name} lets no user of the operator sign in, and users of other merchants`, { skip }, async () => {
      assert.equal((await signIn(gateway(), operatorMerchantId)).status, 503)
      assert.equal((await signIn(gateway(), shop)).status, 401)
      const user = await signedIn(gateway(), { merchantId: shop })
      assert.equal((await ask(gateway(), { path: '/session', as: user })).status, 200)
    })
  }

  it('the list of suspect cards cannot be changed', { skip }, async () => {
    const [running] = gateways
    const card = { keyId: 'account-1', hash: Buffer.alloc(32, 1) }
    await assert.rejects(
      running?.dependencies.risk.removeCard(operatorMerchantId, [card], testerStamp()) ?? assert.fail(),
    )
  })

  it('and once it is back, users of the operator sign in without a restart', { skip }, async () => {
    await node.start()
    for (const gateway of gateways)
      await until(
        async () => (await signIn(gateway, operatorMerchantId)).status === 401,
        'the operator is served again',
      )
  })
})

// `npm start` with the ISO 8583 test host beside it: payments go there, its books agree, and it ends with the gateway.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { it } from 'node:test'
import { until } from '../../support/checks/poll.ts'
import { apiPath, cardExpiring, newOrderId, payBody, send } from '../../support/clients/client.ts'
import { tollgate } from '../../support/gateway/command-line.ts'
import { createTestDatabase, testEnvironment } from '../../support/gateway/database.ts'
import { exitOf, makeSite, type ReadyGateway } from '../../support/gateway/process.ts'

const merchant = 'TESTISO8583'

async function pay({ httpUrl, password }: ReadyGateway, merchantId: string, differences: object = {}) {
  const path = apiPath(`/order/${newOrderId()}/transaction/1`, { merchant: merchantId })
  const body = payBody(differences)
  return (await send(httpUrl, { method: 'PUT', path, body, login: `merchant.${merchantId}:${password}` })).body
}

/** Two ports in a row that are free now, below those that systems give to outgoing connections. */
async function freeDependencies(): Promise<number> {
  for (let port = 26_000 + (process.pid % 2_000) * 2; ; port += 2) {
    const servers = [createServer().listen(port, '127.0.0.1'), createServer().listen(port + 1, '127.0.0.1')]
    const areFree = await Promise.all(
      servers.map((server) =>
        once(server, 'listening').then(
          () => true,
          () => false,
        ),
      ),
    )
    for (const server of servers) server.close()
    if (areFree.every(Boolean)) return port
  }
}

it('the test host takes the payments of its merchant, has books that agree, and ends with the gateway', async (t) => {
  const site = await makeSite(t)
  const port = await freeDependencies()
  const env = testEnvironment(await createTestDatabase(), {
    TOLLGATE_DATA_DIR: site.dataDir,
    TOLLGATE_CARD_HOST_PORT: String(port),
  })
  const gateway = await site.start(env)
  await until(() => gateway.stdout.includes('the ISO 8583 test host is ready'), 'the host is ready')
  await until(() => gateway.stdout.includes('signed on to the host'), 'it signs on before the first payment')
  const approved = await pay(gateway, merchant)
  assert.deepEqual(
    [approved.result, approved.response.gatewayCode, approved.transaction.acquirer.id],
    ['SUCCESS', 'APPROVED', 'TEST_HOST'],
  )
  const declined = await pay(gateway, merchant, { sourceOfFunds: cardExpiring('5', '39') })
  assert.deepEqual([declined.response.gatewayCode, declined.response.acquirerCode], ['DECLINED', '05'])
  const verified = await tollgate(['books', 'verify', merchant, '--json'], { env })
  assert.deepEqual([verified.code, verified.json.merchants[0].entries, verified.json.differences], [0, 2, 0])
  const listed = await tollgate(['host', 'books', merchant, '--json'], { env })
  assert.equal(listed.json.entries.length, 2)

  gateway.kill('SIGTERM')
  assert.deepEqual(await exitOf(gateway), { code: 0, signal: null }, gateway.stderr)
  assert.deepEqual(await site.processes(), [])
  const unread = await tollgate(['books', 'verify', merchant], { env })
  assert.deepEqual([unread.code, /the books of the host cannot be read/.test(unread.stderr)], [1, true])
})

it('the sandbox starts without the test host when its port is taken', async (t) => {
  const site = await makeSite(t)
  const port = await freeDependencies()
  const other = createServer().listen(port, '127.0.0.1')
  t.after(() => void other.close())
  await once(other, 'listening')
  const env = testEnvironment(await createTestDatabase(), {
    TOLLGATE_DATA_DIR: site.dataDir,
    TOLLGATE_CARD_HOST_PORT: String(port),
  })
  const gateway = await site.start(env)
  await until(() => gateway.stdout.includes('the ISO 8583 test host does not run'), 'it says so')
  assert.equal((await pay(gateway, 'TESTMERCHANT')).result, 'SUCCESS')
  const { code } = await tollgate(['books', 'verify'], { env })
  assert.equal(code, 0, 'what cannot be read is about no payment')
  gateway.kill('SIGTERM')
  assert.deepEqual(await exitOf(gateway), { code: 0, signal: null }, gateway.stderr)
})

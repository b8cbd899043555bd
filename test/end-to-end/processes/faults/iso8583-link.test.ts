// Two gateways on one ISO 8583 link: one is killed with requests in flight, the other finishes them under the identities that
// the dead one had given them.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { composeAdministration, openInstallation } from '../../../../src/compose/index.ts'
import type { Iso8583Message } from '../../../../src/iso8583/index.ts'
import { until } from '../../../support/checks/poll.ts'
import { authorizeBody, captureBody, newOrderId, payBody } from '../../../support/clients/client.ts'
import { openShop, outcome, settleEverything, totals } from '../../../support/clients/shop.ts'
import { boardMerchant, testerStamp } from '../../../support/fixtures/merchants.ts'
import { createTestDatabase, silentLog, testConfig, testEnvironment } from '../../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts'
import { exitOf, makeSite, type ReadyGateway } from '../../../support/gateway/process.ts'
import { type ScriptedHost, startScriptedHost } from '../../../support/sites/scripted-card-host.ts'

const linkId = 'card-host'
let isSilent = false
let host: ScriptedHost
let one: ReadyGateway
let two: TestGateway
let merchant = ''
const endings: (() => Promise<unknown>)[] = []

before(async () => {
  host = await startScriptedHost({
    take(request, connection) {
      if (request.type.startsWith('08') || !isSilent) connection.answer(request)
    },
  })
  endings.push(() => host.close())
  const database = await createTestDatabase()
  merchant = await setUp(database)
  const site = await makeSite({ after: (clean) => endings.unshift(clean) })
  const env = testEnvironment(database, { TOLLGATE_DATA_DIR: join(site.folder, 'one') })
  ;[one, two] = await Promise.all([site.start(env), startGateway({}, database)])
  endings.unshift(() => two.stop())
})
after(async () => {
  for (const end of endings) await end()
})

/** The link, and a merchant whose payments take it. */
async function setUp(database: string): Promise<string> {
  const config = testConfig(database)
  const installation = await openInstallation(config, silentLog())
  const administration = await composeAdministration(config, installation)
  const settings = { addresses: host.address, institutionId: '123456' }
  await administration.links.create(
    { linkId, adapter: 'iso8583', acquirerId: 'HOST', settings, secrets: {} },
    testerStamp(),
  )
  const routes = [{ linkId, acquirerMerchantId: 'SHOP1', terminals: ['TILL0001'] }]
  const { id } = await boardMerchant({ administration } as unknown as TestGateway, { profile: { routes } })
  await installation.close()
  return id
}

const identityOf = (message: Iso8583Message | undefined) =>
  [7, 11, 32, 37, 41, 42].map((field) => message?.text(field)?.trim())
const received = (type: string) => host.received.filter((message) => message.type === type)

it('a killed gateway leaves a capture and a payment that the other one repeats and reverses under their identities', async () => {
  const shop = openShop({ listeners: { httpUrl: one.httpUrl } as TestGateway['listeners'] }, merchant)
  const other = openShop(two, merchant)
  const [captured, paid] = [newOrderId(), newOrderId()]
  assert.equal(outcome(await shop.put(authorizeBody(), { orderId: captured }))[2], 'APPROVED')
  assert.equal(outcome(await other.put(payBody()))[2], 'APPROVED')

  isSilent = true
  const unanswered = [
    shop.put(captureBody(), { orderId: captured, transactionId: '2' }),
    shop.put(payBody(), { orderId: paid }),
  ].map((sending) => sending.catch(() => 'lost'))
  await until(() => received('0220').length === 1 && received('0200').length === 2, 'both are in flight')
  one.kill('SIGKILL')
  await exitOf(one)
  assert.deepEqual(await Promise.all(unanswered), ['lost', 'lost'])
  isSilent = false
  await settleEverything(two, merchant)

  assert.deepEqual(totals(await other.order(captured)), ['CAPTURED', 100, 100, 0])
  assert.equal(outcome(await other.transaction(paid, '1'))[2], 'TIMED_OUT')
  const [advice] = received('0220')
  const [repeat] = received('0221')
  assert.deepEqual(identityOf(repeat), identityOf(advice))
  assert.equal(repeat?.text(90), advice?.text(90))
  const [, payment] = received('0200')
  const [reversal] = received('0420')
  const [transmission, trace] = identityOf(payment)
  assert.equal(reversal?.text(90), `0200${trace}${transmission}00000123456${'0'.repeat(11)}`)
  const [row] = await two.query<{ reversal: string }>('select reversal from transactions where order_id = $1', [paid])
  assert.equal(row?.reversal, 'DONE')

  // Everything that both have sent, but for the repeat, has an identity of its own.
  const sent = host.received.filter(({ type }) => type !== '0221')
  const identities = sent.map((message) => `${message.text(7)} ${message.text(11)}`)
  assert.equal(new Set(identities).size, sent.length)
})

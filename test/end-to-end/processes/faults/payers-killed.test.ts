// A gateway is killed while payers are on their way: at a provider, on their way back, or between opening a payment link and paying.
// Another gateway on the same database takes over: payers are charged once, and both books agree.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import pg from 'pg'
import { eventually, until } from '../../../support/checks/poll.ts'
import { initiateBody, openPayer } from '../../../support/clients/browser-payment.ts'
import { type Body, merchantId, newOrderId } from '../../../support/clients/client.ts'
import { newPaymentLink, openPaymentLink, payerAt } from '../../../support/clients/payment-links.ts'
import { openShop, outcome, settleEverything, totals } from '../../../support/clients/shop.ts'
import { boardWithAccount } from '../../../support/fixtures/merchants.ts'
import { tollgate } from '../../../support/gateway/command-line.ts'
import { createTestDatabase, databaseUrl, testEnvironment } from '../../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts'
import { exitOf, makeSite, type ProcessSite } from '../../../support/gateway/process.ts'

let database: string
let site: ProcessSite
let other: TestGateway
const endings: (() => Promise<unknown>)[] = []
before(async () => {
  database = await createTestDatabase()
  site = await makeSite({ after: (clean) => endings.unshift(clean) })
  other = await startGateway({}, database)
  endings.unshift(() => other.stop())
})
after(async () => {
  for (const end of endings) await end()
})

/** Names the connections of the gateway that is killed. */
const applicationName = 'killed'
let started = 0

async function startKillable() {
  started += 1
  const own = {
    TOLLGATE_DATA_DIR: join(site.folder, `killed-${started}`),
    DATABASE_URL: `${databaseUrl(database)}&application_name=${applicationName}`,
  }
  const gateway = await site.start(testEnvironment(database, own))
  const listeners = { httpUrl: gateway.httpUrl } as TestGateway['listeners']
  return {
    side: { ...other, listeners },
    async kill() {
      gateway.kill('SIGKILL')
      await exitOf(gateway)
    },
  }
}

/** Whatever reads or writes this table waits. */
async function holdTable(t: TestContext, table: string) {
  const client = new pg.Client({ connectionString: databaseUrl(database) })
  client.on('error', () => {})
  await client.connect()
  let ended: Promise<void> | undefined
  const release = () => {
    ended ??= client.end()
    return ended
  }
  t.after(release)
  await client.query('begin')
  await client.query(`lock table ${table} in access exclusive mode`)
  const isWaiting = async () => {
    const { rows } = await client.query(
      `select from pg_locks join pg_stat_activity using (pid)
       where relation = $1::regclass and not granted and application_name = $2`,
      [table, applicationName],
    )
    return rows.length > 0
  }
  return { release, untilWaiting: () => until(isWaiting, `the gateway that is killed waits for ${table}`) }
}

async function assertBooks(merchant: string): Promise<void> {
  const env = testEnvironment(database, { TOLLGATE_DATA_DIR: other.dataDir })
  await eventually(
    async () => {
      const { json } = await tollgate(['books', 'verify', merchant, '--json'], { env })
      const [{ open, differences }]: Body = json.merchants
      return { open, differences }
    },
    ({ open, differences }) => open === 0 && differences.length === 0,
  )
}

async function outcomesOf(orderId: string): Promise<readonly string[]> {
  const rows = await other.query<{ code: string }>(
    `select response #>> '{response,gatewayCode}' as code from events where order_id = $1 and kind = 'OUTCOME' order by number`,
    [orderId],
  )
  return rows.map(({ code }) => code)
}

const providers = 'simulated_providers.line'

describe('a browser payment whose gateway is killed', () => {
  async function begin() {
    const killable = await startKillable()
    const place = { orderId: newOrderId() }
    const begun = await openShop(killable.side).put(initiateBody(), place)
    assert.equal(begun.body.response?.gatewayCode, 'SUBMITTED', begun.text)
    const payer = openPayer(killable.side)
    await payer.leave(place)
    return { ...killable, place, payer, payerAtOther: openPayer(other) }
  }

  async function assertPaidOnce({ orderId }: { readonly orderId: string }) {
    assert.deepEqual(totals(await openShop(other).order(orderId)), ['CAPTURED', 100, 100, 0])
    const outcomes = await outcomesOf(orderId)
    assert.deepEqual(outcomes.slice(-1), ['APPROVED'])
    assert.equal(outcomes.filter((code) => code === 'APPROVED').length, 1)
    await assertBooks(merchantId)
  }

  it('is completed when the payer comes back to another one', async () => {
    const { kill, place, payerAtOther } = await begin()
    await kill()
    await payerAtOther.decide(place, 'APPROVE')
    await payerAtOther.comeBack(place)
    await assertPaidOnce(place)
  })

  it('is completed by another one when the payer does not come back', async () => {
    const { kill, place, payerAtOther } = await begin()
    await kill()
    await payerAtOther.decide(place, 'APPROVE')
    await settleEverything(other, merchantId)
    await assertPaidOnce(place)
  })

  it('is completed once when it is killed while the payer comes back', async (t) => {
    const { kill, place, payer, payerAtOther } = await begin()
    await payer.decide(place, 'APPROVE')
    const held = await holdTable(t, providers)
    const lost = payer.comeBack(place).then(
      ({ text }) => text,
      () => 'LOST',
    )
    await held.untilWaiting()
    await kill()
    assert.equal(await lost, 'LOST')
    await held.release()
    await payerAtOther.comeBack(place)
    await settleEverything(other, merchantId)
    await assertPaidOnce(place)
  })

  it('is told once and in both books, or in neither, when it is killed while the provider is asked to begin', async (t) => {
    const { side, kill } = await startKillable()
    const orderId = newOrderId()
    const held = await holdTable(t, providers)
    const lost = openShop(side)
      .put(initiateBody(), { orderId })
      .then(
        ({ text }) => text,
        () => 'LOST',
      )
    await held.untilWaiting()
    await kill()
    assert.equal(await lost, 'LOST')
    await held.release()
    // The payer was never sent to the provider; after this time nobody can be.
    await other.query(
      `update transactions set recorded_at = recorded_at - interval '1 day', sendable_until = now() - interval '1 day'
       where order_id = $1`,
      [orderId],
    )
    await settleEverything(other, merchantId)
    const shop = openShop(other)
    const first = await shop.put(initiateBody(), { orderId })
    assert.equal(first.body.result, 'FAILURE', first.text)
    assert.deepEqual(totals(await shop.order(orderId)).slice(1), [0, 0, 0])
    assert.equal((await shop.put(initiateBody(), { orderId })).text, first.text)
    assert.equal((await outcomesOf(orderId)).at(-1), first.body.response.gatewayCode)
    await assertBooks(merchantId)
  })
})

describe('a payment link whose gateway is killed', () => {
  async function openAtKillable(acquirerMerchantId: string) {
    const { id } = await boardWithAccount(other, acquirerMerchantId, { payerAuthentication: 'BY_MERCHANT' })
    const { side, kill } = await startKillable()
    const paymentLink = await newPaymentLink(other, id)
    const opened = await openPaymentLink(side, paymentLink.paymentLinkId).open()
    return { id, kill, paymentLink, payer: payerAt(side, opened), payerAtOther: payerAt(other, opened) }
  }

  async function assertPaidOnce(
    link: { readonly paymentLinkId: string; readonly orderIdBase: string },
    merchant: string,
  ) {
    assert.deepEqual(totals(await openShop(other, merchant).order(link.orderIdBase)), ['CAPTURED', 25, 25, 0])
    const charges = await other.query(
      `select from simulated_acquirer.book b join transactions t on t.acquirer_reference = b.reference
       where t.merchant_id = $1 and b.kind = 'PAY' and b.is_approved and b.reversed_at is null`,
      [merchant],
    )
    assert.equal(charges.length, 1)
    assert.equal((await openPaymentLink(other, link.paymentLinkId).open()).status, 410)
    await assertBooks(merchant)
  }

  it('is paid at another one by the payer who has opened it before', async () => {
    const { id, kill, paymentLink, payerAtOther } = await openAtKillable('LINKKILLED1')
    await kill()
    assert.match((await payerAtOther.pay()).text, /Payment complete/)
    await assertPaidOnce(paymentLink, id)
  })

  it('is paid once when it is killed while the acquirer has the payment, and the payer tries again', async (t) => {
    const { id, kill, paymentLink, payer, payerAtOther } = await openAtKillable('LINKKILLED2')
    const held = await holdTable(t, 'simulated_acquirer.book')
    const lost = payer.pay().then(
      ({ text }) => text,
      () => 'LOST',
    )
    await held.untilWaiting()
    await kill()
    assert.equal(await lost, 'LOST')
    await held.release()
    await settleEverything(other, id)
    const [code] = outcome(await openShop(other, id).transaction(paymentLink.orderIdBase, '1')).slice(2)
    const again = code === 'APPROVED' ? await payerAtOther.open() : await payerAtOther.pay({ attempt: '2' })
    assert.match(again.text, /Payment complete/)
    await assertPaidOnce(paymentLink, id)
  })
})

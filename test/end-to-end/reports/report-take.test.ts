// Reports as a merchant's program takes them: who may, what of, and what is in them.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { recordProviderEvent } from '../../../src/payments/operations/manual/record-provider-event.ts'
import { removeFormulaMark } from '../../../src/platform/csv/write-csv.ts'
import {
  apiPath,
  authorizeBody,
  captureBody,
  cardExpiring,
  payBody,
  refundBody,
  send,
} from '../../support/clients/client.ts'
import {
  giveReportingPassword,
  openReporter,
  parseCsv,
  reportingPassword,
  reportPathOf,
} from '../../support/clients/reporter.ts'
import { openShop, refusal, refusalOf, settleEverything } from '../../support/clients/shop.ts'
import { boardMerchant, makeCertificate, registerCertificate, testerStamp } from '../../support/fixtures/merchants.ts'
import { testPassword } from '../../support/gateway/database.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await sharedGateway()
})

async function newMerchant(profile = {}) {
  const { id } = await boardMerchant(gateway, { profile })
  await giveReportingPassword(gateway, id)
  return { id, shop: openShop(gateway, id), reporter: openReporter(gateway, id) }
}

describe('access to reports', () => {
  it('is granted to the reporting password, with the user id of the merchant or none', async () => {
    const { id, reporter } = await newMerchant()
    for (const login of [`merchant.${id}:${reportingPassword}`, `:${reportingPassword}`]) {
      const response = await reporter.ask({}, { login })
      assert.deepEqual([response.status, response.text], [200, 'order.id,transaction.id\r\n'])
      assert.equal(response.headers['content-type'], 'text/csv;charset=UTF-8;header=present')
      assert.match(response.headers['cache-control'] ?? '', /no-store/)
      assert.equal(response.headers['x-content-type-options'], 'nosniff')
      assert.equal(response.headers['content-disposition'], `attachment; filename="transactions-${id}.csv"`)
    }
    const overTls = await send(gateway.listeners.httpsUrl, { path: reportPathOf(id), login: `:${reportingPassword}` })
    assert.equal(overTls.status, 200)
  })

  it('is refused to all others with the same response, which reveals nothing', async () => {
    const { id, reporter } = await newMerchant()
    const other = await newMerchant()
    await giveReportingPassword(gateway, other.id, 'password-of-the-other')
    const without = await newMerchant({ hasReporting: false })
    const disabled = await newMerchant({ isEnabled: false })
    const { id: never } = await boardMerchant(gateway)
    const right = `:${reportingPassword}`
    const tries = [
      reporter.ask({}, { login: null }),
      reporter.ask({}, { login: `merchant.${id}:${testPassword}` }),
      reporter.ask({}, { login: `merchant.${id}:wrong` }),
      reporter.ask({}, { login: `merchant.${id}:` }),
      reporter.ask({}, { login: `${id}:${reportingPassword}` }),
      reporter.ask({}, { login: `merchant.${other.id}:${reportingPassword}` }),
      reporter.ask({}, { login: ':password-of-the-other' }),
      reporter.ask({}, { headers: { authorization: 'Bearer x' }, login: null }),
      without.reporter.ask(),
      disabled.reporter.ask(),
      reporter.ask({}, { path: reportPathOf(never), login: right }),
      reporter.ask({}, { path: reportPathOf('NOBODY'), login: right }),
      reporter.ask({}, { path: reportPathOf('%27or%27'), login: right }),
      // Credentials come before versions and parameters.
      reporter.ask({}, { path: `/history/version/9/merchant/${id}/transaction`, login: null }),
    ]
    for (const [index, response] of (await Promise.all(tries)).entries()) {
      assert.deepEqual(
        [response.status, response.body.error.explanation],
        [401, 'Invalid credentials.'],
        `try ${index}`,
      )
      assert.equal(response.headers['www-authenticate'], 'Basic realm="Tollgate, user name merchant.<id>"')
    }
  })

  it('is all that a reporting password permits: the API refuses it', async () => {
    const { id } = await newMerchant()
    const login = `merchant.${id}:${reportingPassword}`
    const response = await send(gateway.listeners.httpUrl ?? '', { path: apiPath('/order/a', { merchant: id }), login })
    assert.equal(response.status, 401)
  })

  it('is not available with client certificates', async () => {
    const { id } = await newMerchant()
    const certificate = await makeCertificate(gateway)
    await registerCertificate(gateway, id, certificate)
    for (const login of [null, `:${reportingPassword}`]) {
      const response = await send(gateway.listeners.mtlsUrl, { path: reportPathOf(id), login, tls: certificate })
      assert.equal(response.status, 404)
    }
  })

  it('has two passwords during a change-over; a revoked one is refused at once', async () => {
    const { id, reporter } = await newMerchant()
    await giveReportingPassword(gateway, id, 'the-new-one')
    const { reportingPasswords, vault } = gateway.administration
    assert.equal(await reportingPasswords.add(id, vault.keyedHash('PASSWORD', 'a third'), testerStamp()), 'FULL')
    const statuses = async () => {
      const responses = await Promise.all([reporter.ask(), reporter.ask({}, { login: ':the-new-one' })])
      return responses.map(({ status }) => status)
    }
    assert.deepEqual(await statuses(), [200, 200])
    assert.equal(await reportingPasswords.revoke(id, 1, testerStamp()), true)
    assert.equal(await reportingPasswords.revoke(id, 1, testerStamp()), false)
    assert.deepEqual(await statuses(), [401, 200])
    const lines = await gateway.query<{ action: string; subject: object; actor: string }>(
      `select action, subject, actor from audit where merchant_id = $1 and action like 'REPORTING%' order by at, audit_id`,
      [id],
    )
    assert.deepEqual(lines, [
      { action: 'REPORTING_PASSWORD_ADDED', subject: { slot: 1 }, actor: 'tester' },
      { action: 'REPORTING_PASSWORD_ADDED', subject: { slot: 2 }, actor: 'tester' },
      { action: 'REPORTING_PASSWORD_REVOKED', subject: { slot: 1 }, actor: 'tester' },
    ])
  })

  it('is by GET in version 1 only', async () => {
    const { id, reporter } = await newMerchant()
    for (const method of ['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const response = await reporter.ask({}, { method })
      assert.deepEqual([response.status, response.headers.allow], [405, 'GET'], method)
    }
    for (const path of [
      `/history/version/2/merchant/${id}/transaction`,
      `/history/version/01/merchant/${id}/transaction`,
      `/history/version/1/merchant/${id}/order`,
      `/history/version/1/merchant/${id}`,
    ])
      assert.equal((await reporter.ask({}, { path })).status, 404, path)
  })

  it('names the wrong parameter, as the API does', async () => {
    const { reporter, id } = await newMerchant()
    const wrong = {
      'timeOfRecord.start': 'yesterday',
      'timeOfRecord.end': '2020-01-01T00:00:00Z',
      columns: 'order.ID',
      columnHeaders: 'one',
      'csv.timeZone': 'CET',
      'csv.timeFormat': 'epoch',
    }
    for (const [name, value] of Object.entries(wrong))
      assert.deepEqual(refusal(await reporter.ask({ [name]: value })), refusalOf(name))
    assert.deepEqual(refusal(await reporter.ask({ columns: '' })), refusalOf('columns', 'MISSING'))
    assert.deepEqual(refusal(await reporter.ask({ Columns: 'order.id' })), refusalOf('Columns', 'UNSUPPORTED'))
    const twice = await reporter.ask({}, { path: `${reportPathOf(id)}&columns=result` })
    assert.deepEqual(refusal(twice), refusalOf('columns'))
  })
})

describe('a report', () => {
  it('has a row for each event, as RETRIEVE_TRANSACTION returned it then, in the order of the times of record', async () => {
    const { shop, reporter } = await newMerchant()
    await shop.put(authorizeBody({ order: { amount: '100.00', currency: 'USD', reference: 'a,"b"' } }), {
      orderId: 'a',
    })
    await shop.put(captureBody('60.50'), { orderId: 'a', transactionId: '2' })
    await shop.put(payBody({ order: { amount: '1500', currency: 'JPY' } }), { orderId: 'b' })
    await shop.put(refundBody('10.25'), { orderId: 'a', transactionId: '3' })
    const columns = [
      'order.id',
      'transaction.id',
      'transaction.type',
      'transaction.amount',
      'transaction.currency',
      'order.status',
      'order.totalCapturedAmount',
      'order.reference',
      'result',
      'sourceOfFunds.provided.card.number',
      'sourceOfFunds.provided.card.scheme',
    ].join()
    const card = ['SUCCESS', '512345xxxxxx0008', 'MASTERCARD']
    assert.deepEqual(await reporter.rows({ columns }), [
      ['a', '1', 'AUTHORIZATION', '100', 'USD', 'AUTHORIZED', '0', 'a,"b"', ...card],
      ['a', '2', 'CAPTURE', '60.5', 'USD', 'PARTIALLY_CAPTURED', '60.5', 'a,"b"', ...card],
      ['b', '1', 'PAYMENT', '1500', 'JPY', 'CAPTURED', '1500', '', ...card],
      ['a', '3', 'REFUND', '10.25', 'USD', 'PARTIALLY_REFUNDED', '60.5', 'a,"b"', ...card],
    ])
  })

  it('has a further row for each later update of a transaction, beside its first', async () => {
    const { id, shop, reporter } = await newMerchant()
    await shop.put(payBody({ sourceOfFunds: cardExpiring('8', '28') }), { orderId: 'a' })
    await settleEverything(gateway)
    const chargeback = { type: 'CHARGEBACK', amount: '10.00', currency: 'USD', userId: 'operator' } as const
    await shop.put(payBody(), { orderId: 'b' })
    const key = { merchantId: id, orderId: 'b' }
    await recordProviderEvent({ ...chargeback, key, dispute: { state: 'PENDING' } }, gateway.dependencies)
    const columns = 'order.id,transaction.type,result,response.gatewayCode,timeOfRecord'
    const rows = await reporter.rows({ columns })
    assert.deepEqual(
      rows.map((row) => row.slice(0, 4)),
      [
        ['a', 'PAYMENT', 'FAILURE', 'TIMED_OUT'],
        ['a', 'PAYMENT', 'FAILURE', 'TIMED_OUT'],
        ['b', 'PAYMENT', 'SUCCESS', 'APPROVED'],
        ['b', 'CHARGEBACK', 'SUCCESS', 'APPROVED'],
      ],
    )
    // The update has the time of record of its transaction, so that it is found beside it.
    assert.equal(rows[0]?.[4], rows[1]?.[4])
  })

  it('contains the events of its period: the start included, the end not', async () => {
    const { shop, reporter } = await newMerchant()
    const first = (await shop.put(payBody(), { orderId: 'a' })).body.timeOfRecord
    // A moment of its own, whatever the clock does.
    let last = first
    let orders = 1
    while (last === first) {
      orders += 1
      last = (await shop.put(payBody(), { orderId: `b${orders}` })).body.timeOfRecord
    }
    const between = { 'timeOfRecord.start': first, 'timeOfRecord.end': last }
    assert.equal((await reporter.rows(between)).length, orders - 1)
    const from = await reporter.rows({ 'timeOfRecord.start': last })
    assert.deepEqual(from, [[`b${orders}`, '1']])
    const afterwards = new Date(Date.parse(last) + 1).toISOString()
    assert.deepEqual(await reporter.rows({ 'timeOfRecord.start': afterwards }), [])
  })

  it('shows times in the requested zone and format, under its own headings', async () => {
    const { shop, reporter } = await newMerchant()
    const { timeOfRecord } = (await shop.put(payBody(), { orderId: 'a' })).body
    await reporter.rows()
    const columns = { columns: 'timeOfRecord,order.id', columnHeaders: 'When,Bestellung Nº' }
    const plain = await reporter.ask(columns)
    assert.deepEqual(parseCsv(plain.text), [
      ['When', 'Bestellung Nº'],
      [timeOfRecord, 'a'],
    ])
    const shifted = await reporter.rows({ ...columns, 'csv.timeZone': '-02:30', 'csv.timeFormat': 'iso8601' })
    const local = new Date(Date.parse(timeOfRecord) - 150 * 60_000).toISOString().replace('T', ' ').replace('Z', '')
    assert.deepEqual(shifted, [[`${local}-02:30`, 'a']])
  })

  it('masks as the profile says', async () => {
    const { shop, reporter } = await newMerchant({ cardMasking: 'LAST_FOUR' })
    await shop.put(payBody(), { orderId: 'a' })
    const rows = await reporter.rows({ columns: 'sourceOfFunds.provided.card.number' })
    assert.deepEqual(rows, [['xxxxxxxxxxxx0008']])
  })

  it('turns no typed text into a formula', async () => {
    const { shop, reporter } = await newMerchant()
    const typed = '=HYPERLINK("https://example.com","open")'
    const order = { amount: '5.00', currency: 'USD', description: typed, custom: { note: '@x', plain: 'a-b' } }
    await shop.put(payBody({ order }), { orderId: '-1-2' })
    const columns = 'order.id,order.description,order.custom.note,order.custom.plain,order.custom.missing'
    const rows = await reporter.rows({ columns })
    assert.deepEqual(rows, [["'-1-2", `'${typed}`, "'@x", 'a-b', '']])
    assert.deepEqual(rows[0]?.map(removeFormulaMark), ['-1-2', typed, '@x', 'a-b', ''])
  })

  it('contains its merchant only, and has an audit entry', async () => {
    const [one, other] = [await newMerchant(), await newMerchant()]
    await one.shop.put(payBody(), { orderId: 'mine' })
    await other.shop.put(payBody(), { orderId: 'theirs' })
    assert.deepEqual(await one.reporter.rows({ columns: 'order.id,merchant' }), [['mine', one.id]])
    const [line] = await gateway.query<{ actor: string; subject: { columns: readonly string[] } }>(
      `select actor, subject from audit where merchant_id = $1 and action = 'REPORT_TAKEN'`,
      [one.id],
    )
    assert.deepEqual([line?.actor, line?.subject.columns], [`merchant.${one.id}`, ['order.id', 'merchant']])
  })
})

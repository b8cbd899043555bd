// Alerts to the operator's users, in the console always, and by e-mail to addresses that their users have confirmed; and e-mails to users of
// merchants, too, about what waits for them.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { queueAttention, summarizeAlerts } from '../../../src/alerts/jobs/queue-alerts.ts'
import { recordProviderEvent } from '../../../src/payments/operations/manual/record-provider-event.ts'
import { eventually } from '../../support/checks/poll.ts'
import { payBody } from '../../support/clients/client.ts'
import { ask, type ConsoleUser, ofMerchant, operatorsUser, signedIn } from '../../support/clients/console.ts'
import { openShop, orderOf } from '../../support/clients/shop.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import { caughtUp } from '../../support/fixtures/search-world.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'
import { type MailServer, openMailServer } from '../../support/sites/mail-server.ts'

let gateway: TestGateway
let server: MailServer
let ann: ConsoleUser
let ben: ConsoleUser

before(async () => {
  server = await openMailServer()
  gateway = await startGateway({
    TOLLGATE_SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    TOLLGATE_SMTP_FROM: 'alerts@pay.example',
    TOLLGATE_CREDENTIALS_NEED_APPROVAL: 'true',
  })
  ann = await operatorsUser(gateway)
  ben = await operatorsUser(gateway, ['VIEW'])
  await ask(gateway, { method: 'PUT', path: '/preferences', body: { language: 'de' }, as: ben })
})
after(async () => {
  await gateway?.stop()
  await server?.close()
})

const mailsTo = (address: string, subject: RegExp) =>
  server.mails.filter(({ to, headers }) => to === address && subject.test(headers.get('subject') ?? ''))
const mailTo = async (address: string, subject: RegExp) =>
  (
    await eventually(
      async () => mailsTo(address, subject),
      ({ length }) => length > 0,
    )
  )[0] ?? assert.fail()

const put = (as: ConsoleUser, path: string, body: object) => ask(gateway, { method: 'PUT', path, body, as })
const unread = async (as: ConsoleUser) => (await ask(gateway, { path: '/alerts/unread', as })).body.count

/** By the code of the e-mail, as the user reads it. */
async function confirm(as: ConsoleUser, address: string, subject: RegExp): Promise<void> {
  assert.equal((await put(as, '/email', { address })).status, 200)
  assert.equal((await ask(gateway, { method: 'POST', path: '/email/code', as })).status, 204)
  const { text } = await mailTo(address, subject)
  const [code = ''] = /^\d{8}$/m.exec(text) ?? []
  const response = await put(as, '/email/code', { code })
  assert.deepEqual([response.status, response.body.email], [200, { address, isConfirmed: true }])
}

const weakened = { controls: { refundsNeedApproval: { before: true, after: false } } }
let minutes = 0
/** As the commit of a change writes it. */
const weaken = (merchantId: string) => {
  minutes += 1
  const at = new Date(Date.UTC(2036, 4, 1, 9, minutes))
  return gateway.dependencies.audit.append({
    merchantId,
    actor: 'operator/eve',
    action: 'CONTROLS_WEAKENED',
    subject: weakened,
    at,
  })
}

describe('a user of the operator', () => {
  it('confirms an e-mail address by the code that is sent there, in the language of the user', async () => {
    await Promise.all([
      confirm(ann, 'ann@operator.example', /^Confirm your e-mail address$/),
      confirm(ben, 'ben@operator.example', /^Bestätigen Sie Ihre E-Mail-Adresse$/),
    ])
    const { text } = await mailTo('ann@operator.example', /^Confirm/)
    assert.ok(text.includes(`signed in as ${ann.login}`) && text.includes('/console/account'))
  })

  it('is refused a wrong code and an address that e-mails cannot go to', async () => {
    const other = await operatorsUser(gateway, ['VIEW'])
    const refusal = async (path: string, body: object) => {
      const response = await put(other, path, body)
      return [response.status, response.body.code, response.body.field]
    }
    assert.deepEqual(await refusal('/email', { address: 'nobody' }), [422, 'FIELD_INVALID', 'email'])
    assert.deepEqual(await refusal('/email/code', { code: '12345678' }), [403, 'WRONG_CODE', 'code'])
    const unsent = await ask(gateway, { method: 'POST', path: '/email/code', as: other })
    assert.deepEqual([unsent.status, unsent.body.code], [409, 'NO_ADDRESS'])
  })
})

describe('an alert', () => {
  it('is e-mailed once to each user with a confirmed address, with old and new and without secrets', async () => {
    const body = { name: 'till', operations: ['PAY'] }
    const requested = await ask(gateway, { method: 'POST', path: ofMerchant('/passwords'), body, as: ann })
    assert.equal(requested.status, 202, requested.text)
    await weaken('TESTMERCHANT')
    const english = await mailTo('ann@operator.example', /^Alert: Controls weakened$/)
    const german = await mailTo('ben@operator.example', /^Meldung: Schutzmaßnahmen gelockert$/)
    for (const { text } of [english, german])
      for (const part of ['operator/eve', 'TESTMERCHANT', 'refundsNeedApproval: true → false', '/console/alerts'])
        assert.ok(text.includes(part), `${part} in ${text}`)
    await mailTo('ann@operator.example', /^Alert: Approval requested$/)
    const secret = requested.body.password ?? requested.body.secret
    assert.ok(server.mails.every(({ text }) => secret === undefined || !text.includes(String(secret))))
    assert.equal(mailsTo('ann@operator.example', /Controls weakened/).length, 1)
    assert.equal(server.mails.filter(({ to }) => !/^(ann|ben)@operator\.example$/.test(to)).length, 0)
    assert.ok(!gateway.logLines.some((line) => line.includes('ann@operator.example')), 'the log has no address')
  })

  it('is in the console of every operator user who may view, newest first, until that user has read it', async () => {
    await weaken('TESTMERCHANT')
    const { body } = await ask(gateway, { path: '/alerts?kind=WEAKENED&limit=1', as: ben })
    const [row] = body.rows
    assert.deepEqual(
      [row.action, row.actor, row.merchantId, row.subject, row.isWeakening],
      ['CONTROLS_WEAKENED', 'operator/eve', 'TESTMERCHANT', weakened, true],
    )
    assert.ok((await unread(ann)) >= 2)
    assert.equal((await put(ann, '/alerts/read', { until: row.at })).status, 204)
    // An older list in another window takes nothing back.
    await put(ann, '/alerts/read', { until: '2036-05-01T00:00:00Z' })
    assert.equal(await unread(ann), 0)
    assert.ok((await unread(ben)) >= 2)
    await weaken('TESTMERCHANT')
    assert.equal(await unread(ann), 1)
    const second = await ask(gateway, { path: `/alerts?kind=WEAKENED&limit=1&after=${body.next}`, as: ben })
    assert.ok(second.body.rows[0].at < row.at)
    assert.equal((await ask(gateway, { path: '/alerts?after=x', as: ben })).status, 422)
  })

  it('is shown to no merchant, and not without the permission to view', async () => {
    const clerk = await signedIn(gateway)
    const blind = await operatorsUser(gateway, ['MANAGE_USERS'])
    for (const as of [clerk, blind])
      for (const path of ['/alerts', '/alerts/unread', '/alerts/summary'])
        assert.equal((await ask(gateway, { path, as })).status, 403)
  })
})

describe('the daily summary', () => {
  it('is e-mailed once and shown in the console', async () => {
    const clock = { ...gateway.dependencies.clock, now: () => new Date('2036-05-02T00:10:00Z') }
    const dependencies = { ...gateway.dependencies, clock }
    const summary = await summarizeAlerts(dependencies)
    assert.equal(summary?.counts.CONTROLS_WEAKENED, 3)
    assert.equal(await summarizeAlerts(dependencies), undefined)
    // It was queued with that clock.
    await gateway.query(`update user_emails set next_attempt_at = now() where kind = 'SUMMARY'`)
    const { text } = await mailTo('ann@operator.example', /^Daily summary: \d+ changes/)
    assert.ok(text.includes('3 × Controls weakened') && text.includes('refundsNeedApproval: true → false'), text)
    await mailTo('ben@operator.example', /^Tagesübersicht: /)
    const { body } = await ask(gateway, { path: '/alerts/summary', as: ben })
    assert.equal(body.summary.counts.CONTROLS_WEAKENED, 3)
    assert.equal(mailsTo('ann@operator.example', /^Daily summary/).length, 1)
  })
})

describe('an address that changes', () => {
  it('gets one last e-mail, and no more alerts', async () => {
    const alertsToAnn = () => mailsTo('ann@operator.example', /Controls weakened/)
    await eventually(
      async () => alertsToAnn(),
      ({ length }) => length === 3,
    )
    await put(ann, '/email', { address: 'new@operator.example' })
    const { text } = await mailTo('ann@operator.example', /^Alerts no longer come to this address$/)
    assert.ok(text.includes(ann.actor))
    await weaken('TESTMERCHANT')
    await eventually(
      async () => mailsTo('ben@operator.example', /gelockert/),
      ({ length }) => length === 4,
    )
    assert.equal(alertsToAnn().length, 3)
    assert.equal(mailsTo('new@operator.example', /./).length, 0)
  })
})

describe('what waits for people', () => {
  const minute = 60_000
  const begin = Date.now()
  const errors: unknown[] = []
  /** As the job does, this long after the begin. */
  const look = (afterMs: number, others: Partial<TestGateway['dependencies']> = {}) => {
    const clock = { ...gateway.dependencies.clock, now: () => new Date(begin + afterMs) }
    return queueAttention({ ...gateway.dependencies, clock, ...others }, (error) => errors.push(error))
  }
  const sendNow = () => gateway.query(`update user_emails set next_attempt_at = now() where state = 'PENDING'`)
  const waiting = /: \d+$/
  const clerkAddress = 'clerk@shop.example'
  let clerk: ConsoleUser
  let merchantId = ''
  let other = ''

  before(async () => {
    merchantId = (await boardMerchant(gateway)).id
    other = (await boardMerchant(gateway)).id
    clerk = await signedIn(gateway, { merchantId, permissions: ['VIEW'] })
    await confirm(clerk, clerkAddress, /^Confirm your e-mail address$/)
    const foreign = await signedIn(gateway, { merchantId: other, permissions: ['VIEW'] })
    await confirm(foreign, 'foreign@shop.example', /^Confirm your e-mail address$/)
  })

  const overdue = async (owner: string) => {
    const orderId = await orderOf(openShop(gateway, owner), payBody())
    const dispute = { state: 'PENDING', respondBy: '2026-01-31' } as const
    const key = { merchantId: owner, orderId }
    const claim = { key, type: 'CHARGEBACK', amount: '40', currency: 'USD', userId: 'operator/ann', dispute } as const
    await recordProviderEvent(claim, gateway.dependencies)
    await caughtUp(gateway, owner)
    return orderId
  }

  it('is e-mailed to users of the merchant with their orders, and to the operator by merchant, once', async () => {
    const shop = openShop(gateway, merchantId)
    const disputed = await overdue(merchantId)
    const parked = await orderOf(shop, payBody())
    await gateway.query(
      `insert into deliveries (merchant_id, notification_id, url_hash, order_id, transaction_id, event_number, api_version,
         body, state, created_at, ended_at)
       values ($1, 'n-1', 'r', $2, '1', 1, 100, '{}', 'PARKED', now(), now())`,
      [merchantId, parked],
    )
    const risky = await orderOf(shop, payBody())
    await gateway.query(`update transactions set manual_resolution = 'CANNOT_BE_SETTLED' where order_id = $1`, [risky])
    await look(0)
    await look(minute)
    await sendNow()
    for (const [subject, orderId, page] of [
      [/^Money at risk: 1$/, risky, '/money-at-risk'],
      [/^Notifications no longer sent: 1$/, parked, '/deliveries?state=PARKED'],
      [/^Overdue disputes: 1$/, disputed, '/disputes'],
    ] as const) {
      const { text } = await mailTo(clerkAddress, subject)
      for (const part of [orderId, `/console/merchants/${merchantId}${page}`]) assert.ok(text.includes(part), text)
    }
    const toOperator = await mailTo('ben@operator.example', /^Überfällige Reklamationen: 1$/)
    assert.ok(toOperator.text.includes(`${merchantId}: 1`) && !toOperator.text.includes(disputed), toOperator.text)
    await look(2 * 60 * minute)
    await sendNow()
    const all = await gateway.query<{ login: string }>(`select login from user_emails where kind = 'ATTENTION'`)
    assert.equal(all.filter(({ login }) => login === clerk.login).length, 3, 'what was told is not told again')
    assert.equal(mailsTo('foreign@shop.example', waiting).length, 0, 'nothing waits for the other merchant')
    assert.deepEqual(errors, [])
  })

  it('that comes within an hour after an e-mail is in the next one', async () => {
    const count = async (login: string) =>
      (
        await gateway.query(
          `select 1 from user_emails where kind = 'ATTENTION' and details ->> 'subject' = 'OVERDUE_DISPUTES' and login = $1`,
          [login],
        )
      ).length
    assert.equal(await count(clerk.login), 1)
    await overdue(merchantId)
    await look(30 * minute)
    assert.equal(await count(clerk.login), 1)
    await look(61 * minute)
    assert.equal(await count(clerk.login), 2)
    await sendNow()
    await mailTo(clerkAddress, /^Overdue disputes: 2$/)
  })

  it('of which nothing is left when the e-mail is sent is not sent', async () => {
    const orderId = await overdue(other)
    await look(5 * 60 * minute)
    const key = { merchantId: other, orderId }
    const by = { actor: 'a test', at: new Date() }
    const evidence = { orderId, caseNumber: '', kind: 'EVIDENCE_SENT', note: 'By post' } as const
    await gateway.dependencies.disputeAnswers.record(key.merchantId, evidence, by)
    await sendNow()
    const state = `select state from user_emails where kind = 'ATTENTION' and merchant_id = $1`
    await eventually(
      () => gateway.query<{ state: string }>(state, [other]),
      ([row]) => row?.state === 'NO_ADDRESS',
    )
    assert.equal(mailsTo('foreign@shop.example', waiting).length, 0)
  })

  it('keeps no other merchant from being told when the users of one are not as they were sealed', async () => {
    const third = (await boardMerchant(gateway)).id
    await overdue(other)
    await overdue(third)
    const { userEmails } = gateway.dependencies
    const alertRecipients = (owner: string) =>
      owner === other ? Promise.reject(new Error('not as they were sealed')) : userEmails.alertRecipients(owner)
    await look(10 * 60 * minute, { userEmails: { ...userEmails, alertRecipients } })
    assert.equal(errors.length, 1)
    const told = await gateway.query<{ merchant_id: string }>(
      `select distinct merchant_id from attention_items where audience = 'MERCHANT' and told_at > $1`,
      [new Date(begin + 9 * 60 * minute)],
    )
    assert.deepEqual(told, [{ merchant_id: third }])
  })
})

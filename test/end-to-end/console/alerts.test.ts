// Alerts to the operator's users: in the console always, and by e-mail to addresses that their users have confirmed.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { summarizeAlerts } from '../../../src/alerts/jobs/queue-alerts.ts'
import { eventually } from '../../support/checks/poll.ts'
import { ask, type ConsolePerson, ofMerchant, operatorsPerson, signedIn } from '../../support/clients/console.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'
import { type MailServer, openMailServer } from '../../support/sites/mail-server.ts'

let gateway: TestGateway
let server: MailServer
let ann: ConsolePerson
let ben: ConsolePerson

before(async () => {
  server = await openMailServer()
  gateway = await startGateway({
    TOLLGATE_SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    TOLLGATE_SMTP_FROM: 'alerts@pay.example',
    TOLLGATE_CREDENTIALS_NEED_APPROVAL: 'true',
  })
  ann = await operatorsPerson(gateway)
  ben = await operatorsPerson(gateway, ['VIEW'])
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

const put = (as: ConsolePerson, path: string, body: object) => ask(gateway, { method: 'PUT', path, body, as })
const unread = async (as: ConsolePerson) => (await ask(gateway, { path: '/alerts/unread', as })).body.count

/** By the code of the e-mail, as the user reads it. */
async function confirm(as: ConsolePerson, address: string, subject: RegExp): Promise<void> {
  assert.equal((await put(as, '/email', { address })).status, 200)
  assert.equal((await ask(gateway, { method: 'POST', path: '/email/code', as })).status, 204)
  const { text } = await mailTo(address, subject)
  const [code = ''] = /^\d{8}$/m.exec(text) ?? []
  const answer = await put(as, '/email/code', { code })
  assert.deepEqual([answer.status, answer.body.email], [200, { address, isConfirmed: true }])
}

const weakened = { controls: { refundsNeedApproval: { before: true, after: false } } }
let minutes = 0
/** As the commit of a change writes it. */
const weaken = (merchantId: string) => {
  minutes += 1
  const at = new Date(Date.UTC(2036, 4, 1, 9, minutes))
  return gateway.ports.audit.append({
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
    const other = await operatorsPerson(gateway, ['VIEW'])
    const refusal = async (path: string, body: object) => {
      const answer = await put(other, path, body)
      return [answer.status, answer.body.code, answer.body.field]
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
    const blind = await operatorsPerson(gateway, ['MANAGE_USERS'])
    for (const as of [clerk, blind])
      for (const path of ['/alerts', '/alerts/unread', '/alerts/summary'])
        assert.equal((await ask(gateway, { path, as })).status, 403)
  })
})

describe('the daily summary', () => {
  it('is e-mailed once and shown in the console', async () => {
    const clock = { ...gateway.ports.clock, now: () => new Date('2036-05-02T00:10:00Z') }
    const ports = { ...gateway.ports, clock }
    const summary = await summarizeAlerts(ports)
    assert.equal(summary?.counts.CONTROLS_WEAKENED, 3)
    assert.equal(await summarizeAlerts(ports), undefined)
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

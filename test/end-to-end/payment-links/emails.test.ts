// Payment links sent by e-mail: what payers get, and what a clerk, or who has stolen a clerk's session, cannot make of it.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventually, until } from '../../support/checks/poll.ts'
import { ask, type ConsoleUser, ofMerchant, operatorsUser, signedIn } from '../../support/clients/console.ts'
import { newPaymentLink } from '../../support/clients/payment-links.ts'
import { boardWithAccount } from '../../support/fixtures/merchants.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'
import { type MailServer, openMailServer } from '../../support/sites/mail-server.ts'

let gateway: TestGateway
let server: MailServer
let merchantId: string
let clerk: ConsoleUser

before(async () => {
  server = await openMailServer()
  gateway = await startGateway({
    TOLLGATE_SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    TOLLGATE_SMTP_FROM: 'payments@pay.example',
  })
  merchantId = (await boardWithAccount(gateway, 'LINKSMAIL')).id
  clerk = await signedIn(gateway, { merchantId, permissions: ['VIEW', 'REQUEST_PAYMENT'] })
})
after(async () => {
  await gateway?.stop()
  await server?.close()
})

const pathOf = (paymentLinkId: string, of = merchantId) => ofMerchant(`/payment-links/${paymentLinkId}/emails`, of)
const sendTo = (paymentLinkId: string, body: object, as = clerk, of = merchantId) =>
  ask(gateway, { method: 'POST', path: pathOf(paymentLinkId, of), body, as })
const listOf = async (paymentLinkId: string) => (await ask(gateway, { path: pathOf(paymentLinkId), as: clerk })).body
const mailTo = async (address: string) =>
  (
    await eventually(
      async () => server.mails.filter(({ to }) => to === address),
      ({ length }) => length > 0,
    )
  )[0]
const problemOf = ({ status, body }: Awaited<ReturnType<typeof sendTo>>) => [status, body.code, body.field]

describe('a payment link that a clerk sends by e-mail', () => {
  it('comes once, in the language of the link, with its URL, its terms and the quoted message', async () => {
    const expiresAt = new Date('2036-05-01T10:00:00Z')
    // On one line in the e-mail.
    const terms = { description: 'Rechnung\n\n17', language: 'de', expiresAt } as const
    const { paymentLinkId } = await newPaymentLink(gateway, merchantId, terms)
    const response = await sendTo(paymentLinkId, { recipient: 'jane@payer.example', message: 'Guten Tag,\nbis bald!' })
    assert.equal(response.status, 202, response.text)
    const mail = await mailTo('jane@payer.example')
    const url = `${gateway.dependencies.addresses.publicUrl()}/checkout/link/${paymentLinkId}`
    for (const part of ['Rechnung 17', '25,00', url, '> Guten Tag,\r\n> bis bald!', '2036'])
      assert.ok(mail?.text.includes(part), `${part} in ${mail?.text}`)
    const html = mail?.html ?? ''
    for (const part of ['lang="de"', 'Rechnung 17', '25,00', `href="${url}"`, 'Guten Tag,<br>bis bald!<br>'])
      assert.ok(html.includes(part), `${part} in ${html}`)
    assert.doesNotMatch(html, /<script|src="(?!cid:)|url\(/, 'nothing is loaded when it is read')
    assert.match(mail?.headers.get('subject') ?? '', /^Zahlungsaufforderung von /)
    assert.match(mail?.headers.get('from') ?? '', /<payments@pay\.example>$/)
    assert.deepEqual(mail?.text.match(/\S+:\/\/\S+/g), [url], 'the only address in it')
    await until(async () => (await listOf(paymentLinkId)).rows[0]?.state === 'SENT', 'the console shows it as sent')
    const [row] = await gateway.query('select message from payment_link_emails where payment_link_id = $1', [
      paymentLinkId,
    ])
    assert.deepEqual(row, { message: null })
    assert.equal(server.mails.filter(({ to }) => to === 'jane@payer.example').length, 1)
    assert.ok(!gateway.logLines.some((line) => line.includes('jane@payer.example')), 'the log has no address')
  })

  it('is in the language that its sender has chosen in the console, where the link has none', async () => {
    const { paymentLinkId } = await newPaymentLink(gateway, merchantId)
    const subjectFrom = async (sender: ConsoleUser, recipient: string) => {
      await sendTo(paymentLinkId, { recipient }, sender)
      return (await mailTo(recipient))?.headers.get('subject') ?? ''
    }
    assert.match(await subjectFrom(clerk, 'none@payer.example'), /^Payment request from /)
    const french = await signedIn(gateway, { merchantId, permissions: ['VIEW', 'REQUEST_PAYMENT'] })
    await ask(gateway, { method: 'PUT', path: '/preferences', body: { language: 'fr' }, as: french })
    assert.match(await subjectFrom(french, 'french@payer.example'), /^Demande de paiement de /)
    // The operator's users have their own language, not the merchant's.
    const operator = await operatorsUser(gateway)
    await ask(gateway, { method: 'PUT', path: '/preferences', body: { language: 'fr' }, as: operator })
    assert.match(await subjectFrom(operator, 'operator@payer.example'), /^Payment request from /)
  })

  it('is in the audit log with who sent it, and a shortened address', async () => {
    const { paymentLinkId } = await newPaymentLink(gateway, merchantId)
    await sendTo(paymentLinkId, { recipient: 'audited@payer.example' })
    const rows = await gateway.query(
      `select actor, subject from audit where action = 'PAYMENT_LINK_SENT' and subject ->> 'paymentLinkId' = $1`,
      [paymentLinkId],
    )
    const subject = { paymentLinkId: paymentLinkId, recipient: 'a***@payer.example' }
    assert.deepEqual(rows, [{ actor: clerk.actor, subject }])
  })

  it('leaves out a description that mail programs would make a link of', async () => {
    const { paymentLinkId } = await newPaymentLink(gateway, merchantId, { description: 'Prize at evil.example/win' })
    await sendTo(paymentLinkId, { recipient: 'careful@payer.example' })
    assert.doesNotMatch((await mailTo('careful@payer.example'))?.text ?? '', /evil/)
  })
})

describe('the console does not become a relay for spam:', () => {
  it('addresses and messages that could carry something else are refused', async () => {
    const { paymentLinkId } = await newPaymentLink(gateway, merchantId)
    const recipient = 'jane@payer.example'
    for (const [body, field] of [
      [{ recipient: 'jane@payer.example\r\nBcc: all@payer.example' }, 'recipient'],
      [{ recipient: 'jane@payer.example, joe@payer.example' }, 'recipient'],
      [{ recipient: '<jane@payer.example>' }, 'recipient'],
      [{ recipient: 'jäne@payer.example' }, 'recipient'],
      [{ recipient: 'root@localhost' }, 'recipient'],
      [{ recipient: 'root@127.0.0.1' }, 'recipient'],
      [{ recipient: 'root@mail.internal' }, 'recipient'],
      [{ message: 'without an address' }, 'recipient'],
      [{ recipient, message: 'see https://evil.example' }, 'message'],
      [{ recipient, message: 'see evil.example' }, 'message'],
      [{ recipient, message: 'pay to DE89 3704 0044 0532 0130 00' }, 'message'],
      [{ recipient, message: 'x'.repeat(501) }, 'message'],
      [{ recipient, subject: 'You have won' }, 'subject'],
    ] as const)
      assert.deepEqual(
        [(await sendTo(paymentLinkId, body)).status, (await sendTo(paymentLinkId, body)).body.field],
        [422, field],
      )
    assert.deepEqual((await listOf(paymentLinkId)).rows, [])
  })

  it('one address gets three a day, whatever its capitals and its part after a plus, and a merchant sends sixty an hour', async () => {
    const id = (await boardWithAccount(gateway, 'LINKSSPAM')).id
    const thief = await signedIn(gateway, { merchantId: id, permissions: ['VIEW', 'REQUEST_PAYMENT'] })
    const { paymentLinkId } = await newPaymentLink(gateway, id)
    const spam = (recipient: string) => sendTo(paymentLinkId, { recipient }, thief, id)
    const same = await Promise.all(['a', 'A', 'a+1', 'A+2+3', 'a+'].map((name) => spam(`${name}@victim.example`)))
    assert.deepEqual(same.map(({ status }) => status).toSorted(), [202, 202, 202, 429, 429])
    // As if sent before.
    await gateway.query(
      `insert into payment_link_emails (merchant_id, email_id, payment_link_id, recipient, state, next_attempt_at, created_by, created_at)
       select $1, 'before-' || n, $2, n || '@payer.example', 'SENT', now(), 'thief', now() from generate_series(1, 55) n`,
      [id, paymentLinkId],
    )
    const many = await Promise.all([1, 2, 3, 4, 5, 6].map((number) => spam(`new-${number}@victim.example`)))
    assert.deepEqual(many.map(({ status }) => status).toSorted(), [202, 202, 429, 429, 429, 429])
    assert.deepEqual(problemOf(await spam('last@victim.example')), [429, 'TOO_MANY_EMAILS', undefined])
  })

  it('a link that cannot be paid, another merchant’s, and one of a user without the permission are not sent', async () => {
    const { paymentLinkId } = await newPaymentLink(gateway, merchantId)
    const recipient = 'nobody@payer.example'
    const other = (await boardWithAccount(gateway, 'LINKSMAILOTHER')).id
    const stranger = await signedIn(gateway, { merchantId: other, permissions: ['VIEW', 'REQUEST_PAYMENT'] })
    assert.equal((await sendTo(paymentLinkId, { recipient }, stranger, other)).status, 404)
    assert.equal((await sendTo(paymentLinkId, { recipient }, stranger)).status, 404)
    const reader = await signedIn(gateway, { merchantId, permissions: ['VIEW'] })
    assert.equal((await sendTo(paymentLinkId, { recipient }, reader)).status, 403)
    await ask(gateway, {
      method: 'POST',
      path: ofMerchant(`/payment-links/${paymentLinkId}/disable`, merchantId),
      body: {},
      as: clerk,
    })
    assert.deepEqual(problemOf(await sendTo(paymentLinkId, { recipient })), [409, 'PAYMENT_LINK_CLOSED', undefined])
    assert.deepEqual((await listOf(paymentLinkId)).rows, [])
  })

  it('a link that is closed before its e-mail is sent is not sent', async () => {
    const { paymentLinkId } = await newPaymentLink(gateway, merchantId)
    await gateway.query(
      `insert into payment_link_emails (merchant_id, email_id, payment_link_id, recipient, next_attempt_at, created_by, created_at)
       values ($1, 'late', $2, 'late@payer.example', now() + interval '1 hour', 'clerk', now())`,
      [merchantId, paymentLinkId],
    )
    await ask(gateway, {
      method: 'POST',
      path: ofMerchant(`/payment-links/${paymentLinkId}/disable`, merchantId),
      body: {},
      as: clerk,
    })
    await gateway.query(`update payment_link_emails set next_attempt_at = now() where email_id = 'late'`)
    await until(async () => (await listOf(paymentLinkId)).rows[0]?.state === 'NO_ADDRESS', 'it is not sent')
    assert.ok(!server.mails.some(({ to }) => to === 'late@payer.example'))
  })
})

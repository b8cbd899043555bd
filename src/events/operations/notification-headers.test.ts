// Signatures of notifications, verified with the published library of Standard Webhooks.
import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { beforeEach, describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { notificationHeaders } from './notification-headers.ts'

const secretsOf = (sent: string) => ({ sent, signing: `whsec_${randomBytes(32).toString('base64')}` })
const [newest, previous, stranger] = [secretsOf('A'.repeat(32)), secretsOf('B'.repeat(32)), secretsOf('C'.repeat(32))]

const notificationId = '0f8fad5bd9cb469fa16570867728950e'
const body = '{"order":{"id":"Müller-1","amount":"10.00"},"result":"SUCCESS"}'
const notification = { notificationId, eventNumber: 3, body }

// Not once for the file, which may have been loaded long before: the library refuses what is five minutes old.
let now: Date
beforeEach(() => {
  now = new Date()
})

const headersWith = (secrets = [newest], at = now) => ({
  ...notificationHeaders(notification, { secrets, carriesSecret: true, attempt: 2, at }),
})

/** The library's result: the body as an object, or an exception. */
function verify(text: string, headers: Record<string, string>, secret = newest): unknown {
  return new Webhook(secret.signing).verify(text, headers)
}

describe('the headers of a notification', () => {
  it("name the event, the attempt and the sender's signature", () => {
    const headers = headersWith([newest], new Date('2026-11-15T10:00:00.900Z'))
    const signature = createHmac('sha256', Buffer.from(newest.signing.slice(6), 'base64'))
      .update(`${notificationId}.1794736800.${body}`)
      .digest('base64')
    assert.deepEqual(headers, {
      'Content-Type': 'application/json;charset=UTF-8',
      'X-Notification-Secret': newest.sent,
      'X-Notification-Id': notificationId,
      'X-Notification-Attempt': '2',
      'Tollgate-Event-Number': '3',
      'webhook-id': notificationId,
      'webhook-timestamp': '1794736800',
      'webhook-signature': `v1,${signature}`,
    })
  })

  it('sign without the secret header where the merchant has not named the webhook itself', () => {
    const headers = notificationHeaders(notification, { secrets: [newest], carriesSecret: false, attempt: 2, at: now })
    assert.equal(headers['X-Notification-Secret'], undefined)
    assert.deepEqual(verify(body, headers), JSON.parse(body))
  })

  it('carry the previous secret during a rotation, which every webhook knows', () => {
    assert.equal(headersWith([newest, previous])['X-Notification-Secret'], previous.sent)
  })
})

describe('the published Standard Webhooks library', () => {
  it("accepts the gateway's signature, with letters of any language", () => {
    assert.deepEqual(verify(body, headersWith()), JSON.parse(body))
  })

  it('makes the same signature as the gateway', () => {
    const signature = new Webhook(newest.signing).sign(notificationId, now, body)
    assert.equal(headersWith()['webhook-signature'], signature)
  })

  it('accepts either secret during a rotation, and no other', () => {
    const headers = headersWith([newest, previous])
    assert.equal(headers['webhook-signature']?.split(' ').length, 2)
    for (const secret of [newest, previous]) assert.deepEqual(verify(body, headers, secret), JSON.parse(body))
    assert.throws(() => verify(body, headers, stranger), /No matching signature/)
  })

  it('refuses the previous secret once the rotation has ended', () => {
    assert.throws(() => verify(body, headersWith(), previous), /No matching signature/)
  })

  it('refuses an altered body', () => {
    assert.throws(() => verify(body.replace('10.00', '90.00'), headersWith()), /No matching signature/)
    assert.throws(() => verify(`${body} `, headersWith()), /No matching signature/)
  })

  it('refuses an altered id', () => {
    const headers = { ...headersWith(), 'webhook-id': notificationId.replace('0f', '1f') }
    assert.throws(() => verify(body, headers), /No matching signature/)
  })

  it('refuses an altered time, and an old one', () => {
    const second = Math.floor(now.getTime() / 1_000)
    const altered = { ...headersWith(), 'webhook-timestamp': String(second - 1) }
    assert.throws(() => verify(body, altered), /No matching signature/)
    const old = headersWith([newest], new Date(now.getTime() - 600_000))
    assert.throws(() => verify(body, old), /too old/)
  })
})

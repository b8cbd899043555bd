// A merchant's server accepts only what is signed, unaltered, with a secret that is valid now.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { verifyNotification } from './verify-notification.ts'

const now = new Date('2026-03-02T09:00:00Z')
const older = { sent: 'A'.repeat(32), signing: `whsec_${Buffer.alloc(24, 1).toString('base64')}` }
const newer = { sent: 'B'.repeat(32), signing: `whsec_${Buffer.alloc(24, 2).toString('base64')}` }
const stranger = { sent: 'C'.repeat(32), signing: `whsec_${Buffer.alloc(24, 3).toString('base64')}` }
const body = '{"result":"SUCCESS"}'
const timestamp = String(now.getTime() / 1000)

function signature({ signing }: { readonly signing: string }, text = `id-1.${timestamp}.${body}`): string {
  const key = Buffer.from(signing.slice('whsec_'.length), 'base64')
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`
}

const headers = {
  'x-notification-secret': newer.sent,
  'webhook-id': 'id-1',
  'webhook-timestamp': timestamp,
  'webhook-signature': `${signature(newer)} ${signature(older)}`,
}
const verify = (differences: object = {}) =>
  verifyNotification({ headers, body, secrets: [newer], now, ...differences })
const withHeaders = (differences: object) => verify({ headers: { ...headers, ...differences } })

describe('a notification', () => {
  it('is accepted with either secret of a rotation', () => {
    for (const secrets of [[newer], [newer, older]])
      assert.deepEqual(verify({ secrets }), { secret: 'OK', signature: 'OK' })
    assert.deepEqual(verify({ secrets: [older] }), { secret: 'WRONG', signature: 'OK' })
  })

  it('is refused when it was signed with other secrets', () => {
    assert.deepEqual(verify({ secrets: [stranger] }), { secret: 'WRONG', signature: 'WRONG' })
    assert.deepEqual(verify({ secrets: [] }), { secret: 'WRONG', signature: 'WRONG' })
  })

  it('is not accepted with another body, id or time', () => {
    assert.equal(verify({ body: `${body} ` }).signature, 'WRONG')
    assert.equal(withHeaders({ 'webhook-id': 'id-2' }).signature, 'WRONG')
    assert.equal(withHeaders({ 'webhook-timestamp': String(Number(timestamp) + 1) }).signature, 'WRONG')
    assert.equal(withHeaders({ 'webhook-signature': signature(newer).replace('v1', 'v2') }).signature, 'WRONG')
  })

  it('is not accepted five minutes later or earlier, nor without a time', () => {
    const at = (seconds: number) => verify({ now: new Date(now.getTime() + seconds * 1000) }).signature
    assert.deepEqual([at(300), at(-300), at(301), at(-301)], ['OK', 'OK', 'TOO_OLD', 'TOO_OLD'])
    for (const text of ['soon', '', `${timestamp} or so`])
      assert.equal(withHeaders({ 'webhook-timestamp': text }).signature, 'TOO_OLD', text)
  })

  it('names the header that is missing', () => {
    assert.equal(withHeaders({ 'x-notification-secret': undefined }).secret, 'MISSING')
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
      assert.equal(withHeaders({ [name]: undefined }).signature, 'MISSING', name)
  })
})

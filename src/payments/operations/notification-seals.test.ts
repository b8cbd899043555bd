import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import type { HashPurpose } from '../../keys/ports/vault.ts'
import {
  isOrderUrlSealed,
  isSessionUrlSealed,
  sealDelivery,
  sealOrderUrl,
  sealSessionUrl,
  standingOf,
} from './notification-seals.ts'

const keys = ['k1', 'k2']
const vault = {
  keyedHash(purpose: HashPurpose, text: string, keyId = 'k2'): KeyedHash {
    if (!keys.includes(keyId)) throw new Error(`no key ${keyId}`)
    return { keyId, hash: createHmac('sha256', `${purpose} ${keyId}`).update(text).digest() }
  },
  matches: (purpose: HashPurpose, text: string, { keyId, hash }: KeyedHash) =>
    vault.keyedHash(purpose, text, keyId).hash.equals(hash),
}

const url = 'https://shop.example/notify'
const elsewhere = 'https://thief.example/notify'

describe("the seal of an order's URL", () => {
  const order = { merchantId: 'SHOP1', orderId: '1', url }
  const seal = sealOrderUrl(order, 'k1', vault)

  it('is valid for this merchant, order and URL only', () => {
    assert.equal(isOrderUrlSealed(order, seal, vault), true)
    for (const other of [{ merchantId: 'SHOP2' }, { orderId: '2' }, { url: elsewhere }])
      assert.equal(isOrderUrlSealed({ ...order, ...other }, seal, vault), false, JSON.stringify(other))
  })

  it('is invalid when it is missing, cut, or under an unknown key', () => {
    for (const wrong of [
      undefined,
      '',
      ':',
      'k1',
      seal.slice(0, -4),
      seal.replace('k1', 'k2'),
      seal.replace('k1', 'k3'),
    ])
      assert.equal(isOrderUrlSealed(order, wrong, vault), false, String(wrong))
  })
})

it('the seal of a URL in a session is valid for this session and URL only', () => {
  const session = { merchantId: 'SHOP1', hash: { keyId: 'k1', hash: Buffer.from('one') }, url }
  const seal = sealSessionUrl(session, vault)
  assert.equal(isSessionUrlSealed(session, seal, vault), true)
  const others = [{ merchantId: 'SHOP2' }, { hash: { keyId: 'k1', hash: Buffer.from('two') } }, { url: elsewhere }]
  for (const other of others) assert.equal(isSessionUrlSealed({ ...session, ...other }, seal, vault), false)
  assert.equal(isOrderUrlSealed({ merchantId: 'SHOP1', orderId: 'one', url }, seal, vault), false)
})

describe('a queued notification', () => {
  const queued = { merchantId: 'SHOP1', notificationId: 'n1', url }
  const nowhere = { url: undefined }

  it('carries the secret where its seal says so, or to the URL of the settings', () => {
    for (const [mayCarrySecret, setting, standing] of [
      [true, nowhere, 'WITH_SECRET'],
      [false, nowhere, 'SIGNED_ONLY'],
      [false, { url }, 'WITH_SECRET'],
    ] as const)
      assert.equal(
        standingOf({ ...queued, seal: sealDelivery(queued, mayCarrySecret, vault) }, setting, vault),
        standing,
      )
    assert.equal(standingOf(queued, nowhere, vault), 'SIGNED_ONLY')
    assert.equal(standingOf(queued, { url }, vault), 'WITH_SECRET')
  })

  it('is altered when any sealed value differs', () => {
    const seal = sealDelivery(queued, false, vault)
    const sealed = { ...queued, seal }
    for (const altered of [
      { merchantId: 'SHOP2' },
      { notificationId: 'n2' },
      { url: elsewhere },
      { seal: { ...seal, mayCarrySecret: true } },
      { seal: { ...seal, mac: { ...seal.mac, keyId: 'k3' } } },
    ])
      assert.equal(standingOf({ ...sealed, ...altered }, { url: elsewhere }, vault), 'ALTERED', JSON.stringify(altered))
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Secret } from '../kernel/secret.ts'
import { pay } from '../payments/contract/pay.ts'
import { contractFor } from './operation.ts'
import { writeRequest } from './write-request.ts'

const canonical = {
  apiOperation: 'PAY',
  order: {
    amount: '10.5',
    currency: 'USD',
    item: [{ name: 'Lamp', quantity: '2', unitPrice: '5.25' }],
  },
  sourceOfFunds: { type: 'CARD', provided: { card: { number: new Secret('ACCOUNT', '5123450000000008') } } },
  threeDSecure: { enrollmentStatus: 'ENROLLED', acsEci: '02' },
  transaction: { source: 'PAYER_PRESENT', merchantNote: 'x'.repeat(251), reference: 'r-1' },
}

const write = (version: number, request: object = canonical) =>
  JSON.parse(writeRequest(contractFor(pay, version), request))

describe('the body of a request to another gateway', () => {
  it('has the names of the version, and secrets in clear', () => {
    const body = write(100)
    assert.deepEqual(body['3DSecure'], { enrollmentStatus: 'ENROLLED', acsEci: '02' })
    assert.equal(body.sourceOfFunds.provided.card.number, '5123450000000008')
    assert.deepEqual(body.order.item, [{ name: 'Lamp', quantity: 2, unitPrice: '5.25' }])
    assert.deepEqual(write(29).item, [{ name: 'Lamp', quantity: 2, unitPrice: '5.25' }])
  })

  it('leaves out a value that the version does not accept', () => {
    assert.deepEqual(write(100).transaction, { reference: 'r-1', source: 'PAYER_PRESENT' })
    assert.deepEqual(write(70).transaction, { reference: 'r-1' })
  })

  it('leaves out a group that lacks what the version requires of it', () => {
    const body = write(100, { ...canonical, threeDSecure: { acsEci: '02', enrollmentStatus: 'PERHAPS' } })
    assert.equal(body['3DSecure'], undefined)
  })

  it('leaves out a list of which an item does not fit', () => {
    const order = { ...canonical.order, item: [...canonical.order.item, { name: '', quantity: '1' }] }
    assert.equal(write(100, { ...canonical, order }).order.item, undefined)
  })
})

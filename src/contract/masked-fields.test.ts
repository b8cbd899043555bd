import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pay } from '../payments/contract/pay.ts'
import { maskedFields } from './masked-fields.ts'
import { contractFor } from './operation.ts'

const { request } = contractFor(pay, 100)
const account = '5123450000000008'

describe('the masked fields of a request', () => {
  it('are paths and values, with account numbers masked and of other secrets the length alone', () => {
    const card = { number: account, securityCode: '739', expiry: { month: '1', year: '39' }, track1: 'B5123%' }
    const body = {
      apiOperation: 'PAY',
      order: { amount: '10', currency: 'USD', description: `card ${account}`, custom: { note: account } },
      sourceOfFunds: { type: 'CARD', provided: { card, ach: { bankAccountNumber: '12345678' } } },
      '3DSecure': { authenticationToken: 'AAABBEg0VhI0VniQEjRWAAAAAAA=' },
    }
    const fields = new Map(maskedFields(request, body, { hidden: new Set(['authenticationToken']) }))
    assert.equal(fields.get('order.amount'), '10')
    assert.equal(fields.get('order.description'), 'card 512345xxxxxx0008')
    assert.equal(fields.get('order.custom.note'), '512345xxxxxx0008')
    assert.equal(fields.get('sourceOfFunds.provided.card.number'), '512345xxxxxx0008')
    assert.equal(fields.get('sourceOfFunds.provided.card.securityCode'), '*** (3)')
    assert.equal(fields.get('sourceOfFunds.provided.card.expiry.month'), '1')
    assert.equal(fields.get('sourceOfFunds.provided.card.track1'), '****** (6)')
    assert.ok(!fields.get('sourceOfFunds.provided.ach.bankAccountNumber')?.includes('12345'))
    assert.equal(fields.get('3DSecure.authenticationToken'), '**************** (28)')
  })

  it('show of members that the contract does not list only how long they are, and keep a masked number', () => {
    const body = {
      surprise: account,
      order: { inside: { number: account } },
      sourceOfFunds: { provided: { card: { number: '512345xxxxxx0008' } }, type: [account] },
    }
    assert.deepEqual(maskedFields(request, body), [
      ['surprise', '**************** (16)'],
      ['order.inside', '**************** (29)'],
      ['sourceOfFunds.provided.card.number', '512345xxxxxx0008'],
      ['sourceOfFunds.type', '**************** (20)'],
    ])
  })

  it('are bounded in number and length', () => {
    const custom = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`n${at}`, 'v'.repeat(400)]))
    const fields = maskedFields(request, { order: { custom } })
    assert.equal(fields.length, 200)
    assert.ok(fields.every(([, value]) => value.length === 251))
  })
})

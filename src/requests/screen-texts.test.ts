import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Secret } from '../kernel/secret.ts'
import { accountNumbersInTextPolicies, profileDefaults } from '../merchants/rules/merchant.ts'
import { cardNumbersInTexts, maskTexts, refuseIdentifiers, refusePathIds, refusePayerTexts } from './screen-texts.ts'

const number = '5123450000000008'

/** Draws that can be repeated: xorshift with a fixed seed. */
function randomDigits(): () => number {
  let state = 20_260_117
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % 10
  }
}

describe('card numbers in the texts of a request', () => {
  it('are masked in texts, and only where the profile says so', () => {
    const request = {
      order: { id: number, amount: '411111111111.11', description: `card ${number}`, custom: { note: number } },
      sourceOfFunds: { provided: { card: { number: new Secret('ACCOUNT', number), nameOnCard: number } } },
      customer: { firstName: 'Ada', phone: '+49 1512 3456787' },
    }
    for (const policy of accountNumbersInTextPolicies) {
      const masked = maskTexts(request, policy)
      if (policy === 'KEEP') assert.equal(masked, request)
      else
        assert.deepEqual(masked, {
          order: { ...request.order, description: 'card 512345xxxxxx0008', custom: { note: '512345xxxxxx0008' } },
          sourceOfFunds: {
            provided: { card: { number: new Secret('ACCOUNT', number), nameOnCard: '512345xxxxxx0008' } },
          },
          customer: request.customer,
        })
    }
    const plain = { order: { description: 'two lamps' } }
    assert.equal(maskTexts(plain, 'MASK'), plain)
  })

  it('are refused where payers write about themselves, by the name of the field', () => {
    const wrong: readonly (readonly [object, string])[] = [
      [{ billing: { address: { street: `Flat 1 ${number}` } } }, 'billing.address.street'],
      [{ customer: { email: `${number}@shop.example` } }, 'customer.email'],
      [{ customer: { phone: number } }, 'customer.phone'],
      [
        { sourceOfFunds: { provided: { ebt: { voucherNumber: '371449635398431' } } } },
        'sourceOfFunds.provided.ebt.voucherNumber',
      ],
      [{ sourceOfFunds: { provided: { card: { nameOnCard: number } } } }, 'sourceOfFunds.provided.card.nameOnCard'],
    ]
    for (const [request, field] of wrong) {
      const refused = refusePayerTexts(request)
      assert.deepEqual([refused?.field, refused?.validationType], [field, 'INVALID'])
      assert.ok(!refused?.explanation?.includes(number))
    }
    const right = { customer: { firstName: 'Ada', phone: '+49 1512 3456787' }, order: { description: number } }
    assert.equal(refusePayerTexts(right), undefined)
  })

  it('are refused in identifiers only where the profile says so', () => {
    const refusedBy = (policy: (typeof accountNumbersInTextPolicies)[number]) => [
      refuseIdentifiers({ order: { reference: number } }, policy)?.field,
      refuseIdentifiers({ order: { item: [{ sku: 'a' }, { sku: number }] } }, policy)?.field,
      refusePathIds('PAY', { orderId: number, transactionId: '1' }, policy)?.field,
      refusePathIds('CAPTURE', { orderId: 'a', transactionId: number }, policy)?.field,
    ]
    const none = [undefined, undefined, undefined, undefined]
    assert.deepEqual(refusedBy('KEEP'), none)
    assert.deepEqual(refusedBy('MASK'), none)
    const fields = ['order.reference', 'order.item[1].sku', 'order.id', 'transaction.id']
    assert.deepEqual(refusedBy('MASK_AND_REFUSE_IDS'), fields)
    // What was stored under such an id can still be captured and retrieved.
    assert.equal(refusePathIds('CAPTURE', { orderId: number, transactionId: '2' }, 'MASK_AND_REFUSE_IDS'), undefined)
    assert.equal(refusePathIds('RETRIEVE_ORDER', { orderId: number }, 'MASK_AND_REFUSE_IDS'), undefined)
  })

  it('do not keep a million random numeric ids of 10 to 20 digits from passing by default', () => {
    const { accountNumbersInText: policy } = profileDefaults
    const digit = randomDigits()
    for (let drawn = 0; drawn < 1_000_000; drawn += 1) {
      let id = ''
      for (let length = 10 + (drawn % 11); length > 0; length -= 1) id += digit()
      const request = { order: { id, reference: id }, transaction: { reference: id } }
      const refused =
        refusePathIds('PAY', { orderId: id, transactionId: id }, policy) ?? refuseIdentifiers(request, policy)
      assert.equal(refused, undefined, id)
      assert.equal(maskTexts(request, policy), request)
    }
  })

  it('are found in what was stored, with the kind of field they stand in', () => {
    const stored = { order: { reference: number, item: [{ name: number }] }, customer: { lastName: 'Byron' } }
    assert.deepEqual(cardNumbersInTexts(stored), [
      { kind: 'IDENTIFIER', field: 'order.reference' },
      { kind: 'TEXT', field: 'order.item[0].name' },
    ])
  })
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { shippingSameAsBilling } from './shipping-same-as-billing.ts'

const derived = (billing?: object, shipping?: object) => {
  const request = {
    ...(billing && { billing: { address: billing } }),
    ...(shipping && { shipping: { address: shipping } }),
  }
  const { shipping: result } = shippingSameAsBilling.derive(request) as {
    shipping?: { address?: { sameAsBilling?: string } }
  }
  return result?.address?.sameAsBilling
}

const home = { city: 'Graz', country: 'AUT', postcodeZip: '8010', street: 'Hauptplatz 1', street2: 'Top 2' }

it('addresses that differ in punctuation and spaces only are the same', () => {
  assert.equal(derived(home, home), 'SAME')
  assert.equal(derived(home, { ...home, postcodeZip: '80-10', street: 'Haupt-platz 1.' }), 'SAME')
  assert.equal(derived({ ...home, company: '-' }, home), 'SAME')
})

it('one field that differs, or that only one address has, makes them different', () => {
  assert.equal(derived(home, { ...home, street: 'Hauptplatz 2' }), 'DIFFERENT')
  assert.equal(derived(home, { ...home, city: 'GRAZ' }), 'DIFFERENT')
  assert.equal(derived(home, { ...home, street2: undefined }), 'DIFFERENT')
  assert.equal(derived(home, { ...home, stateProvinceCode: '6' }), 'DIFFERENT')
})

it('letters of every script count', () => {
  assert.equal(derived({ city: 'Česká' }, { city: 'Ceská' }), 'DIFFERENT')
  assert.equal(derived({ city: 'Cafe\u0301' }, { city: 'Caf\u00e9' }), 'SAME')
  assert.equal(derived({ city: '東京' }, { city: '大阪' }), 'DIFFERENT')
})

it('the match is unknown when either address is absent, and left out when both are', () => {
  assert.equal(derived(home, undefined), 'UNKNOWN')
  assert.equal(derived(undefined, home), 'UNKNOWN')
  assert.equal(derived(home, { source: 'NEW_ADDRESS' }), 'UNKNOWN')
  assert.equal(derived(undefined, undefined), undefined)
})

it('a value that the merchant sends stands, and the rest of the request is unchanged', () => {
  assert.equal(derived(home, { ...home, sameAsBilling: 'DIFFERENT' }), 'DIFFERENT')
  const request = { billing: { address: home }, shipping: { address: { ...home }, method: 'GROUND' } }
  const before = structuredClone(request)
  const { shipping } = shippingSameAsBilling.derive(request)
  assert.deepEqual(shipping, { address: { ...home, sameAsBilling: 'SAME' }, method: 'GROUND' })
  assert.deepEqual(request, before)
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { amountFromNetAmount, shippingSameAsBilling, terminalLane, terminalOfWallets } from './derivations.ts'

describe('amount from net amount', () => {
  const amountOf = (order: object) => (amountFromNetAmount.derive({ order })['order'] as { amount?: string }).amount

  it("the amount is the net amount and the merchant's charge, where only those are given", () => {
    assert.equal(amountOf({ netAmount: '10' }), '10')
    assert.equal(amountOf({ netAmount: '10', merchantCharge: { amount: '0.25' } }), '10.25')
    assert.equal(amountOf({ netAmount: '10', amount: '11' }), '11')
    assert.equal(amountOf({}), undefined)
  })
})

describe('shipping same as billing', () => {
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
})

describe('terminal lane', () => {
  const { derive } = terminalLane

  it('a terminal without a lane gets an unknown one; without a terminal there is no lane', () => {
    assert.deepEqual(derive({ posTerminal: { attended: 'ATTENDED' } }), {
      posTerminal: { attended: 'ATTENDED', lane: 'UNKNOWN' },
    })
    assert.deepEqual(derive({ posTerminal: { lane: '7' } }), { posTerminal: { lane: '7' } })
    assert.deepEqual(derive({}), {})
  })
})

describe('terminal of wallets', () => {
  const { derive } = terminalOfWallets

  it("a wallet's terminal is the payer's own, unless the request says otherwise", () => {
    const order = { walletProvider: 'APPLE_PAY' }
    assert.deepEqual(derive({ order }), { order, posTerminal: { location: 'PAYER_TERMINAL_OFF_PREMISES' } })
    assert.deepEqual(derive({ order, posTerminal: { lane: '7' } })['posTerminal'], {
      lane: '7',
      location: 'PAYER_TERMINAL_OFF_PREMISES',
    })
    const said = { order, posTerminal: { location: 'MERCHANT_TERMINAL_ON_PREMISES' } }
    assert.deepEqual(derive(said), said)
  })

  it('other payments are unchanged', () => {
    const request = { order: { amount: '1' } }
    assert.equal(derive(request), request)
  })
})

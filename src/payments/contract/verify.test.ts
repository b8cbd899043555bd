// The rules across fields, and what follows from the fields; the rows themselves are tested with the groups.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { contractTrial } from '../../../test/support/checks/contract-trial.ts'
import { verify } from './verify.ts'

const { accepts, refuses } = contractTrial(verify, { order: { currency: 'USD' } })

it('VERIFY compares the shipping address with the billing address in every version', () => {
  const address = { city: 'Graz', street: 'Hauptplatz 1' }
  for (const version of [33, 50, 100]) {
    const { shipping } = accepts(version, { billing: { address }, shipping: { address } })
    assert.equal(shipping.address.sameAsBilling, 'SAME')
    assert.equal(accepts(version, { billing: { address } }).shipping.address.sameAsBilling, 'UNKNOWN')
    assert.equal(accepts(version).shipping, undefined)
  }
})

it("VERIFY takes the terminal of a wallet for the payer's in version 100", () => {
  const order = { walletProvider: 'MASTERPASS_ONLINE' }
  assert.equal(accepts(100, { order }).posTerminal.location, 'PAYER_TERMINAL_OFF_PREMISES')
  assert.equal(accepts(99, { order }).posTerminal, undefined)
})

it('VERIFY needs a Canadian bank account whole, where the version knows them', () => {
  const sourceOfFunds = { type: 'DIRECT_DEBIT_CANADA' }
  for (const version of [50, 100]) {
    refuses(version, { sourceOfFunds }, 'sourceOfFunds.provided.directDebitCanada.accountType', 'MISSING')
    accepts(version, { sourceOfFunds: { ...sourceOfFunds, token: '9' } })
  }
  refuses(33, { sourceOfFunds }, 'sourceOfFunds.type')
})

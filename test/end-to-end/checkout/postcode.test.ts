// The postcode beside the card: asked for where a rule checks what the issuer says of it, and nothing else asks for an address.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { noRiskRules } from '../../../src/risk/rules/risk.ts'
import { card, newCheckout, openPayer, redirectOf } from '../../support/clients/payer.ts'
import { openShop } from '../../support/clients/shop.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

const field = /name="billingPostcodeZip"/
const wholeAddress = /name="billingStreet"/

let gateway: TestGateway
let merchant: string
before(async () => {
  gateway = await sharedGateway()
  const avs = [{ gatewayCode: 'NO_MATCH', action: 'REJECT' }] as const
  const profile = { risk: { ...noRiskRules, avs }, payerAuthentication: 'BY_MERCHANT' } as const
  merchant = (await boardMerchant(gateway, { profile })).id
})

async function pageOf(differences: object = {}, owner = merchant): Promise<string> {
  const { sessionId } = await newCheckout(gateway, { merchant: owner, ...differences })
  return (await openPayer(gateway, sessionId).open()).text
}

describe('a payer at a merchant whose rules check addresses', () => {
  it('is asked for the postcode alone, which the acquirer gets', async () => {
    const checkout = await newCheckout(gateway, { merchant })
    const payer = openPayer(gateway, checkout.sessionId)
    const { text } = await payer.open()
    assert.match(text, field)
    assert.doesNotMatch(text, wholeAddress)
    redirectOf(await payer.pay({ ...card, billingPostcodeZip: 'LS2 7EQ' }))
    const { body } = await openShop(gateway, merchant).transaction(checkout.orderId, '1')
    assert.deepEqual(body.billing.address, { postcodeZip: 'LS2 7EQ' })
  })

  it('need not have one, and is told of one that no postcode is', async () => {
    const checkout = await newCheckout(gateway, { merchant })
    const payer = openPayer(gateway, checkout.sessionId)
    const wrong = await payer.pay({ ...card, billingPostcodeZip: 'much too long' })
    assert.equal(wrong.status, 422)
    assert.match(wrong.text, /id="billingPostcodeZip-fault">[^<]+</)
    redirectOf(await payer.pay({ ...card, billingPostcodeZip: '' }))
    const { body } = await openShop(gateway, merchant).transaction(checkout.orderId, '1')
    assert.equal(body.billing?.address, undefined)
  })

  it('is asked for what the merchant says, where it says something', async () => {
    const control = (billingAddress: string) => ({ interaction: { displayControl: { billingAddress } } })
    assert.doesNotMatch(await pageOf(control('HIDE')), field)
    assert.match(await pageOf(control('OPTIONAL')), wholeAddress)
    const billing = { address: { street: '4 Orchard Street', postcodeZip: 'LS2 7EQ' } }
    assert.doesNotMatch(await pageOf({ billing }), field)
  })
})

describe('a payer at a merchant without such rules', () => {
  it('is not asked for a postcode', async () => {
    const { id } = await boardMerchant(gateway)
    assert.doesNotMatch(await pageOf({}, id), field)
  })
})

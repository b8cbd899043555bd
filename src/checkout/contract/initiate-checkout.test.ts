import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { askContract } from '../../../test/support/checks/contract.ts'
import { initiateCheckout } from './initiate-checkout.ts'

const every = [15, 63, 99, 100] as const
const below100 = [15, 63, 99] as const
const order = { amount: '10', currency: 'USD', id: 'O1' }
const operation = 'PURCHASE'

const { accepts, refuses, answers } = askContract(initiateCheckout, () => ({
  apiOperation: 'INITIATE_CHECKOUT',
  interaction: { operation },
  order,
}))

describe('Initiate Checkout', () => {
  it('needs an operation, and id and currency of the order', () => {
    accepts(every, {})
    refuses(every, { interaction: null }, 'interaction.operation', 'MISSING')
    refuses(every, { order: { ...order, id: null } }, 'order.id', 'MISSING')
    refuses(every, { order: { ...order, currency: null } }, 'order.currency', 'MISSING')
  })

  it('needs an amount, or the net amount in version 100', () => {
    refuses(every, { order: { ...order, amount: null } }, 'order.amount', 'MISSING')
    const net = { order: { currency: 'USD', id: 'O1', netAmount: '10', merchantCharge: { amount: '1' } } }
    assert.equal((accepts(100, net)['order'] as { amount: string }).amount, '11')
    refuses(below100, { order: { ...order, netAmount: '10' } }, 'order.netAmount', 'UNSUPPORTED')
  })

  it('no longer has the display of order summary and confirmation', () => {
    const display = (members: object) => ({ interaction: { operation, displayControl: members } })
    accepts(every, display({ billingAddress: 'HIDE', customerEmail: 'HIDE', paymentTerms: 'HIDE', shipping: 'HIDE' }))
    for (const name of ['orderSummary', 'paymentConfirmation'])
      refuses(every, display({ [name]: 'HIDE' }), `interaction.displayControl.${name}`, 'UNSUPPORTED')
  })

  it("is for the shop's website by default, otherwise for a link", () => {
    assert.equal(accepts(every, {})['checkoutMode'], 'WEBSITE')
    accepts(every, { checkoutMode: 'PAYMENT_LINK' })
    refuses(every, { checkoutMode: 'LIGHTBOX' }, 'checkoutMode')
  })

  it('takes the terms of a payment link with that mode only', () => {
    const link = (paymentLink: object, checkoutMode = 'PAYMENT_LINK') => ({ checkoutMode, paymentLink })
    accepts(every, link({ expiryDateTime: '2027-01-31T18:00:00.000Z', numberOfAllowedAttempts: 1 }))
    accepts(every, link({ numberOfAllowedAttempts: 99 }))
    refuses(every, link({ numberOfAllowedAttempts: 0 }), 'paymentLink.numberOfAllowedAttempts')
    refuses(every, link({ numberOfAllowedAttempts: 100 }), 'paymentLink.numberOfAllowedAttempts')
    refuses(every, link({ expiryDateTime: 'tomorrow' }), 'paymentLink.expiryDateTime')
    refuses(every, link({ id: 'chosen' }), 'paymentLink.id', 'UNSUPPORTED')
    refuses(every, link({ numberOfAllowedAttempts: 1 }, 'WEBSITE'), 'paymentLink')
  })

  it('takes up to ten saved cards of one payer, and none for a link', () => {
    const cards = (count: number) => ({
      interaction: { operation, savedCard: Array.from({ length: count }, () => ({ token: '9000000000000001' })) },
    })
    accepts(every, cards(10))
    refuses(every, cards(11), 'interaction.savedCard')
    refuses(every, { ...cards(1), checkoutMode: 'PAYMENT_LINK' }, 'interaction.savedCard')
    refuses(every, { interaction: { operation, savedCard: [{}] } }, 'interaction.savedCard[0].token', 'MISSING')
    const extra = { interaction: { operation, savedCard: [{ token: '9000000000000001', number: '1' }] } }
    refuses(every, extra, 'interaction.savedCard[0].number', 'UNSUPPORTED')
  })

  it('takes airline taxes in version 100 only, and the frequency in every version', () => {
    const taxes = { airline: { ticket: { taxOrFee: [{ amount: '1', type: 'XF1' }] } } }
    accepts(100, taxes)
    refuses(below100, taxes, 'airline.ticket.taxOrFee', 'UNSUPPORTED')
    accepts(every, { transaction: { frequency: 'SINGLE' } })
    accepts(every, { transaction: { reference: 'R', source: 'INTERNET' }, partnerSolutionId: 'S' })
  })

  it('follows the rules of payments that need no card', () => {
    refuses(every, { agreement: { type: 'RECURRING', id: 'A1' } }, 'agreement.amountVariability', 'MISSING')
    refuses(every, { accountFunding: { purpose: 'OTHER' } }, 'order.purchaseType', 'MISSING')
    refuses(every, { order: { ...order, itemAmount: '9' } }, 'order.amount')
    refuses(every, { order: { ...order, amount: '0.001' } }, 'order.amount')
  })

  it('answers with the checkout mode', () => {
    const session = { id: 'SESSION0002799480514F69145320L2', updateStatus: 'SUCCESS', version: '8d3a7b5601' }
    const response = { merchant: 'TESTMERCHANT', result: 'SUCCESS', session, successIndicator: '0123456789abcdef' }
    for (const version of every) {
      assert.deepEqual(answers(version, response), { checkoutMode: 'WEBSITE', ...response })
      const paymentLink = {
        expiryDateTime: '2036-01-31T18:00:00.000Z',
        id: '4Tq0d9GZkP3yXWm7VbnR2sLcHf',
        numberOfAllowedAttempts: 5,
        url: 'https://pay.example/checkout/link/4Tq0d9GZkP3yXWm7VbnR2sLcHf',
      }
      const ofPaymentLink = { ...response, checkoutMode: 'PAYMENT_LINK', paymentLink }
      assert.deepEqual(answers(version, ofPaymentLink), ofPaymentLink)
    }
  })
})

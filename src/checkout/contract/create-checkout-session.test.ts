import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { askContract } from '../../../test/support/checks/contract.ts'
import { createCheckoutSession } from './create-checkout-session.ts'

const every = [15, 28, 32, 45, 50, 51, 52, 62, 100] as const
const below50 = [15, 28, 32, 45] as const
const below52 = [15, 28, 32, 45, 50, 51] as const
const from50 = [50, 51, 52, 62, 100] as const
const from52 = [52, 62, 100] as const
const order = { amount: '10', currency: 'USD', id: 'O1' }

const { accepts, refuses, answers } = askContract(createCheckoutSession, (version) => ({
  apiOperation: 'CREATE_CHECKOUT_SESSION',
  order,
  ...(version >= 52 && { interaction: { operation: 'PURCHASE' } }),
}))
/** Beside the operation, which newer versions need. */
const page = (members: object) => ({ interaction: { operation: 'PURCHASE', ...members } })

describe('Create Checkout Session', () => {
  it('needs the id and the currency of the order in every version', () => {
    accepts(every, {})
    refuses(every, { order: { ...order, id: null } }, 'order.id', 'MISSING')
    refuses(every, { order: { ...order, currency: null } }, 'order.currency', 'MISSING')
  })

  it('lets the amount come later up to version 62', () => {
    accepts([...below52, 52, 55, 62], { order: { ...order, amount: null } })
    refuses([63, 99, 100], { order: { ...order, amount: null } }, 'order.amount', 'MISSING')
  })

  it('takes the number of the invoice from version 50 on', () => {
    accepts(
      every.filter((version) => version >= 50),
      { order: { ...order, invoiceNumber: 'INV-1' } },
    )
    refuses(
      every.filter((version) => version < 50),
      { order: { ...order, invoiceNumber: 'INV-1' } },
      'order.invoiceNumber',
      'UNSUPPORTED',
    )
  })

  it('requires the operation for the card from version 52 on', () => {
    accepts(below52, { interaction: { returnUrl: 'https://shop.example/return' } })
    refuses(from52, { interaction: null }, 'interaction.operation', 'MISSING')
    refuses(from52, { interaction: { returnUrl: 'https://shop.example/return' } }, 'interaction.operation', 'MISSING')
    for (const operation of ['AUTHORIZE', 'NONE', 'PURCHASE', 'VERIFY']) accepts(every, { interaction: { operation } })
    refuses(every, { interaction: { operation: 'PAY' } }, 'interaction.operation')
  })

  it('has arrival dates and frequent flyers in its airline data, but no customer reference', () => {
    accepts(every, { airline: { itinerary: { leg: [{ destinationArrivalDate: '2026-11-15' }] } } })
    accepts(every, { airline: { passenger: [{ frequentFlyerNumber: 'F' }] } })
    const ticket = { airline: { ticket: { customerReference: 'c' } } }
    refuses(every, ticket, 'airline.ticket.customerReference', 'UNSUPPORTED')
  })

  it('bounds the members of the page', () => {
    accepts(
      every,
      page({
        action: { '3DSecure': 'USE_GATEWAY_DEFAULT', saveCard: 'OPTIONAL' },
        cancelUrl: 'https://shop.example/cancel',
        country: 'AUS',
        displayControl: {
          billingAddress: 'MANDATORY',
          customerEmail: 'READ_ONLY',
          orderSummary: 'SHOW_PARTIAL',
          paymentConfirmation: 'HIDE',
          shipping: 'READ_ONLY',
        },
        locale: 'en_US',
        merchant: {
          address: { line1: '1', line2: '2', line3: '3', line4: '4' },
          email: 'a@b.io',
          logo: 'https://shop.example/logo.png',
          name: 'n'.repeat(40),
          phone: '555 0100',
          url: 'http://shop.example',
        },
        redirectMerchantUrl: 'https://shop.example/failed',
        retryAttemptCount: 3,
        returnUrl: 'http://localhost:3000/return?order=1',
        theme: 'default',
        timeout: 600,
        timeoutUrl: 'https://shop.example/late',
      }),
    )
    const wrong: readonly (readonly [object, string])[] = [
      [{ merchant: { name: 'n'.repeat(41) } }, 'merchant.name'],
      [{ merchant: { logo: 'http://shop.example/logo.png' } }, 'merchant.logo'],
      [{ timeout: 59 }, 'timeout'],
      [{ timeout: 1801 }, 'timeout'],
      [{ timeout: '1801' }, 'timeout'],
      [{ timeout: '60.0' }, 'timeout'],
      [{ retryAttemptCount: 0 }, 'retryAttemptCount'],
      [{ returnUrl: `https://shop.example/${'a'.repeat(1004)}` }, 'returnUrl'],
      [{ returnUrl: 'javascript:alert(1)' }, 'returnUrl'],
      [{ returnUrl: 'https://[shop]/return' }, 'returnUrl'],
      [{ cancelUrl: '/cancel?order=1234567' }, 'cancelUrl'],
      [{ country: 'AU' }, 'country'],
      [{ locale: 'e' }, 'locale'],
      [{ displayControl: { billingAddress: 'SHOW' } }, 'displayControl.billingAddress'],
      [{ displayControl: { shipping: 'OPTIONAL' } }, 'displayControl.shipping'],
      [{ action: { '3DSecure': 'NEVER' } }, 'action.3DSecure'],
    ]
    for (const [members, field] of wrong) refuses(every, page(members), `interaction.${field}`)
    refuses(every, page({ colour: 'red' }), 'interaction.colour', 'UNSUPPORTED')
  })

  it('takes terms of payment in every version, agreements and the newer order from version 50 on', () => {
    accepts(every, page({ displayControl: { paymentTerms: 'HIDE' } }))
    refuses(every, page({ displayControl: { paymentTerms: 'SHOW' } }), 'interaction.displayControl.paymentTerms')
    const item = { order: { ...order, item: [{ name: 'Tea', quantity: 1, unitPrice: '10' }] } }
    accepts(every, item)
    refuses(below50, { agreement: { id: 'A1' } }, 'agreement', 'UNSUPPORTED')
    refuses(from50, { agreement: { type: 'UNSCHEDULED' } }, 'agreement.id', 'MISSING')
  })

  it('takes the other fields that clients send', () => {
    accepts(every, {
      billing: { address: { city: 'C' } },
      customer: { email: 'a@b.io', firstName: 'F', lastName: 'L', phone: '555 0100', mobilePhone: '555 0100' },
      order: { ...order, custom: { a: 'x' }, description: 'D', notificationUrl: 'https://shop.example/hook' },
      partnerSolutionId: 'S',
      shipping: { address: { company: 'C', source: 'NEW_ADDRESS' } },
      transaction: { reference: 'R', source: 'INTERNET' },
    })
    refuses(every, { checkoutMode: 'WEBSITE' }, 'checkoutMode', 'UNSUPPORTED')
  })

  it('answers without a checkout mode', () => {
    const session = { id: 'SESSION0002799480514F69145320L2', updateStatus: 'SUCCESS', version: '8d3a7b5601' }
    const response = { merchant: 'TESTMERCHANT', result: 'SUCCESS', session, successIndicator: '0123456789abcdef' }
    for (const version of every)
      assert.deepEqual(answers(version, { ...response, session: { ...session, authenticationLimit: 25 } }), response)
  })
})

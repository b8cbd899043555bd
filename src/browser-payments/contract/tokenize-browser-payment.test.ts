import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { askContract } from '../../../test/support/checks/contract.ts'
import { Secret } from '../../kernel/secret.ts'
import { tokenizeBrowserPayment } from './tokenize-browser-payment.ts'

const every = [15, 30, 50, 100] as const
const sessionId = 'SESSION0002799480514F69145320L2'
const { accepts, refuses, answers, faults } = askContract(tokenizeBrowserPayment, () => ({
  apiOperation: 'TOKENIZE_BROWSER_PAYMENT',
  browserPayment: { returnUrl: 'https://shop.example/return' },
  session: { id: sessionId },
  sourceOfFunds: { type: 'PROVIDER_A' },
}))

const agreement = (billingAgreement: object) => ({
  sourceOfFunds: { type: 'PROVIDER_A', provided: { providerA: { billingAgreement } } },
})

describe('Tokenize Browser Payment', () => {
  it('needs a return URL, a session and provider A', () => {
    const { session } = accepts(every, {}) as { session: { id: unknown } }
    assert.ok(session.id instanceof Secret)
    refuses(every, { browserPayment: undefined }, 'browserPayment.returnUrl', 'MISSING')
    refuses(every, { session: { version: '0123456789' } }, 'session.id', 'MISSING')
    refuses(every, { sourceOfFunds: undefined }, 'sourceOfFunds.type', 'MISSING')
    for (const type of ['PROVIDER_B', 'PROVIDER_C', 'CARD'])
      refuses(every, { sourceOfFunds: { type } }, 'sourceOfFunds.type')
  })

  it('has the terms that the payer is to agree to', () => {
    accepts(every, agreement({ cardinality: 'SINGLE', description: 'd'.repeat(255), name: 'n'.repeat(255) }))
    const path = 'sourceOfFunds.provided.providerA.billingAgreement'
    refuses(every, agreement({ cardinality: 'ONCE' }), `${path}.cardinality`)
    refuses(every, agreement({ description: 'd'.repeat(256) }), `${path}.description`)
    refuses(every, agreement({ id: 'i'.repeat(101) }), `${path}.id`)
    const payer = { sourceOfFunds: { type: 'PROVIDER_A', provided: { providerA: { payerId: 'P' } } } }
    refuses(every, payer, 'sourceOfFunds.provided.providerA.payerId', 'UNSUPPORTED')
  })

  it('may name the token', () => {
    accepts(every, { token: 'T'.repeat(40) })
    refuses(every, { token: 'T'.repeat(41) }, 'token')
    refuses(every, { token: 'a-b' }, 'token')
  })

  it('may name the sub-merchant whose repository is meant, from version 50 on', () => {
    accepts([50, 100], { subMerchant: { identifier: 'S1' } })
    refuses([15, 30], { subMerchant: { identifier: 'S1' } }, 'subMerchant', 'UNSUPPORTED')
  })

  it('has no fields of a payment', () => {
    const operation = { browserPayment: { returnUrl: 'https://shop.example/return', operation: 'PAY' } }
    refuses(every, operation, 'browserPayment.operation', 'UNSUPPORTED')
    refuses(every, { order: { amount: '1' } }, 'order', 'UNSUPPORTED')
  })

  it('answers with the address to send the payer to, and the session', () => {
    const response = {
      browserPayment: { redirectUrl: 'https://localhost:8443/bpui/pp/out/BP-0' },
      merchant: 'TESTMERCHANT',
      response: { gatewayCode: 'NO_VERIFICATION_PERFORMED' },
      result: 'SUCCESS',
      session: { id: sessionId },
    }
    for (const version of every) assert.deepEqual(answers(version, response), response)
    for (const name of Object.keys(response))
      assert.ok(
        faults(30, { ...response, [name]: undefined }).some((fault) => fault.includes(`'${name}'`)),
        name,
      )
  })
})

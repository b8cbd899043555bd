// The names by which wallets know card schemes.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { networksOf } from './page-wallet.ts'

describe('the networks that a wallet is asked for', () => {
  it('are those of the schemes that the merchant takes, in the words of the wallet', () => {
    assert.deepEqual(networksOf('APPLE_PAY', ['VISA', 'CHINA_UNIONPAY']), ['chinaUnionPay', 'visa'])
    assert.deepEqual(networksOf('GOOGLE_PAY', ['VISA', 'CHINA_UNIONPAY']), ['VISA'])
  })

  it('are all that the wallet knows for a merchant that takes every scheme', () => {
    const apple = ['amex', 'chinaUnionPay', 'discover', 'jcb', 'masterCard', 'visa']
    assert.deepEqual(networksOf('APPLE_PAY', ['ALL']), apple)
    assert.deepEqual(networksOf('GOOGLE_PAY', ['ALL']), ['AMEX', 'DISCOVER', 'JCB', 'MASTERCARD', 'VISA'])
  })

  it('are none for schemes that the wallet does not know', () => {
    assert.deepEqual(networksOf('GOOGLE_PAY', ['UATP', 'RUPAY']), [])
  })
})

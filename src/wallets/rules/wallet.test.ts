// The names by which wallets know card schemes, and what a wallet needs on pages.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findWalletGaps, networksOf, type WalletGap, type WalletSetup } from './wallet.ts'

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

describe('a wallet is offered on pages', () => {
  const now = new Date('2026-03-02T09:00:00Z')
  const complete: WalletSetup = {
    trust: 'PROVIDED',
    acceptsCards: true,
    networks: ['visa'],
    hasSettings: true,
    hasKey: true,
    hasKeyInUse: true,
    certificateExpiresAt: new Date('2026-03-02T09:00:01Z'),
  }

  it('with everything that it needs', () => {
    for (const wallet of ['APPLE_PAY', 'GOOGLE_PAY'] as const)
      assert.deepEqual(findWalletGaps(wallet, complete, now), [])
  })

  const cases: readonly (readonly [Partial<WalletSetup>, WalletGap])[] = [
    [{ acceptsCards: false }, 'CARDS'],
    [{ hasSettings: false }, 'SETTINGS'],
    [{ hasKey: false, hasKeyInUse: false }, 'KEY'],
    [{ hasKeyInUse: false }, 'KEY_IN_USE'],
    [{ certificateExpiresAt: undefined }, 'CERTIFICATE'],
    [{ certificateExpiresAt: now }, 'VALID_CERTIFICATE'],
    [{ trust: 'NONE' }, 'ROOTS'],
    [{ networks: [] }, 'SCHEMES'],
  ]
  for (const [lacking, gap] of cases)
    it(`not without: ${gap}`, () => {
      assert.deepEqual(findWalletGaps('APPLE_PAY', { ...complete, ...lacking }, now), [gap])
    })

  it('without a certificate, where Apple is not asked', () => {
    const without = { ...complete, certificateExpiresAt: undefined }
    assert.deepEqual(findWalletGaps('GOOGLE_PAY', without, now), [])
    assert.deepEqual(findWalletGaps('APPLE_PAY', { ...without, trust: 'SIMULATED' }, now), [])
  })
})

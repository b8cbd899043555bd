import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { codeText, wordsInSentence } from './text.ts'

describe('the label of a code', () => {
  it('begins with a capital and continues in lower case', () => {
    assert.equal(codeText('PARTIALLY_CAPTURED'), 'Partially captured')
    assert.equal(wordsInSentence('PARTIALLY_CAPTURED'), 'partially captured')
  })

  it('is the name of a card scheme as the scheme writes it, also inside a sentence', () => {
    const names = {
      AMEX: 'American Express',
      CHINA_UNIONPAY: 'UnionPay',
      DINERS_CLUB: 'Diners Club',
      JCB: 'JCB',
      MASTERCARD: 'Mastercard',
      RUPAY: 'RuPay',
      UATP: 'UATP',
      VISA: 'Visa',
    }
    for (const [code, name] of Object.entries(names)) {
      assert.equal(codeText(code), name)
      assert.equal(wordsInSentence(code), name)
    }
  })

  it('keeps abbreviations in capitals', () => {
    assert.equal(codeText('DECLINED_AVS'), 'Declined AVS')
    assert.equal(codeText('ACH'), 'ACH')
    assert.equal(wordsInSentence('MERCHANT_BIN_RANGE'), 'merchant BIN range')
  })
})

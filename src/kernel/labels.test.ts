import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { brandName, brandNames, codeText, typeText, wordsInSentence } from './labels.ts'

describe('the label of a code', () => {
  it('begins with a capital and continues in lower case', () => {
    assert.equal(codeText('PARTIALLY_CAPTURED'), 'Partially captured')
    assert.equal(wordsInSentence('PARTIALLY_CAPTURED'), 'partially captured')
  })

  it('is the name of a card brand as the brand writes it, also inside a sentence', () => {
    for (const [code, name] of Object.entries(brandNames)) {
      assert.equal(codeText(code), name)
      assert.equal(wordsInSentence(code), name)
    }
    assert.deepEqual(['AMEX', 'CHINA_UNIONPAY', 'DINERS_CLUB', 'JCB', 'UATP'].map(brandName), [
      'American Express',
      'UnionPay',
      'Diners Club',
      'JCB',
      'UATP',
    ])
    assert.deepEqual([brandName('UNKNOWN'), brandName('toString'), brandName(undefined)], Array(3).fill(undefined))
  })

  it('keeps abbreviations in capitals', () => {
    assert.equal(codeText('DECLINED_AVS'), 'Declined AVS')
    assert.equal(codeText('ACH'), 'ACH')
    assert.equal(wordsInSentence('MERCHANT_BIN_RANGE'), 'merchant BIN range')
  })

  it('calls a funding a fee, and a processed chargeback charged back', () => {
    assert.deepEqual(
      [typeText('FUNDING'), codeText('FUNDING'), wordsInSentence('FUNDING'), codeText('CHARGEBACK_PROCESSED')],
      ['Fee', 'Fee', 'fee', 'Charged back'],
    )
    assert.deepEqual([typeText('VOID_PAYMENT'), typeText('AUTHENTICATION')], ['Void payment', 'Payer authentication'])
  })
})

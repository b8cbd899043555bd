import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addressCheckText, ruleText, securityCodeText } from './check-labels.ts'

describe('the label of a check', () => {
  it('says what matches and what does not', () => {
    assert.equal(addressCheckText('ZIP_MATCH'), 'AVS: postcode matches, street does not')
    assert.equal(securityCodeText('NO_MATCH'), 'Security code does not match')
    assert.deepEqual(
      [addressCheckText('NEW_ONE'), securityCodeText('NEW_ONE')],
      ['AVS: new one', 'Security code: new one'],
    )
  })

  it('names a risk rule with the fact that it was applied to', () => {
    const rules = [
      { name: 'MERCHANT_AVS', data: 'ZIP_MATCH' },
      { name: 'MSO_CSC', data: 'NO_MATCH' },
      { name: 'MERCHANT_BIN_RANGE', data: '450875' },
      { name: 'MERCHANT_IP_COUNTRY', data: 'DEU' },
      { name: 'MERCHANT_3D_SECURE', data: 'NO_LIABILITY_SHIFT' },
      { name: 'MSO_SUSPECT_CARD_LIST' },
      { name: 'MSO_VELOCITY_ADDRESS_DECLINES_HOUR', data: '10 in 1 hour' },
    ]
    assert.deepEqual(rules.map(ruleText), [
      'Address check (postcode matches, street does not)',
      'Security code check, rule of the operator (does not match)',
      'Card range (450875)',
      'Country of the IP address (DEU)',
      'Payer authentication (no liability shift)',
      'Suspect cards of the operator',
      'Velocity limit: address declines hour (10 in 1 hour)',
    ])
  })
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { accountIdentity, type Instrument } from '../../kernel/instrument.ts'
import { Secret } from '../../kernel/secret.ts'
import { storedIdentity } from './stored-identity.ts'
import type { StoredTokenDetails } from './token-details.ts'

const instruments: readonly Instrument[] = [
  {
    kind: 'CARD',
    number: new Secret('ACCOUNT', '5123450000000008'),
    scheme: 'MASTERCARD',
    brand: 'MASTERCARD',
    fundingMethod: 'CREDIT',
  },
  { kind: 'GIFT_CARD', number: new Secret('ACCOUNT', '6006491234567890') },
  {
    kind: 'ACH',
    number: new Secret('BANK_ACCOUNT', '1234567'),
    routingNumber: '021000021',
    accountType: 'CONSUMER_CHECKING',
    bankAccountHolder: 'Ann Example',
    secCode: 'WEB',
  },
  {
    kind: 'DIRECT_DEBIT_CANADA',
    number: new Secret('BANK_ACCOUNT', '1234567'),
    accountType: 'CONSUMER_CHECKING',
    bankAccountHolder: 'Ann Example',
    financialInstitutionNumber: '001',
    transitNumber: '12345',
  },
  { kind: 'PROVIDER_A', number: new Secret('BANK_ACCOUNT', 'B-1') },
]

it('the account of a token is the same as that of a payment with it, whatever its type', () => {
  for (const { number, ...details } of instruments) {
    const paid = accountIdentity({ ...details, number } as Instrument)
    assert.equal(
      storedIdentity({ kind: details.kind, details: details as StoredTokenDetails }, number.open()),
      paid,
      details.kind,
    )
  }
})

it('an account without its bank is not identified', () => {
  assert.throws(() => storedIdentity({ kind: 'ACH', details: {} }, '1234567'), /has no routingNumber/)
})

it('an agreement with a provider is distinguished from an account with the same number', () => {
  assert.equal(storedIdentity({ kind: 'PROVIDER_A', details: {} }, 'B-1'), 'PROVIDER_A B-1')
})

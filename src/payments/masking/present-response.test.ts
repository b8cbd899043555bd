import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Row, Rows } from '../../contract/row.ts'
import { cardMaskings, type MerchantProfile, type Privilege, profileDefaults } from '../../merchants/rules/merchant.ts'
import { newRepository } from '../../merchants/rules/token-repository.ts'
import { catalogue } from '../../requests/catalogue.ts'
import { maskFurther, mayUnmask, type UnmaskingContext, unmaskAccounts } from './present-response.ts'

const profile: MerchantProfile = {
  ...profileDefaults,
  name: 'Test merchant',
  isEnabled: true,
  authenticationMethods: ['PASSWORD', 'CERTIFICATE'],
  currencies: ['EUR'],
  operations: ['ALL'],
  acquirerLink: { adapter: 'simulator', acquirerId: 'SIMULATOR', acquirerMerchantId: '1' },
  tokenRepositoryId: 'M',
  verificationStrategy: 'NONE',
  isAggregator: false,
}

const cardNumber = '5123450000000008'
const transactionResponse = {
  merchant: 'TESTMERCHANT',
  result: 'SUCCESS',
  transaction: { id: '1', type: 'PAYMENT' },
  sourceOfFunds: {
    type: 'CARD',
    provided: {
      card: { brand: 'MASTERCARD', number: '512345xxxxxx0008', maskedFpan: '450875xxxxxx1019', expiry: { month: '5' } },
      giftCard: { number: '601100xxxxxx8686', pin: 'xxxx' },
      sepa: { iban: 'xxxxxxxxxxxxxxxxxx3000' },
    },
  },
  accountFunding: { recipient: { account: { identifier: 'xxxxxxxxxxxx1019', identifierType: 'CARD_NUMBER' } } },
}
const clear = new Map([
  ['sourceOfFunds.provided.card.number', cardNumber],
  ['sourceOfFunds.provided.giftCard.number', '6011003179988686'],
  ['sourceOfFunds.provided.sepa.iban', 'DE89370400440532013000'],
  ['accountFunding.recipient.account.identifier', '4508750015741019'],
])

describe('unmasking', () => {
  const combinations = [
    [false, false, false],
    [false, false, true],
    [false, true, false],
    [false, true, true],
    [true, false, false],
    [true, false, true],
    [true, true, false],
    [true, true, true],
  ] as const
  for (const [isPermitted, hasCertificate, asksUnmasked] of combinations) {
    const expected = isPermitted && hasCertificate && asksUnmasked
    const said = [
      isPermitted ? 'with the permission' : 'without the permission',
      hasCertificate ? 'with a certificate' : 'with a password',
      asksUnmasked ? 'asking for UNMASK' : 'not asking',
    ].join(', ')
    it(`is ${expected ? 'granted' : 'refused'} to a caller ${said}`, () => {
      const privileges: readonly Privilege[] = isPermitted ? ['UNMASK'] : ['STANDALONE_REFUND', 'DEBUG_INFORMATION']
      const reader: UnmaskingContext = {
        merchant: { id: 'M', profile: { ...profile, privileges }, tokenRepository: newRepository('M') },
        hasCertificate,
        asksUnmasked,
      }
      assert.equal(mayUnmask(reader), expected)
    })
  }

  it('shows card, gift card, bank account and recipient numbers, and never a PIN', () => {
    const before = structuredClone(transactionResponse)
    const shown = unmaskAccounts(transactionResponse, clear) as typeof transactionResponse
    assert.equal(shown.sourceOfFunds.provided.card.number, cardNumber)
    assert.deepEqual(shown.sourceOfFunds.provided.giftCard, { number: '6011003179988686', pin: 'xxxx' })
    assert.equal(shown.sourceOfFunds.provided.sepa.iban, 'DE89370400440532013000')
    assert.equal(shown.accountFunding.recipient.account.identifier, '4508750015741019')
    assert.equal(shown.sourceOfFunds.provided.card.brand, 'MASTERCARD')
    assert.deepEqual(transactionResponse, before, 'the recorded answer is untouched')
  })

  it('works on top of any masking the profile asks for', () => {
    for (const masking of cardMaskings) {
      const shown = unmaskAccounts(maskFurther(transactionResponse, masking), clear)
      assert.equal((shown as typeof transactionResponse).sourceOfFunds.provided.card.number, cardNumber, masking)
    }
  })

  it('adds nothing that the masked answer does not show', () => {
    const bare = { result: 'SUCCESS', sourceOfFunds: { type: 'CARD', provided: { card: { brand: 'MASTERCARD' } } } }
    assert.equal(unmaskAccounts(bare, clear), bare)
    assert.equal(unmaskAccounts(bare, new Map([['constructor.name', 'x']])), bare)
  })

  it('does not replace a mask by a number that does not match it', () => {
    const other = { sourceOfFunds: { provided: { card: { number: '450875xxxxxx1019' } } } }
    assert.equal(unmaskAccounts(other, clear), other)
    const shorter = { sourceOfFunds: { provided: { card: { number: 'xxxxxxxxx' } } } }
    assert.equal(unmaskAccounts(shorter, clear), shorter)
  })

  it('reaches the transactions of an order by their position', () => {
    const order = { id: 'order', transaction: [transactionResponse, transactionResponse] }
    const shown = unmaskAccounts(order, new Map([[`transaction[1].sourceOfFunds.provided.card.number`, cardNumber]]))
    const numbers = (shown as typeof order).transaction.map((each) => each.sourceOfFunds.provided.card.number)
    assert.deepEqual(numbers, ['512345xxxxxx0008', cardNumber])
    assert.equal(
      unmaskAccounts(order, new Map([[`transaction[2].sourceOfFunds.provided.card.number`, cardNumber]])),
      order,
    )
  })
})

describe("the profile's masking of card numbers", () => {
  const numbersOf = (response: unknown) => {
    const { sourceOfFunds, accountFunding } = response as typeof transactionResponse
    const { card, giftCard, sepa } = sourceOfFunds.provided
    return [card.number, card.maskedFpan, giftCard.number, accountFunding.recipient.account.identifier, sepa.iban]
  }
  const hidden = 'x'.repeat(16)

  it('leaves the first six and last four digits when it says SIX_FOUR, at no cost', () => {
    assert.equal(maskFurther(transactionResponse, 'SIX_FOUR'), transactionResponse)
  })

  it('leaves the last four digits when it says LAST_FOUR, and bank accounts as they are', () => {
    const iban = 'xxxxxxxxxxxxxxxxxx3000'
    const four = (last: string) => 'x'.repeat(12) + last
    assert.deepEqual(numbersOf(maskFurther(transactionResponse, 'LAST_FOUR')), [
      four('0008'),
      four('1019'),
      four('8686'),
      four('1019'),
      iban,
    ])
  })

  it('leaves no digit of a card when it says HIDDEN, and bank accounts as they are', () => {
    const iban = 'xxxxxxxxxxxxxxxxxx3000'
    const before = structuredClone(transactionResponse)
    assert.deepEqual(numbersOf(maskFurther(transactionResponse, 'HIDDEN')), [hidden, hidden, hidden, hidden, iban])
    assert.deepEqual(transactionResponse, before, 'the recorded answer is untouched')
  })

  it("applies to an order's own source of funds and to each of its transactions", () => {
    const { transaction: _, ...payer } = transactionResponse
    const order = {
      ...payer,
      id: 'order',
      transaction: [transactionResponse, { result: 'PENDING' }, transactionResponse],
    }
    const shown = maskFurther(order, 'HIDDEN') as typeof order
    assert.equal(numbersOf(shown)[0], hidden)
    assert.equal(numbersOf(shown.transaction[0])[0], hidden)
    assert.deepEqual(shown.transaction[1], { result: 'PENDING' })
    assert.equal(numbersOf(shown.transaction[2])[0], hidden)
    assert.equal(numbersOf(order)[0], '512345xxxxxx0008')
  })

  it('leaves the account of a recipient that is no card as it is', () => {
    const account = { identifier: 'xxxxxxxxxxxxxxxxxx3000', identifierType: 'BANK_ACCOUNT_IBAN' }
    const response = { accountFunding: { recipient: { account } } }
    assert.deepEqual(maskFurther(response, 'HIDDEN'), response)
  })

  it('covers every card number that an answer of any operation and version may hold', () => {
    const places = new Set(
      catalogue.flatMap(({ versions }) =>
        Object.values(versions).flatMap(({ response }) => [...cardPlaces(response, [])]),
      ),
    )
    assert.ok(places.size >= 3, 'the contract has card numbers')
    for (const path of places) {
      const response = path
        .split('.')
        .reduceRight<unknown>(
          (inner, name) => (name.endsWith('[]') ? { [name.slice(0, -2)]: [inner] } : { [name]: inner }),
          '512345xxxxxx0008',
        )
      assert.doesNotMatch(JSON.stringify(maskFurther(response as object, 'HIDDEN')), /\d/, path)
    }
  })
})

function* cardPlaces(rows: Rows, within: readonly string[]): Iterable<string> {
  for (const [name, row] of Object.entries(rows)) yield* placesOf(row, [...within, name])
}

function* placesOf(row: Row, path: readonly string[]): Iterable<string> {
  if (row.kind === 'FIELD' && row.secret === 'ACCOUNT') yield path.join('.')
  if (row.kind === 'GROUP') yield* cardPlaces(row.rows, path)
  if (row.kind === 'LIST') yield* placesOf(row.item, [...path.slice(0, -1), `${path.at(-1)}[]`])
}

it('hides the first digits in the results of risk rules, where the profile hides them', () => {
  const rule = [
    { name: 'MERCHANT_BIN_RANGE', data: '512345' },
    { name: 'MERCHANT_IP_COUNTRY', data: 'AUS' },
  ]
  const response = { risk: { response: { gatewayCode: 'ACCEPTED', rule } } }
  assert.equal(maskFurther(response, 'SIX_FOUR'), response)
  for (const masking of ['LAST_FOUR', 'HIDDEN'] as const)
    assert.deepEqual(maskFurther({ ...response, transaction: [response] }, masking), {
      risk: { response: { gatewayCode: 'ACCEPTED', rule: [{ ...rule[0], data: 'xxxxxx' }, rule[1]] } },
      transaction: [
        { risk: { response: { gatewayCode: 'ACCEPTED', rule: [{ ...rule[0], data: 'xxxxxx' }, rule[1]] } } },
      ],
    })
})

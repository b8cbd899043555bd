import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Secret } from '../../kernel/secret.ts'
import type { Values } from '../../kernel/values.ts'
import { mergePayerValues, mergeSessionValues, namesAccount } from './session-values.ts'

const number = (digits: string) => new Secret('ACCOUNT', digits)
const code = (digits: string) => new Secret('AUTHENTICATION', digits)
const one = '5123450000000008'
const other = '4508750015741019'

/** Secrets by their contents, so that two are compared by more than their masks. */
function clear(value: unknown): unknown {
  if (value instanceof Secret) return `secret ${value.open()}`
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, clear(member)]))
}

const merged = (held: Values, ...updates: readonly Values[]) => clear(updates.reduce(mergeSessionValues, held))
const card = (members: object) => ({ sourceOfFunds: { provided: { card: members } } })

describe('an update of a session', () => {
  it('merges groups member by member, and maps by name', () => {
    assert.deepEqual(
      merged(
        { billing: { address: { city: 'Graz' } }, order: { custom: { a: '1', b: '2' }, id: 'O1' } },
        { billing: { address: { street: 'A' } }, order: { custom: { b: '3', c: '4' } } },
      ),
      {
        billing: { address: { city: 'Graz', street: 'A' } },
        order: { custom: { a: '1', b: '3', c: '4' }, id: 'O1' },
      },
    )
  })

  it('replaces lists as a whole, and a member of any name', () => {
    const held = { order: { item: [{ name: 'Tea' }, { name: 'Cake' }], custom: { constructor: 'x' } } }
    assert.deepEqual(merged(held, { order: { item: [{ name: 'Milk' }], custom: { toString: 'y' } } }), {
      order: { item: [{ name: 'Milk' }], custom: { constructor: 'x', toString: 'y' } },
    })
    assert.deepEqual(merged(held, { order: { item: [] } }), { order: { ...held.order, item: [] } })
  })

  it('leaves the stored values unchanged', () => {
    const held = Object.freeze({ order: Object.freeze({ id: 'O1' }) })
    mergeSessionValues(held, { order: { id: 'O2' } })
    assert.deepEqual(held, { order: { id: 'O1' } })
  })

  it('may add the details of a card one after the other', () => {
    const parts = [
      { expiry: { month: '1', year: '39' } },
      { number: number(one) },
      { securityCode: code('100') },
      { nameOnCard: 'Jo Payer' },
    ]
    const whole = clear(card(Object.assign({}, ...parts)))
    assert.deepEqual(merged({}, ...parts.map(card)), whole)
    assert.deepEqual(merged({}, ...parts.toReversed().map(card)), whole)
  })

  it('may consist of any parts that do not overlap, in any order', () => {
    const leaf = fc.oneof(fc.string(), fc.boolean(), fc.array(fc.string(), { maxLength: 2 }))
    const names = fc.constantFrom('a', 'b', 'c', 'd', '3DSecure', 'constructor')
    const { values } = fc.letrec<{ values: Values }>((tie) => ({
      values: fc.dictionary(names, fc.oneof({ depthSize: 'small' }, leaf, tie('values')), {
        maxKeys: 4,
        noNullPrototype: true,
      }),
    }))
    const leavesOf = (group: Values, path: readonly string[] = []): [readonly string[], unknown][] =>
      Object.entries(group).flatMap(([name, value]) =>
        typeof value === 'object' && value !== null && !Array.isArray(value)
          ? leavesOf(value as Values, [...path, name])
          : [[[...path, name], value] as [readonly string[], unknown]],
      )
    const asUpdate = ([path, value]: [readonly string[], unknown]) =>
      path.toReversed().reduce<unknown>((inner, name) => ({ [name]: inner }), value) as Values
    fc.assert(
      fc.property(values, fc.infiniteStream(fc.nat()), (whole, order) => {
        const leaves = leavesOf(whole)
        const shuffled = leaves
          .map((each) => [order.next().value as number, each] as const)
          .toSorted(([a], [b]) => a - b)
          .map(([, each]) => asUpdate(each))
        // Groups without any member leave nothing behind.
        assert.deepEqual(shuffled.reduce(mergeSessionValues, {}), leaves.map(asUpdate).reduce(mergeSessionValues, {}))
        assert.deepEqual(mergeSessionValues(whole, whole), whole)
      }),
    )
  })
})

describe('an update that names another account', () => {
  const held = {
    order: { id: 'O1' },
    sourceOfFunds: {
      type: 'CARD',
      provided: {
        card: {
          number: number(one),
          expiry: { month: '1', year: '39' },
          securityCode: code('100'),
          nameOnCard: 'Jo Payer',
          storedOnFile: 'TO_BE_STORED',
        },
      },
    },
  }
  const sourceAfter = (sent: object) =>
    (merged(held, { sourceOfFunds: sent }) as { sourceOfFunds: unknown }).sourceOfFunds

  it('drops all details of the previous card, except what the merchant does with any card', () => {
    assert.deepEqual(merged(held, card({ number: number(other) })), {
      order: { id: 'O1' },
      sourceOfFunds: {
        type: 'CARD',
        provided: { card: { number: `secret ${other}`, storedOnFile: 'TO_BE_STORED' } },
      },
    })
    assert.deepEqual(
      sourceAfter({ provided: { card: { number: number(other), expiry: { month: '2', year: '40' } } } }),
      {
        type: 'CARD',
        provided: {
          card: { number: `secret ${other}`, expiry: { month: '2', year: '40' }, storedOnFile: 'TO_BE_STORED' },
        },
      },
    )
  })

  it('drops the wallet that the previous card came from, unless it names one itself', () => {
    const ofWallet = {
      order: { id: 'O1', walletProvider: 'GOOGLE_PAY' },
      sourceOfFunds: { provided: { card: { devicePayment: { paymentToken: code('sealed') } } } },
    }
    const orderAfter = (values: Values, sent: Values) => (merged(values, sent) as { order?: unknown }).order
    const typed = card({ number: number(one) })
    assert.deepEqual(orderAfter(ofWallet, typed), { id: 'O1' })
    assert.deepEqual(orderAfter(ofWallet, { ...typed, order: { walletProvider: 'APPLE_PAY' } }), {
      id: 'O1',
      walletProvider: 'APPLE_PAY',
    })
    assert.equal(orderAfter({ ...ofWallet, order: { walletProvider: 'GOOGLE_PAY' } }, typed), undefined)
  })

  it('keeps a wallet that was named before any account, or with the same one', () => {
    const order = { walletProvider: 'SAMSUNG_PAY' }
    const typed = card({ number: number(one) })
    assert.deepEqual(merged({ order }, typed), clear({ order, ...typed }))
    assert.deepEqual(merged({ order, ...typed }, typed), clear({ order, ...typed }))
  })

  it('is not one when it sends the same number again', () => {
    assert.deepEqual(merged(held, card({ number: number(one), securityCode: code('101') })), {
      ...held,
      sourceOfFunds: {
        type: 'CARD',
        provided: {
          card: {
            ...held.sourceOfFunds.provided.card,
            number: `secret ${one}`,
            securityCode: 'secret 101',
          },
        },
      },
    })
  })

  it('may name an account of another type, which is not known before', () => {
    const storedOnFile = 'TO_BE_STORED'
    assert.deepEqual(sourceAfter({ provided: { giftCard: { number: number('6000000000000') } } }), {
      provided: { card: { storedOnFile }, giftCard: { number: 'secret 6000000000000' } },
    })
    assert.deepEqual(sourceAfter({ type: 'CARD', token: '9000000000000001' }), {
      type: 'CARD',
      token: '9000000000000001',
      provided: { card: { storedOnFile } },
    })
    assert.deepEqual(sourceAfter({ provided: { card: { devicePayment: { paymentToken: code('sealed') } } } }), {
      provided: { card: { storedOnFile, devicePayment: { paymentToken: 'secret sealed' } } },
    })
  })

  it('replaces a token, and a token replaces another account', () => {
    const token = { sourceOfFunds: { token: '1', provided: { card: { securityCode: code('100') } } } }
    assert.deepEqual(merged(token, card({ number: number(one) })), {
      sourceOfFunds: { provided: { card: { number: `secret ${one}` } } },
    })
    assert.deepEqual(merged(token, { sourceOfFunds: { token: '2' } }), { sourceOfFunds: { token: '2' } })
    assert.deepEqual(merged(token, { sourceOfFunds: { token: '1' } }), clear(token))
  })
})

it('a request names an account by a number, a token or a wallet payload, and by nothing else', () => {
  for (const sourceOfFunds of [
    { token: '1' },
    { provided: { card: { number: number(one) } } },
    { provided: { card: { devicePayment: { paymentToken: code('x') } } } },
    { provided: { giftCard: { number: number(one) } } },
    { provided: { ach: { bankAccountNumber: new Secret('BANK_ACCOUNT', '1') } } },
    { provided: { directDebitCanada: { bankAccountNumber: new Secret('BANK_ACCOUNT', '1') } } },
    { provided: { sepa: { iban: new Secret('BANK_ACCOUNT', '1') } } },
    { provided: { providerA: { billingAgreement: { id: 'B-1' } } } },
  ])
    assert.ok(namesAccount({ sourceOfFunds }), JSON.stringify(sourceOfFunds))
  for (const values of [{}, { sourceOfFunds: { type: 'CARD' } }, card({ securityCode: code('100') }), { token: '1' }])
    assert.ok(!namesAccount(values), JSON.stringify(values))
})

it('of two billing addresses the one that a payer types counts as a whole', () => {
  const held = { billing: { address: { street: '1 Shop Road', street2: 'Flat 9' } }, order: { id: 'o' } }
  const sent = { billing: { address: { street: '2 Typed Road' } } }
  assert.deepEqual(mergePayerValues(held, sent), { ...held, ...sent })
  assert.deepEqual(mergePayerValues(held, { customer: { email: 'a@b.example' } }), {
    ...held,
    customer: { email: 'a@b.example' },
  })
  assert.deepEqual(mergeSessionValues(held, sent)['billing'], {
    address: { street: '2 Typed Road', street2: 'Flat 9' },
  })
})

// Which fields a merchant's page asks for, in every shape that pages name them in.
import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { suite, test } from 'node:test'
import { pathToFileURL } from 'node:url'

interface RoleNames {
  roleCalled(name: string): string | undefined
  wantedFields(fields: unknown): { role: string; selector: string; name: string }[]
  givenSession(session: unknown): string | undefined
}

const folder = resolve(import.meta.dirname, '..', '..', '..', '..', 'web', 'checkout', 'fields')
const { roleCalled, wantedFields, givenSession }: RoleNames = await import(
  pathToFileURL(resolve(folder, 'role-names.js')).href
)

suite("the fields of a merchant's page", () => {
  const card = [
    { role: 'card.number', selector: '#number', name: 'number' },
    { role: 'card.expiryMonth', selector: '#month', name: 'expiryMonth' },
  ]

  test('are the same in a group and without one, by either name of the number', () => {
    const byOtherName = [{ ...card[0], name: 'cardNumber' }, card[1]]
    for (const fields of [
      { card: { number: '#number', expiryMonth: '#month' } },
      { number: '#number', expiryMonth: '#month' },
    ])
      assert.deepEqual(wantedFields(fields), card)
    for (const fields of [
      { card: { cardNumber: '#number', expiryMonth: '#month' } },
      { cardNumber: '#number', expiryMonth: '#month' },
    ])
      assert.deepEqual(wantedFields(fields), byOtherName)
    assert.deepEqual(['card.number', 'cardNumber', 'number', '#number'].map(roleCalled), [
      'card.number',
      'card.number',
      'card.number',
      undefined,
    ])
  })

  test('are absent where the selector or the whole group is null, undefined or empty', () => {
    const nothing = { securityCode: null, nameOnCard: undefined, expiryYear: '' }
    assert.deepEqual(
      wantedFields({ card: { number: '#number', expiryMonth: '#month', ...nothing }, giftCard: null, ach: {} }),
      card,
    )
    for (const fields of [undefined, null, {}]) assert.deepEqual(wantedFields(fields), [])
  })

  test('that no version has are ignored with a warning', (context) => {
    const warn = context.mock.method(console, 'warn', () => {})
    assert.deepEqual(wantedFields({ card: { number: '#number', expiryMonth: '#month', iban: '#iban' } }), card)
    assert.deepEqual(wantedFields({ wallet: { email: '#email' } }), [])
    assert.deepEqual(
      warn.mock.calls.map(({ arguments: [text] }) => text),
      ['PaymentSession: there is no field called card.iban.', 'PaymentSession: there is no field called wallet.email.'],
    )
  })
})

suite("the session of a merchant's page", () => {
  test('is given by its id, alone or in a group', () => {
    assert.equal(givenSession('SESSION1'), 'SESSION1')
    assert.equal(givenSession({ id: 'SESSION1' }), 'SESSION1')
  })

  test('is created where none is given', () => {
    for (const session of [undefined, null, '', {}, { id: '' }, { id: null }])
      assert.equal(givenSession(session), undefined)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CanonicalObject, FieldError } from '../contract/row.ts'
import { maskCardNumbers } from '../kernel/account-numbers-in-text.ts'
import { maskTexts } from './screen-texts.ts'
import { identifierFields, nonTextFields, textFields, textPlaces } from './text-fields.ts'

describe('the texts of the contract', () => {
  const paths = new Set(textFields().map(([path]) => path))

  it('are in one list at most, and every listed path is a text field of some version', () => {
    const listed = [...identifierFields, ...nonTextFields]
    assert.equal(new Set(listed).size, listed.length)
    assert.deepEqual(
      listed.filter((path) => !paths.has(path)),
      [],
    )
  })

  it('are searched for card numbers wherever people write about themselves or an order', () => {
    const places = textPlaces()
    const kinds = {
      'billing.address.street': 'TEXT',
      'customer.email': 'TEXT',
      'customer.firstName': 'TEXT',
      'customer.phone': 'PHONE',
      'order.custom.*': 'TEXT',
      'order.description': 'TEXT',
      'order.item[].name': 'TEXT',
      'order.notificationUrl': 'IDENTIFIER',
      'order.reference': 'IDENTIFIER',
      'shipping.contact.mobilePhone': 'PHONE',
      'sourceOfFunds.provided.ach.bankAccountHolder': 'TEXT',
      'sourceOfFunds.provided.card.nameOnCard': 'TEXT',
    }
    for (const [path, kind] of Object.entries(kinds)) assert.equal(places.get(path), kind, path)
  })

  it('still follow their own rule once a card number in them is masked', () => {
    const number = '5123450000000008'
    const texts = [number, '5123 4500 0000 0008', `${number}@shop.example`, `+${number}`, `+1 ${number}`]
    const places = textPlaces()
    for (const [path, { type }] of textFields())
      for (const text of places.get(path) === 'IDENTIFIER' ? [] : texts)
        if (!(type.read(text) instanceof FieldError))
          assert.ok(!(type.read(maskCardNumbers(text)) instanceof FieldError), `${path}: ${text}`)
  })

  it('are never changed where they identify something: ids, references, numbers and codes of every operation and version', () => {
    const number = '5123450000000008'
    const identifies = /(?:^|[.a-z])(?:id|identifier|reference|sku|token|code|number|url)(?:\[\])?$/i
    const identifiers = [...paths].filter((path) => identifies.test(path))
    for (const path of ['order.id', 'order.reference', 'order.item[].sku', 'transaction.reference', 'referenceOrderId'])
      assert.ok(identifiers.includes(path), path)
    const changed = identifiers.filter((path) => {
      const request = requestWith(path, number)
      return maskTexts(request, 'MASK') !== request || maskTexts(request, 'MASK_AND_REFUSE_IDS') !== request
    })
    assert.deepEqual(changed, [])
    const text = requestWith('order.item[].name', number)
    assert.deepEqual(maskTexts(text, 'MASK'), requestWith('order.item[].name', '512345xxxxxx0008'))
  })

  it('are neither secrets, amounts, codes nor names of stored objects', () => {
    const places = textPlaces()
    for (const path of [
      'sourceOfFunds.provided.card.number',
      'sourceOfFunds.provided.card.securityCode',
      'order.amount',
      'order.currency',
      'sourceOfFunds.token',
      'airline.ticket.ticketNumber',
      'device.browser',
    ])
      assert.equal(places.get(path), undefined, path)
  })
})

/** A canonical request with this text at a path of the contract. */
function requestWith(path: string, text: string): CanonicalObject {
  const value = path.split('.').reduceRight<unknown>((inner, name) => {
    const member = name === '*' ? 'note' : name.replace('[]', '')
    return { [member]: name.endsWith('[]') ? [inner] : inner }
  }, text)
  return value as CanonicalObject
}

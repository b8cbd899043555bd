// An error explains itself without repeating what must stay secret, wherever a client put it.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import fc from 'fast-check'
import type { Row, Rows } from '../../../src/contract/row.ts'
import { verify } from '../../../src/payments/contract/verify.ts'
import { assertErrorShape } from '../../support/checks/error-shape.ts'
import {
  type ApiResponse,
  apiPath,
  type Body,
  type ClientRequest,
  inject,
  newOrderId,
  send,
  verifyBody,
} from '../../support/clients/client.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await sharedGateway()
})

function ask(sent: Partial<ClientRequest>): Promise<ApiResponse> {
  const path = apiPath(`/order/${newOrderId()}/transaction/1`)
  return send(gateway.listeners.httpUrl ?? '', { method: 'PUT', path, isKeptAlive: true, ...sent })
}

/** The paths of all sensitive rows, with [0] for the items of lists. */
function* secretPaths(rows: Rows, prefix = ''): Iterable<string> {
  for (const [name, row] of Object.entries(rows)) yield* secretsOf(row, `${prefix}${name}`)
}

function* secretsOf(row: Row, path: string): Iterable<string> {
  if (row.kind === 'FIELD' && row.secret) yield path
  if (row.kind === 'GROUP') yield* secretPaths(row.rows, `${path}.`)
  if (row.kind === 'LIST') yield* secretsOf(row.item, `${path}[0]`)
}

/** A body that holds the value at the path and nothing else there. */
function withValueAt(path: string, value: unknown): object {
  const [name = '', ...rest] = path.split('.')
  const inner = rest.length === 0 ? value : withValueAt(rest.join('.'), value)
  return name.endsWith('[0]') ? { [name.slice(0, -3)]: [inner] } : { [name]: inner }
}

describe('the value of a sensitive field', () => {
  const canary = 'Qx7-canary'
  const wrong = [canary, `${canary}\n`, canary.repeat(2000), [canary], { [canary]: canary }, 7_770_007_771.5, true]

  for (const [version, { request }] of Object.entries(verify.versions)) {
    it(`is never shown, whatever is wrong with it, in version ${version}`, async () => {
      const paths = [...secretPaths(request)]
      assert.ok(paths.includes('sourceOfFunds.provided.card.number') && paths.length > 5)
      const named = new Set<string>()
      for (const path of paths) {
        for (const value of wrong) {
          const { order, ...others } = withValueAt(path, value) as Body
          const body = { apiOperation: 'VERIFY', order: { currency: 'USD', ...order }, ...others }
          const url = apiPath(`/order/${newOrderId()}/transaction/1`, { version })
          const response = await inject(gateway.server, { method: 'PUT', path: url, body })
          // Free text may be right as a cryptogram; then there is no card to charge.
          const { field } = assertErrorShape(response, `${path}: ${response.text}`)
          if (field) named.add(field)
          const { error } = response.body
          const shown = `${error.explanation} ${typeof value === 'object' ? '' : error.field}`
          assert.doesNotMatch(shown, /Qx7|canary|7770007771|true/, path)
        }
      }
      // Some are reported by a mandatory neighbour that is missing; most by their own name.
      const own = paths.filter((path) => named.has(path))
      assert.ok(own.length > paths.length / 2, `${own.length} of ${paths.length}`)
    })
  }
})

const cards = ['5123450000000008', '4508750015741019', '345678901234564', '36259600000012', '6011003179988686']
const spellings: Readonly<Record<string, (card: string) => string>> = {
  plain: (card) => card,
  'in groups of four': (card) => card.replaceAll(/\d{4}(?=\d)/g, '$& '),
  'with hyphens': (card) => card.replaceAll(/\d{4}(?=\d)/g, '$&-'),
  'with a hyphen after each digit': (card) => [...card].join('-'),
}

/** Places for a text, as requests. Some are right, most are refused; none may be refused with the card in it. */
const places: Readonly<Record<string, (text: string) => Partial<ClientRequest>>> = {
  apiOperation: (text) => ({ body: { apiOperation: text } }),
  currency: (text) => ({ body: verifyBody({ order: { currency: text } }) }),
  amount: (text) => ({ body: verifyBody({ order: { currency: 'USD', amount: text } }) }),
  'an amount that is a number': (text) => ({
    bytes: `{"apiOperation":"VERIFY","order":{"currency":"USD","amount":${text.replaceAll(/\D/g, '')}}}`,
  }),
  'a quantity': (text) => ({
    bytes: JSON.stringify(
      verifyBody({ order: { currency: 'USD', item: [{ name: 'a', quantity: '*', unitPrice: '1' }] } }),
    ).replace('"*"', `-${BigInt(text.replaceAll(/\D/g, ''))}`),
  }),
  'a reference that is too long': (text) => ({
    body: verifyBody({ order: { currency: 'USD', reference: text.padEnd(41, '.') } }),
  }),
  'a reference in front of letters': (text) => ({
    body: verifyBody({ order: { currency: 'USD', reference: text.padStart(141, 'x') } }),
  }),
  country: (text) => ({ body: verifyBody({ billing: { address: { country: text } } }) }),
  street: (text) => ({ body: verifyBody({ billing: { address: { street: `${text} \0` } } }) }),
  email: (text) => ({ body: verifyBody({ customer: { email: text } }) }),
  phone: (text) => ({ body: verifyBody({ customer: { phone: text } }) }),
  'an address of a device': (text) => ({ body: verifyBody({ device: { ipAddress: text } }) }),
  'a source': (text) => ({ body: verifyBody({ transaction: { source: text } }) }),
  'a user': (text) => ({ body: verifyBody({ userId: text.padEnd(300) }) }),
  'a card number': (text) => ({ body: verifyBody({ sourceOfFunds: { provided: { card: { number: `${text}x` } } } }) }),
  'a security code': (text) => ({
    body: verifyBody({ sourceOfFunds: { provided: { card: { number: cards[0], securityCode: text } } } }),
  }),
  'an expiry month': (text) => ({
    body: verifyBody({ sourceOfFunds: { provided: { card: { expiry: { month: text, year: text } } } } }),
  }),
  'a token': (text) => ({ body: verifyBody({ sourceOfFunds: { token: text } }) }),
  'a session': (text) => ({ body: verifyBody({ session: { id: text, version: text } }) }),
  'a kind of source': (text) => ({ body: verifyBody({ sourceOfFunds: { type: text } }) }),
  'custom data': (text) => ({ body: verifyBody({ transaction: { acquirer: { customData: text } } }) }),
  'a name': (text) => ({ body: verifyBody({ [text]: 1 }) }),
  'a name in a group': (text) => ({ body: verifyBody({ order: { currency: 'USD', [text]: 1 } }) }),
  'a name in a list': (text) => ({
    body: verifyBody({ order: { currency: 'USD', item: [{ name: 'a', quantity: 1, unitPrice: '1', [text]: 1 }] } }),
  }),
  'a name of a custom field': (text) => ({ body: verifyBody({ order: { currency: 'USD', custom: { [text]: '' } } }) }),
  'a value of a custom field': (text) => ({
    body: verifyBody({ order: { currency: 'USD', custom: { a: text.padEnd(251) } } }),
  }),
  'malformed JSON': (text) => ({ bytes: `{"${text}":"${text}" "${text}"` }),
  'no JSON': (text) => ({ bytes: text }),
  'a parameter': (text) => query(`${encodeURIComponent(text)}=1`),
  'a parameter in a group': (text) => query(`responseControls.${encodeURIComponent(text)}=1`),
  'a parameter given twice': (text) => query(`${encodeURIComponent(text)}=1&${encodeURIComponent(text)}=2`),
  'a group given as a value': (text) => query(`${encodeURIComponent(text)}=1&${encodeURIComponent(text)}.a=2`),
  'a value given as a group': (text) => query(`a.${encodeURIComponent(text)}.b=1&a.${encodeURIComponent(text)}=2`),
  'a value of a parameter': (text) => query(`responseControls.sensitiveData=${encodeURIComponent(text.padEnd(60))}`),
  'an order id': (text) => ({ method: 'GET', path: apiPath(`/order/${encodeURIComponent(text)}`) }),
  'a transaction id': (text) => ({ method: 'GET', path: apiPath(`/order/1/transaction/${encodeURIComponent(text)}`) }),
  'an id that is too long': (text) => ({
    path: apiPath(`/order/${encodeURIComponent(text.padEnd(41))}/transaction/1`),
  }),
  'a version': (text) => ({ path: apiPath('/order/1/transaction/1', { version: encodeURIComponent(text) }) }),
  'a version to be informed of': (text) => ({
    method: 'GET',
    path: `/api/rest/version/${encodeURIComponent(text)}/information`,
  }),
  'a merchant': (text) => ({ path: apiPath('/order/1/transaction/1', { merchant: encodeURIComponent(text) }) }),
  'a path': (text) => ({ method: 'GET', path: apiPath(`/${encodeURIComponent(text)}`) }),
  'a malformed path': (text) => ({ method: 'GET', path: apiPath(`/order/${encodeURIComponent(text)}%zz`) }),
}

function query(text: string): Partial<ClientRequest> {
  return { method: 'GET', path: apiPath(`/order/1?${text}`) }
}

/** The check-digit rule, written again: the test must not trust the code under test. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, letter, index) => {
    const weighted = index % 2 === 0 ? Number(letter) : 2 * Number(letter)
    return total + (weighted > 9 ? weighted - 9 : weighted)
  }, 0)
  return sum % 10 === 0
}

function assertNoAccountNumber(text: string, about: string): void {
  for (const [run] of text.matchAll(/\d(?:[ -]?\d){11,}/g)) {
    const digits = run.replaceAll(/[ -]/g, '')
    for (let start = 0; start + 12 <= digits.length; start += 1) {
      for (let length = 12; length <= Math.min(19, digits.length - start); length += 1) {
        const part = digits.slice(start, start + length)
        // Zeros alone are not a card number: the bound 1000000000000 in an explanation holds twelve of them.
        assert.ok(/^0+$/.test(part) || !hasCheckDigit(part), `${text} (${about})`)
      }
    }
  }
}

describe('a card number', () => {
  async function assertNotRepeated(place: string, text: string, card: string): Promise<'refused' | 'taken'> {
    const response = await ask(places[place]?.(text) ?? {})
    const about = `${JSON.stringify(text)} as ${place}`
    assert.ok([200, 201, 400, 401, 404].includes(response.status), `${response.text} ${about}`)
    if (response.status < 400) return 'taken'
    const { explanation, field = '' } = assertErrorShape(response, about)
    assertNoAccountNumber(explanation, about)
    assertNoAccountNumber(field, about)
    assert.ok(!`${explanation} ${field}`.replaceAll(/[ -]/g, '').includes(card), about)
    return 'refused'
  }

  for (const place of Object.keys(places)) {
    it(`is not repeated when it is sent as ${place}`, async () => {
      const [card = ''] = cards
      const results = new Set<string>()
      for (const spell of Object.values(spellings)) results.add(await assertNotRepeated(place, spell(card), card))
      assert.ok(results.has('refused'), 'the place is one where requests are refused')
    })
  }

  it('is not repeated wherever it stands and whatever stands around it', async () => {
    const around = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.stringMatching(/^[0-9]{0,9}$/),
      fc.constantFrom('', ' ', '-', '4', '0000', 'Ref. ', '😀', '\t', '"'),
    )
    const property = fc.asyncProperty(
      fc.constantFrom(...Object.keys(places)),
      fc.constantFrom(...cards),
      fc.constantFrom(...Object.values(spellings)),
      around,
      around,
      async (place, card, spell, before, after) => {
        await assertNotRepeated(place, `${before}${spell(card)}${after}`, card)
      },
    )
    await fc.assert(property, { numRuns: 600 })
  })
})

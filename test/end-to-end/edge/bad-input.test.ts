// Requests that are HTTP but make no sense: each is refused in the error shape, by name, and does no harm.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertErrorShape } from '../../support/checks/error-shape.ts'
import {
  type ApiResponse,
  apiPath,
  type Body,
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
after(async () => {
  const { status } = await send(gateway.listeners.httpUrl ?? '', { path: '/health/ready' })
  assert.equal(status, 200, 'the gateway is as ready as before')
})

const request = (bytes: string | Buffer) => {
  return { method: 'PUT', path: apiPath(`/order/${newOrderId()}/transaction/1`), bytes }
}

/** The bytes as the body of a PUT, handed to the server in this process. */
function put(bytes: string | Buffer): Promise<ApiResponse> {
  return inject(gateway.server, request(bytes))
}

function putOverSocket(bytes: string | Buffer): Promise<ApiResponse> {
  return send(gateway.listeners.httpUrl ?? '', request(bytes))
}

function get(path: string): Promise<ApiResponse> {
  return send(gateway.listeners.httpUrl ?? '', { path })
}

/** A request that would be right but for what is put in place of a mark. */
function withText(mark: string, text: string, body: object): string {
  return JSON.stringify(body).replace(JSON.stringify(mark), () => text)
}

async function refusalOf(sent: Promise<ApiResponse>, about?: string): Promise<Body> {
  const response = await sent
  assert.equal(response.status, 400, about ?? response.text)
  return assertErrorShape(response, about)
}

describe('malformed JSON', () => {
  const texts: readonly (readonly [text: string, line: number, character: number])[] = [
    ['{', 1, 2],
    ['}', 1, 1],
    ['[', 1, 2],
    ['{"a"', 1, 5],
    ['{"a":', 1, 6],
    ['{"a":}', 1, 6],
    ['{"a":1', 1, 7],
    ['{"a":1,', 1, 8],
    ['{"a":1,}', 1, 8],
    ['{,}', 1, 2],
    ['{"a" 1}', 1, 6],
    ['{"a":1 "b":2}', 1, 8],
    ["{'a':1}", 1, 2],
    ['{a:1}', 1, 2],
    ['{1:1}', 1, 2],
    ['{"a":01}', 1, 7],
    ['{"a":1.}', 1, 7],
    ['{"a":.5}', 1, 6],
    ['{"a":+1}', 1, 6],
    ['{"a":-}', 1, 6],
    ['{"a":1e}', 1, 7],
    ['{"a":0x1F}', 1, 7],
    ['{"a":1_000}', 1, 7],
    ['{"a":NaN}', 1, 6],
    ['{"a":Infinity}', 1, 6],
    ['{"a":undefined}', 1, 6],
    ['{"a":tru}', 1, 6],
    ['{"a":True}', 1, 6],
    ['{"a":nul}', 1, 6],
    ['{"a":"\\x"}', 1, 7],
    ['{"a":"\\u12"}', 1, 7],
    ['{"a":"\\u12g4"}', 1, 7],
    ['{"a":1}}', 1, 8],
    ['{"a":1} x', 1, 9],
    ['{"a":1}{"b":2}', 1, 8],
    ['{"a":[1,]}', 1, 9],
    ['{"a":[1 2]}', 1, 9],
    ['{"a":[1}', 1, 8],
    ['{"a":[,1]}', 1, 7],
    ['// {}', 1, 1],
    ['{"a":1 /* b */}', 1, 8],
    ['# {}', 1, 1],
    ['<a/>', 1, 1],
    ['apiOperation=VERIFY', 1, 1],
    ['\u00a0{}', 1, 1],
    ['{\u00a0}', 1, 2],
    ['{\n  "a": 1,\n  "b": \n}', 4, 1],
    ['{\r\n"a":x}', 2, 5],
    ['\n\n\n  {"a"}', 4, 7],
  ]
  for (const [text, line, character] of texts) {
    it(`${JSON.stringify(text)} is refused at character ${character} of line ${line}`, async () => {
      const { explanation, field } = await refusalOf(put(text))
      assert.match(explanation, new RegExp(`^Malformed JSON at character ${character} of line ${line}: [a-z ,]+\\.$`))
      assert.equal(field, undefined)
    })
  }

  it('is refused in the same way over a socket', async () => {
    const { explanation } = await refusalOf(putOverSocket('{"a":\n}'))
    assert.match(explanation, /^Malformed JSON at character 1 of line 2: /)
  })

  it('with a text that is not closed, or holds a control character, is refused somewhere in that text', async () => {
    for (const text of ['{"a":"x}', '{"a":"\\n', '{"a":"tab\there"}', '{"a":"line\nhere"}', '{"a":"nul\0here"}']) {
      const { explanation } = await refusalOf(put(text), text)
      const [, character] = /^Malformed JSON at character (\d+) of line 1: a text /.exec(explanation) ?? []
      assert.ok(Number(character) >= 6 && Number(character) <= 11, explanation)
    }
  })

  it('that is JSON but not an object is refused', async () => {
    for (const text of ['[[]]', '[{}]', '"text"', '1', 'true', 'false', 'null']) {
      const { explanation, field } = await refusalOf(put(text), text)
      assert.deepEqual([explanation, field], ['The request must be a JSON object.', undefined])
    }
  })

  it('may be long: the position is found at the end of 250,000 characters', async () => {
    const { explanation } = await refusalOf(put(`{"a":"${'x'.repeat(249_000)}",\n"b":?}`))
    assert.match(explanation, /^Malformed JSON at character 5 of line 2: /)
  })

  it('with a member that occurs twice is refused, however it is spelled', async () => {
    const repeated: readonly (readonly [text: string, character: number])[] = [
      ['{"a":1,"a":1}', 8],
      ['{"a":1,"a":null}', 8],
      ['{"a":null,"a":1}', 11],
      ['{"a":{},"a":{}}', 9],
      ['{"a":1,"\\u0061":2}', 8],
      ['{"":1,"":1}', 7],
      ['{"order":{"currency":"USD","currency":"EUR"}}', 28],
      ['{"order":{"currency":"USD"},"order":{"amount":"1"}}', 29],
      ['{"x":[{"a":1,"a":2}]}', 14],
      ['{"__proto__":1,"__proto__":2}', 16],
      ['{"constructor":1,"constructor":2}', 18],
    ]
    for (const [text, character] of repeated) {
      const { explanation } = await refusalOf(put(text), text)
      assert.equal(explanation, `Malformed JSON at character ${character} of line 1: a member occurs twice.`)
    }
  })

  it('nested too deeply is refused, and 32 levels are not too deep', async () => {
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
    const listed = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
    for (const make of [nested, listed]) {
      const deep = withText('*', make(31), verifyBody({ zebra: '*' }))
      assert.deepEqual((await refusalOf(put(deep))).field, 'zebra')
      for (const levels of [33, 100, 1000]) {
        assert.match(
          (await refusalOf(put(make(levels)))).explanation,
          /^Malformed JSON at character \d+ of line 1: .*deep/,
        )
      }
    }
    for (const unclosed of ['['.repeat(100_000), '{"a":'.repeat(50_000), '[{"a":'.repeat(40_000)]) {
      assert.match((await refusalOf(put(unclosed), 'unclosed')).explanation, /nested more than 32 deep/)
    }
  })
})

describe('bytes that are not UTF-8', () => {
  const bytes: Readonly<Record<string, string>> = {
    'a lone continuation': '80',
    'a byte that UTF-8 never has': 'ff',
    'another one': 'c0',
    'an overlong slash': 'c0af',
    'a longer overlong slash': 'e080af',
    'half of a surrogate pair': 'eda080',
    'a character beyond Unicode': 'f4908080',
    'a character that is cut off': 'e282',
    'Latin-1': 'fc',
  }
  for (const [name, hex] of Object.entries(bytes)) {
    it(`${name}: refused wherever it stands`, async () => {
      const damage = Buffer.from(hex, 'hex')
      for (const mark of ['VERIFY', 'USD', 'apiOperation']) {
        const [before = '', after = ''] = JSON.stringify(verifyBody()).split(mark)
        const body = Buffer.concat([Buffer.from(before), damage, Buffer.from(mark + after)])
        const { explanation, field } = await refusalOf(put(body), `${name} ${mark}`)
        assert.deepEqual([explanation, field], ['The request is not valid UTF-8.', undefined])
      }
    })
  }

  it('but UTF-16 are refused, with and without a byte order mark', async () => {
    const text = JSON.stringify(verifyBody())
    await refusalOf(put(Buffer.from(`\ufeff${text}`, 'utf16le')))
    await refusalOf(put(Buffer.from(text, 'utf16le')))
  })
})

describe('characters that no field may hold', () => {
  const wrong = ['\\u0000', 'a\\u0000b', '\\ud800', 'a\\udfffb', '\\udc00\\ud800', '\\ud83d\\ud83d\\ude00']
  const places: readonly (readonly [field: string, body: object])[] = [
    ['order.reference', verifyBody({ order: { currency: 'USD', reference: '*' } })],
    ['order.currency', verifyBody({ order: { currency: '*' } })],
    ['order.custom.colour', verifyBody({ order: { currency: 'USD', custom: { colour: '*' } } })],
    ['billing.address.street', verifyBody({ billing: { address: { street: '*' } } })],
    ['correlationId', verifyBody({ correlationId: '*' })],
    ['apiOperation', verifyBody({ apiOperation: '*' })],
    [
      'sourceOfFunds.provided.card.nameOnCard',
      verifyBody({ sourceOfFunds: { provided: { card: { nameOnCard: '*' } } } }),
    ],
    ['sourceOfFunds.provided.card.number', verifyBody({ sourceOfFunds: { provided: { card: { number: '*' } } } })],
  ]
  for (const [field, body] of places) {
    it(`NUL and halves of surrogate pairs are INVALID in ${field}`, async () => {
      for (const text of wrong) {
        const error = await refusalOf(put(withText('*', `"${text}"`, body)), text)
        assert.deepEqual([error.field, error.validationType], [field, 'INVALID'], text)
      }
    })
  }

  it('NUL and halves of surrogate pairs in a name are shown as the replacement character', async () => {
    for (const [text, shown] of [
      ['a\\u0000b', 'a\ufffdb'],
      ['\\ud800', '\ufffd'],
      ['x\\udc00y', 'x\ufffdy'],
      ['line\\u000afeed', 'line\ufffdfeed'],
      ['\\u001b[31m', '\ufffd[31m'],
    ] as const) {
      const error = await refusalOf(put(withText('*', `"${text}"`, verifyBody({ order: { currency: 'USD', '*': 1 } }))))
      assert.deepEqual([error.field, error.validationType], [`order.${shown}`, 'UNSUPPORTED'], text)
    }
  })

  it('a field with an empty name is named all the same', async () => {
    for (const [body, field] of [
      [verifyBody({ '': 1 }), "''"],
      [verifyBody({ order: { currency: 'USD', '': 1 } }), "order.''"],
      [verifyBody({ order: { currency: 'USD', custom: { '': 'x' } } }), "order.custom.''"],
    ] as const) {
      assert.equal((await refusalOf(put(JSON.stringify(body)))).field, field)
    }
    assert.equal((await refusalOf(get(apiPath('/order/1?=1')))).field, "''")
    assert.equal((await refusalOf(get(apiPath('/order/1?=1&=2')))).field, "''")
  })
})

describe('names that every JavaScript object has', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'toJSON', 'then']
  const places: readonly (readonly [prefix: string, body: (more: object) => object])[] = [
    ['', (more) => verifyBody(more)],
    ['order.', (more) => verifyBody({ order: { currency: 'USD', ...more } })],
    ['billing.address.', (more) => verifyBody({ billing: { address: { city: 'Graz', ...more } } })],
    ['order.item[1].', (more) => verifyBody({ order: { currency: 'USD', item: [line, { ...line, ...more }] } })],
    [
      'sourceOfFunds.provided.card.expiry.',
      (more) => verifyBody({ sourceOfFunds: { provided: { card: { expiry: { month: '1', year: '39', ...more } } } } }),
    ],
  ]
  const line = { name: 'Tea', quantity: 1, unitPrice: '1' }

  for (const [prefix, body] of places) {
    it(`are members like any other in ${prefix || 'the request'}: unsupported`, async () => {
      for (const name of names) {
        for (const value of ['1', '"x"', '{"polluted":"yes"}', '[{"polluted":"yes"}]', '[]']) {
          const text = JSON.stringify(body({ '*': '*' })).replace('"*":"*"', () => `"${name}":${value}`)
          const error = await refusalOf(put(text), text)
          assert.deepEqual([error.field, error.validationType], [`${prefix}${name}`, 'UNSUPPORTED'])
        }
      }
      assert.equal(({} as Record<string, unknown>)['polluted'], undefined)
    })
  }

  it('count as absent when they are null or hold nothing', async () => {
    for (const value of ['null', '{}', '{"a":null}']) {
      const text = JSON.stringify(verifyBody({ '*': '*' })).replace('"*":"*"', () => `"__proto__":${value}`)
      assert.equal((await put(text)).status, 201, value)
    }
  })

  it('may be names of custom fields when they consist of letters, and are returned as sent', async () => {
    const custom = Object.fromEntries(names.filter((name) => name !== '__proto__').map((name) => [name, `my ${name}`]))
    const { status, body } = await put(JSON.stringify(verifyBody({ order: { currency: 'USD', custom } })))
    assert.equal(status, 201)
    assert.deepEqual(body.order.custom, custom)
    const text = JSON.stringify(verifyBody({ order: { currency: 'USD', custom: { '*': 'x' } } }))
    const error = await refusalOf(put(text.replace('"*"', '"__proto__"')))
    assert.deepEqual([error.field, error.validationType], ['order.custom.__proto__', 'INVALID'])
  })

  it('are parameters like any other in a query', async () => {
    for (const name of names) {
      for (const query of [`${name}=1`, `${name}.a=1`, `responseControls.${name}=1`, `${name}.${name}.${name}=1`]) {
        const error = await refusalOf(get(apiPath(`/order/1?${query}`)), query)
        assert.match(error.field, new RegExp(name))
        assert.equal(error.validationType, 'UNSUPPORTED')
      }
    }
  })
})

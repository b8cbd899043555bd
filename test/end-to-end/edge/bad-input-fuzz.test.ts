// A right request, changed at random: the response is a result or a refusal by name, never a failure of the gateway.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../../support/builders/any-character.ts'
import { assertErrorShape } from '../../support/checks/error-shape.ts'
import {
  type ApiResponse,
  apiPath,
  cardSource,
  inject,
  newOrderId,
  send,
  verifyBody,
} from '../../support/clients/client.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let gateway: TestGateway
before(async () => {
  // Some changes choose a card whose acquirer stays silent; it is not waited for long.
  gateway = await startGateway({ TOLLGATE_ACQUIRER_TIMEOUT_MS: '50' })
})
after(() => gateway.stop())

/** JSON that may have a member twice and numbers of any length. */
type Node = { readonly members: readonly Member[] } | { readonly items: readonly Node[] } | { readonly text: string }
type Member = readonly [name: string, value: Node]

function nodeOf(value: unknown): Node {
  if (Array.isArray(value)) return { items: value.map(nodeOf) }
  if (typeof value !== 'object' || value === null) return { text: JSON.stringify(value) }
  return { members: Object.entries(value).map(([name, member]): Member => [name, nodeOf(member)]) }
}

function write(node: Node): string {
  if ('text' in node) return node.text
  if ('items' in node) return `[${node.items.map(write).join()}]`
  return `{${node.members.map(([name, value]) => `${JSON.stringify(name)}:${write(value)}`).join()}}`
}

function size(node: Node): number {
  if ('text' in node) return 1
  const children = 'items' in node ? node.items : node.members.map(([, value]) => value)
  return 1 + children.reduce((sum, child) => sum + size(child), 0)
}

type Change =
  | { readonly kind: 'REPLACE'; readonly by: Node }
  | { readonly kind: 'DELETE' }
  | { readonly kind: 'ADD'; readonly name: string; readonly value: Node }
  | { readonly kind: 'DUPLICATE' }
  | { readonly kind: 'RENAME'; readonly name: string }

/** The tree with the change made at the node of that number, counted from the root on. */
function changed(root: Node, number: number, change: Change): Node {
  let at = 0
  const walkMember = ([name, value]: Member): readonly Member[] => {
    if (at !== number) return [[name, walk(value)]]
    at += size(value)
    switch (change.kind) {
      case 'REPLACE':
        return [[name, change.by]]
      case 'DELETE':
        return []
      case 'DUPLICATE':
        return [
          [name, value],
          [name, value],
        ]
      case 'RENAME':
        return [[change.name, value]]
      case 'ADD':
        return 'members' in value
          ? [[name, { members: [...value.members, [change.name, change.value]] }]]
          : [
              [name, value],
              [change.name, change.value],
            ]
    }
  }
  const walk = (node: Node): Node => {
    at += 1
    if ('text' in node) return node
    if ('items' in node) return { items: node.items.flatMap((item) => walkMember(['', item]).map(([, each]) => each)) }
    return { members: node.members.flatMap(walkMember) }
  }
  return walk(root)
}

const rich = verifyBody({
  sourceOfFunds: cardSource({ nameOnCard: 'Jo March' }),
  order: {
    currency: 'USD',
    amount: '10.50',
    reference: 'r-1',
    custom: { colour: 'blue', size: 'XL' },
    item: [{ name: 'Tea', quantity: 3, unitPrice: '3.50', sku: 's' }],
    subMerchant: { identifier: 'sub', tradingName: 'Shop', address: { city: 'Graz', country: 'AUT' } },
    notificationUrl: 'https://shop.example/hook',
    tax: [{ amount: '1', type: 'VAT' }],
  },
  billing: { address: { city: 'Graz', country: 'AUT', postcodeZip: '8010', street: '22 Yankee St' } },
  customer: { email: 'jo@example.com', firstName: 'Jo', phone: '+43 316 0' },
  device: { browser: 'Browser/1.0', ipAddress: '192.0.2.1' },
  shipping: { address: { city: 'Wien' }, contact: { firstName: 'Ann' } },
  transaction: { merchantNote: 'note', source: 'INTERNET', acquirer: { customData: 'data' } },
  risk: { bypassMerchantRiskRules: 'ALL' },
  correlationId: 'c-1',
  partnerSolutionId: 'p',
  userId: 'u',
})

const oddText = fc.constantFrom(
  ...['', ' ', '\0', '\ud800', '😀', '0', '-1', '1e9', 'null', 'true', '../..', "' or 1=1 --", '<script>', '%s%n'],
  ...[
    '__proto__',
    'constructor',
    'x'.repeat(300),
    '٣',
    '1.0000000001',
    '2026-02-30',
    'https://',
    '\u202e',
    '5123450000000008',
  ],
)
const oddNumber = fc.constantFrom('0', '-0', '1e400', '9'.repeat(400), '0.1', '-1', '1E-9', '12345678901234567890')
const value: fc.Arbitrary<Node> = fc.oneof(
  oddText.map(nodeOf),
  fc.string({ unit: anyCharacter }).map(nodeOf),
  oddNumber.map((text): Node => ({ text })),
  fc.constantFrom('null', 'true', 'false', '[]', '{}', '[null]', '[[]]', '[{}]').map((text): Node => ({ text })),
  fc.jsonValue({ maxDepth: 4 }).map(nodeOf),
)
const known = ['apiOperation', 'order', 'currency', 'amount', 'card', 'number', 'address', 'session', 'token', 'id']
const name = fc.oneof(
  oddText,
  fc.string({ unit: anyCharacter }),
  fc.constantFrom(...known, 'item', 'custom', 'expiry', 'type'),
)
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: value.map((by): Change => ({ kind: 'REPLACE', by })) },
  { weight: 1, arbitrary: fc.constant<Change>({ kind: 'DELETE' }) },
  {
    weight: 2,
    arbitrary: fc.tuple(name, value).map(([added, of]): Change => ({ kind: 'ADD', name: added, value: of })),
  },
  { weight: 1, arbitrary: fc.constant<Change>({ kind: 'DUPLICATE' }) },
  { weight: 1, arbitrary: name.map((to): Change => ({ kind: 'RENAME', name: to })) },
)
const changes = fc.array(fc.tuple(fc.nat(), change), { minLength: 1, maxLength: 3 })

/** Refusals that are about the request as a whole, or about something it only refers to. */
const withoutField = /^(Malformed JSON at character \d+ of line 1: |There is no (session|token) with this id\.$)/

function assertAnswered(response: ApiResponse, sent: string): 'taken' | 'refused' {
  if (response.status === 200 || response.status === 201) {
    assert.ok(['SUCCESS', 'FAILURE', 'PENDING', 'UNKNOWN'].includes(response.body.result), response.text)
    return 'taken'
  }
  assert.equal(response.status, 400, `${response.text}\n${sent}`)
  const { cause, field, explanation } = assertErrorShape(response, `${response.text}\n${sent}`)
  assert.equal(cause, 'INVALID_REQUEST')
  assert.ok(field !== undefined || withoutField.test(explanation), `${response.text}\n${sent}`)
  return 'refused'
}

describe('a valid request that is changed at random', () => {
  for (const version of [33, 50, 100]) {
    it(`gets a result or is refused by name in version ${version}, and the gateway stays ready`, async () => {
      // What this version does not have is taken out first, so that the changes are what is refused.
      const root = nodeOf(version === 100 ? rich : verifyBody({ billing: { address: { city: 'Graz' } } }))
      const seen = { taken: 0, refused: 0 }
      const property = fc.asyncProperty(changes, async (all) => {
        const body = write(
          all.reduce((node, [number, each]) => changed(node, 1 + (number % (size(node) - 1)), each), root),
        )
        const path = apiPath(`/order/${newOrderId()}/transaction/1`, { version })
        const response = await inject(gateway.server, { method: 'PUT', path, bytes: body })
        seen[assertAnswered(response, body)] += 1
      })
      await fc.assert(property, { numRuns: version === 100 ? 500 : 150 })
      assert.ok(seen.refused > 50, JSON.stringify(seen))
      // Few members can be changed in the short request of older versions, so that a run may refuse all of them.
      if (version === 100) assert.ok(seen.taken > 0, JSON.stringify(seen))
      assert.equal((await send(gateway.listeners.httpUrl ?? '', { path: '/health/ready' })).status, 200)
    })
  }

  it('is accepted when nothing is changed', async () => {
    const path = apiPath(`/order/${newOrderId()}/transaction/1`)
    const { status, text } = await send(gateway.listeners.httpUrl ?? '', {
      method: 'PUT',
      path,
      bytes: write(nodeOf(rich)),
    })
    assert.equal(status, 201, text)
  })
})

describe('a query of random parameters', () => {
  it('gets the order or is refused by name', async () => {
    const orderId = newOrderId()
    const url = gateway.listeners.httpUrl ?? ''
    await send(url, { method: 'PUT', path: apiPath(`/order/${orderId}/transaction/1`), body: verifyBody() })
    const part = fc.oneof(
      oddText,
      fc.string({ unit: anyCharacter }),
      fc.constantFrom('correlationId', 'a.b', 'a', '.', 'a..b'),
    )
    const pairs = fc.array(fc.tuple(part, part), { maxLength: 4 })
    const property = fc.asyncProperty(pairs, async (all) => {
      const parameters = all.map((pair) => pair.map((each) => encodeURIComponent(each.toWellFormed())).join('='))
      const query = parameters.join('&')
      assertAnswered(await send(url, { path: apiPath(`/order/${orderId}?${query}`), isKeptAlive: true }), query)
    })
    await fc.assert(property, { numRuns: 300 })
  })
})

describe('a path of random parts', () => {
  it('leads to a result or a refusal, never to a failure', async () => {
    const part = fc.oneof(
      oddText,
      fc.string({ unit: anyCharacter }),
      fc.constantFrom('order', 'transaction', '1', '100', '..'),
    )
    const property = fc.asyncProperty(fc.array(part, { maxLength: 5 }), fc.boolean(), async (parts, isRaw) => {
      const encode = (text: string) =>
        isRaw ? text.replaceAll(/[^!-~]|[?#]/gu, '') : encodeURIComponent(text.toWellFormed())
      const path = apiPath(`/${parts.map(encode).join('/')}`)
      const response = await send(gateway.listeners.httpUrl ?? '', { path, isKeptAlive: true })
      assert.ok([200, 400, 401, 404, 405].includes(response.status), `${response.status} ${path}`)
      if (response.status !== 200) assertErrorShape(response, path)
    })
    await fc.assert(property, { numRuns: 300 })
  })
})

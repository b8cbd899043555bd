// What the gateway serves below /docs, as browsers, generators and strangers ask for it.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { Validator } from '@seriousme/openapi-schema-validator'
import { versions } from '../../../src/contract/operation.ts'
import { rejectionSentences } from '../../../src/contract/reference/descriptions/result-codes.ts'
import { gatewayCodes } from '../../../src/kernel/gateway-code.ts'
import { catalogue } from '../../../src/requests/catalogue.ts'
import { type ApiResponse, type ClientRequest, send } from '../../support/clients/client.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await sharedGateway()
})

function get(path: string, sent: Partial<ClientRequest> = {}): Promise<ApiResponse> {
  return send(gateway.listeners.httpsUrl, { path, login: null, ...sent })
}

/** The first and the last version of each step of the contract; those between differ from them in nothing but their number. */
const steps = new Set(catalogue.flatMap((operation) => Object.keys(operation.versions).map(Number)))
const everyStep = [...new Set([...steps, ...[...steps].map((step) => step - 1), versions.newest])]
  .filter((version) => version >= versions.oldest)
  .toSorted((a, b) => a - b)

describe('the OpenAPI documents', () => {
  it('are there and valid at every step of the contract', async () => {
    const validator = new Validator()
    const known = new Set<string>()
    for (const version of everyStep) {
      const { status, headers, text, body } = await get(`/docs/openapi/${version}.json`)
      assert.deepEqual([status, headers['content-type']], [200, 'application/json;charset=UTF-8'])
      assert.ok(Object.keys(body.paths).every((path) => path.startsWith(`/api/rest/version/${version}/`)))
      // Most versions differ from the one before in nothing but their number.
      const withoutNumber = text.replaceAll(`version/${version}/`, '').replace(/"info":{[^}]*}/, '')
      if (known.has(withoutNumber)) continue
      known.add(withoutNumber)
      const { valid, errors } = await validator.validate(body)
      assert.ok(valid, `version ${version}: ${JSON.stringify(errors)}`)
    }
    assert.ok(known.size > 3 && known.size < 30, `${known.size} different documents`)
  })

  it('may be read from pages of other origins', async () => {
    const { headers } = await get('/docs/openapi/100.json')
    assert.equal(headers['access-control-allow-origin'], '*')
  })
})

describe('the reference documents', () => {
  it('list the same operations as OpenAPI does, in themes, at every step of the contract', async () => {
    for (const version of everyStep) {
      const { status, body } = await get(`/docs/reference/${version}.json`)
      assert.equal(status, 200)
      const listed = body.themes.flatMap((theme: { operations: string[] }) => theme.operations)
      const names = body.operations.map(({ name }: { name: string }) => name)
      assert.deepEqual(listed.toSorted(), names.toSorted())
      const rowCount = body.rows.length
      for (const { name, request, answer, example } of body.operations) {
        const rows: readonly { row: number }[] = [...request.rows, ...answer.rows]
        assert.ok(
          rows.every(({ row }) => row < rowCount),
          name,
        )
        assert.ok(example.merchantId, name)
      }
    }
  })

  it('list the changes from one step to the next', async () => {
    const { body } = await get('/docs/reference/50.json')
    const verify = body.operations.find(({ name }: { name: string }) => name === 'VERIFY')
    const entry = (field: string) =>
      verify.request.rows.find(({ row }: { row: number }) => body.rows[row].name === field)
    assert.deepEqual([verify.steps.includes(33), verify.step], [true, 50])
    assert.equal(entry('agreement.id').since, 50)
    assert.equal(entry('order.currency').since, undefined)

    const last = await get('/docs/reference/99.json')
    const { request } = last.body.operations.find(({ name }: { name: string }) => name === 'VERIFY')
    const removed = request.rows.find(({ row }: { row: number }) => last.body.rows[row].name === 'currencyConversion')
    assert.equal(removed.until, 99)
  })
})

describe('what is also accepted', () => {
  interface Described {
    readonly name: string
    readonly alsoAccepted: readonly {
      readonly name: string
      readonly versions: readonly [first: number, last: number]
      readonly why: string
    }[]
  }

  it('is listed for each operation in the versions that accept it', async () => {
    const namesIn = async (version: number, operation: string) => {
      const { body } = await get(`/docs/reference/${version}.json`)
      const described = (body.operations as readonly Described[]).find(({ name }) => name === operation)
      const rows = described?.alsoAccepted ?? []
      for (const { name, versions, why } of rows) {
        assert.ok(versions[0] <= version && version <= versions[1], name)
        assert.match(why, /\.$/, name)
      }
      return rows.map(({ name }) => name)
    }
    for (const name of ['transaction.amount', 'sourceOfFunds.session', 'shipping.phone', 'order.item'])
      assert.ok((await namesIn(15, 'PAY')).includes(name), name)
    assert.ok(!(await namesIn(18, 'PAY')).includes('transaction.amount'))
    assert.ok((await namesIn(100, 'PAY')).includes('transaction.frequency'))
    assert.ok(!(await namesIn(99, 'PAY')).includes('transaction.frequency'))
    assert.deepEqual(await namesIn(100, 'DELETE_TOKEN'), [])
  })
})

describe('the guides', () => {
  it('are served as Markdown, every one that is listed, and name only operations that exist', async () => {
    const { body } = await get('/docs/reference/100.json')
    const operations = new Set(catalogue.map(({ name }) => String(name)))
    for (const { name, title } of body.guides) {
      const { status, headers, text } = await get(`/docs/guides/${name}.md`)
      assert.deepEqual([status, headers['content-type']], [200, 'text/markdown;charset=UTF-8'], name)
      assert.match(text, /^# /, title)
      for (const [, operation = ''] of text.matchAll(/<!-- example: (\w+) -->/g)) assert.ok(operations.has(operation))
    }
  })

  it('list every outcome code and every error', async () => {
    const { text: codes } = await get('/docs/guides/gateway-codes.md')
    for (const code of Object.keys(gatewayCodes)) assert.ok(codes.includes(`| \`${code}\` |`), code)
    const { text: errors } = await get('/docs/guides/errors.md')
    for (const sentence of Object.values(rejectionSentences)) assert.ok(errors.includes(sentence), sentence)
  })
})

describe('an address of the reference that is easy to write', () => {
  it('leads to its place on the page', async () => {
    const places = [
      ['/docs/pay', '/100/pay'],
      ['/docs/PAY', '/100/pay'],
      ['/docs/create_or_update_token', '/100/create-or-update-token'],
      ['/docs/61/CAPTURE/answer', '/61/capture/answer'],
      ['/docs/test-cards', '/100/guides/test-cards'],
      ['/docs/61/3-d-secure', '/61/guides/3-d-secure'],
    ] as const
    for (const [path, place] of places) {
      const { status, headers } = await get(path)
      assert.deepEqual([status, headers['location']], [302, `/docs${place}`], path)
      const page = await get(`/docs${place}`)
      assert.deepEqual([page.status, page.headers['content-type']], [200, 'text/html;charset=UTF-8'], place)
    }
    for (const path of ['/docs/100', '/docs/100/choices', '/docs/100/adr/0021', '/docs/15/pay/request/order.amount'])
      assert.equal((await get(path)).status, 200, path)
    const missing = [
      '/docs/14',
      '/docs/14/pay',
      '/docs/x/pay',
      '/docs/61/zebra',
      '/docs/100/pay/zebra',
      '/docs/100/adr/9999',
    ]
    for (const path of [...missing, '/docs/100/guides/zebra', '/docs/pay/answer/x/y'])
      assert.equal((await get(path)).status, 404, path)
  })
})

describe('an address where nothing is', () => {
  const browser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }

  it('is a page for browsers, which leads on, also outside /docs', async () => {
    for (const path of ['/docs/zebra', '/docs/14/pay', '/zebra', '/checkout']) {
      const { status, headers, text } = await get(path, browser)
      assert.deepEqual([status, headers['content-type']], [404, 'text/html;charset=UTF-8'], path)
      assert.match(text, /<h1>Page not found<\/h1>[\s\S]*href="\/docs"[\s\S]*href="\/console"/)
      assert.match(String(headers['content-security-policy']), /default-src 'none'/)
      assert.equal(headers['vary'], 'accept')
    }
  })

  it('is the API’s error for programs, and for everyone below the addresses of the API', async () => {
    assert.equal((await get('/zebra')).body.error.cause, 'INVALID_REQUEST')
    assert.equal((await get('/api/zebra', browser)).body.error.cause, 'INVALID_REQUEST')
  })
})

describe('the words of the guides, for the search of the reference', () => {
  it('are listed by section, with the words that integrators search for', async () => {
    const { body } = await get('/docs/guides.json')
    const sections = body as readonly { guide: string; anchor: string; heading: string; text: string }[]
    for (const [words, guide, anchor] of [
      ['idempotency', 'request-rules', 'idempotency'],
      ['rate limit', 'request-rules', 'rate-limits'],
      ['pagination', 'request-rules', 'pagination'],
      ['signature', 'webhooks', 'signature-verification'],
    ] as const)
      assert.ok(
        sections.some(
          (each) => each.guide === guide && each.anchor === anchor && each.heading.toLowerCase().includes(words),
        ),
        words,
      )
    assert.ok(sections.some(({ guide }) => guide === 'errors'))
    for (const { text } of sections) assert.doesNotMatch(text, /<!--|\]\(/)
  })
})

describe('every response below /docs', () => {
  it('is 404 in the shape of the API for unknown paths', async () => {
    const paths = ['/docs/openapi/14.json', '/docs/openapi/101.json', '/docs/openapi/x.json', '/docs/reference/0.json']
    for (const path of [...paths, '/docs/openapi/100', '/docs/adr/9999.md', '/docs/assets/x/../y', '/docs/zebra']) {
      const { status, body } = await get(path)
      assert.deepEqual([status, body.result, body.error.cause], [404, 'ERROR', 'INVALID_REQUEST'], path)
    }
  })

  it('is given to GET and HEAD only', async () => {
    for (const path of ['/docs', '/docs/openapi/100.json', '/docs/choices.md', '/docs/adr/0021.md']) {
      assert.equal((await get(path, { method: 'HEAD' })).status, 200)
      const { status, headers } = await get(path, { method: 'POST', body: {} })
      assert.deepEqual([status, headers['allow']], [405, 'GET, HEAD'])
    }
  })

  it('has a strict policy', async () => {
    for (const path of [
      '/docs',
      '/docs/',
      '/docs/reference/100.json',
      '/docs/choices.md',
      '/docs/adr/0021.md',
      assetIn(await get('/docs')),
    ]) {
      const { status, headers } = await get(path)
      assert.equal(status, 200)
      const policy = String(headers['content-security-policy'])
      assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/)
      assert.match(policy, /frame-ancestors 'none'/)
      assert.doesNotMatch(policy, /unsafe|\*/)
      assert.deepEqual([headers['referrer-policy'], headers['x-content-type-options']], ['no-referrer', 'nosniff'])
    }
  })

  it('is cached by browsers: parts forever, the rest until it changes', async () => {
    const page = await get('/docs')
    assert.equal(page.headers['cache-control'], 'no-cache')
    const again = await get('/docs', { headers: { 'if-none-match': String(page.headers['etag']) } })
    assert.deepEqual([again.status, again.text], [304, ''])
    const part = assetIn(page)
    assert.match(String((await get(part)).headers['cache-control']), /immutable/)
    // A page of another release asks for its own fingerprint and must not keep ours under it.
    const other = await get(part.replace(/[0-9a-f]{16}/, '0123456789abcdef'))
    assert.deepEqual([other.status, other.headers['cache-control']], [200, 'no-cache'])
  })

  it('is compressed for clients that accept it', async () => {
    const plain = await get('/docs/reference/100.json')
    const none = await get('/docs/reference/100.json', { headers: { 'accept-encoding': 'gzip;q=0, br' } })
    assert.deepEqual([plain.headers['content-encoding'], none.headers['content-encoding']], [undefined, undefined])
    const response = await gateway.server.inject({ url: '/docs', headers: { 'accept-encoding': 'br, gzip' } })
    assert.deepEqual([response.headers['content-encoding'], response.headers['vary']], ['gzip', 'accept-encoding'])
    assert.equal(gunzipSync(response.rawPayload).toString(), (await get('/docs')).text)
  })

  it('contains no password and no key', async () => {
    const { text } = await get('/docs')
    assert.doesNotMatch(text, /sandbox-password|BEGIN/)
  })
})

/** The address of one of the page's parts. */
function assetIn({ text }: ApiResponse): string {
  return /\/docs\/assets\/[0-9a-f]{16}\/app\.js/.exec(text)?.[0] ?? assert.fail('the page names no part')
}

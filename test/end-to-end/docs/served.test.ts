// What the gateway serves below /docs, as browsers, generators and strangers ask for it.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { Validator } from '@seriousme/openapi-schema-validator'
import { catalogue } from '../../../src/contract/catalogue.ts'
import { versions } from '../../../src/contract/operation.ts'
import { rejectionSentences } from '../../../src/contract/reference/descriptions/rejections.ts'
import { gatewayCodes } from '../../../src/domain/payments/gateway-code.ts'
import { type Answer, type ClientRequest, send } from '../../support/clients/client.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await sharedGateway()
})

function get(path: string, sent: Partial<ClientRequest> = {}): Promise<Answer> {
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
    assert.equal(entry('currencyConversion').until, 99)
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
      ['/docs/pay', '#/100/PAY'],
      ['/docs/PAY', '#/100/PAY'],
      ['/docs/create-or-update-token', '#/100/CREATE_OR_UPDATE_TOKEN'],
      ['/docs/61/capture', '#/61/CAPTURE'],
      ['/docs/test-cards', '#/100/guides/test-cards'],
      ['/docs/3-d-secure', '#/100/guides/3-d-secure'],
    ] as const
    for (const [path, hash] of places) {
      const { status, headers } = await get(path)
      assert.deepEqual([status, headers['location']], [302, `/docs${hash}`], path)
    }
    for (const path of ['/docs/14/pay', '/docs/x/pay', '/docs/61/zebra'])
      assert.equal((await get(path)).status, 404, path)
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
function assetIn({ text }: Answer): string {
  return /\/docs\/assets\/[0-9a-f]{16}\/app\.js/.exec(text)?.[0] ?? assert.fail('the page names no part')
}

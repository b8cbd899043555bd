// The security headers of the payer's pages, in every mode.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type FrameMode, originOf, type PageHeaderOptions, pageHeaders } from './page-headers.ts'

const shop = 'https://shop.example'
const modes: readonly FrameMode[] = ['PAGE', 'LIGHTBOX', 'EMBEDDED']

function headersOf(options: Partial<PageHeaderOptions>) {
  const headers = pageHeaders({ frame: 'PAGE', origins: [], formOrigins: [], ...options })
  const directives = new Map(
    (headers['content-security-policy'] ?? '').split('; ').map((each): [string, string] => {
      const [name = '', ...values] = each.split(' ')
      return [name, values.join(' ')]
    }),
  )
  return { headers, directives }
}

suite('the headers of a page', () => {
  for (const frame of modes) {
    test(`${frame}: only the gateway's files run and render, nothing inline, and violations are reported to the gateway`, () => {
      const { headers, directives } = headersOf({ frame, origins: [shop] })
      assert.equal(directives.get('default-src'), "'none'")
      assert.equal(directives.get('script-src'), "'self'")
      assert.equal(directives.get('style-src'), "'self'")
      assert.equal(directives.get('connect-src'), "'self'")
      assert.equal(directives.get('base-uri'), "'none'")
      assert.equal(directives.get('require-trusted-types-for'), "'script'")
      assert.equal(directives.get('report-uri'), '/checkout/reports')
      assert.doesNotMatch(headers['content-security-policy'] ?? '', /unsafe|\*|data:|blob:/)
      assert.equal(headers['referrer-policy'], 'no-referrer')
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['cache-control'], 'no-store')
      assert.match(headers['permissions-policy'] ?? '', /camera=\(\).*geolocation=\(\)/)
    })

    test(`${frame}: a page without a known shop origin may not be framed`, () => {
      const { headers, directives } = headersOf({ frame, origins: [] })
      assert.equal(directives.get('frame-ancestors'), "'none'")
      assert.equal(headers['x-frame-options'], 'DENY')
    })
  }

  test('a page with its own window is never framed, and is isolated from its opener', () => {
    const { headers, directives } = headersOf({ origins: [shop] })
    assert.equal(directives.get('frame-ancestors'), "'none'")
    assert.equal(headers['x-frame-options'], 'DENY')
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
  })

  for (const frame of ['LIGHTBOX', 'EMBEDDED'] as const) {
    test(`${frame}: the shop's origins, and only they, may frame the page, each named once`, () => {
      const { headers, directives } = headersOf({ frame, origins: [shop, 'https://other.example:8443', shop] })
      assert.equal(directives.get('frame-ancestors'), `${shop} https://other.example:8443`)
      assert.equal(headers['x-frame-options'], undefined)
      assert.equal(headers['cross-origin-opener-policy'], undefined)
    })
  }

  test('a form may post to the gateway and redirect to the shop, images come from the gateway only', () => {
    const { directives } = headersOf({ origins: [shop], formOrigins: [shop] })
    assert.equal(directives.get('form-action'), `'self' ${shop}`)
    assert.equal(directives.get('img-src'), "'self'")
    assert.equal(headersOf({}).directives.get('form-action'), "'self'")
  })

  test('the frame of the payer’s bank is that bank’s alone, and no other page has frames', () => {
    const bank = 'https://bank.example'
    const { directives } = headersOf({ frameOrigins: [bank], formOrigins: [bank] })
    assert.equal(directives.get('frame-src'), `'self' ${bank}`)
    assert.equal(directives.get('form-action'), `'self' ${bank}`)
    assert.equal(headersOf({}).directives.has('frame-src'), false)
  })

  test('the page that the bank leaves in its frame may be framed by any document, with or without an origin', () => {
    const { headers, directives } = headersOf({ isForAnyFrame: true })
    assert.equal(directives.has('frame-ancestors'), false)
    assert.equal(headers['x-frame-options'], undefined)
  })

  test('an invalid origin is not put into a header', () => {
    const odd = [
      '*',
      "'unsafe-inline'",
      'https://a.example; script-src *',
      'https://a.example/path',
      'null',
      'x\r\ny',
      '',
    ]
    const { headers, directives } = headersOf({ frame: 'EMBEDDED', origins: odd, formOrigins: odd })
    assert.equal(directives.get('frame-ancestors'), "'none'")
    assert.equal(directives.get('form-action'), "'self'")
    assert.equal(headers['x-frame-options'], 'DENY')
  })

  test('addresses on this machine, by name and number, have origins', () => {
    const local = ['http://localhost:9000', 'http://127.0.0.1:9000', 'http://[::1]:9000']
    assert.equal(headersOf({ formOrigins: local }).directives.get('form-action'), `'self' ${local.join(' ')}`)
  })
})

test('the origin of an address is its scheme, host and port; any other text has none', () => {
  assert.equal(originOf('https://Shop.example:443/back?order=1'), 'https://shop.example')
  assert.equal(originOf('https://shop.example:9443/back'), 'https://shop.example:9443')
  assert.equal(originOf('urn:hostedCheckout:defaultCancelUrl'), undefined)
  assert.equal(originOf('javascript:alert(1)'), undefined)
  assert.equal(originOf('not an address'), undefined)
  assert.equal(originOf(undefined), undefined)
})

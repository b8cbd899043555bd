// What is stored of the reports of browsers.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { readBrowserReports } from './browser-reports.ts'

const session = 'SESSION0002799480514F69145320L2'
const page = `https://pay.example/checkout/pay/${session}?frame=lightbox`

suite('a report', () => {
  test('in the older format is read: the directive, the blocked origin, the kind of page', () => {
    const report = {
      'document-uri': page,
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://evil.example/steal.js?x=1',
      'script-sample': 'secret',
    }
    assert.deepEqual(readBrowserReports('application/csp-report', JSON.stringify({ 'csp-report': report })), [
      { kind: 'policy', page: 'payment', about: 'script-src-elem', source: 'https://evil.example' },
    ])
  })

  test('in the newer format is read, several at a time', () => {
    const policy = {
      type: 'csp-violation',
      body: {
        documentURL: 'https://pay.example/form/version/100/merchant/M/field',
        effectiveDirective: 'connect-src',
        blockedURL: 'inline',
      },
    }
    const change = { type: 'page-change', url: page, body: { change: 'form-action', subject: 'https://evil.example' } }
    assert.deepEqual(readBrowserReports('application/reports+json', JSON.stringify([policy, change])), [
      { kind: 'policy', page: 'fields', about: 'connect-src', source: 'inline' },
      { kind: 'change', page: 'payment', about: 'form-action', source: 'https://evil.example' },
    ])
    const many = JSON.stringify(Array(100).fill(change))
    assert.equal(readBrowserReports('application/reports+json', many)?.length, 20)
  })

  test('is rejected in any other format', () => {
    for (const [type, text] of [
      ['application/json', '[]'],
      ['application/csp-report', '{}'],
      ['application/csp-report', 'null'],
      ['application/csp-report', '{"csp-report":"x"}'],
      ['application/reports+json', '{}'],
      ['application/reports+json', 'no json'],
      ['', ''],
    ] as const)
      assert.equal(readBrowserReports(type, text), undefined, `${type} ${text}`)
  })

  test('contains no digits, wherever they are and whatever stands between', () => {
    const number = '5:1:2:3a4b5c0d0e0f0g0-0/0.0 0008'
    const text = JSON.stringify([
      { type: 'csp-violation', body: { blockedURL: number, effectiveDirective: number } },
      { type: 'csp-violation', body: { blockedURL: 'https://5123450000000008.example:8443/' } },
      { type: 'csp-violation', body: { blockedURL: 'x5123450000000008:a' } },
      { type: 'page-change', body: { change: 'element', subject: number } },
    ])
    const reports = readBrowserReports('application/reports+json', text) ?? []
    assert.equal(reports.length, 4)
    assert.doesNotMatch(JSON.stringify(reports), /[0-9]/)
  })

  test('never contains the id of a session or a line break, whatever is sent', () => {
    const anything = fc.oneof(fc.string(), fc.constant(page), fc.constant('a\r\nb'), fc.jsonValue())
    const body = fc.record({
      documentURL: anything,
      blockedURL: anything,
      effectiveDirective: anything,
      change: anything,
    })
    fc.assert(
      fc.property(fc.constantFrom('csp-violation', 'page-change', 'x'), anything, body, (type, url, members) => {
        const reports =
          readBrowserReports('application/reports+json', JSON.stringify([{ type, url, body: members }])) ?? []
        for (const { about, source } of reports) {
          assert.match(about, /^[\x20-\x7e]{0,100}$/)
          assert.match(source, /^[\x20-\x7e]{0,100}$/)
        }
      }),
    )
    const report = JSON.stringify({
      'csp-report': { 'document-uri': page, 'blocked-uri': page, 'effective-directive': 'x' },
    })
    assert.ok(!JSON.stringify(readBrowserReports('application/csp-report', report)).includes(session))
  })
})

// Which address of a forwarding header is the client's.
import assert from 'node:assert/strict'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parseIpAddress, parseIpRange } from '../../kernel/ip-address.ts'
import {
  clientAddress,
  clientAddressOf,
  type ForwardingHeader,
  forwardedAddresses,
  type ListenerKind,
  markClientAddress,
} from './request-origin.ts'

const proxy = '192.0.2.10'
const proxies = [parseIpRange('192.0.2.0/24') ?? assert.fail()]

interface Case {
  readonly header?: ForwardingHeader
  readonly hops?: number
  readonly listener?: ListenerKind
  readonly address?: string
}

function clientOf(headers: Record<string, string>, given: Case = {}): string {
  const { header = 'x-forwarded-for', hops = 1, listener = 'https', address = proxy } = given
  const request = new IncomingMessage(new Socket())
  request.headers = headers
  markClientAddress(request, clientAddress(request, { listenerKind: listener, address }, { proxies, header, hops }))
  return clientAddressOf(request)
}

describe('X-Forwarded-For', () => {
  const cases: readonly (readonly [text: string, hops: number, client: string])[] = [
    ['203.0.113.7', 1, '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7', 1, '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7, 192.0.2.9', 2, '203.0.113.7'],
    ['203.0.113.7', 2, '203.0.113.7'],
    ['203.0.113.7:4711', 1, '203.0.113.7'],
    ['2001:DB8:0:0::7', 1, '2001:db8::7'],
    ['[2001:db8::7]:4711', 1, '2001:db8::7'],
    ['::ffff:203.0.113.7', 1, '203.0.113.7'],
    ['unknown', 1, proxy],
    ['203.0.113.7,', 1, proxy],
    ['203.0.113.7, nonsense', 1, proxy],
    ['', 1, proxy],
  ]
  for (const [text, hops, client] of cases)
    it(`"${text}" after ${hops} hops is from ${client}`, () =>
      assert.equal(clientOf({ 'x-forwarded-for': text }, { hops }), client))
})

describe('Forwarded', () => {
  const cases: readonly (readonly [text: string, client: string])[] = [
    ['for=203.0.113.7', '203.0.113.7'],
    ['For="203.0.113.7:4711";proto=https;by=192.0.2.10', '203.0.113.7'],
    ['for="[2001:db8::7]"', '2001:db8::7'],
    ['for=198.51.100.1, proto=https;for="[2001:db8::7]:4711"', '2001:db8::7'],
    ['for="a,b\\"c", for=203.0.113.7', '203.0.113.7'],
    ['for=198.51.100.1;for=203.0.113.7', proxy],
    ['for=_hidden', proxy],
    ['proto=https', proxy],
    ['for="203.0.113.7', proxy],
  ]
  for (const [text, client] of cases)
    it(`${text} is from ${client}`, () => assert.equal(clientOf({ forwarded: text }, { header: 'forwarded' }), client))
})

describe('a forwarding header', () => {
  const headers = { 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.8' }

  it('counts from named proxies only', () => {
    assert.equal(clientOf(headers, { address: '198.51.100.1' }), '198.51.100.1')
  })

  it('counts on the HTTPS listener only', () => {
    assert.equal(clientOf(headers), '203.0.113.7')
    for (const listener of ['mtls', 'http', 'metrics'] as const) assert.equal(clientOf(headers, { listener }), proxy)
  })

  it('counts only if it is the one that the proxies write', () => {
    assert.equal(clientOf(headers, { header: 'forwarded' }), '203.0.113.8')
    assert.equal(clientOf({ forwarded: 'for=203.0.113.8' }), proxy)
  })

  it('gives an address whatever a client writes in front of what the proxy adds', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-f:.,;"\\= for]{0,60}$/))
    fc.assert(
      fc.property(text, (before) => {
        assert.equal(clientOf({ 'x-forwarded-for': `${before}, 203.0.113.7` }), '203.0.113.7')
        const client = clientOf({ forwarded: `${before}, for=203.0.113.7` }, { header: 'forwarded' })
        assert.notEqual(parseIpAddress(client), undefined)
      }),
    )
  })

  it('is read in time that grows with its length', () => {
    for (const header of ['forwarded', 'x-forwarded-for'] as const)
      assert.ok(forwardedAddresses(header, 'for="\\",'.repeat(2_000)).length <= 2_001)
  })
})

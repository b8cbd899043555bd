// Logos from URLs of sessions, over real sockets with TLS: which are loaded, how often, and what is refused.
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { until } from '../../../test/support/checks/poll.ts'
import { openSenderWorld, type SenderWorld } from '../../../test/support/fixtures/sender-world.ts'
import { linkedLogoBytesMax } from '../../merchants/rules/page-theme.ts'
import { type LinkedLogoOptions, openLinkedLogos } from './index.ts'

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100)])
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')

let world: SenderWorld
before(async () => {
  world = await openSenderWorld()
})
after(() => world.close())

function open(options: Partial<LinkedLogoOptions> = {}) {
  return openLinkedLogos({
    userAgent: 'Tollgate/test',
    ports: [443],
    allowsLoopback: true,
    developmentCa: async () => world.authority.certificatePem,
    ...options,
  })
}

async function serve(answer: (response: ServerResponse) => void) {
  const server = await world.server((response) => answer(response))
  return { ...server, url: `https://127.0.0.1:${server.port}/logo.png` }
}

const say =
  (content: Buffer, type = 'image/png') =>
  (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': type }).end(content)

describe('a logo that a session names', () => {
  it('is loaded once and kept for an hour, by its content whatever the shop calls it', async () => {
    let nowMs = 0
    const logos = open({ nowMs: () => nowMs })
    const shop = await serve(say(png, 'text/html'))
    for (const ms of [0, 1, 3_599_999]) {
      nowMs = ms
      assert.deepEqual(await logos.find('SHOP1', shop.url), { contentType: 'image/png', content: png })
    }
    assert.equal(shop.received.length, 1)
    const { method, headers } = shop.received[0] ?? assert.fail()
    assert.equal(method, 'GET')
    assert.deepEqual(Object.keys(headers).toSorted(), ['accept', 'connection', 'host', 'user-agent'])
    nowMs = 3_600_001
    await logos.find('SHOP1', shop.url)
    assert.equal(shop.received.length, 2)
  })

  it('is not shown if it is SVG, no picture, too large, somewhere else or missing; it is tried again after a minute', async () => {
    const responses: readonly (readonly [name: string, response: (response: ServerResponse) => void])[] = [
      ['SVG', say(svg, 'image/svg+xml')],
      ['a page', say(Buffer.from('<html>'), 'image/png')],
      ['too large', say(Buffer.concat([png, Buffer.alloc(linkedLogoBytesMax)]))],
      ['a redirect', (response) => response.writeHead(302, { location: 'https://127.0.0.1/' }).end(png)],
      ['missing', (response) => response.writeHead(404).end(png)],
      ['another protocol', (response) => response.writeHead(101, { connection: 'upgrade', upgrade: 'x' }).end()],
    ]
    for (const [name, response] of responses) {
      let nowMs = 0
      const logos = open({ nowMs: () => nowMs })
      const shop = await serve(response)
      assert.equal(await logos.find('SHOP1', shop.url), undefined, name)
      nowMs = 59_999
      await logos.find('SHOP1', shop.url)
      assert.equal(shop.received.length, 1, name)
      nowMs = 60_001
      await logos.find('SHOP1', shop.url)
      assert.equal(shop.received.length, 2, name)
    }
  })

  it('is not loaded from inside the operator’s network, nor without TLS', async () => {
    const shop = await serve(say(png))
    const logos = open({ allowsLoopback: false, resolveName: async () => ['10.0.0.7'] })
    for (const url of [
      shop.url,
      'http://shop.example/logo.png',
      'https://169.254.169.254/logo.png',
      'https://shop.example/logo.png',
      'https://user:password@shop.example/logo.png',
      'https://shop.example:22/logo.png',
    ])
      assert.equal(await logos.find('SHOP1', url), undefined, url)
    assert.equal(shop.received.length, 0)
  })

  it('is loaded once for payers who come together, and at most two at a time for a merchant', async () => {
    const held: ServerResponse[] = []
    const shop = await serve((response) => void held.push(response))
    const logos = open({ timeoutMs: 60_000 })
    const found = Promise.all([1, 1, 2, 3].map((name) => logos.find('SHOP1', `${shop.url}?${name}`)))
    await until(() => held.length === 2, 'two are loading')
    for (const response of held) say(png)(response)
    assert.deepEqual(
      (await found).map((logo) => logo !== undefined),
      [true, true, true, false],
    )
    assert.deepEqual(shop.received.map(({ path }) => path).toSorted(), ['/logo.png?1', '/logo.png?2'])
  })

  it('is missing when the shop does not answer in time', async () => {
    const shop = await serve(() => {})
    assert.equal(await open({ timeoutMs: 300 }).find('SHOP1', shop.url), undefined)
  })
})

// Names that resolve to another address a moment later, over real sockets: a notification goes to the address that was
// checked.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openSenderWorld, type SenderWorld } from '../../../test/support/fixtures/sender-world.ts'
import type { OpenNotifier } from './notifier.ts'

let world: SenderWorld
before(async () => {
  world = await openSenderWorld([{ type: 'dns', value: 'shop.localhost' }])
})
after(() => world.close())

/** The result, without the time it took. */
async function send(url: string, by: OpenNotifier): Promise<object> {
  const { tookMs: _, ...rest } = await by.send({ url, headers: {}, body: '{}', timeoutMs: 5_000 })
  return rest
}

const answered = { kind: 'ANSWERED', status: 200, retryAfterMs: undefined, excerpt: '' }
const refused = (why: string) => ({ kind: 'REFUSED', why })

describe('names that resolve differently over time', () => {
  /** Answers with one list after the other, and counts. */
  function nameServer(...responses: readonly (readonly string[])[]) {
    const asked: string[] = []
    const resolveName = async (name: string) => {
      asked.push(name)
      return responses[asked.length - 1] ?? responses.at(-1) ?? []
    }
    return { asked, resolveName }
  }

  it('are connected at the address that was checked', async () => {
    const checked = await world.server()
    const { asked, resolveName } = nameServer(['127.0.0.1'], ['10.0.0.1'])
    const by = world.notifierWith({ resolveName })
    assert.deepEqual(await send(`https://shop.localhost:${checked.port}/`, by), answered)
    assert.deepEqual([asked.length, checked.connections()], [1, 1])
    assert.equal(checked.received[0]?.headers.host, `shop.localhost:${checked.port}`)
  })

  it('are checked again for the next connection', async () => {
    const opened = await world.server((response) => response.writeHead(200, { connection: 'close' }).end())
    const by = world.notifierWith({ resolveName: nameServer(['127.0.0.1'], ['10.0.0.1']).resolveName })
    const url = `https://shop.localhost:${opened.port}/`
    assert.deepEqual(await send(url, by), answered)
    assert.deepEqual(await send(url, by), refused('ADDRESS_NOT_ALLOWED'))
  })

  for (const addresses of [
    ['127.0.0.1'],
    ['::1'],
    ['8.8.8.8', '10.0.0.1'],
    ['169.254.169.254'],
    ['::ffff:127.0.0.1'],
    ['x'],
  ])
    it(`are refused when they resolve to ${addresses.join(' and ')}`, async () => {
      const { resolveName } = nameServer(addresses)
      for (const allowsLoopback of [true, false]) {
        const by = world.notifierWith({ resolveName, allowsLoopback })
        const result = await send('https://shop.example.com:8443/', by)
        assert.deepEqual(result, refused('ADDRESS_NOT_ALLOWED'))
      }
    })

  it('are reported when they cannot be resolved', async () => {
    const by = world.notifierWith({ resolveName: nameServer([]).resolveName })
    assert.deepEqual(await send('https://nobody.example.com/', by), { kind: 'FAILED', why: 'NAME_UNKNOWN' })
  })

  it('are not resolved when the URL is refused', async () => {
    const { asked, resolveName } = nameServer(['8.8.8.8'])
    const by = world.notifierWith({ resolveName, allowsLoopback: false })
    assert.deepEqual(await send('https://metadata.google.internal/', by), refused('NAME_NOT_ALLOWED'))
    assert.deepEqual(await send('https://127.0.0.1:8443/', by), refused('ADDRESS_NOT_ALLOWED'))
    assert.equal(asked.length, 0)
  })
})

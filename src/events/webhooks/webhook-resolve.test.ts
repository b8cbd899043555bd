// Resolving the addresses of a name, with the test's own name server.
import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { resolveByServers } from '../../platform/net/guard.ts'

const version4 = 1
const version6 = 28

/** Names, with the bytes of their addresses. */
const zone: Readonly<Record<string, { readonly [version4]?: Buffer[]; readonly [version6]?: Buffer[] }>> = {
  'both.example.com': {
    [version4]: [Buffer.from([192, 0, 2, 1]), Buffer.from([10, 0, 0, 1])],
    [version6]: [Buffer.from('20010db8000000000000000000000001', 'hex')],
  },
  'short.example.com': { [version4]: [Buffer.from([192, 0, 2, 1])] },
  'long.example.com': { [version6]: [Buffer.from('00000000000000000000ffff7f000001', 'hex')] },
}

const asked: string[] = []
const server = createSocket('udp4', (question, { port, address }) => {
  const labels: string[] = []
  let at = 12
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const type = question.readUInt16BE(at + 1)
  const name = labels.join('.')
  asked.push(name)
  server.send(
    responseTo(question.subarray(0, at + 5), zone[name]?.[type === version4 ? version4 : version6], type),
    port,
    address,
  )
})

/** The query again, and a response for each address (RFC 1035, 4.1); without a list the name does not exist. */
function responseTo(question: Buffer, addresses: readonly Buffer[] | undefined, type: number): Buffer {
  const head = Buffer.from(question)
  head.writeUInt16BE(addresses ? 0x8180 : 0x8183, 2)
  head.writeUInt16BE(addresses?.length ?? 0, 6)
  head.writeUInt16BE(0, 8)
  head.writeUInt16BE(0, 10)
  const responses = (addresses ?? []).map((address) => {
    const fixed = Buffer.alloc(12)
    fixed.writeUInt16BE(0xc00c, 0)
    fixed.writeUInt16BE(type, 2)
    fixed.writeUInt16BE(1, 4)
    fixed.writeUInt16BE(address.length, 10)
    return Buffer.concat([fixed, address])
  })
  return Buffer.concat([head, ...responses])
}

let servers: readonly string[] = []

before(async () => {
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  servers = [`127.0.0.1:${server.address().port}`]
})
after(() => server.close())

describe('the addresses of a name', () => {
  for (const [name, addresses] of [
    ['both.example.com', ['10.0.0.1', '192.0.2.1', '2001:db8::1']],
    ['short.example.com', ['192.0.2.1']],
    ['long.example.com', ['::ffff:127.0.0.1']],
    ['none.example.com', []],
  ] as const)
    it(`are all that the name servers return: ${name} has ${addresses.join(', ') || 'none'}`, async () => {
      assert.deepEqual((await resolveByServers(name, servers)).toSorted(), addresses)
    })

  it('are looked up by the full name, without the local search domain', () => {
    assert.deepEqual([...new Set(asked)].toSorted(), Object.keys(zone).concat('none.example.com').toSorted())
  })

  it('of this machine are known without a lookup', async () => {
    const count = asked.length
    for (const name of ['localhost', 'shop.localhost'])
      assert.deepEqual(await resolveByServers(name, servers), ['127.0.0.1', '::1'])
    assert.equal(asked.length, count)
  })
})

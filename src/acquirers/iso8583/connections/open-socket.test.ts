// Where a connection without TLS may lead in production, whatever a name stands for when it is opened.
import assert from 'node:assert/strict'
import type { lookup } from 'node:dns'
import { describe, it } from 'node:test'
import { isoPayment, testLink } from '../../../../test/support/builders/iso8583-link.ts'
import { startScriptedHost } from '../../../../test/support/sites/scripted-card-host.ts'
import { permittedLookup } from '../../permitted-address.ts'
import { refusePublic } from './open-socket.ts'

/** A resolver that knows one name. */
const resolving = (...addresses: readonly string[]) =>
  ((_name: string, _options: object, callback: (error: Error | null, found?: object) => void) =>
    addresses.length === 0
      ? callback(new Error('ENOTFOUND'))
      : callback(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        )) as unknown as typeof lookup

function lookUp(addresses: readonly string[], all: boolean): Promise<unknown> {
  return new Promise((resolve, reject) =>
    permittedLookup('host.example', refusePublic, resolving(...addresses)).lookup?.(
      'host.example',
      { all },
      (error, found) => (error ? reject(error) : resolve(found)),
    ),
  )
}

describe('a name that stands for the host of a link without TLS', () => {
  for (const all of [true, false])
    it(`is followed to private addresses alone (${all ? 'all' : 'one'})`, async () => {
      const found = await lookUp(['10.0.0.1', 'fd00::1'], all)
      assert.deepEqual(all ? (found as { address: string }[])[0]?.address : found, '10.0.0.1')
      await assert.rejects(lookUp(['10.0.0.1', '203.0.113.9'], all), /203\.0\.113\.9\) is not a private address/)
      await assert.rejects(lookUp(['::ffff:203.0.113.9'], all), /not a private address/)
      await assert.rejects(lookUp([], all), /ENOTFOUND/)
    })
})

describe('a link without TLS in production', () => {
  it('connects to a private address, by number or name', async (t) => {
    const host = await startScriptedHost()
    const links = [host.address, `localhost:${host.port}`].map((addresses) =>
      testLink({ addresses, plainText: true }, { isProduction: true }),
    )
    t.after(async () => {
      for (const link of links) await link.close()
      await host.close()
    })
    for (const link of links) assert.equal((await link.ask(isoPayment())).kind, 'ANSWERED')
  })

  it('connects nowhere else, also when its settings were stored before', async (t) => {
    for (const settings of [{}, { plainText: true }]) {
      const link = testLink({ addresses: '203.0.113.10:8583', ...settings }, { isProduction: true })
      t.after(() => link.close())
      link.connect?.()
      const result = await link.ask(isoPayment(), { sendBefore: performance.now() + 200 })
      assert.ok(result.kind === 'NOT_SENT', JSON.stringify(result))
      assert.match(String(link.connections()[0]?.lastError), /203\.0\.113\.10 is not a private address/)
    }
  })
})

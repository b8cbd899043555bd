import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after, describe, it } from 'node:test'
import { closeListeners, hello, open } from '../../../../test/support/gateway/listeners.ts'
import { ListenFailure, listenFailure } from './listening-sockets.ts'

after(closeListeners)

describe('opening', () => {
  it('says where it listens, and serves both loopback addresses under localhost', async () => {
    const { port, url, listenerKind } = await open((_request, response, arrival) => response.end(arrival.listenerKind))
    assert.equal(url, `http://localhost:${port}`)
    assert.equal(listenerKind, 'http')
    assert.equal(await (await fetch(url)).text(), 'http')
    assert.equal(await (await fetch(`http://127.0.0.1:${port}`)).text(), 'http')
    const v6 = await fetch(`http://[::1]:${port}`).catch((error: Error) => error)
    // Not possible on a machine without IPv6.
    if (v6 instanceof Response) assert.equal(await v6.text(), 'http')
    else assert.match(String((v6.cause as NodeJS.ErrnoException).code), /EADDRNOTAVAIL|EAFNOSUPPORT|ENETUNREACH/)
  })

  it('listens on one address when given one', async () => {
    const { url } = await open(hello, { host: '127.0.0.1' })
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/)
    assert.equal((await fetch(url)).status, 200)
  })

  for (const address of ['127.0.0.1', '::1']) {
    it(`a port that is taken on ${address} stops the start with one line that names the setting`, async (test) => {
      const other = createServer().listen(0, address)
      const problem = await Promise.race([once(other, 'listening'), once(other, 'error')])
      if (problem[0] instanceof Error) return test.skip('this machine has no such address')
      const { port } = other.address() as { port: number }
      await assert.rejects(open(hello, { port }), (error) => {
        assert.ok(error instanceof ListenFailure)
        const line = `Port ${port} is taken by another program; set TOLLGATE_HTTP_PORT to another port.`
        assert.equal(error.message, line)
        return true
      })
      other.close()
    })
  }

  it('an address of another machine, or an unknown name, stops the start with one line', async () => {
    const elsewhere = { host: '192.0.2.1', hostSetting: 'TOLLGATE_HOST' }
    const message = 'This machine has no address 192.0.2.1; set TOLLGATE_HOST to one of its addresses.'
    await assert.rejects(open(hello, elsewhere), { name: 'ListenFailure', message })
    await assert.rejects(
      open(hello, { host: 'no-such-name.invalid' }),
      /^ListenFailure: The name no-such-name\.invalid/,
    )
  })

  it('a port that needs more privileges, or any other problem, is one line too', () => {
    const place = { host: '0.0.0.0', port: 443, portSetting: 'TOLLGATE_HTTPS_PORT' }
    const low =
      'This user may not open port 443; grant CAP_NET_BIND_SERVICE, or set TOLLGATE_HTTPS_PORT to a port above 1023.'
    assert.equal(listenFailure('EACCES', place).message, low)
    const other = 'Port 443 on 0.0.0.0 cannot be opened (EMFILE); TOLLGATE_HTTPS_PORT sets the port.'
    assert.equal(listenFailure('EMFILE', place).message, other)
  })

  it('a listener without TLS refuses TLS files, and one with TLS requires them', async () => {
    await assert.rejects(open(hello, { tls: { keyFile: 'a', certificateFile: 'b' } }), TypeError)
    await assert.rejects(open(hello, { listenerKind: 'https' }), TypeError)
  })

  it('a listener without TLS has no certificate to reload', async () => {
    assert.equal(await (await open()).reload(), false)
  })
})

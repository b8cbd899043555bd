// The TLS listeners over real sockets: versions, client certificates, resumption, timeouts.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Agent, request as httpsRequest, type RequestOptions } from 'node:https'
import { connect as connectPlain } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { connect, type TLSSocket } from 'node:tls'
import {
  assertRefused,
  closeListeners,
  exchange,
  getRequest,
  handshake,
  open,
  patient,
} from '../../../../test/support/gateway/listeners.ts'
import { ensureDevelopmentCertificates, issueClientCertificate } from '../../certificates/development-ca.ts'
import { clientCertificateOf } from '../request-origin.ts'
import type { ListenerOptions, RequestHandler } from './open-listeners.ts'

after(closeListeners)

const base = mkdtempSync(join(tmpdir(), 'tollgate-listeners-'))
after(() => rmSync(base, { recursive: true }))

const versions = ['TLSv1.2', 'TLSv1.3'] as const
let files: { keyFile: string; certificateFile: string }
let ca: Buffer
let merchant: Awaited<ReturnType<typeof issueClientCertificate>>

before(async () => {
  const folder = join(base, 'certificates')
  const made = await ensureDevelopmentCertificates(folder)
  files = { keyFile: made.serverKeyFile, certificateFile: made.serverCertificateFile }
  ca = readFileSync(made.caCertificateFile)
  merchant = await issueClientCertificate({ folder, commonName: 'TESTMERCHANT', days: 30 })
})

/** Answers with the fingerprint of the caller's certificate. */
const whoAmI: RequestHandler = (request, response) => {
  response.end(JSON.stringify(clientCertificateOf(request) ?? null))
}

const openTls = (handle: RequestHandler = whoAmI, options: Partial<ListenerOptions> = {}) =>
  open(handle, { listenerKind: 'mtls', tls: files, portSetting: 'TOLLGATE_MTLS_PORT', ...options })

const withCertificate = () => ({ cert: merchant.certificatePem, key: merchant.keyPem })

async function call(port: number, options: RequestOptions = {}): Promise<{ body: unknown; socket: TLSSocket }> {
  const request = httpsRequest({ host: 'localhost', port, ca, agent: false, ...options }).end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const socket = response.socket as TLSSocket
  return { body: JSON.parse(await text(response)), socket }
}

describe('the TLS listeners', () => {
  for (const listenerKind of ['https', 'mtls'] as const) {
    it(`${listenerKind} says its address and its name`, async () => {
      const { port, url } = await openTls(
        (_request, response, arrival) => response.end(JSON.stringify(arrival.listenerKind)),
        {
          listenerKind,
        },
      )
      assert.equal(url, `https://localhost:${port}`)
      assert.equal((await call(port)).body, listenerKind)
      assert.equal((await call(port, { host: '127.0.0.1' })).body, listenerKind)
    })

    for (const version of versions) {
      it(`${listenerKind} accepts ${version}`, async () => {
        const { port } = await openTls(whoAmI, { listenerKind })
        const socket = await handshake(port, { ca, minVersion: version, maxVersion: version })
        assert.equal(socket.getProtocol(), version)
        socket.destroy()
      })
    }

    it(`${listenerKind} refuses TLS 1.1`, async () => {
      const { port } = await openTls(whoAmI, { listenerKind })
      const old = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
      await assert.rejects(handshake(port, { ca, ...old }), {
        code: /PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|NO_PROTOCOLS/,
      })
    })
  }

  it('a client certificate is requested by the mTLS listener and never by the HTTPS listener', async () => {
    const mtls = await openTls()
    const https = await openTls(whoAmI, { listenerKind: 'https' })
    for (const version of versions) {
      const options = { ...withCertificate(), minVersion: version, maxVersion: version }
      const { body } = await call(mtls.port, options)
      assert.equal((body as { fingerprint256: string }).fingerprint256, merchant.fingerprint)
      assert.equal((await call(https.port, options)).body, null)
    }
  })

  it('the mTLS listener accepts connections without a certificate: the gateway refuses them itself', async () => {
    const { port } = await openTls()
    assert.equal((await call(port)).body, null)
  })

  it('a certificate is passed on with its dates, whatever its issuer and even when it has expired', async () => {
    const { port } = await openTls()
    const notBefore = new Date('2020-01-01T00:00:00Z')
    const stranger = { folder: join(base, 'stranger'), commonName: 'OLD', days: 1, notBefore }
    const { certificatePem: cert, keyPem: key, fingerprint } = await issueClientCertificate(stranger)
    const expected = {
      fingerprint256: fingerprint,
      notBefore: notBefore.toJSON(),
      notAfter: '2020-01-02T00:00:00.000Z',
    }
    assert.deepEqual((await call(port, { cert, key })).body, expected)
  })

  for (const version of versions) {
    it(`a resumed ${version} session carries the certificate it began with`, async () => {
      const { port } = await openTls()
      const options = { ca, minVersion: version, maxVersion: version }
      const first = connect({ host: 'localhost', servername: 'localhost', port, ...options, ...withCertificate() })
      // The ticket comes during the handshake in TLS 1.2 and after it in TLS 1.3.
      const [session] = (await once(first.resume(), 'session')) as [Buffer]
      first.destroy()

      // Without the certificate and its key: the server can know them only from the session.
      const second = await handshake(port, { ...options, session })
      assert.equal(second.isSessionReused(), true)
      second.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
      assert.match(await text(second), new RegExp(merchant.fingerprint))
    })
  }

  it('the certificate is read once for all requests of a connection', async () => {
    const seen = new Set<unknown>()
    const { port } = await openTls((request, response) => {
      seen.add(clientCertificateOf(request))
      response.end('null')
    })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const one = await call(port, { agent, ...withCertificate() })
    const two = await call(port, { agent, ...withCertificate() })
    agent.destroy()
    assert.equal(one.socket, two.socket)
    assert.equal(seen.size, 1)
    assert.ok([...seen][0])
  })
})

describe('bad connections to a TLS listener', () => {
  it('plain HTTP is cut off without harm', async () => {
    const { port } = await openTls()
    assert.equal(await exchange(port, getRequest).catch(() => ''), '')
    assert.equal((await call(port)).body, null)
  })

  it('a client that never completes the handshake is cut off', async () => {
    const { port } = await openTls(whoAmI, { headerTimeoutMs: 60 })
    assert.equal(await exchange(port, ''), '')
  })

  it('a client that sends nothing after the handshake is answered over TLS', async () => {
    // The handshake before has the same time, also on a machine that does other things meanwhile.
    const { port } = await openTls(whoAmI, { headerTimeoutMs: 1_000 })
    assertRefused(await text(await handshake(port, { ca })), 'TIMED_OUT')
  })

  it('a client that sends garbage after the handshake is answered over TLS', async () => {
    const { port } = await openTls()
    const socket = await handshake(port, { ca })
    socket.write('garbage\r\n\r\n')
    assertRefused(await text(socket), 'MALFORMED')
  })
})

describe('stopping a TLS listener', () => {
  it('ends handshakes and silent connections at once, and lets requests in flight finish', async () => {
    const { handle, arrived } = patient()
    const { port, stopAccepting } = await openTls(handle)
    const shaking = connectPlain(port, '127.0.0.1').resume()
    await once(shaking, 'connect')
    const silent = (await handshake(port, { ca })).resume()
    const busy = await handshake(port, { ca })
    busy.write(getRequest)
    const [response] = await arrived(1)

    const gone = Promise.all([shaking, silent].map((socket) => once(socket, 'close')))
    const stopped = stopAccepting()
    await gone
    response?.end('hello')
    assert.match(await text(busy), /^HTTP\/1\.1 200 OK\r\n.*\r\nConnection: close\r\n.*hello$/s)
    await stopped
  })
})

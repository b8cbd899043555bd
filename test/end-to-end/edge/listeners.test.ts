// The doors themselves and what watches over them: TLS, addresses, new certificates, health, version, metrics.
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { copyFile } from 'node:fs/promises'
import { type AddressInfo, connect, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls'
import { ensureDevelopmentCertificates } from '../../../src/platform/certificates/development-ca.ts'
import { assertErrorShape } from '../../support/checks/error-shape.ts'
import { apiPath, newOrderId, send, verifyBody } from '../../support/clients/client.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let gateway: TestGateway
let addresses: readonly AddressInfo[]

before(async () => {
  const listening = new Set<Server>()
  const notice = (message: unknown) => listening.add((message as { server: Server }).server)
  subscribe('tracing:net.server.listen:asyncEnd', notice)
  gateway = await startGateway({ TOLLGATE_HOST: '0.0.0.0' })
  unsubscribe('tracing:net.server.listen:asyncEnd', notice)
  // Those that only tried whether a port is free have closed again.
  addresses = [...listening].map((server) => server.address()).filter((address) => address !== null) as never
})
after(() => gateway.stop())

const portOf = (url = '') => Number(new URL(url).port)

async function shakeHands(url: string, options: ConnectionOptions = {}): Promise<TLSSocket> {
  const socket = connectTls({ host: 'localhost', port: portOf(url), rejectUnauthorized: false, ...options })
  await once(socket, 'secureConnect')
  return socket
}

describe('the listeners', () => {
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    it(`speak ${version}`, async () => {
      for (const url of [gateway.listeners.httpsUrl, gateway.listeners.mtlsUrl]) {
        const socket = await shakeHands(url, { minVersion: version, maxVersion: version })
        assert.equal(socket.getProtocol(), version)
        socket.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
        assert.match(await text(socket), /^HTTP\/1\.1 200 OK\r\n/)
      }
    })
  }

  it('do not speak older versions of TLS', async () => {
    for (const version of ['TLSv1', 'TLSv1.1'] as const) {
      const old = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' } as const
      await assert.rejects(shakeHands(gateway.listeners.httpsUrl, old))
    }
  })

  it('with TLS accept connections from anywhere, and the plain one from this machine only', async () => {
    const at = (url?: string) =>
      new Set(addresses.filter(({ port }) => port === portOf(url)).map(({ address }) => address))
    const loopback = at(gateway.listeners.httpUrl)
    assert.ok(loopback.has('127.0.0.1'))
    for (const address of loopback) assert.ok(['127.0.0.1', '::1'].includes(address), address)
    for (const url of [gateway.listeners.httpsUrl, gateway.listeners.mtlsUrl])
      assert.deepEqual(at(url), new Set(['0.0.0.0']))
  })

  it('answer at the addresses that the machine has in its network, but for the plain one', async () => {
    const outside = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
    // A machine without a network has nothing to try; the test before this one does not depend on it.
    for (const { address } of outside) {
      await assert.rejects(once(connect(portOf(gateway.listeners.httpUrl), address), 'connect'), {
        code: 'ECONNREFUSED',
      })
      const socket = connect(portOf(gateway.listeners.httpsUrl), address)
      await once(socket, 'connect')
      socket.destroy()
    }
  })

  it('use a new key and certificate for new connections without a restart, and keep existing ones', async () => {
    const { httpsUrl, mtlsUrl, reload } = gateway.listeners
    const shown = async () =>
      Promise.all(
        [httpsUrl, mtlsUrl].map(async (url) => {
          const socket = await shakeHands(url)
          const fingerprint = socket.getPeerX509Certificate()?.fingerprint256
          socket.destroy()
          return fingerprint
        }),
      )
    const [before, alsoBefore] = await shown()
    assert.ok(before)
    assert.equal(before, alsoBefore)
    const old = await shakeHands(httpsUrl)

    const other = await ensureDevelopmentCertificates(join(gateway.dataDir, 'another-authority'))
    await copyFile(other.serverKeyFile, join(gateway.dataDir, 'tls', 'server-key.pem'))
    await copyFile(other.serverCertificateFile, join(gateway.dataDir, 'tls', 'server-certificate.pem'))
    assert.equal(await reload(), true)

    const [now, alsoNow] = await shown()
    assert.notEqual(now, before)
    assert.equal(now, alsoNow)
    old.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    assert.match(await text(old), /^HTTP\/1\.1 200 OK\r\n/)
    assert.equal((await send(httpsUrl, { path: '/health/live' })).status, 200)
  })
})

describe('monitoring requests', () => {
  const everyDoor = () => [gateway.listeners.httpUrl ?? '', gateway.listeners.httpsUrl, gateway.listeners.mtlsUrl]

  it('learn without credentials, at every listener, whether the gateway is alive and ready', async () => {
    for (const url of everyDoor()) {
      const live = await send(url, { path: '/health/live', login: null })
      assert.deepEqual([live.status, live.body], [200, { status: 'LIVE' }])
      const ready = await send(url, { path: '/health/ready', login: null })
      const checks = { accepting: true, database: true, acquirer: true }
      assert.deepEqual([ready.status, ready.body], [200, { status: 'READY', checks }])
    }
  })

  it("get the gateway's version in every API version from 15 to 100", async () => {
    for (const version of [15, 16, 33, 50, 99, 100]) {
      for (const url of everyDoor()) {
        const { status, body } = await send(url, { path: `/api/rest/version/${version}/information`, login: null })
        assert.deepEqual(
          [status, Object.keys(body).toSorted(), body.status],
          [200, ['gatewayVersion', 'status'], 'OPERATING'],
        )
        assert.match(body.gatewayVersion, /^[\x21-\x7e]{5,32}$/)
      }
    }
  })

  it('get an error that names an unknown API version', async () => {
    const versions = ['14', '101', '0', '-1', 'abc', '015', '1e2', '100.0', '0x64', '１００', '1000', 'latest']
    for (const version of versions) {
      const paths = [`/api/rest/version/${encodeURIComponent(version)}/information`]
      paths.push(apiPath('/order/1', { version: encodeURIComponent(version) }))
      for (const path of paths) {
        const response = await send(gateway.listeners.httpsUrl, { path })
        assert.equal(response.status, 404, version)
        assert.equal(assertErrorShape(response).explanation, `Version '${version}' of the API is not known.`)
      }
    }
  })

  it('see the metrics on the plain listener only', async () => {
    for (const url of [gateway.listeners.httpsUrl, gateway.listeners.mtlsUrl]) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const response = await send(url, { method, path: '/metrics' })
        assert.equal(response.status, 404, method)
        assertErrorShape(response)
      }
      assert.equal((await send(url, { method: 'HEAD', path: '/metrics' })).status, 404)
    }
  })

  it("see the metrics in the Prometheus format, the gateway's among them", async () => {
    const url = gateway.listeners.httpUrl ?? ''
    const path = apiPath(`/order/${newOrderId()}/transaction/1`)
    assert.equal((await send(url, { method: 'PUT', path, body: verifyBody() })).status, 201)
    await send(url, { path: '/nowhere/5123450000000008' })
    await send(url, { path: apiPath('/order/5123450000000008') })
    await send(url, { path: apiPath('/order/%zz') })

    const { status, headers, text: figures } = await send(url, { path: '/metrics' })
    assert.equal(status, 200)
    assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/)
    const value = String.raw`(?:-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|NaN|[+-]Inf)`
    const line = new RegExp(String.raw`^[a-zA-Z_:][\w:]*(?:\{(?:[a-zA-Z_]\w*="[^"]*",?)*\})? ${value}$`)
    for (const each of figures.split('\n')) {
      assert.ok(each === '' || /^# (HELP|TYPE) [a-zA-Z_:][\w:]* /.test(each) || line.test(each), each)
    }
    const names = ['tollgate_request_seconds', 'tollgate_acquirer_seconds', 'tollgate_requests_in_flight']
    for (const name of [...names, 'tollgate_recovered_attempts_total']) {
      assert.match(figures, new RegExp(`^# TYPE ${name} (histogram|gauge|counter)$`, 'm'))
    }
    assert.match(figures, /^tollgate_request_seconds_count\{operation="VERIFY",status="201",result="SUCCESS"\} 1$/m)
    assert.match(
      figures,
      /^tollgate_request_seconds_count\{operation="RETRIEVE_ORDER",status="400",result="ERROR"\} \d+$/m,
    )
    assert.match(figures, /^tollgate_acquirer_seconds_count\{link="simulator",question="verify",reply="answered"\} 1$/m)
    // The one that asks for them is being worked on.
    assert.match(figures, /^tollgate_requests_in_flight 1$/m)
    assert.doesNotMatch(figures, /5123450000000008|TESTMERCHANT|nowhere/)
  })
})

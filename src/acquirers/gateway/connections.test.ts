// What a new connection to the upstream costs the process: others pay meanwhile.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import tls from 'node:tls'
import { type FaultyUpstream, openFaultyUpstream } from '../../../test/support/sites/faulty-upstream.ts'
import { certificateFor, makeAuthority, type TestAuthority } from '../../../test/support/sites/tls-server.ts'
import { openLinkRedactor } from '../redaction/redactor.ts'
import { openConnections } from './connections.ts'
import { readSettings } from './settings.ts'

let authority: TestAuthority
let upstream: FaultyUpstream
before(async () => {
  authority = await makeAuthority()
  upstream = await openFaultyUpstream(await certificateFor({ issuer: authority }))
})
after(() => upstream.close())

const terms = { sendBefore: Number.POSITIVE_INFINITY }
const redactor = openLinkRedactor([]).of({})
const request = { method: 'GET', path: '/api/rest/version/100/information', headers: {}, redactor } as const

it('the certificates of a link are read once, not for every connection', async (t) => {
  const { mock } = t.mock.method(tls, 'createSecureContext')
  const connections = openConnections(
    readSettings({ url: upstream.url, ca: authority.certificatePem, password: 'p' }),
    8,
  )
  const results = await Promise.all(Array.from({ length: 8 }, () => connections.send(request, terms)))
  connections.close()
  assert.deepEqual(new Set(results.map(({ kind }) => kind)), new Set(['RESPONSE']))
  assert.ok(upstream.connections() >= 8)
  assert.ok(mock.callCount() <= 1, `${mock.callCount()} times`)
})

it('a request whose certificates cannot be read is not sent', async () => {
  const pem = '-----BEGIN CERTIFICATE-----\nnothing\n-----END CERTIFICATE-----'
  const connections = openConnections(readSettings({ url: upstream.url, certificate: pem, key: pem }), 1)
  assert.equal((await connections.send(request, terms)).kind, 'NOT_SENT')
  connections.close()
})

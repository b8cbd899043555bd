// Who may call the API with a client certificate: it is known by its fingerprint, and its state is looked at each time.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import { connect as connectPlain, createServer } from 'node:net'
import { json, text } from 'node:stream/consumers'
import { before, describe, it } from 'node:test'
import { type ConnectionOptions, connect } from 'node:tls'
import { assertErrorShape } from '../../support/checks/error-shape.ts'
import { eventually } from '../../support/checks/poll.ts'
import {
  type ApiResponse,
  apiPath,
  type Body,
  type ClientRequest,
  newOrderId,
  send,
  verifyBody,
} from '../../support/clients/client.ts'
import { parseResponses } from '../../support/clients/raw.ts'
import {
  boardMerchant,
  makeCertificate,
  registerCertificate,
  type TestCertificate,
  testerStamp,
} from '../../support/fixtures/merchants.ts'
import { testPassword } from '../../support/gateway/database.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await sharedGateway()
})

const tlsVersions = ['TLSv1.2', 'TLSv1.3'] as const

type Boarding = Parameters<typeof boardMerchant>[1]
type Validity = Parameters<typeof makeCertificate>[1]

/** A merchant with a registered certificate, neither known to any cache. */
async function boardWithCertificate({ boarding, validity }: { boarding?: Boarding; validity?: Validity } = {}) {
  const { id } = await boardMerchant(gateway, boarding)
  const certificate = await makeCertificate(gateway, validity)
  await registerCertificate(gateway, id, certificate)
  return { id, certificate }
}

/** Asks the mtls door for an order that does not exist. */
function ask(merchant: string, certificate: TestCertificate | undefined, login: string | null = null) {
  return send(gateway.listeners.mtlsUrl, askFor(merchant, certificate, login))
}

function askFor(merchant: string, certificate?: TestCertificate, login: string | null = null): ClientRequest {
  const tls = certificate && { cert: certificate.cert, key: certificate.key }
  return { path: apiPath('/order/nobody', { merchant }), login, ...(tls && { tls }) }
}

function assertLetIn({ status, text: shown }: Pick<ApiResponse, 'status' | 'text'>): void {
  assert.equal(status, 400, shown)
  assert.match(shown, /There is no order/)
}

function assertUnknown(response: ApiResponse): void {
  assert.equal(response.status, 401, response.text)
  assert.equal(assertErrorShape(response).explanation, 'Invalid credentials.')
  assert.match(String(response.headers['www-authenticate']), /^Basic\b/)
}

/** Not a stranger, but not welcome any more: 403 and a code to ask support with, no explanation. */
function assertRejected(response: ApiResponse): void {
  assert.equal(response.status, 403, response.text)
  const supportCode = response.headers['x-request-id']
  assert.deepEqual(assertErrorShape(response), { cause: 'REQUEST_REJECTED', supportCode })
}

describe('a registered certificate', () => {
  it('is sufficient: a payment needs no Authorization header', async () => {
    const { id, certificate } = await boardWithCertificate()
    const path = apiPath(`/order/${newOrderId()}/transaction/1`, { merchant: id })
    const sent = { ...askFor(id, certificate), method: 'PUT', path, body: verifyBody() }
    const { status, body } = await send(gateway.listeners.mtlsUrl, sent)
    assert.deepEqual([status, body.result, body.merchant], [201, 'SUCCESS', id])
  })

  it('works in TLS 1.2 and 1.3, and no older version is spoken', async () => {
    const { id, certificate } = await boardWithCertificate()
    const sent = askFor(id, certificate)
    for (const version of tlsVersions) {
      const tls = { ...sent.tls, minVersion: version, maxVersion: version }
      assertLetIn(await send(gateway.listeners.mtlsUrl, { ...sent, tls }))
    }
    const old = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
    await assert.rejects(send(gateway.listeners.mtlsUrl, { ...sent, tls: { ...sent.tls, ...old } }))
  })

  it('may come with the password of the same merchant, and not with any other', async () => {
    const { id, certificate } = await boardWithCertificate()
    const other = await boardWithCertificate()
    assertLetIn(await ask(id, certificate, `merchant.${id}:${testPassword}`))
    for (const login of [`merchant.${other.id}:${testPassword}`, `merchant.${id}:wrong`, `merchant.${id}:`, 'x']) {
      assertUnknown(await ask(id, certificate, login))
    }
    const headers = { authorization: 'Bearer token' }
    assertUnknown(await send(gateway.listeners.mtlsUrl, { ...askFor(id, certificate), headers }))
  })

  it('of one merchant does not give access to the path of another, whose password is known too', async () => {
    const mine = await boardWithCertificate()
    const other = await boardWithCertificate()
    assertUnknown(await ask(other.id, mine.certificate))
    assertUnknown(await ask(other.id, mine.certificate, `merchant.${other.id}:${testPassword}`))
    assertUnknown(await ask('NOBODY', mine.certificate))
  })

  it('may be one of several of the same merchant', async () => {
    const { id, certificate } = await boardWithCertificate()
    const second = await makeCertificate(gateway)
    await registerCertificate(gateway, id, second)
    assertLetIn(await ask(id, certificate))
    assertLetIn(await ask(id, second))
  })

  it('is refused for a merchant who may not use certificates, or is disabled', async () => {
    for (const profile of [
      { authenticationMethods: ['PASSWORD'] },
      { authenticationMethods: [] },
      { isEnabled: false },
    ] as const) {
      const { id, certificate } = await boardWithCertificate({ boarding: { profile } })
      assertUnknown(await ask(id, certificate))
      assertUnknown(await ask(id, certificate, `merchant.${id}:${testPassword}`))
    }
  })

  it('is sufficient for a merchant who may not use passwords', async () => {
    const { id, certificate } = await boardWithCertificate({
      boarding: { profile: { authenticationMethods: ['CERTIFICATE'] } },
    })
    assertLetIn(await ask(id, certificate))
    assertUnknown(await ask(id, certificate, `merchant.${id}:${testPassword}`))
  })
})

describe('another certificate', () => {
  it('that was not registered is unknown, though the same authority signed it with the same name', async () => {
    const { id } = await boardWithCertificate()
    const stranger = await makeCertificate(gateway)
    assertUnknown(await ask(id, stranger))
    assertUnknown(await ask(id, stranger, `merchant.${id}:${testPassword}`))
    assertUnknown(await ask(id, await makeCertificate(gateway, { from: -9, days: 1 })))
  })

  it('or none at all is refused at the mTLS listener, right password or not', async () => {
    const { id } = await boardWithCertificate()
    assertUnknown(await ask(id, undefined))
    assertUnknown(await ask(id, undefined, `merchant.${id}:${testPassword}`))
  })

  const rejected: Readonly<Record<string, Validity>> = {
    'that has expired': { from: -30, days: 29 },
    'that expired today': { from: -1, days: 1 },
    'whose time has not come': { from: 1 },
  }
  for (const [name, validity] of Object.entries(rejected)) {
    it(`${name} is rejected for security, with the password too`, async () => {
      const { id, certificate } = await boardWithCertificate({ ...(validity && { validity }) })
      assertRejected(await ask(id, certificate))
      assertRejected(await ask(id, certificate, `merchant.${id}:${testPassword}`))
      // A wrong password is reported first: the holder of a stolen old certificate learns nothing.
      assertUnknown(await ask(id, certificate, `merchant.${id}:wrong`))
    })
  }

  it('that was revoked is rejected for security, and a second one goes on working', async () => {
    const { id, certificate } = await boardWithCertificate()
    const second = await makeCertificate(gateway)
    await registerCertificate(gateway, id, second)
    assert.equal(
      await gateway.administration.merchants.revokeCertificate(id, certificate.fingerprint, testerStamp()),
      true,
    )
    assertRejected(await ask(id, certificate))
    assertLetIn(await ask(id, second))
  })
})

describe('a reused connection', () => {
  it('loses access within seconds when its certificate is revoked', async () => {
    const { id, certificate } = await boardWithCertificate()
    const agent = new Agent({
      keepAlive: true,
      maxSockets: 1,
      rejectUnauthorized: false,
      ...askFor(id, certificate).tls,
    })
    const sockets = new Set<unknown>()
    const { port } = new URL(gateway.listeners.mtlsUrl)
    const askAgain = async (): Promise<{ status: number | undefined; body: Body }> => {
      const request = httpsRequest({ port, agent, path: askFor(id).path }).end()
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      sockets.add(response.socket)
      return { status: response.statusCode, body: await json(response) }
    }
    assert.equal((await askAgain()).status, 400)
    await gateway.administration.merchants.revokeCertificate(id, certificate.fingerprint, testerStamp())
    const revokedMs = performance.now()
    const refused = await eventually(askAgain, ({ status }) => status === 403)
    assert.ok(performance.now() - revokedMs < 10_000, 'within seconds')
    agent.destroy()
    assert.equal(refused.body.error.cause, 'REQUEST_REJECTED')
    assert.equal(sockets.size, 1, 'all requests went over one connection')
  })
})

describe('a resumed TLS session', () => {
  /** Connects to the mtls door; every call here is one request on one connection. */
  function dial(options: ConnectionOptions) {
    const port = Number(new URL(gateway.listeners.mtlsUrl).port)
    return connect({ host: 'localhost', servername: 'localhost', port, rejectUnauthorized: false, ...options })
  }

  async function sessionOf(certificate: TestCertificate | undefined, version: ConnectionOptions['minVersion']) {
    const socket = dial({ ...certificate, minVersion: version, maxVersion: version })
    // The ticket comes during the handshake in TLS 1.2 and after it in TLS 1.3.
    const [session] = (await once(socket.resume(), 'session')) as [Buffer]
    socket.destroy()
    return session
  }

  async function askWith(session: Buffer, merchant: string, version: ConnectionOptions['minVersion']) {
    // Without the certificate and its key: what the gateway knows then, it knows from the session.
    const socket = dial({ session, minVersion: version, maxVersion: version })
    await once(socket, 'secureConnect')
    const isResumed = socket.isSessionReused()
    socket.write(`GET ${askFor(merchant).path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    const [response] = parseResponses(await text(socket))
    assert.ok(response)
    return { ...response, isResumed }
  }

  for (const version of tlsVersions) {
    it(`of ${version} keeps the identity it began with, and no more than that`, async () => {
      const { id, certificate } = await boardWithCertificate()
      const session = await sessionOf(certificate, version)
      const response = await askWith(session, id, version)
      assert.equal(response.isResumed, true)
      assertLetIn(response)

      const other = await boardWithCertificate()
      const elsewhere = await askWith(await sessionOf(certificate, version), other.id, version)
      assert.deepEqual([elsewhere.isResumed, elsewhere.status], [true, 401])
      const anonymous = await askWith(await sessionOf(undefined, version), id, version)
      assert.deepEqual([anonymous.isResumed, anonymous.status], [true, 401])
    })

    it(`of ${version} is rejected when its certificate has been revoked since`, async () => {
      const { id, certificate } = await boardWithCertificate()
      const session = await sessionOf(certificate, version)
      await gateway.administration.merchants.revokeCertificate(id, certificate.fingerprint, testerStamp())
      const { status, isResumed } = await askWith(session, id, version)
      assert.deepEqual([status, isResumed], [403, true])
    })
  }
})

describe('the HTTPS listener', () => {
  it('ignores a certificate: only a password authenticates', async () => {
    const { id, certificate } = await boardWithCertificate()
    assertUnknown(await send(gateway.listeners.httpsUrl, askFor(id, certificate)))
    assertLetIn(await send(gateway.listeners.httpsUrl, askFor(id, certificate, `merchant.${id}:${testPassword}`)))
    const revoked = await boardWithCertificate({ validity: { from: -9, days: 1 } })
    const login = `merchant.${revoked.id}:${testPassword}`
    assertLetIn(await send(gateway.listeners.httpsUrl, askFor(revoked.id, revoked.certificate, login)))
  })

  it('never requests a certificate, as the mTLS listener does', async () => {
    const certificateRequest = 13
    assert.ok((await messagesOf(gateway.listeners.mtlsUrl)).includes(certificateRequest))
    assert.ok(!(await messagesOf(gateway.listeners.httpsUrl)).includes(certificateRequest))
  })
})

/** The kinds of the messages that a door sends in clear in a TLS 1.2 handshake, overheard on the way. */
async function messagesOf(url: string): Promise<readonly number[]> {
  const heard: Buffer[] = []
  const portNumber = Number(new URL(url).port)
  const proxy = createServer((near) => {
    const far = connectPlain(portNumber, '127.0.0.1').on('data', (data: Buffer) => heard.push(data))
    near.on('error', () => {}).on('close', () => far.destroy())
    near.pipe(far).on('error', () => {})
    far.pipe(near)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as { port: number }
  const socket = connect({ host: '127.0.0.1', port, maxVersion: 'TLSv1.2', rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  socket.destroy()
  proxy.close()

  const helloDone = 14
  const kinds = [...handshakeMessages(Buffer.concat(heard))]
  assert.ok(kinds.includes(helloDone), 'a whole hello was overheard')
  return kinds.slice(0, kinds.indexOf(helloDone))
}

/** A record is kind, version, length and content; content of kind 22 is messages of kind, length and content. */
function* handshakeMessages(bytes: Buffer): Iterable<number> {
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length && bytes[at] === 22; at += 5 + bytes.readUInt16BE(at + 3)) {
    parts.push(bytes.subarray(at + 5, at + 5 + bytes.readUInt16BE(at + 3)))
  }
  const messages = Buffer.concat(parts)
  for (let at = 0; at + 4 <= messages.length; at += 4 + messages.readUIntBE(at + 1, 3)) yield messages[at] ?? 0
}

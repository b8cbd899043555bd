// Apple's validation of a merchant: which URLs are called, with what, and what becomes of the response.
import assert from 'node:assert/strict'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { createServer, request as httpsRequest, type RequestOptions, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import type { TLSSocket } from 'node:tls'
import { Secret } from '../../kernel/secret.ts'
import { signCertificate } from '../../platform/certificates/sign-certificate.ts'
import type { MerchantIdentity } from '../ports/wallet-keys.ts'
import { makeKey } from '../simulator/payloads.ts'
import { appleDestinationOf, openMerchantValidation } from './apple-validation.ts'

const dayMs = 86_400_000
const validationUrl = 'https://apple-pay-gateway.apple.com/paymentservices/startSession'

describe('the validation URL of Apple Pay', () => {
  const allowed = [
    validationUrl,
    'https://apple-pay-gateway.apple.com/paymentservices/paymentSession',
    'https://apple-pay-gateway.apple.com:443/paymentservices/startSession',
    'https://apple-pay-gateway-cert.apple.com/paymentservices/startSession',
    'https://apple-pay-gateway-nc-pod3.apple.com/paymentservices/startSession',
    'https://cn-apple-pay-gateway.apple.com/paymentservices/paymentSession',
    'https://cn-apple-pay-gateway-sh-pod1.apple.com/paymentservices/startSession',
  ]
  for (const url of allowed) it(`${url} is called`, () => assert.equal(typeof appleDestinationOf(url), 'object'))

  const refused: readonly (readonly [url: string, why: string])[] = [
    ['', 'URL_MALFORMED'],
    ['apple-pay-gateway.apple.com', 'URL_MALFORMED'],
    ['http://apple-pay-gateway.apple.com/paymentservices/startSession', 'NOT_HTTPS'],
    ['file:///etc/passwd', 'NOT_HTTPS'],
    ['https://apple-pay-gateway.apple.com@thief.example/paymentservices/startSession', 'USERINFO_NOT_ALLOWED'],
    ['https://apple-pay-gateway.apple.com:8443/paymentservices/startSession', 'PORT_NOT_ALLOWED'],
    ['https://127.0.0.1/paymentservices/startSession', 'ADDRESS_NOT_ALLOWED'],
    ['https://0x7f000001/paymentservices/startSession', 'ADDRESS_NOT_ALLOWED'],
    ['https://[::1]/paymentservices/startSession', 'ADDRESS_NOT_ALLOWED'],
    ['https://169.254.169.254/paymentservices/startSession', 'ADDRESS_NOT_ALLOWED'],
    ['https://localhost/paymentservices/startSession', 'NAME_NOT_ALLOWED'],
    ['https://thief.example/paymentservices/startSession', 'NAME_NOT_ALLOWED'],
    ['https://apple.com/paymentservices/startSession', 'NAME_NOT_ALLOWED'],
    ['https://www.apple.com/paymentservices/startSession', 'NAME_NOT_ALLOWED'],
    ['https://apple-pay-gateway.apple.com.thief.example/paymentservices/startSession', 'NAME_NOT_ALLOWED'],
    ['https://apple-pay-gateway.apple.com./paymentservices/startSession', 'NAME_NOT_ALLOWED'],
    ['https://thief-apple-pay-gateway.apple.com/paymentservices/startSession', 'NAME_NOT_ALLOWED'],
    ['https://apple-pay-gateway-.apple.com/paymentservices/startSession', 'NAME_NOT_ALLOWED'],
    ['https://apple-pay-gatewayxapple.com/paymentservices/startSession', 'NAME_NOT_ALLOWED'],
    ['https://apple-pay-gateway.apple.com/', 'PATH_NOT_ALLOWED'],
    ['https://apple-pay-gateway.apple.com/paymentservices/registerMerchant', 'PATH_NOT_ALLOWED'],
    ['https://apple-pay-gateway.apple.com/paymentservices/startSession/../registerMerchant', 'PATH_NOT_ALLOWED'],
    ['https://apple-pay-gateway.apple.com/paymentservices/startSession?to=thief', 'PATH_NOT_ALLOWED'],
    ['https://apple-pay-gateway.apple.com/paymentservices/startSession#x', 'PATH_NOT_ALLOWED'],
  ]
  for (const [url, why] of refused)
    it(`"${url}" is refused as ${why}`, () => assert.equal(appleDestinationOf(url), why))
})

describe('the validation of a merchant by Apple', () => {
  let server: Server
  let ca = ''
  let identity: MerchantIdentity
  let reply: { status: number; body: string; headers?: OutgoingHttpHeaders } = { status: 200, body: '{}' }
  const received: { path: string; host: string; body: string; client: string }[] = []

  before(async () => {
    const dates = { notBefore: new Date(Date.now() - dayMs), notAfter: new Date(Date.now() + dayMs) }
    const [caKey, serverKey, clientKey] = [makeKey(), makeKey(), makeKey()]
    const pem = (key: typeof caKey) => key.export({ format: 'pem', type: 'pkcs8' }).toString()
    ca = await signCertificate({ commonName: 'Root', key: caKey, use: 'authority', ...dates })
    const issuer = { key: caKey, certificatePem: ca }
    const names = [{ type: 'dns', value: 'apple-pay-gateway.apple.com' }] as const
    const cert = await signCertificate({ commonName: 'Apple', key: serverKey, use: 'server', names, issuer, ...dates })
    const certificate = await signCertificate({ commonName: 'Shop 1', key: clientKey, use: 'client', issuer, ...dates })
    const privateKey = new Secret('CREDENTIAL', pem(clientKey))
    identity = { certificate: { pem: certificate, expiresAt: dates.notAfter }, privateKey }
    server = createServer({ cert, key: pem(serverKey), ca, requestCert: true }, (request, response) => {
      void remember(request).then(() => response.writeHead(reply.status, reply.headers).end(reply.body))
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  })
  after(() => server.close())

  async function remember(request: IncomingMessage): Promise<void> {
    const client = String((request.socket as TLSSocket).getPeerCertificate().subject?.CN)
    const { url: path = '', headers } = request
    received.push({ path, host: headers.host ?? '', body: await text(request), client })
  }

  /** To this machine, as if Apple were here. */
  const toServer = (options: RequestOptions) =>
    httpsRequest({
      ...options,
      lookup: (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
      port: (server.address() as AddressInfo).port,
      ca,
    })

  const merchant = { identifier: 'merchant.com.example.shop', displayName: 'Käse & Co', domain: 'pay.example' }
  const validate = (options: object = { send: toServer }, url = validationUrl) =>
    openMerchantValidation({ userAgent: 'Tollgate/test', timeoutMs: 5_000, ...options }).validate({
      ...merchant,
      validationUrl: url,
      identity,
    })

  it("sends the merchant's names with its certificate, and returns Apple's session unread", async () => {
    reply = { status: 200, body: '{"epochTimestamp":1,"signature":"30"}' }
    received.length = 0
    const result = await validate()
    assert.deepEqual(result, { kind: 'VALIDATED', merchantSession: { epochTimestamp: 1, signature: '30' } })
    const [call] = received
    assert.equal(received.length, 1)
    assert.equal(call?.client, 'Shop 1')
    assert.equal(call?.path, '/paymentservices/startSession')
    assert.deepEqual(JSON.parse(call?.body ?? ''), {
      merchantIdentifier: 'merchant.com.example.shop',
      displayName: 'Käse & Co',
      initiative: 'web',
      initiativeContext: 'pay.example',
    })
  })

  const failures: readonly (readonly [what: string, status: number, body: string])[] = [
    ['a refusal', 400, '{"statusMessage":"not registered"}'],
    ['a redirect', 302, '{}'],
    ['a list', 200, '[]'],
    ['no JSON', 200, '<html>'],
  ]
  for (const [what, status, body] of failures)
    it(`fails when Apple's answer is ${what}`, async () => {
      reply = { status, body }
      assert.deepEqual(await validate(), { kind: 'FAILED', why: `STATUS_${status}` })
    })

  it('fails when the answer is another protocol', async () => {
    reply = { status: 101, body: '', headers: { connection: 'upgrade', upgrade: 'x' } }
    assert.deepEqual(await validate(), { kind: 'FAILED', why: 'CONNECTION_LOST' })
  })

  it('fails when the answer is longer than a session can be', async () => {
    reply = { status: 200, body: `{"x":"${'x'.repeat(70_000)}"}` }
    assert.equal((await validate()).kind, 'FAILED')
  })

  it('fails when the server is not Apple, whatever its name resolves to', async () => {
    const send = (options: RequestOptions) => toServer({ ...options, host: 'cn-apple-pay-gateway.apple.com' })
    assert.deepEqual(await validate({ send }), { kind: 'FAILED', why: 'CERTIFICATE_OF_ANOTHER_NAME' })
  })

  it('is refused when one of the addresses of the name is not public, and nothing is called', async () => {
    for (const address of ['127.0.0.1', '10.0.0.7', '169.254.169.254', '::1', 'fd00::1']) {
      const resolveName = async () => ['17.171.78.7', address]
      assert.deepEqual(await validate({ resolveName }), { kind: 'REFUSED', why: 'ADDRESS_NOT_ALLOWED' }, address)
    }
  })

  it('is refused for a URL that is not one of Apple, before its name is resolved', async () => {
    const resolveName = async () => assert.fail('resolved')
    const refused = await validate({ resolveName }, 'https://thief.example/paymentservices/startSession')
    assert.deepEqual(refused, { kind: 'REFUSED', why: 'NAME_NOT_ALLOWED' })
  })
})

// A server with TLS on this machine, which answers as the test says.
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type SubjectName, signCertificate } from '../../../src/platform/certificates/sign-certificate.ts'

export interface TestAuthority {
  readonly key: KeyObject
  readonly certificatePem: string
}

export interface ReceivedMessage {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface TlsServer {
  readonly port: number
  readonly server: Server
  /** Oldest first. */
  readonly received: readonly ReceivedMessage[]
  /** How many connections it was asked for. */
  connections(): number
  close(): Promise<void>
}

const dayMs = 86_400_000
const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

export async function makeAuthority(commonName = 'A CA of the tests'): Promise<TestAuthority> {
  const key = newKey()
  const certificatePem = await signCertificate({ commonName, key, use: 'authority', ...validDays(-1, 1) })
  return { key, certificatePem }
}

/** The first and the last day of validity, as days from now. */
export function validDays(from: number, to: number): { readonly notBefore: Date; readonly notAfter: Date } {
  const inDays = (days: number) => new Date(Date.now() + days * dayMs)
  return { notBefore: inDays(from), notAfter: inDays(to) }
}

export interface CertificateOptions {
  readonly issuer?: TestAuthority
  readonly names?: readonly SubjectName[]
  readonly valid?: { readonly notBefore: Date; readonly notAfter: Date }
}

/** Key and certificate of a server; for this machine unless other names are wished for. */
export async function certificateFor({ issuer, names = ownNames, valid = validDays(-1, 1) }: CertificateOptions) {
  const key = newKey()
  const cert = await signCertificate({
    commonName: 'A server of the tests',
    key,
    use: 'server',
    names,
    ...valid,
    ...(issuer && { issuer }),
  })
  return { key: key.export({ type: 'pkcs8', format: 'pem' }), cert }
}

const ownNames: readonly SubjectName[] = [
  { type: 'dns', value: 'localhost' },
  { type: 'dns', value: '*.localhost' },
  { type: 'ip', value: '127.0.0.1' },
]

type ApiResponse = (response: ServerResponse, request: IncomingMessage, message: ReceivedMessage) => void

const say200: ApiResponse = (response) => response.writeHead(200).end()

export async function openTlsServer(
  certificate: Awaited<ReturnType<typeof certificateFor>>,
  answer: ApiResponse = say200,
  place: { readonly host?: string; readonly port?: number } = {},
): Promise<TlsServer> {
  const received: ReceivedMessage[] = []
  let connections = 0
  const server = createServer(certificate, async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '', headers } = request
    const message = { method, path: url, headers, body: Buffer.concat(chunks).toString('utf8') }
    received.push(message)
    answer(response, request, message)
  })
  server.on('connection', () => {
    connections += 1
  })
  server.listen(place.port ?? 0, place.host ?? '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    server,
    received,
    connections: () => connections,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

// Which cipher suites the TLS listeners accept, tried one by one with every suite that OpenSSL has.
import assert from 'node:assert/strict'
import { webcrypto } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { getCiphers } from 'node:tls'
import { ensureReflectMetadata } from '../../../../test/support/builders/reflect-metadata.ts'
import { closeListeners, handshake, hello, open } from '../../../../test/support/gateway/listeners.ts'
import type { TlsFiles } from './tls-files.ts'

after(closeListeners)

const folder = mkdtempSync(join(tmpdir(), 'tollgate-suites-'))
after(() => rmSync(folder, { recursive: true }))

const algorithms = {
  RSA: {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  },
  ECDSA: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
} as const
type KeyKind = keyof typeof algorithms

async function selfSigned(kind: KeyKind): Promise<TlsFiles> {
  ensureReflectMetadata()
  const { X509CertificateGenerator } = await import('@peculiar/x509')
  const signingAlgorithm = algorithms[kind]
  const keys = await webcrypto.subtle.generateKey(signingAlgorithm, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({ name: 'CN=localhost', keys, signingAlgorithm })
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey))
  const files = { keyFile: join(folder, `${kind}.key`), certificateFile: join(folder, `${kind}.pem`) }
  writeFileSync(files.keyFile, `-----BEGIN PRIVATE KEY-----\n${der.toString('base64')}\n-----END PRIVATE KEY-----\n`)
  writeFileSync(files.certificateFile, certificate.toString('pem'))
  return files
}

/** The suites that the operator's page names. */
const documented = [
  ...readFileSync(join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'operating', 'tls.md'), 'utf8').matchAll(
    /`((?:TLS_|ECDHE-)[\w-]+)`/g,
  ),
].map(([, name = '']) => name)
const offered = getCiphers().map((name) => name.toUpperCase())

describe('the cipher suites', () => {
  for (const kind of ['RSA', 'ECDSA'] as const) {
    it(`with a key of ${kind} are the documented ones, all with forward secrecy and authenticated encryption`, async () => {
      const tls = await selfSigned(kind)
      const { port } = await open(hello, { listenerKind: 'https', host: '127.0.0.1', tls })
      const accepted: string[] = []
      for (const suite of offered) {
        const isNew = suite.startsWith('TLS_')
        const version = isNew ? 'TLSv1.3' : 'TLSv1.2'
        const ciphers = isNew ? suite : `${suite}:@SECLEVEL=0`
        const options = { ciphers, minVersion: version, maxVersion: version, rejectUnauthorized: false } as const
        const socket = await handshake(port, options).catch(() => undefined)
        if (socket) accepted.push(socket.getCipher().name)
        socket?.destroy()
      }
      const forKey = documented.filter((name) => name.startsWith('TLS_') || name.includes(`-${kind}-`))
      assert.deepEqual(accepted.toSorted(), forKey.toSorted())
      for (const name of accepted) assert.match(name, /^(TLS_|ECDHE-).*(GCM|POLY1305)/)
      assert.ok(offered.length > 40, `${offered.length} suites were tried`)
    })
  }
})

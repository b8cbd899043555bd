import assert from 'node:assert/strict'
import type { webcrypto } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { ensureReflectMetadata } from '../../../test/support/builders/reflect-metadata.ts'
import { explanationText } from '../../kernel/explanation.ts'
import { checkClientCertificate } from './client-certificate-policy.ts'
import { issueClientCertificate } from './development-ca.ts'
import { readCertificate } from './read-certificate.ts'

const folder = mkdtempSync(join(tmpdir(), 'tollgate-policy-'))
after(() => rmSync(folder, { recursive: true }))

const dayMs = 86_400_000
const clientAuth = '1.3.6.1.5.5.7.3.2'
const serverAuth = '1.3.6.1.5.5.7.3.1'
const p256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const rsa = (modulusLength: number) => {
  return { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', publicExponent: new Uint8Array([1, 0, 1]), modulusLength }
}

/** A self-signed certificate, as merchants make them. */
async function selfSigned({
  algorithm = p256 as { name: string },
  days = 90,
  uses = [clientAuth] as string[] | undefined,
} = {}): Promise<string> {
  ensureReflectMetadata()
  const x509 = await import('@peculiar/x509')
  const keys = (await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as webcrypto.CryptoKeyPair
  const notBefore = new Date('2026-01-01T00:00:00Z')
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=TESTMERCHANT, O=A shop',
    notBefore,
    notAfter: new Date(notBefore.getTime() + days * dayMs),
    signingAlgorithm: algorithm,
    keys,
    extensions: uses ? [new x509.ExtendedKeyUsageExtension(uses)] : [],
  })
  return certificate.toString('pem')
}

const reasonOf = (pem: string) => {
  const answer = checkClientCertificate(pem)
  assert.equal(answer.kind, 'REFUSED')
  return explanationText(answer.reason)
}

describe('reading a certificate', () => {
  let pem = ''
  let fingerprint = ''
  before(async () => {
    const notBefore = new Date('2026-01-01T00:00:00Z')
    const issued = await issueClientCertificate({ folder, commonName: 'TESTMERCHANT', days: 1, notBefore })
    pem = issued.certificatePem
    fingerprint = issued.fingerprint
  })

  it('gives fingerprint, subject, dates, key and uses', () => {
    assert.deepEqual(readCertificate(pem), {
      kind: 'CERTIFICATE',
      fingerprint256: fingerprint,
      subject: 'CN=TESTMERCHANT',
      notBefore: new Date('2026-01-01T00:00:00Z'),
      notAfter: new Date('2026-01-02T00:00:00Z'),
      key: { kind: 'EC', curve: 'P-256' },
      extendedKeyUsage: [clientAuth],
    })
  })

  it('passes over text around the certificate and Windows line ends', () => {
    for (const text of [`Bag Attributes\n  friendlyName: shop\n${pem}\ntrailing`, pem.replaceAll('\n', '\r\n')]) {
      const read = readCertificate(text)
      assert.equal(read.kind === 'CERTIFICATE' && read.fingerprint256, fingerprint)
    }
  })

  it('gives the subject on one line', async () => {
    const read = readCertificate(await selfSigned())
    assert.equal(read.kind === 'CERTIFICATE' && read.subject, 'CN=TESTMERCHANT, O=A shop')
  })

  const begin = '-----BEGIN CERTIFICATE-----'
  const end = '-----END CERTIFICATE-----'
  const garbage: readonly (readonly [name: string, text: () => string, reason: RegExp])[] = [
    ['an empty text', () => '', /contains no certificate/],
    ['any text', () => 'hello \0 world', /contains no certificate/],
    ['a request', () => '-----BEGIN CERTIFICATE REQUEST-----\nMIIB\n', /contains no certificate/],
    ['an empty certificate', () => `${begin}\n${end}`, /damaged/],
    ['a certificate of zeros', () => `${begin}\nAAAA\n${end}`, /damaged/],
    ['half a certificate', () => pem.slice(0, pem.length / 2), /damaged/],
    ['a certificate without its end', () => pem.replace(end, ''), /damaged/],
    ['two certificates', () => pem + pem, /contains 2 certificates/],
    ['a private key', () => `-----BEGIN EC PRIVATE KEY-----\nAA\n-----END EC PRIVATE KEY-----\n${pem}`, /private key/],
    ['a very long text', () => pem.padEnd(70_000), /longer than/],
  ]
  for (const [name, text, reason] of garbage) {
    it(`refuses ${name}`, () => {
      const answer = readCertificate(text())
      assert.equal(answer.kind, 'REFUSED')
      assert.match(explanationText(answer.reason), reason)
    })
  }

  it('never throws, whichever byte is damaged', () => {
    const body = Buffer.from(pem.replaceAll(/-----[A-Z ]+-----/g, ''), 'base64')
    for (let index = 0; index < body.length; index++) {
      const damaged = Buffer.from(body)
      damaged[index] = ~(damaged[index] ?? 0)
      assert.ok(checkClientCertificate(`${begin}\n${damaged.toString('base64')}\n${end}`).kind)
    }
  })
})

describe('registering a client certificate', () => {
  it('takes RSA from 2048 bits on, P-256 and P-384', async () => {
    const p384 = { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' }
    for (const algorithm of [rsa(2048), rsa(3072), p256, p384]) {
      assert.equal(checkClientCertificate(await selfSigned({ algorithm })).kind, 'CERTIFICATE')
    }
  })

  it('refuses shorter RSA keys and other curves', async () => {
    assert.match(reasonOf(await selfSigned({ algorithm: rsa(1024) })), /^The key is RSA of 1024 bits/)
    assert.match(reasonOf(await selfSigned({ algorithm: rsa(2040) })), /^The key is RSA of 2040 bits/)
    const p521 = { name: 'ECDSA', namedCurve: 'P-521', hash: 'SHA-512' }
    assert.match(reasonOf(await selfSigned({ algorithm: p521 })), /^The key is on the curve P-521/)
  })

  it('refuses an Ed25519 key', () => {
    // Made by: openssl req -x509 -newkey ed25519 -nodes -subj /CN=x -days 90
    assert.match(reasonOf(ed25519), /^The key is of the kind ed25519/)
  })

  it('takes 825 days and refuses a second more', async () => {
    assert.equal(checkClientCertificate(await selfSigned({ days: 825 })).kind, 'CERTIFICATE')
    assert.match(reasonOf(await selfSigned({ days: 825 + 1 / 86_400 })), /valid for 826 days; at most 825/)
    assert.match(reasonOf(await selfSigned({ days: -1 })), /ends before it begins/)
  })

  it('takes clientAuth, any use and no restriction, and refuses other uses', async () => {
    for (const uses of [[clientAuth], [serverAuth, clientAuth], ['2.5.29.37.0'], undefined]) {
      assert.equal(checkClientCertificate(await selfSigned({ uses })).kind, 'CERTIFICATE', String(uses))
    }
    assert.match(reasonOf(await selfSigned({ uses: [serverAuth] })), /lacks clientAuth/)
  })

  it('accepts an expired certificate: dates are checked on each request', async () => {
    const notBefore = new Date('2020-01-01T00:00:00Z')
    const { certificatePem } = await issueClientCertificate({ folder, commonName: 'OLD', days: 1, notBefore })
    assert.equal(checkClientCertificate(certificatePem).kind, 'CERTIFICATE')
  })
})

const ed25519 = `-----BEGIN CERTIFICATE-----
MIIBLDCB36ADAgECAhQMlJNVFi2S3HVHDKNBHkyJR6NbGTAFBgMrZXAwDDEKMAgG
A1UEAwwBeDAeFw0yNjExMTUwMjAyNTFaFw0yNzAyMTMwMjAyNTFaMAwxCjAIBgNV
BAMMAXgwKjAFBgMrZXADIQDFeV195hRmgwJ3CsVTKVHgpT0EEMRGVReSb8ZbdLka
XaNTMFEwHQYDVR0OBBYEFO1Dvd/nAgCwsdLI3HSAKXPPsQ3DMB8GA1UdIwQYMBaA
FO1Dvd/nAgCwsdLI3HSAKXPPsQ3DMA8GA1UdEwEB/wQFMAMBAf8wBQYDK2VwA0EA
zwMdUv0M3TJNgNSh3/VLUSVg85PYNySl6+uZd3+27DNiHea2SuLqtVRZqNCl7+tK
2wMMNZBg/XuaaQMC5hGEDA==
-----END CERTIFICATE-----`

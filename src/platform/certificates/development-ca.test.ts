import assert from 'node:assert/strict'
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { ensureDevelopmentCertificates, issueClientCertificate } from './development-ca.ts'
import { signCertificate } from './sign-certificate.ts'

const base = mkdtempSync(join(tmpdir(), 'tollgate-ca-'))
after(() => rmSync(base, { recursive: true }))

let folders = 0
const newFolder = () => join(base, `certificates-${++folders}`)
const dayMs = 86_400_000
const now = new Date('2027-03-01T12:00:00Z')
const later = (days: number) => new Date(now.getTime() + days * dayMs)
const certificateIn = (file: string) => new X509Certificate(readFileSync(file))
const daysOf = ({ validFromDate, validToDate }: X509Certificate) =>
  (validToDate.getTime() - validFromDate.getTime()) / dayMs

async function made(folder = newFolder()) {
  const files = await ensureDevelopmentCertificates(folder, { now, hostName: 'till.example' })
  const ca = certificateIn(files.caCertificateFile)
  const server = certificateIn(files.serverCertificateFile)
  return { folder, ...files, ca, server }
}

async function again(folder: string, at = now) {
  const files = await ensureDevelopmentCertificates(folder, { now: at, hostName: 'till.example' })
  const server = certificateIn(files.serverCertificateFile)
  const ca = certificateIn(files.caCertificateFile)
  assert.ok(server.verify(ca.publicKey), 'the server certificate is signed by the authority in the folder')
  assert.ok(server.checkPrivateKey(createPrivateKey(readFileSync(files.serverKeyFile))), 'key and certificate match')
  return { ca, server }
}

describe('the first start', () => {
  it('makes an authority for ten years and a server certificate for at most 397 days', async () => {
    const { ca, server } = await made()
    assert.equal(ca.subject, 'CN=Tollgate development CA')
    assert.ok(ca.ca && ca.verify(ca.publicKey))
    assert.equal(daysOf(ca), 3650)
    assert.ok(server.checkIssued(ca) && server.verify(ca.publicKey))
    assert.equal(server.ca, false)
    assert.ok(daysOf(server) <= 397)
    assert.ok(server.validFromDate <= now)
    assert.deepEqual(server.keyUsage, ['1.3.6.1.5.5.7.3.1'])
    for (const { publicKey } of [ca, server]) assert.equal(publicKey.asymmetricKeyDetails?.namedCurve, 'prime256v1')
  })

  it('names localhost, its sub-domains, the loopback addresses and the machine', async () => {
    const { server } = await made()
    const names = server.subjectAltName?.split(', ')
    const addresses = ['IP Address:127.0.0.1', 'IP Address:0:0:0:0:0:0:0:1']
    assert.deepEqual(names, ['DNS:localhost', 'DNS:*.localhost', 'DNS:till.example', ...addresses])
    assert.ok(server.checkHost('localhost') && server.checkIP('127.0.0.1') && server.checkIP('::1'))
  })

  it('leaves out a machine name that the DNS could not have', async () => {
    for (const hostName of ['my_machine', 'ünï', '', 'a..b', 'localhost']) {
      const { serverCertificateFile } = await ensureDevelopmentCertificates(newFolder(), { now, hostName })
      assert.match(certificateIn(serverCertificateFile).subjectAltName ?? '', /^DNS:localhost, DNS:\*\.localhost, IP/)
    }
  })

  it('keeps keys to the owner and leaves no other file behind', { skip: process.platform === 'win32' }, async () => {
    const { folder, serverKeyFile } = await made()
    assert.equal(statSync(folder).mode & 0o777, 0o700)
    assert.equal(statSync(serverKeyFile).mode & 0o777, 0o600)
    assert.equal(statSync(join(folder, 'ca-key.pem')).mode & 0o777, 0o600)
    const names = ['ca-certificate.pem', 'ca-key.pem', 'server-certificate.pem', 'server-key.pem']
    assert.deepEqual(readdirSync(folder).toSorted(), names)
  })

  it('several processes at once agree on one authority', async () => {
    const folder = newFolder()
    const starts = Array.from({ length: 12 }, async () => {
      const { serverKeyFile } = await ensureDevelopmentCertificates(folder)
      return [join(folder, 'ca-key.pem'), serverKeyFile].map((file) => readFileSync(file, 'utf8')).join()
    })
    assert.equal(new Set(await Promise.all(starts)).size, 1)
    await again(folder)
  })
})

describe('a later start', () => {
  it('changes nothing while everything is valid', async () => {
    const { folder, ca, server } = await made()
    const next = await again(folder, later(365))
    assert.equal(next.ca.fingerprint256, ca.fingerprint256)
    assert.equal(next.server.fingerprint256, server.fingerprint256)
  })

  it('renews the server certificate in its last 30 days, under the same authority', async () => {
    const { folder, ca, server } = await made()
    for (const days of [367, 750]) {
      const next = await again(folder, later(days))
      assert.equal(next.ca.fingerprint256, ca.fingerprint256)
      assert.notEqual(next.server.fingerprint256, server.fingerprint256)
      assert.ok(next.server.validToDate > later(days + 300))
    }
  })

  it('renews the authority in its last 30 days with the same key, so that what it signed stays valid', async () => {
    const { folder, ca } = await made()
    const next = await again(folder, later(3625))
    assert.notEqual(next.ca.fingerprint256, ca.fingerprint256)
    assert.ok(next.server.verify(ca.publicKey))
  })

  it('renews a certificate that is not valid yet, as after the clock was set back', async () => {
    const { folder } = await made()
    const { server } = await again(folder, later(-10))
    assert.ok(server.validFromDate <= later(-10))
  })

  it('makes a server certificate with the new name when the machine was renamed', async () => {
    const { folder } = await made()
    const { serverCertificateFile } = await ensureDevelopmentCertificates(folder, { now, hostName: 'other.example' })
    assert.ok(certificateIn(serverCertificateFile).checkHost('other.example'))
  })

  for (const name of ['ca-certificate.pem', 'server-key.pem', 'server-certificate.pem']) {
    it(`remakes the set without changing the authority's key when ${name} is missing, empty or damaged`, async () => {
      const { folder, ca } = await made()
      const whole = readFileSync(join(folder, name), 'utf8')
      for (const content of ['', 'garbage', whole.slice(0, 100), whole.replaceAll('A', 'B')]) {
        writeFileSync(join(folder, name), content)
        const next = await again(folder)
        assert.ok(next.server.verify(ca.publicKey))
      }
      rmSync(join(folder, name))
      assert.ok((await again(folder)).server.verify(ca.publicKey))
    })
  }

  it('makes a new authority when the key of the old one is missing or damaged', async () => {
    const { folder, ca } = await made()
    writeFileSync(join(folder, 'ca-key.pem'), 'garbage')
    const next = await again(folder)
    assert.equal(next.server.verify(ca.publicKey), false)
    rmSync(join(folder, 'ca-key.pem'))
    assert.equal((await again(folder)).server.verify(next.ca.publicKey), false)
  })

  it('replaces a key of another kind, and a server certificate by another authority', async () => {
    const one = await made()
    const other = await made()
    writeFileSync(one.serverKeyFile, readFileSync(other.serverKeyFile))
    writeFileSync(one.serverCertificateFile, readFileSync(other.serverCertificateFile))
    assert.notEqual((await again(one.folder)).server.fingerprint256, other.server.fingerprint256)

    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' })
    writeFileSync(one.serverKeyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }))
    await again(one.folder)
  })

  it('replaces an authority certificate that may not sign', async () => {
    const { folder, caCertificateFile } = await made()
    const key = createPrivateKey(readFileSync(join(folder, 'ca-key.pem')))
    const request = { commonName: 'x', key, use: 'server', notBefore: later(-1), notAfter: later(300) } as const
    writeFileSync(caCertificateFile, await signCertificate(request))
    assert.ok((await again(folder)).ca.ca)
  })

  it('restricts the permissions of a folder and a key that others could read', {
    skip: process.platform === 'win32',
  }, async () => {
    const folder = newFolder()
    mkdirSync(folder, { mode: 0o755 })
    const { serverKeyFile } = await made(folder)
    chmodSync(serverKeyFile, 0o644)
    await again(folder)
    assert.equal(statSync(folder).mode & 0o777, 0o700)
    assert.equal(statSync(serverKeyFile).mode & 0o777, 0o600)
  })
})

describe('client certificates', () => {
  it('are signed by the authority, for clients only, with key and fingerprint', async () => {
    const { folder, ca } = await made()
    const issued = await issueClientCertificate({ folder, commonName: 'TESTMERCHANT', days: 90 })
    const certificate = new X509Certificate(issued.certificatePem)
    // The real clock issues it, the fixed one made the authority: only the key is compared.
    assert.ok(certificate.verify(ca.publicKey))
    assert.ok(certificate.checkPrivateKey(createPrivateKey(issued.keyPem)))
    assert.deepEqual(certificate.keyUsage, ['1.3.6.1.5.5.7.3.2'])
    assert.equal(certificate.subject, 'CN=TESTMERCHANT')
    assert.equal(daysOf(certificate), 90)
    assert.match(issued.fingerprint, /^[0-9a-f]{64}$/)
    assert.equal(issued.fingerprint, certificate.fingerprint256.replaceAll(':', '').toLowerCase())
  })

  it('can be made already expired, and in a folder without an authority', async () => {
    const notBefore = new Date('2020-01-01T00:00:00Z')
    const order = { folder: newFolder(), commonName: 'OLD', days: 1, notBefore }
    const { certificatePem } = await issueClientCertificate(order)
    assert.equal(new X509Certificate(certificatePem).validToDate.toISOString(), '2020-01-02T00:00:00.000Z')
  })

  it('have the common name as given, whatever characters it contains', async () => {
    const { certificatePem } = await issueClientCertificate({
      folder: newFolder(),
      commonName: 'A, O=B+C=#ff',
      days: 1,
    })
    const { subject } = new X509Certificate(certificatePem)
    assert.equal(subject, String.raw`CN=A\, O=B\+C=#ff`)
  })

  it('are refused without a name, with one too long, and for no whole number of days', async () => {
    const order = { folder: newFolder(), commonName: 'A', days: 1 }
    await assert.rejects(issueClientCertificate({ ...order, commonName: '' }), RangeError)
    await assert.rejects(issueClientCertificate({ ...order, commonName: 'x'.repeat(65) }), RangeError)
    for (const days of [0, -1, 1.5, Number.NaN]) {
      await assert.rejects(issueClientCertificate({ ...order, days }), RangeError)
    }
  })
})

// The gateway's own certificate authority, which lets the sandbox use HTTPS without a purchased certificate. Keys are
// created once and stay; certificates are issued from the keys again when they expire soon, are damaged or do not
// match.
import { createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto'
import { chmod, mkdir, readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { type SubjectName, signCertificate } from './sign-certificate.ts'
import { writeFileAtomically } from './write-file-atomically.ts'

export interface DevelopmentCertificates {
  /** What a client must trust to call the sandbox. */
  readonly caCertificateFile: string
  readonly serverKeyFile: string
  readonly serverCertificateFile: string
}

export interface ClientCertificateSpec {
  readonly folder: string
  readonly commonName: string
  readonly days: number
  /** In the past it makes a certificate that has already ended, for tests. */
  readonly notBefore?: Date
}

export interface IssuedClientCertificate {
  readonly certificatePem: string
  readonly keyPem: string
  /** SHA-256 of the DER form, in lower-case hexadecimal digits without colons. */
  readonly fingerprint: string
}

interface Authority {
  readonly key: KeyObject
  readonly certificate: X509Certificate
  readonly certificatePem: string
}

interface IssueOptions {
  readonly now?: Date
  readonly hostName?: string
}

const dayMs = 86_400_000
const hourMs = 3_600_000
const renewalDays = 30
const authorityDays = 3650
// Browsers allow 397 days; both ends count, therefore one less is on the safe side.
const serverDays = 396
// A common name of a certificate holds at most 64 characters (X.520).
const commonNameMax = 64

/** Creates or renews what is missing, and returns the paths. Several processes may do so at once. */
export async function ensureDevelopmentCertificates(
  folder: string,
  { now = new Date(), hostName = hostname() }: IssueOptions = {},
): Promise<DevelopmentCertificates> {
  const files = filesIn(folder)
  const authority = await ensureAuthority(folder, now)
  const key = await ensureKey(files.serverKeyFile)
  const names = serverNames(hostName)

  const present = await readCertificateFile(files.serverCertificateFile)
  if (!present?.certificate || !servesUs(present.certificate, { key, names, authority, now })) {
    const request = { commonName: 'localhost', key, use: 'server', names, issuer: authority } as const
    const pem = await signCertificate({ ...request, ...validity(now, serverDays) })
    await writeFileAtomically(files.serverCertificateFile, pem, { mode: 0o644, keep: false })
  }
  const { caCertificateFile, serverKeyFile, serverCertificateFile } = files
  return { caCertificateFile, serverKeyFile, serverCertificateFile }
}

/** Creates a key and a certificate for a client, signed by the development authority, which is created when missing. */
export async function issueClientCertificate(order: ClientCertificateSpec): Promise<IssuedClientCertificate> {
  const { folder, commonName, days, notBefore = new Date() } = order
  if (commonName === '' || commonName.length > commonNameMax) {
    throw new RangeError(`A common name has 1 to ${commonNameMax} characters.`)
  }
  if (!Number.isInteger(days) || days < 1) throw new RangeError('A certificate is valid for one day or more.')

  const issuer = await ensureAuthority(folder, new Date())
  const key = generateKey()
  const notAfter = new Date(notBefore.getTime() + days * dayMs)
  const certificatePem = await signCertificate({ commonName, key, use: 'client', notBefore, notAfter, issuer })
  const fingerprint = new X509Certificate(certificatePem).fingerprint256.replaceAll(':', '').toLowerCase()
  return { certificatePem, keyPem: pemOf(key), fingerprint }
}

function filesIn(folder: string) {
  return {
    caKeyFile: join(folder, 'ca-key.pem'),
    caCertificateFile: join(folder, 'ca-certificate.pem'),
    serverKeyFile: join(folder, 'server-key.pem'),
    serverCertificateFile: join(folder, 'server-certificate.pem'),
  }
}

async function ensureAuthority(folder: string, now: Date): Promise<Authority> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // The folder may be older than this rule.
  await chmod(folder, 0o700)
  const { caKeyFile, caCertificateFile } = filesIn(folder)
  const key = await ensureKey(caKeyFile)

  const present = await readCertificateFile(caCertificateFile)
  if (present?.certificate && isOurAuthority(present.certificate, key, now)) {
    return { key, certificate: present.certificate, certificatePem: present.pem }
  }
  const request = { commonName: 'Tollgate development CA', key, use: 'authority' } as const
  const made = await signCertificate({ ...request, ...validity(now, authorityDays) })
  // If another process was first, its certificate stays: with one key and one name, either proves the same.
  await writeFileAtomically(caCertificateFile, made, { mode: 0o644, keep: present === undefined })
  return { key, certificate: new X509Certificate(made), certificatePem: made }
}

/** The key in the file, created again when the file is missing or holds anything but a private key on P-256. */
async function ensureKey(path: string): Promise<KeyObject> {
  const content = await readIfThere(path)
  const present = content === undefined ? undefined : parseKey(content)
  if (present === undefined) {
    await writeFileAtomically(path, pemOf(generateKey()), { mode: 0o600, keep: content === undefined })
  }
  // If another process was first, its key is the one to use.
  const key = present ?? parseKey((await readIfThere(path)) ?? '')
  if (key === undefined) throw new Error(`The key in ${path} cannot be read back.`)
  await chmod(path, 0o600)
  return key
}

function generateKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
}

function pemOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}

function parseKey(pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem)
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined
  } catch {
    return undefined
  }
}

/** Undefined when there is no file; a file without a certificate when it holds none that can be read. */
async function readCertificateFile(path: string): Promise<{ pem: string; certificate?: X509Certificate } | undefined> {
  const pem = await readIfThere(path)
  if (pem === undefined) return undefined
  try {
    return { pem, certificate: new X509Certificate(pem) }
  } catch {
    return { pem }
  }
}

/** A file that exists but cannot be read counts as an empty one: it is created again like any damaged file. */
async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : ''
  }
}

function isOurAuthority(certificate: X509Certificate, key: KeyObject, now: Date): boolean {
  return (
    certificate.ca &&
    certificate.checkPrivateKey(key) &&
    isSignedBy(certificate, certificate) &&
    isFresh(certificate, now)
  )
}

function servesUs(
  certificate: X509Certificate,
  { key, names, authority, now }: { key: KeyObject; names: readonly SubjectName[]; authority: Authority; now: Date },
): boolean {
  const present = certificate.subjectAltName?.split(', ') ?? []
  const hasNames = names.every(({ type, value }) => type === 'ip' || present.includes(`DNS:${value}`))
  const fits = certificate.checkPrivateKey(key) && isSignedBy(certificate, authority.certificate)
  return fits && hasNames && isFresh(certificate, now)
}

function isSignedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}

function isFresh(certificate: X509Certificate, now: Date): boolean {
  const remainingMs = certificate.validToDate.getTime() - now.getTime()
  return certificate.validFromDate <= now && remainingMs > renewalDays * dayMs
}

/** Begins an hour ago, for clients whose clock is a little behind. */
function validity(now: Date, days: number): { notBefore: Date; notAfter: Date } {
  const notBefore = new Date(now.getTime() - hourMs)
  return { notBefore, notAfter: new Date(notBefore.getTime() + days * dayMs) }
}

function serverNames(hostName: string): readonly SubjectName[] {
  const names = ['localhost', '*.localhost']
  // Some machines have a name that is not valid in the DNS, such as one with an underscore.
  const isName = hostName.length <= 253 && /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i.test(hostName)
  if (isName && hostName !== 'localhost') names.push(hostName)
  const addresses = ['127.0.0.1', '::1']
  return [
    ...names.map((value) => ({ type: 'dns', value }) as const),
    ...addresses.map((value) => ({ type: 'ip', value }) as const),
  ]
}

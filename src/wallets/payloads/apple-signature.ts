// The signature of an Apple Pay payload: a detached CMS signature by a certificate that leads to a trusted root. How much there is to
// verify is bounded before anything is verified, except for the roots, which are the operator's own.
import { createHash, X509Certificate } from 'node:crypto'
import { childrenOf, type Element, elementsIn, readElement, tags } from './asn1.ts'
import { hasFormOfPublicKey, hasFormOfSignature, isSignatureRight } from './elliptic-keys.ts'

/** Object identifiers, as they are encoded. */
const oids = {
  signedData: '2a864886f70d010702',
  data: '2a864886f70d010701',
  contentType: '2a864886f70d010903',
  messageDigest: '2a864886f70d010904',
  signingTime: '2a864886f70d010905',
  sha256: '608648016503040201',
  ecdsaWithSha256: '2a8648ce3d040302',
  /** Apple marks with these what a certificate is for. */
  leaf: '2a864886f76364061d',
  intermediate: '2a864886f7636406020e',
} as const

/** How certificates are signed: ECDSA, and RSA for the operator's roots. */
const hashes: Readonly<Record<string, string>> = {
  [oids.ecdsaWithSha256]: 'sha256',
  '2a8648ce3d040303': 'sha384',
  '2a8648ce3d040304': 'sha512',
  '2a864886f70d01010b': 'sha256',
  '2a864886f70d01010c': 'sha384',
  '2a864886f70d01010d': 'sha512',
}

/** Two certificates and a signature take about 3,500 bytes, with the root 4,100. */
const signatureBytesMax = 8 * 1024
/** Apple sends two, and may add the root. */
const certificatesMax = 4
/** The longest that a root may make. */
const rootSignatureBytesMax = 1_024
/** Of a certificate, of the signed attributes, of any other list. */
const extensionsMax = 32
const attributesMax = 16
const membersMax = 16

interface SigningCertificate {
  readonly certificate: X509Certificate
  readonly extensions: ReadonlySet<string>
  /** Issuer and serial number, as they are encoded. */
  readonly issuer: Buffer
  readonly serialNumber: Buffer
  /** What its issuer has signed, and how. */
  readonly signed: Buffer
  readonly signature: Buffer
  readonly hash: string
}

/** The time of signing, or undefined when the signature does not vouch for the content. */
export async function verifyAppleSignature(
  signature: Buffer,
  content: Buffer,
  { roots, at }: { readonly roots: readonly X509Certificate[]; readonly at: Date },
): Promise<Date | undefined> {
  try {
    return await verifiedSigningTime(signature, content, { roots, at })
  } catch {
    // Whatever the platform cannot read as a certificate or a key is none.
    return undefined
  }
}

async function verifiedSigningTime(
  signature: Buffer,
  content: Buffer,
  { roots, at }: { readonly roots: readonly X509Certificate[]; readonly at: Date },
): Promise<Date | undefined> {
  const message = readMessage(signature)
  const signer = message && readSigner(message.signer)
  if (!signer?.attributes.messageDigest.equals(createHash('sha256').update(content).digest())) return undefined
  const certificates = message?.certificates.flatMap((each) => readCertificate(each) ?? []) ?? []
  const leaf = certificates.find(
    ({ issuer, serialNumber }) => issuer.equals(signer.issuer) && serialNumber.equals(signer.serialNumber),
  )
  if (!leaf || !(await leadsToRoot(leaf, { certificates, roots, at }))) return undefined
  const { attributes, signature: ownSignature } = signer
  const { publicKey: key } = leaf.certificate
  const isRight = await isSignatureRight(attributes.signed, { key, signature: ownSignature })
  return isRight ? attributes.signingTime : undefined
}

interface SignedMessage {
  readonly certificates: readonly Element[]
  readonly signer: Element
}

/** A ContentInfo with SignedData that has one signer. */
function readMessage(bytes: Buffer): SignedMessage | undefined {
  const outer = bytes.length <= signatureBytesMax ? readElement(bytes) : undefined
  const [type, wrapped] = membersOf(outer, tags.sequence)
  if (!isOid(type, oids.signedData)) return undefined
  const [signedData] = membersOf(wrapped, tags.part(0))
  const parts = membersOf(signedData, tags.sequence)
  // Behind version, algorithms and the type of the content: the certificates, perhaps lists of revoked ones, the signers.
  const certificates = parts.find(({ tag }) => tag === tags.part(0))
  const [signer, another] = membersOf(parts.at(-1), tags.set)
  const certificateElements = certificates && childrenOf(certificates, certificatesMax)
  return certificateElements && signer && !another ? { certificates: certificateElements, signer } : undefined
}

interface Signer {
  readonly issuer: Buffer
  readonly serialNumber: Buffer
  readonly attributes: SignedAttributes
  readonly signature: Buffer
}

function readSigner(signerInfo: Element): Signer | undefined {
  const [, identifier, digest, attributes, algorithm, signature] = membersOf(signerInfo, tags.sequence)
  const [issuer, serialNumber] = membersOf(identifier, tags.sequence)
  if (!issuer || !serialNumber || !attributes || signature?.tag !== tags.octetString) return undefined
  if (!isAlgorithm(digest, oids.sha256) || !isAlgorithm(algorithm, oids.ecdsaWithSha256)) return undefined
  const read = hasFormOfSignature(signature.content) ? readAttributes(attributes) : undefined
  return (
    read && { issuer: issuer.whole, serialNumber: serialNumber.whole, attributes: read, signature: signature.content }
  )
}

interface SignedAttributes {
  /** As they were signed. */
  readonly signed: Buffer
  readonly messageDigest: Buffer
  readonly signingTime: Date
}

function readAttributes(attributes: Element): SignedAttributes | undefined {
  if (attributes.tag !== tags.part(0)) return undefined
  const read = (childrenOf(attributes, attributesMax) ?? []).map((each) => membersOf(each, tags.sequence))
  const onlyValue = (oid: string): Element | undefined => {
    const [attribute, again] = read.filter(([type]) => isOid(type, oid))
    const [value, more] = membersOf(attribute?.[1], tags.set)
    return again || more ? undefined : value
  }
  const [digest, signingTime] = [onlyValue(oids.messageDigest), timeOf(onlyValue(oids.signingTime))]
  if (!isOid(onlyValue(oids.contentType), oids.data) || digest?.tag !== tags.octetString || !signingTime)
    return undefined
  // In the message they have the tag of their place; signed is the set itself.
  const signed = Buffer.concat([Buffer.from([tags.set]), attributes.whole.subarray(1)])
  return { signed, messageDigest: digest.content, signingTime }
}

/** Undefined for one with a key on another curve than P-256: it cannot have signed, nor issued the one that has. */
function readCertificate(element: Element): SigningCertificate | undefined {
  const [signed, algorithm, signature] = membersOf(element, tags.sequence)
  const fields = membersOf(signed, tags.sequence).filter(({ tag }) => tag !== tags.part(0))
  const [serialNumber, ownAlgorithm, issuer, , , publicKey] = fields
  if (!signed || !algorithm || !signature || !serialNumber || !issuer || !publicKey) return undefined
  if (!ownAlgorithm?.whole.equals(algorithm.whole) || !hasFormOfPublicKey(publicKey.whole)) return undefined
  const hash = hashes[oidIn(membersOf(algorithm, tags.sequence)[0]) ?? '']
  // A string of bits begins with how many of the last byte are not used: none.
  const isWhole = signature.tag === tags.bitString && signature.content[0] === 0
  if (hash === undefined || !isWhole || signature.content.length > rootSignatureBytesMax) return undefined
  return {
    certificate: new X509Certificate(element.whole),
    extensions: extensionsOf(fields.find(({ tag }) => tag === tags.part(3))),
    issuer: issuer.whole,
    serialNumber: serialNumber.whole,
    signed: signed.whole,
    signature: signature.content.subarray(1),
    hash,
  }
}

function extensionsOf(element: Element | undefined): ReadonlySet<string> {
  const [list] = membersOf(element, tags.part(3))
  const extensions = list ? (elementsIn(list.content, extensionsMax) ?? []) : []
  return new Set(extensions.flatMap((each) => oidIn(membersOf(each, tags.sequence)[0]) ?? []))
}

/** Leaf, intermediate, root; the root is the operator's own copy, whatever the payload contains. */
async function leadsToRoot(
  leaf: SigningCertificate,
  {
    certificates,
    roots,
    at,
  }: {
    readonly certificates: readonly SigningCertificate[]
    readonly roots: readonly X509Certificate[]
    readonly at: Date
  },
): Promise<boolean> {
  if (!leaf.extensions.has(oids.leaf) || !isValidAt(leaf.certificate, at)) return false
  if (!hasFormOfSignature(leaf.signature)) return false
  const authorities = roots.filter((root) => root.ca && isValidAt(root, at))
  for (const intermediate of certificates) {
    const { certificate, extensions } = intermediate
    if (!extensions.has(oids.intermediate) || !certificate.ca || !isValidAt(certificate, at)) continue
    if ((await isIssuedByAny(intermediate, authorities)) && (await isIssuedBy(leaf, certificate))) return true
  }
  return false
}

async function isIssuedByAny(certificate: SigningCertificate, issuers: readonly X509Certificate[]): Promise<boolean> {
  for (const issuer of issuers) if (await isIssuedBy(certificate, issuer)) return true
  return false
}

async function isIssuedBy(
  { certificate, signed, signature, hash }: SigningCertificate,
  issuer: X509Certificate,
): Promise<boolean> {
  return certificate.checkIssued(issuer) && isSignatureRight(signed, { key: issuer.publicKey, signature, hash })
}

function isValidAt({ validFromDate, validToDate }: X509Certificate, at: Date): boolean {
  return validFromDate <= at && at <= validToDate
}

/** None for an element with another tag, or with more members than anything has that is read here. */
function membersOf(element: Element | undefined, tag: number): readonly Element[] {
  return element?.tag === tag ? (childrenOf(element, membersMax) ?? []) : []
}

function oidIn(element: Element | undefined): string | undefined {
  return element?.tag === tags.objectIdentifier ? element.content.toString('hex') : undefined
}

function isOid(element: Element | undefined, oid: string): boolean {
  return oidIn(element) === oid
}

function isAlgorithm(element: Element | undefined, oid: string): boolean {
  return isOid(membersOf(element, tags.sequence)[0], oid)
}

/** Two digits of the year until 2049, and four; always in UTC. */
const times: Readonly<Record<number, RegExp>> = {
  [tags.utcTime]: /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/,
  [tags.generalizedTime]: /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/,
}

function timeOf(element: Element | undefined): Date | undefined {
  const [, year = '', ...parts] = times[element?.tag ?? 0]?.exec(element?.content.toString('latin1') ?? '') ?? []
  const [month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number)
  if (year === '') return undefined
  const full = year.length === 4 ? Number(year) : Number(year) + (Number(year) < 50 ? 2000 : 1900)
  return new Date(Date.UTC(full, month - 1, day, hour, minute, second))
}

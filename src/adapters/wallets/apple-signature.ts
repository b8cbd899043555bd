// The signature of an Apple Pay payload: a detached CMS signature by a certificate that leads to a trusted root.
import { createHash, verify, X509Certificate } from 'node:crypto'
import { ContentInfo, SignedData, type SignerInfo } from '@peculiar/asn1-cms'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { Time } from '@peculiar/asn1-x509'

const oids = {
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  sha256: '2.16.840.1.101.3.4.2.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  /** Apple marks with these what a certificate is for. */
  leaf: '1.2.840.113635.100.6.29',
  intermediate: '1.2.840.113635.100.6.2.14',
} as const

/** The type of the content that is signed, as it is encoded: plain data. */
const dataType = Buffer.from('06092a864886f70d010701', 'hex')

interface SigningCertificate {
  readonly certificate: X509Certificate
  readonly extensions: ReadonlySet<string>
  /** Issuer and serial number, as they are encoded. */
  readonly issuer: Buffer
  readonly serialNumber: Buffer
}

/** The time of signing, or undefined when the signature does not vouch for the content. */
export function verifyAppleSignature(
  signature: Buffer,
  content: Buffer,
  { roots, at }: { readonly roots: readonly X509Certificate[]; readonly at: Date },
): Date | undefined {
  try {
    return verifiedSigningTime(signature, content, { roots, at })
  } catch {
    // Whatever cannot be read as a signature is none.
    return undefined
  }
}

function verifiedSigningTime(
  signature: Buffer,
  content: Buffer,
  { roots, at }: { readonly roots: readonly X509Certificate[]; readonly at: Date },
): Date | undefined {
  const outer = AsnConvert.parse(signature, ContentInfo)
  if (outer.contentType !== oids.signedData) return undefined
  const signed = AsnConvert.parse(outer.content, SignedData)
  const [signer, another] = signed.signerInfos
  if (!signer || another) return undefined
  const certificates = certificatesOf(signed)
  const leaf = certificates.find((each) => isSignedBy(signer, each))
  if (!leaf || !leadsToRoot(leaf, { certificates, roots, at })) return undefined
  if (signer.digestAlgorithm.algorithm !== oids.sha256) return undefined
  if (signer.signatureAlgorithm.algorithm !== oids.ecdsaWithSha256) return undefined
  const attributes = attributesOf(signer)
  if (!attributes?.messageDigest.equals(createHash('sha256').update(content).digest())) return undefined
  const { publicKey } = leaf.certificate
  if (publicKey.asymmetricKeyType !== 'ec') return undefined
  const isRight = verify('sha256', attributes.bytes, publicKey, Buffer.from(signer.signature.buffer))
  return isRight ? attributes.signingTime : undefined
}

function certificatesOf({ certificates }: SignedData): readonly SigningCertificate[] {
  return [...(certificates ?? [])].flatMap(({ certificate }) => {
    if (!certificate) return []
    const { issuer, serialNumber, extensions } = certificate.tbsCertificate
    return {
      certificate: new X509Certificate(encoded(certificate)),
      extensions: new Set(extensions?.map(({ extnID }) => extnID)),
      issuer: encoded(issuer),
      serialNumber: Buffer.from(serialNumber),
    }
  })
}

function encoded(value: object): Buffer {
  return Buffer.from(AsnConvert.serialize(value))
}

function isSignedBy({ sid }: SignerInfo, { issuer, serialNumber }: SigningCertificate): boolean {
  const named = sid.issuerAndSerialNumber
  if (!named) return false
  return encoded(named.issuer).equals(issuer) && Buffer.from(named.serialNumber).equals(serialNumber)
}

/** Leaf, intermediate, root; the root is the operator's own copy, whatever the payload contains. */
function leadsToRoot(
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
): boolean {
  if (!leaf.extensions.has(oids.leaf) || !isValidAt(leaf.certificate, at)) return false
  return certificates.some(
    ({ certificate, extensions }) =>
      extensions.has(oids.intermediate) &&
      certificate.ca &&
      isValidAt(certificate, at) &&
      isIssuedBy(leaf.certificate, certificate) &&
      roots.some((root) => root.ca && isValidAt(root, at) && isIssuedBy(certificate, root)),
  )
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}

function isValidAt({ validFromDate, validToDate }: X509Certificate, at: Date): boolean {
  return validFromDate <= at && at <= validToDate
}

interface SignedAttributes {
  /** As they were signed. */
  readonly bytes: Buffer
  readonly messageDigest: Buffer
  readonly signingTime: Date
}

/** In the message the attributes have the tag of their place; signed is the set itself, in the same order. */
function encodeSet(members: readonly Buffer[]): Buffer {
  const content = Buffer.concat(members)
  const length = content.length < 0x80 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff]
  if (length.length === 3 && content.length < 0x100) length.splice(0, 2, 0x81)
  return Buffer.concat([Buffer.from([0x31, ...length]), content])
}

function attributesOf({ signedAttrs = [] }: SignerInfo): SignedAttributes | undefined {
  const attributeValue = (oid: string): ArrayBuffer | undefined => {
    const [attribute, again] = signedAttrs.filter(({ attrType }) => attrType === oid)
    return attribute && !again && attribute.attrValues.length === 1 ? attribute.attrValues[0] : undefined
  }
  const [contentType, messageDigest, signingTime] = [
    attributeValue(oids.contentType),
    attributeValue(oids.messageDigest),
    attributeValue(oids.signingTime),
  ]
  if (!contentType || !messageDigest || !signingTime) return undefined
  if (!Buffer.from(contentType).equals(dataType)) return undefined
  return {
    bytes: encodeSet(signedAttrs.map(encoded)),
    messageDigest: Buffer.from(AsnConvert.parse(messageDigest, OctetString).buffer),
    signingTime: AsnConvert.parse(signingTime, Time).getTime(),
  }
}

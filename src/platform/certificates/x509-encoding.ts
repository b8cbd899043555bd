// Certificates and signing requests in DER, by the ASN.1 types of the standards; Node signs them. Files that need one now and then load this
// on first use.
import { createHash, createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'
import { Attributes, CertificationRequest, CertificationRequestInfo } from '@peculiar/asn1-csr'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509'

export interface CertificateContent {
  readonly commonName: string
  /** Its public half is certified. */
  readonly key: KeyObject
  readonly notBefore: Date
  readonly notAfter: Date
  /** The signer, with its certificate in DER; without it the certificate is self-signed. */
  readonly issuer?: { readonly key: KeyObject; readonly der: Buffer } | undefined
  readonly extensions: readonly Extension[]
}

const commonNameType = '2.5.4.3'
/** ECDSA with SHA-256 has no parameters; RSA names NULL. */
const signatureAlgorithms = {
  ec: { algorithm: '1.2.840.10045.4.3.2' },
  rsa: { algorithm: '1.2.840.113549.1.1.11', parameters: null },
} as const

export function encodeCertificate(content: CertificateContent): Buffer {
  const { commonName, key, notBefore, notAfter, issuer } = content
  const subject = nameOf(commonName)
  const issuerKey = issuer?.key ?? key
  const algorithm = signatureAlgorithmOf(issuerKey)
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    serialNumber: positiveNumber(),
    signature: algorithm,
    issuer: issuer ? AsnConvert.parse(issuer.der, Certificate).tbsCertificate.subject : subject,
    validity: new Validity({ notBefore, notAfter }),
    subject,
    subjectPublicKeyInfo: publicKeyInfo(key),
    extensions: new Extensions([...content.extensions]),
  })
  const signatureValue = signatureOf(AsnConvert.serialize(tbsCertificate), issuerKey)
  const certificate = new Certificate({ tbsCertificate, signatureAlgorithm: algorithm, signatureValue })
  return Buffer.from(AsnConvert.serialize(certificate))
}

/** PKCS #10. */
export function encodeSigningRequest(key: KeyObject, commonName: string): Buffer {
  const certificationRequestInfo = new CertificationRequestInfo({
    subject: nameOf(commonName),
    subjectPKInfo: publicKeyInfo(key),
    attributes: new Attributes(),
  })
  const request = new CertificationRequest({
    certificationRequestInfo,
    signatureAlgorithm: signatureAlgorithmOf(key),
    signature: signatureOf(AsnConvert.serialize(certificationRequestInfo), key),
  })
  return Buffer.from(AsnConvert.serialize(request))
}

export function pemOf(label: 'CERTIFICATE' | 'CERTIFICATE REQUEST', der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}

export function basicConstraints(isAuthority: boolean, pathLength?: number): Extension {
  const value = new BasicConstraints({
    cA: isAuthority,
    ...(pathLength !== undefined && { pathLenConstraint: pathLength }),
  })
  return extensionOf(id_ce_basicConstraints, AsnConvert.serialize(value), { critical: true })
}

export function keyUsage(use: 'SIGNS_CERTIFICATES' | 'SIGNS'): Extension {
  const { keyCertSign, cRLSign, digitalSignature } = KeyUsageFlags
  const value = new KeyUsage(use === 'SIGNS_CERTIFICATES' ? keyCertSign | cRLSign : digitalSignature)
  return extensionOf(id_ce_keyUsage, AsnConvert.serialize(value), { critical: true })
}

export function extendedKeyUsage(identifier: string): Extension {
  return extensionOf(id_ce_extKeyUsage, AsnConvert.serialize(new ExtendedKeyUsage([identifier])))
}

/** Domain names and addresses. */
export function alternativeNames(names: readonly string[]): Extension {
  const general = names.map((name) => new GeneralName(isIP(name) === 0 ? { dNSName: name } : { iPAddress: name }))
  return extensionOf(id_ce_subjectAltName, AsnConvert.serialize(new SubjectAlternativeName(general)))
}

/** The identifier of the certified key, and of the signer's. */
export function keyIdentifiers(key: KeyObject, issuerKey: KeyObject): readonly Extension[] {
  const own = new SubjectKeyIdentifier(keyIdentifier(key))
  const issuers = new AuthorityKeyIdentifier({ keyIdentifier: new SubjectKeyIdentifier(keyIdentifier(issuerKey)) })
  return [
    extensionOf(id_ce_subjectKeyIdentifier, AsnConvert.serialize(own)),
    extensionOf(id_ce_authorityKeyIdentifier, AsnConvert.serialize(issuers)),
  ]
}

export function extensionOf(extnID: string, value: ArrayBuffer, { critical = false } = {}): Extension {
  return new Extension({ extnID, critical, extnValue: new OctetString(value) })
}

/** As it is: characters that have a meaning where names are written as text have none here. */
function nameOf(commonName: string): Name {
  const value = new AttributeValue({ utf8String: commonName })
  return new Name([new RelativeDistinguishedName([new AttributeTypeAndValue({ type: commonNameType, value })])])
}

function publicKeyInfo(key: KeyObject): SubjectPublicKeyInfo {
  return AsnConvert.parse(createPublicKey(key).export({ format: 'der', type: 'spki' }), SubjectPublicKeyInfo)
}

/** RFC 5280, 4.2.1.2: the first method. */
function keyIdentifier(key: KeyObject): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    createHash('sha1')
      .update(Buffer.from(publicKeyInfo(key).subjectPublicKey))
      .digest(),
  )
}

function signatureAlgorithmOf({ asymmetricKeyType }: KeyObject): AlgorithmIdentifier {
  return new AlgorithmIdentifier(signatureAlgorithms[asymmetricKeyType === 'rsa' ? 'rsa' : 'ec'])
}

function signatureOf(content: ArrayBuffer, key: KeyObject): ArrayBuffer {
  return new Uint8Array(sign('sha256', new Uint8Array(content), key)).buffer
}

/** Not negative, and without a first byte of zeros, which DER would not have. */
function positiveNumber(): ArrayBuffer {
  const bytes = new Uint8Array(randomBytes(16))
  bytes[0] = 0x40 | ((bytes[0] ?? 0) & 0x3f)
  return bytes.buffer
}

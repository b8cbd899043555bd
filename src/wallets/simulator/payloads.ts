// Makes payloads of Apple Pay (EC_v1) and Google Pay (ECv2): what the wallet, the payer's device and the merchant's key
// make together.

import {
  createCipheriv,
  createHash,
  createHmac,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import {
  Attribute,
  CertificateChoices,
  CertificateSet,
  ContentInfo,
  DigestAlgorithmIdentifier,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignatureAlgorithmIdentifier,
  SignedData,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
} from '@peculiar/asn1-cms'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { Certificate, Time } from '@peculiar/asn1-x509'
import { basicConstraints, encodeCertificate, extensionOf } from '../../platform/certificates/x509-encoding.ts'
import { pointOf } from '../payloads/elliptic-keys.ts'

const dayMs = 86_400_000

/** Apple marks with these what a certificate is for. */
export const appleMarks = { leaf: '1.2.840.113635.100.6.29', intermediate: '1.2.840.113635.100.6.2.14' } as const

export function makeKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey
}

/** A certificate in DER, with its private key. */
export interface IssuedCertificate {
  readonly key: KeyObject
  readonly der: Buffer
}

export interface CertificateToIssue {
  readonly name: string
  readonly isAuthority: boolean
  readonly key?: KeyObject
  readonly mark?: string
  /** The signer; without it the certificate is self-signed. */
  readonly issuer?: IssuedCertificate
  readonly notAfter?: Date
}

export async function issueCertificate(certificateToIssue: CertificateToIssue): Promise<IssuedCertificate> {
  const { name, isAuthority, mark, issuer, notAfter, key = makeKey() } = certificateToIssue
  const der = encodeCertificate({
    commonName: name,
    key,
    issuer,
    notBefore: new Date(Date.now() - 30 * dayMs),
    notAfter: notAfter ?? new Date(Date.now() + 3650 * dayMs),
    extensions: [basicConstraints(isAuthority), ...(mark ? [extensionOf(mark, new Uint8Array([5, 0]).buffer)] : [])],
  })
  return { key, der }
}

/** The certificates behind a signature. */
export interface AppleSigner {
  readonly intermediate: IssuedCertificate
  readonly leaf: IssuedCertificate
}

export interface ApplePayload {
  readonly version: string
  readonly data: string
  readonly signature: string
  readonly header: Readonly<Record<string, string>>
}

export interface AppleOrder {
  readonly signer: AppleSigner
  /** The merchant's; only its public half is used. */
  readonly key: KeyObject
  readonly content: object
  readonly identifier: string
  readonly signedAt?: Date
  readonly transactionId?: Buffer
  readonly applicationData?: Buffer
}

export function makeApplePayload(order: AppleOrder): ApplePayload {
  const { signer, key, content, identifier, signedAt = new Date() } = order
  const { transactionId = randomBytes(32), applicationData } = order
  const ephemeral = makeKey()
  const merchantKey = publicHalf(key)
  const shared = diffieHellman({ privateKey: ephemeral, publicKey: merchantKey })
  const symmetricKey = createHash('sha256')
    .update(Buffer.from('00000001', 'hex'))
    .update(shared)
    .update('\x0did-aes256-GCMApple')
    .update(createHash('sha256').update(identifier).digest())
    .digest()
  const cipher = createCipheriv('aes-256-gcm', symmetricKey, Buffer.alloc(16))
  const encrypted = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final()])
  const data = Buffer.concat([encrypted, cipher.getAuthTag()])
  const spki = (each: KeyObject) => publicHalf(each).export({ format: 'der', type: 'spki' })
  const ephemeralPublicKey = spki(ephemeral)
  const signed = Buffer.concat([ephemeralPublicKey, data, transactionId, applicationData ?? Buffer.alloc(0)])
  return {
    version: 'EC_v1',
    data: data.toString('base64'),
    signature: signContent(signed, signer, signedAt).toString('base64'),
    header: {
      ephemeralPublicKey: ephemeralPublicKey.toString('base64'),
      publicKeyHash: createHash('sha256').update(spki(merchantKey)).digest('base64'),
      transactionId: transactionId.toString('hex'),
      ...(applicationData && { applicationData: applicationData.toString('hex') }),
    },
  }
}

function publicHalf(key: KeyObject): KeyObject {
  return key.type === 'public' ? key : createPublicKey(key)
}

/** A detached CMS signature with the three attributes that Apple signs. */
function signContent(content: Buffer, { leaf, intermediate }: AppleSigner, signedAt: Date): Buffer {
  const digest = createHash('sha256').update(content).digest()
  const attribute = (attrType: string, value: ArrayBuffer) => new Attribute({ attrType, attrValues: [value] })
  const signedAttrs = [
    attribute('1.2.840.113549.1.9.3', new Uint8Array(Buffer.from('06092a864886f70d010701', 'hex')).buffer),
    attribute('1.2.840.113549.1.9.5', AsnConvert.serialize(new Time(signedAt))),
    attribute('1.2.840.113549.1.9.4', AsnConvert.serialize(new OctetString(digest))),
  ]
  const certificate = AsnConvert.parse(leaf.der, Certificate)
  const { issuer, serialNumber } = certificate.tbsCertificate
  const unsigned = new SignerInfo({
    version: 1,
    sid: new SignerIdentifier({ issuerAndSerialNumber: new IssuerAndSerialNumber({ issuer, serialNumber }) }),
    digestAlgorithm: new DigestAlgorithmIdentifier({ algorithm: '2.16.840.1.101.3.4.2.1' }),
    signedAttrs,
    signatureAlgorithm: new SignatureAlgorithmIdentifier({ algorithm: '1.2.840.10045.4.3.2' }),
    signature: new OctetString(),
  })
  // Signed is the set itself, which is in the message under the tag of its place. It is shorter than 128 bytes.
  const members = Buffer.concat(signedAttrs.map((each) => Buffer.from(AsnConvert.serialize(each))))
  unsigned.signature = new OctetString(
    sign('sha256', Buffer.concat([Buffer.from([0x31, members.length]), members]), leaf.key),
  )
  const choices = [leaf, intermediate].map(
    ({ der }) => new CertificateChoices({ certificate: AsnConvert.parse(der, Certificate) }),
  )
  const signedData = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: '1.2.840.113549.1.7.1' }),
    certificates: new CertificateSet(choices),
    signerInfos: new SignerInfos([unsigned]),
  })
  signedData.digestAlgorithms.push(new DigestAlgorithmIdentifier({ algorithm: '2.16.840.1.101.3.4.2.1' }))
  const message = new ContentInfo({ contentType: '1.2.840.113549.1.7.2', content: AsnConvert.serialize(signedData) })
  return Buffer.from(AsnConvert.serialize(message))
}

/** Makes Google Pay payloads of protocol version ECv2: what Google and the merchant's key make together. */
export interface GoogleSigner {
  readonly root: KeyObject
  readonly intermediate: KeyObject
}

export interface GooglePayload {
  readonly protocolVersion: string
  readonly signature: string
  readonly intermediateSigningKey: { readonly signedKey: string; readonly signatures: readonly string[] }
  readonly signedMessage: string
}

export interface GoogleOrder {
  readonly signer: GoogleSigner
  /** The merchant's; only its public half is used. */
  readonly key: KeyObject
  readonly content: object
  /** As Google names a merchant: merchant:<id>. */
  readonly recipient: string
  readonly keyExpiration?: number
}

const anHourMs = 3_600_000

export function makeGooglePayload(order: GoogleOrder): GooglePayload {
  const { signer, key, content, recipient, keyExpiration = Date.now() + anHourMs } = order
  const ephemeral = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey
  const point = pointOf(ephemeral)
  const shared = diffieHellman({ privateKey: ephemeral, publicKey: publicHalf(key) })
  const derived = Buffer.from(hkdfSync('sha256', Buffer.concat([point, shared]), Buffer.alloc(32), 'Google', 64))
  const cipher = createCipheriv('aes-256-ctr', derived.subarray(0, 32), Buffer.alloc(16))
  const encrypted = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final()])
  const signedMessage = JSON.stringify({
    encryptedMessage: encrypted.toString('base64'),
    ephemeralPublicKey: point.toString('base64'),
    tag: createHmac('sha256', derived.subarray(32)).update(encrypted).digest('base64'),
  })
  const keyValue = publicHalf(signer.intermediate).export({ format: 'der', type: 'spki' }).toString('base64')
  const signedKey = JSON.stringify({ keyValue, keyExpiration: String(keyExpiration) })
  return {
    protocolVersion: 'ECv2',
    signature: signTexts(signer.intermediate, 'Google', recipient, 'ECv2', signedMessage),
    intermediateSigningKey: { signedKey, signatures: [signTexts(signer.root, 'Google', 'ECv2', signedKey)] },
    signedMessage,
  }
}

function signTexts(key: KeyObject, ...texts: readonly string[]): string {
  const parts = texts.flatMap((text) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(Buffer.byteLength(text))
    return [length, Buffer.from(text)]
  })
  return sign('sha256', Buffer.concat(parts), key).toString('base64')
}

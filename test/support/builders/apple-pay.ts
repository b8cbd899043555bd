// Apple Pay payloads with certificates of our own: what Apple, the payer's device and the merchant's key make together.
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { CertificateChoices, ContentInfo, SignedData } from '@peculiar/asn1-cms'
import { AsnConvert } from '@peculiar/asn1-schema'
import { Certificate } from '@peculiar/asn1-x509'
import {
  type AppleOrder as AppleOrderToSign,
  type ApplePayload,
  appleMarks,
  type IssuedCertificate,
  issueCertificate,
  makeApplePayload as signApplePayload,
} from '../../../src/wallets/simulator/payloads.ts'

export { type ApplePayload, makeKey } from '../../../src/wallets/simulator/payloads.ts'

export const appleIdentifier = 'merchant.com.example.shop'

/** The certificates behind a signature. */
export interface AppleChain {
  readonly root: IssuedCertificate
  readonly rootPem: string
  readonly intermediate: IssuedCertificate
  readonly leaf: IssuedCertificate
}

export interface CertificateChainFault {
  readonly leafMark?: string
  readonly intermediateMark?: string
  readonly isIntermediateAuthority?: boolean
  readonly leafNotAfter?: Date
  readonly root?: IssuedCertificate
  readonly rootKey?: KeyObject
  readonly intermediateKey?: KeyObject
  readonly leafKey?: KeyObject
}

/** On P-384, like Apple's root. */
export function makeLongKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'secp384r1' }).privateKey
}

export async function makeAppleChain(fault: CertificateChainFault = {}): Promise<AppleChain> {
  const root =
    fault.root ??
    (await issueCertificate({ name: 'Root', isAuthority: true, ...(fault.rootKey && { key: fault.rootKey }) }))
  const intermediate = await issueCertificate({
    name: 'Intermediate',
    isAuthority: fault.isIntermediateAuthority ?? true,
    mark: fault.intermediateMark ?? appleMarks.intermediate,
    issuer: root,
    ...(fault.intermediateKey && { key: fault.intermediateKey }),
  })
  const leaf = await issueCertificate({
    name: 'Leaf',
    isAuthority: false,
    mark: fault.leafMark ?? appleMarks.leaf,
    issuer: intermediate,
    ...(fault.leafKey && { key: fault.leafKey }),
    ...(fault.leafNotAfter && { notAfter: fault.leafNotAfter }),
  })
  const rootPem = `-----BEGIN CERTIFICATE-----\n${root.der.toString('base64')}\n-----END CERTIFICATE-----\n`
  return { root, rootPem, intermediate, leaf }
}

export function appleContent(changes: object = {}): object {
  return {
    applicationPrimaryAccountNumber: '5123450000000008',
    applicationExpirationDate: '390131',
    currencyCode: '840',
    transactionAmount: 1000,
    deviceManufacturerIdentifier: '040010030273',
    paymentDataType: '3DSecure',
    paymentData: { onlinePaymentCryptogram: 'Canary/apple+cryptogram/AAAA=', eciIndicator: '5' },
    ...changes,
  }
}

export type AppleOrder = Pick<AppleOrderToSign, 'key' | 'signedAt' | 'transactionId' | 'applicationData'> &
  Partial<Pick<AppleOrderToSign, 'content' | 'identifier'>> & { readonly chain: AppleChain }

export function makeApplePayload(order: AppleOrder): ApplePayload {
  const { chain: signer, content = appleContent(), identifier = appleIdentifier, ...others } = order
  return signApplePayload({ ...others, signer, content, identifier })
}

/** With more certificates in its signature, before or after those that it needs. */
export function withCertificates(
  payload: ApplePayload,
  { first = [], last = [] }: { readonly first?: readonly Buffer[]; readonly last?: readonly Buffer[] },
): ApplePayload {
  return withSignedData(payload, (signed) => {
    const choices = (ders: readonly Buffer[]) =>
      ders.map((der) => new CertificateChoices({ certificate: AsnConvert.parse(der, Certificate) }))
    signed.certificates?.unshift(...choices(first))
    signed.certificates?.push(...choices(last))
  })
}

export function withSignedData(payload: ApplePayload, change: (signed: SignedData) => void): ApplePayload {
  const outer = AsnConvert.parse(Buffer.from(payload.signature, 'base64'), ContentInfo)
  const signed = AsnConvert.parse(outer.content, SignedData)
  change(signed)
  outer.content = AsnConvert.serialize(signed)
  return { ...payload, signature: Buffer.from(AsnConvert.serialize(outer)).toString('base64') }
}

/** The same signature with lengths that are not named before, as Apple writes them. */
export function withIndefiniteLengths(payload: ApplePayload): ApplePayload {
  const bytes = Buffer.from(payload.signature, 'base64')
  const [end, indefinite] = [Buffer.alloc(2), 0x80]
  const contentOf = (element: Buffer) =>
    element.subarray((element[1] ?? 0) < indefinite ? 2 : 2 + ((element[1] ?? 0) & 0x7f))
  const sequence = contentOf(bytes)
  const type = sequence.subarray(0, 2 + (sequence[1] ?? 0))
  const signed = contentOf(contentOf(sequence.subarray(type.length)))
  const open = (tag: number) => Buffer.from([tag, indefinite])
  const signature = Buffer.concat([open(0x30), type, open(0xa0), open(0x30), signed, end, end, end])
  return { ...payload, signature: signature.toString('base64') }
}

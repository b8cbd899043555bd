// Apple Pay payloads with certificates of our own: what Apple, the payer's device and the merchant's key make together.
import {
  type AppleOrder as AppleOrderToSign,
  type ApplePayload,
  appleMarks,
  type IssuedCertificate,
  issueCertificate,
  makeApplePayload as signApplePayload,
} from '../../../src/adapters/wallets/simulator/apple-payload.ts'

export { type ApplePayload, makeKey } from '../../../src/adapters/wallets/simulator/apple-payload.ts'

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
}

export async function makeAppleChain(fault: CertificateChainFault = {}): Promise<AppleChain> {
  const root = fault.root ?? (await issueCertificate({ name: 'Root', isAuthority: true }))
  const intermediate = await issueCertificate({
    name: 'Intermediate',
    isAuthority: fault.isIntermediateAuthority ?? true,
    mark: fault.intermediateMark ?? appleMarks.intermediate,
    issuer: root,
  })
  const leaf = await issueCertificate({
    name: 'Leaf',
    isAuthority: false,
    mark: fault.leafMark ?? appleMarks.leaf,
    issuer: intermediate,
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

// Google Pay payloads with root keys of our own: what Google and the merchant's key make together.
import { createPublicKey, type KeyObject, randomUUID } from 'node:crypto'
import {
  type GoogleOrder as GoogleOrderToSign,
  type GooglePayload,
  type GoogleSigner,
  makeGooglePayload as signGooglePayload,
} from '../../../src/wallets/simulator/payloads.ts'
import { makeKey } from './apple-pay.ts'

export type { GooglePayload } from '../../../src/wallets/simulator/payloads.ts'

export const googleIdentifier = '12345678901234567890'

export function makeGoogleSigner(): GoogleSigner {
  return { root: makeKey(), intermediate: makeKey() }
}

const inAnHour = () => Date.now() + 3_600_000
const spki = (key: KeyObject) => createPublicKey(key).export({ format: 'der', type: 'spki' })

/** As Google publishes them. */
export function rootKeysJson({ root }: GoogleSigner, expiresAt = inAnHour()): string {
  const keyValue = spki(root).toString('base64')
  return JSON.stringify({
    keys: [
      { keyValue: spki(makeKey()).toString('base64'), protocolVersion: 'ECv1' },
      { keyValue, protocolVersion: 'ECv2', keyExpiration: String(expiresAt) },
    ],
  })
}

export function googleContent({ details, ...changes }: Readonly<Record<string, unknown>> = {}): object {
  return {
    messageExpiration: String(inAnHour()),
    messageId: `AH2Ejtc${randomUUID()}`,
    paymentMethod: 'CARD',
    paymentMethodDetails: {
      pan: '5123450000000008',
      expirationMonth: 1,
      expirationYear: 2039,
      authMethod: 'CRYPTOGRAM_3DS',
      cryptogram: 'Canary/google+cryptogram/AAA=',
      eciIndicator: '02',
      ...(details as object | undefined),
    },
    ...changes,
  }
}

export type GoogleOrder = Pick<GoogleOrderToSign, 'signer' | 'key' | 'keyExpiration'> &
  Partial<Pick<GoogleOrderToSign, 'content' | 'recipient'>>

export function makeGooglePayload(order: GoogleOrder): GooglePayload {
  const { content = googleContent(), recipient = `merchant:${googleIdentifier}`, ...others } = order
  return signGooglePayload({ ...others, content, recipient })
}

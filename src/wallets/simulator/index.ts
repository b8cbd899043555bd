// The simulated wallets of the sandbox: they sign and encrypt as the wallets do, with keys of their own, which the sandbox trusts
// where the operator has provided no roots.

import { createECDH, createPrivateKey, hkdfSync, type KeyObject, randomUUID, X509Certificate } from 'node:crypto'
import { numberOfCurrency } from '../../kernel/money.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { MigrationTrack } from '../../platform/postgres/migrate.ts'
import type { TrustedRoots } from '../payloads/wallet-certificates.ts'
import type { WalletKeys } from '../ports/wallet-keys.ts'
import type { SimulatedCard, WalletSimulator } from '../ports/wallets.ts'
import { type AppleSigner, type GoogleSigner, makeGooglePayload } from './payloads.ts'

export const walletSimulatorSchema: MigrationTrack = {
  name: 'simulated-wallets',
  folder: new URL('./migrations/', import.meta.url),
}

export interface SimulatedWallets extends WalletSimulator {
  roots(): Promise<TrustedRoots>
}

interface Signers {
  readonly roots: TrustedRoots
  readonly apple: AppleSigner
  readonly google: GoogleSigner
}

export function simulatedWallets(database: Database, { findUsable }: Pick<WalletKeys, 'findUsable'>): SimulatedWallets {
  let opening: Promise<Signers> | undefined
  const signers = () => {
    opening ??= openSigners(database).catch((error) => {
      opening = undefined
      throw error
    })
    return opening
  }
  return {
    roots: async () => (await signers()).roots,

    async makePayload({ merchantId, wallet, card, currency, amountMinor }) {
      const key = (await findUsable(merchantId)).find((each) => each.wallet === wallet && each.usedSince)
      if (!key) return undefined
      const { privateKey, identifier } = key
      const { apple, google } = await signers()
      if (wallet === 'GOOGLE_PAY')
        return JSON.stringify(
          makeGooglePayload({
            signer: google,
            key: privateKey,
            content: googleContent(card),
            recipient: `merchant:${identifier}`,
          }),
        )
      const { makeApplePayload } = await import('./payloads.ts')
      const content = appleContent(card, { currency, amountMinor })
      return JSON.stringify(makeApplePayload({ signer: apple, key: privateKey, content, identifier }))
    },
  }
}

async function openSigners(database: Database): Promise<Signers> {
  const { rows } = await database.query<{ key: string }>('select key from simulated_wallets.signing_key')
  const [row] = rows
  if (!row) throw new Error('the simulated wallets have no key')
  const keyFor = (purpose: string) => deriveKey(row.key, purpose)
  // Loaded on first use: most processes make no certificates.
  const { appleMarks: marks, issueCertificate } = await import('./payloads.ts')
  const root = await issueCertificate({ name: 'Simulated root', isAuthority: true, key: keyFor('Apple root') })
  const intermediate = await issueCertificate({
    name: 'Simulated intermediate',
    isAuthority: true,
    key: keyFor('Apple intermediate'),
    mark: marks.intermediate,
    issuer: root,
  })
  const leaf = await issueCertificate({
    name: 'Simulated leaf',
    isAuthority: false,
    key: keyFor('Apple leaf'),
    mark: marks.leaf,
    issuer: intermediate,
  })
  const google = { root: keyFor('Google root'), intermediate: keyFor('Google intermediate') }
  return {
    roots: { applePay: [new X509Certificate(root.der)], googlePay: [{ key: google.root }] },
    apple: { intermediate, leaf },
    google,
  }
}

/** Test cards by their published number and expiry date: the simulated acquirer decides by the month. */
const months: Readonly<Record<SimulatedCard, number>> = { APPROVED: 1, DECLINED: 5, WITHOUT_DEVICE: 1 }
const number = '5123450000000008'
const year = 2039
const cryptogram = 'AgAAAAAAAIR8CQrXSohbQAAAAAA='
const messageLastsMs = 15 * 60_000

function appleContent(
  card: SimulatedCard,
  { currency, amountMinor }: { readonly currency: string; readonly amountMinor: bigint },
): object {
  const month = String(months[card]).padStart(2, '0')
  return {
    applicationPrimaryAccountNumber: number,
    applicationExpirationDate: `${String(year).slice(2)}${month}28`,
    currencyCode: numberOfCurrency(currency),
    transactionAmount: Number(amountMinor),
    deviceManufacturerIdentifier: '040010030273',
    paymentDataType: '3DSecure',
    paymentData: { onlinePaymentCryptogram: cryptogram, eciIndicator: '5' },
  }
}

function googleContent(card: SimulatedCard): object {
  const isOnDevice = card !== 'WITHOUT_DEVICE'
  return {
    messageExpiration: String(Date.now() + messageLastsMs),
    messageId: randomUUID(),
    paymentMethod: 'CARD',
    paymentMethodDetails: {
      pan: number,
      expirationMonth: months[card],
      expirationYear: year,
      authMethod: isOnDevice ? 'CRYPTOGRAM_3DS' : 'PAN_ONLY',
      ...(isOnDevice && { cryptogram, eciIndicator: '02' }),
    },
  }
}

// The signing keys of the simulated wallets: the same in every process of a sandbox, and different in every database.

/** A private key on P-256 for each purpose. */
export function deriveKey(secret: string, purpose: string): KeyObject {
  const ecdh = createECDH('prime256v1')
  // A number of 31 bytes is below the order of the curve, and never zero with the bit that is set.
  const scalar = Buffer.concat([
    Buffer.from([0]),
    Buffer.from(hkdfSync('sha256', secret, '', `simulated wallet: ${purpose}`, 31)),
  ])
  scalar.writeUInt8((scalar[31] ?? 0) | 1, 31)
  ecdh.setPrivateKey(scalar)
  const point = ecdh.getPublicKey()
  return createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: scalar.toString('base64url'),
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
}

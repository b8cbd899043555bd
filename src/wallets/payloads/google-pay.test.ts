import assert from 'node:assert/strict'
import { createPublicKey, type KeyObject } from 'node:crypto'
import { describe, it } from 'node:test'
import { makeKey, makeLongKey } from '../../../test/support/builders/apple-pay.ts'
import {
  type GoogleOrder,
  type GooglePayload,
  googleContent,
  googleIdentifier,
  makeGooglePayload,
  makeGoogleSigner,
} from '../../../test/support/builders/google-pay.ts'
import { Secret } from '../../kernel/secret.ts'
import type { WalletKey } from '../ports/wallet-keys.ts'
import type { WalletPayment, WalletRefusal } from '../ports/wallets.ts'
import { publicKeyHashOf } from './elliptic-keys.ts'
import type { GoogleRootKey } from './google-pay.ts'
import { openWallets } from './index.ts'

const merchantId = 'SHOP1'
const key = makeKey()
const signer = makeGoogleSigner()
const root: GoogleRootKey = { key: createPublicKey(signer.root), expiresAt: minutes(60) }

function minutes(count: number): Date {
  return new Date(Date.now() + count * 60_000)
}

function walletKey(privateKey: KeyObject, identifier = googleIdentifier): WalletKey {
  const publicKeyHash = publicKeyHashOf(privateKey)
  return { merchantId, wallet: 'GOOGLE_PAY', publicKeyHash, identifier, privateKey, createdAt: new Date(0) }
}

interface Surroundings {
  readonly keys?: readonly WalletKey[]
  readonly roots?: readonly GoogleRootKey[]
}

function open(payload: unknown, surroundings: Surroundings = {}): Promise<WalletPayment | WalletRefusal> {
  const { keys = [walletKey(key)], roots = [root] } = surroundings
  const wallets = openWallets({ applePay: [], googlePay: roots }, { findUsable: async () => keys })
  return wallets.open(new Secret('AUTHENTICATION', JSON.stringify(payload)), { merchantId, at: new Date() })
}

const made = (order: Partial<GoogleOrder> = {}) => makeGooglePayload({ signer, key, ...order })

async function opened(payload: unknown, surroundings?: Surroundings): Promise<WalletPayment> {
  const result = await open(payload, surroundings)
  return result.kind === 'OPENED' ? result : assert.fail(result.fault)
}

async function faultOf(payload: unknown, surroundings?: Surroundings): Promise<string> {
  const result = await open(payload, surroundings)
  return result.kind === 'REFUSED' ? result.fault : assert.fail('opened')
}

describe('a Google Pay payload', () => {
  it('gives the device number, expiry, cryptogram and indicator until its expiry', async () => {
    const expiration = Date.now() + 1_800_000
    const payment = await opened(made({ content: googleContent({ messageExpiration: String(expiration) }) }))
    assert.equal(payment.number.open(), '5123450000000008')
    assert.deepEqual(payment.expiry, { month: '1', year: '39' })
    assert.equal(payment.device?.cryptogram.open(), 'Canary/google+cryptogram/AAA=')
    assert.equal(payment.device?.eciIndicator, '02')
    assert.equal(payment.confirmed, undefined)
    assert.equal(payment.expiresAt.getTime(), expiration)
  })

  it('of a card that is not on a device gives its number, and no cryptogram', async () => {
    const details = { authMethod: 'PAN_ONLY', cryptogram: undefined, eciIndicator: undefined }
    const payment = await opened(made({ content: googleContent({ details }) }))
    assert.deepEqual([payment.number.masked, payment.device], ['512345xxxxxx0008', undefined])
  })

  it('is found among several keys, also of several identifiers', async () => {
    await opened(made(), { keys: [walletKey(key, '999'), walletKey(makeKey()), walletKey(key)] })
  })

  it('may have three signatures of its intermediate key, of which one is right', async () => {
    await opened(signedTimes(made(), 2))
  })

  it('is verified two at a time; more than 64 others are not waited for', async () => {
    const keys = [walletKey(key)]
    const wallets = openWallets({ applePay: [], googlePay: [root] }, { findUsable: async () => keys })
    const payload = new Secret('AUTHENTICATION', JSON.stringify(made()))
    const results = await Promise.all(
      Array.from({ length: 70 }, () => wallets.open(payload, { merchantId, at: new Date() })),
    )
    const busy = results.filter((each) => each.kind === 'REFUSED' && each.fault === 'OVERLOADED')
    assert.deepEqual([results.length - busy.length, busy.length], [66, 4])
    assert.equal((await wallets.open(payload, { merchantId, at: new Date() })).kind, 'OPENED')
  })

  it('has a hash that depends on its message id', async () => {
    const content = googleContent()
    const payments = await Promise.all([opened(made({ content })), opened(made({ content })), opened(made())])
    const [first, again, other] = payments.map(({ payloadHash }) => payloadHash.toString('hex'))
    assert.deepEqual([again === first, other === first], [true, false])
  })
})

type Manipulation = readonly [what: string, fault: string, make: () => [unknown, Surroundings?]]

const changedKey = (payload: GooglePayload, changes: object) => ({
  ...payload,
  intermediateSigningKey: { ...payload.intermediateSigningKey, ...changes },
})
const changedMessage = (payload: GooglePayload, changes: object) => ({
  ...payload,
  signedMessage: JSON.stringify({ ...JSON.parse(payload.signedMessage), ...changes }),
})
/** With signatures of others before the right one. */
const signedTimes = (payload: GooglePayload, others: number) =>
  changedKey(payload, {
    signatures: [...Array.from({ length: others }, () => 'MAYCAQECAQE='), ...payload.intermediateSigningKey.signatures],
  })
const withContent = (changes: Readonly<Record<string, unknown>>) => made({ content: googleContent(changes) })

const manipulations: readonly Manipulation[] = [
  ['of protocol version ECv1', 'VERSION_NOT_SUPPORTED', () => [{ ...made(), protocolVersion: 'ECv1' }]],
  ['without a signature', 'MALFORMED', () => [{ ...made(), signature: undefined }]],
  ['without an intermediate key', 'MALFORMED', () => [{ ...made(), intermediateSigningKey: undefined }]],
  ['without a message', 'MALFORMED', () => [{ ...made(), signedMessage: undefined }]],
  ['of a merchant without keys', 'NO_KEY', () => [made(), { keys: [] }]],
  ['while no root key is trusted', 'NO_ROOT', () => [made(), { roots: [] }]],
  [
    'under a root key that has expired',
    'WRONG_SIGNATURE',
    () => [made(), { roots: [{ ...root, expiresAt: minutes(-1) }] }],
  ],
  ['under another root key', 'WRONG_SIGNATURE', () => [made({ signer: { ...signer, root: makeKey() } })]],
  ['whose intermediate key is not signed', 'WRONG_SIGNATURE', () => [changedKey(made(), { signatures: [] })]],
  ['whose intermediate key has more signatures than Google makes', 'MALFORMED', () => [signedTimes(made(), 3)]],
  [
    'whose intermediate key is followed by more than Google signs',
    'MALFORMED',
    () => [
      ((payload) => changedKey(payload, { signedKey: payload.intermediateSigningKey.signedKey.padEnd(2_000) }))(made()),
    ],
  ],
  [
    'whose intermediate key is on another curve than P-256',
    'MALFORMED',
    () => [made({ signer: { ...signer, intermediate: makeLongKey() } })],
  ],
  [
    'whose intermediate key was replaced',
    'WRONG_SIGNATURE',
    () => [changedKey(made(), { signedKey: made({ signer: makeGoogleSigner() }).intermediateSigningKey.signedKey })],
  ],
  ['whose intermediate key has expired', 'EXPIRED', () => [made({ keyExpiration: Date.now() - 1 })]],
  [
    'signed by another key than the intermediate',
    'WRONG_SIGNATURE',
    () => [{ ...made(), signature: made({ signer: makeGoogleSigner() }).signature }],
  ],
  ['whose signature is no signature', 'WRONG_SIGNATURE', () => [{ ...made(), signature: 'AAAA' }]],
  ['with the signature of another message', 'WRONG_SIGNATURE', () => [{ ...made(), signature: made().signature }]],
  ['whose message was altered', 'WRONG_SIGNATURE', () => [changedMessage(made(), { encryptedMessage: 'AAAA' })]],
  ['whose tag was altered', 'WRONG_SIGNATURE', () => [changedMessage(made(), { tag: 'AAAA' })]],
  ['for another merchant', 'WRONG_SIGNATURE', () => [made({ recipient: 'merchant:999' })]],
  ['for a gateway of this name', 'WRONG_SIGNATURE', () => [made({ recipient: `gateway:${googleIdentifier}` })]],
  ['for another key of the merchant', 'OTHER_KEY', () => [made({ key: makeKey() })]],
  ['whose message has expired', 'EXPIRED', () => [withContent({ messageExpiration: String(Date.now() - 1) })]],
  ['without an expiry', 'MALFORMED', () => [withContent({ messageExpiration: undefined })]],
  ['without a message id', 'MALFORMED', () => [withContent({ messageId: undefined })]],
  ['of another payment method', 'CONTENT_NOT_SUPPORTED', () => [withContent({ paymentMethod: 'BANK' })]],
  ['of another authentication method', 'CONTENT_NOT_SUPPORTED', () => [withContent({ details: { authMethod: 'X' } })]],
  ['without a number', 'MALFORMED', () => [withContent({ details: { pan: undefined } })]],
  ['with a mistyped number', 'MALFORMED', () => [withContent({ details: { pan: '5123450000000009' } })]],
  ['with a wrong month', 'MALFORMED', () => [withContent({ details: { expirationMonth: 13 } })]],
  ['with a year of two digits', 'MALFORMED', () => [withContent({ details: { expirationYear: 39 } })]],
  ['of a device, without a cryptogram', 'MALFORMED', () => [withContent({ details: { cryptogram: undefined } })]],
  ['with an indicator of letters', 'MALFORMED', () => [withContent({ details: { eciIndicator: 'XY' } })]],
]

describe('refused is a Google Pay payload', () => {
  for (const [what, fault, make] of manipulations)
    it(`${what}: ${fault}`, async () => {
      const [payload, surroundings] = make()
      assert.equal(await faultOf(payload, surroundings), fault)
    })
})

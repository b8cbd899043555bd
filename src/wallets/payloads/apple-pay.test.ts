import assert from 'node:assert/strict'
import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { before, describe, it } from 'node:test'
import {
  type AppleChain,
  type AppleOrder,
  type ApplePayload,
  appleContent,
  appleIdentifier,
  makeAppleChain,
  makeApplePayload,
  makeKey,
  makeLongKey,
  withCertificates,
  withIndefiniteLengths,
  withSignedData,
} from '../../../test/support/builders/apple-pay.ts'
import { Secret } from '../../kernel/secret.ts'
import type { WalletKey } from '../ports/wallet-keys.ts'
import type { WalletPayment, WalletRefusal } from '../ports/wallets.ts'
import { publicKeyHashOf } from './elliptic-keys.ts'
import { openWallets } from './index.ts'

const merchantId = 'SHOP1'
const key = makeKey()
let chain: AppleChain
before(async () => {
  chain = await makeAppleChain()
})

function walletKey(privateKey: KeyObject, identifier = appleIdentifier): WalletKey {
  const publicKeyHash = publicKeyHashOf(privateKey)
  return { merchantId, wallet: 'APPLE_PAY', publicKeyHash, identifier, privateKey, createdAt: new Date(0) }
}

interface Surroundings {
  readonly keys?: readonly WalletKey[]
  readonly roots?: readonly X509Certificate[]
  readonly at?: Date
}

function open(payload: unknown, surroundings: Surroundings = {}): Promise<WalletPayment | WalletRefusal> {
  const { keys = [walletKey(key)], at = new Date() } = surroundings
  const roots = { applePay: surroundings.roots ?? [new X509Certificate(chain.rootPem)], googlePay: [] }
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
  return openWallets(roots, { findUsable: async () => keys }).open(new Secret('AUTHENTICATION', text), {
    merchantId,
    at,
  })
}

const made = (order: Partial<AppleOrder> = {}) => makeApplePayload({ chain, key, ...order })

async function opened(payload: unknown, surroundings?: Surroundings): Promise<WalletPayment> {
  const result = await open(payload, surroundings)
  return result.kind === 'OPENED' ? result : assert.fail(result.fault)
}

async function faultOf(payload: unknown, surroundings?: Surroundings): Promise<string> {
  const result = await open(payload, surroundings)
  return result.kind === 'REFUSED' ? result.fault : assert.fail('opened')
}

/** With one bit changed. */
function altered(base64: string, at = -5): string {
  const bytes = Buffer.from(base64, 'base64')
  const index = (bytes.length + at) % bytes.length
  bytes[index] = (bytes[index] ?? 0) ^ 1
  return bytes.toString('base64')
}

describe('an Apple Pay payload', () => {
  it('gives the device number, expiry, cryptogram, indicator, and what the payer confirmed', async () => {
    const signedAt = new Date(Math.floor(Date.now() / 1_000) * 1_000)
    const payment = await opened(made({ signedAt, applicationData: Buffer.alloc(32, 7) }))
    assert.equal(payment.number.open(), '5123450000000008')
    assert.deepEqual(payment.expiry, { month: '1', year: '39' })
    assert.equal(payment.device?.cryptogram.open(), 'Canary/apple+cryptogram/AAAA=')
    assert.equal(payment.device?.eciIndicator, '5')
    assert.deepEqual(payment.confirmed, { currency: 'USD', amountMinor: 1000n })
    assert.equal(payment.expiresAt.getTime(), signedAt.getTime() + 300_000)
  })

  it("is also read as the member paymentData of what Apple's library gives", async () => {
    await opened({ paymentData: made(), paymentMethod: { network: 'MasterCard' }, transactionIdentifier: '5F' })
  })

  it('is found by the hash of its key among several', async () => {
    await opened(made(), { keys: [walletKey(makeKey()), walletKey(key)] })
  })

  it('is read with lengths that are not named before, as Apple writes them', async () => {
    await opened(withIndefiniteLengths(made()))
  })

  it('may bring its root and one more certificate, which are not used', async () => {
    const other = await makeAppleChain({ rootKey: makeLongKey() })
    const last = [chain.root.der, other.root.der]
    await opened(withCertificates(made(), { last }))
    await opened(withCertificates(made(), { first: last }))
  })

  it("leads to any root of the operator's, on whatever curve and among however many", async () => {
    const long = await makeAppleChain({ rootKey: makeLongKey() })
    const others = await Promise.all(Array.from({ length: 5 }, () => makeAppleChain()))
    const roots = [...others, long].map(({ rootPem }) => new X509Certificate(rootPem))
    await opened(made({ chain: long }), { roots })
  })

  it('has a hash that depends on its transaction id and on the merchant key, and not on its formatting', async () => {
    const transactionId = Buffer.alloc(32, 0xab)
    const payload = made({ transactionId })
    const upper = { ...payload, header: { ...payload.header, transactionId: 'AB'.repeat(32) } }
    const other = makeKey()
    const hashes = await Promise.all([
      opened(payload),
      opened(upper),
      opened(made({ transactionId })),
      opened(made()),
      opened(made({ transactionId, key: other }), { keys: [walletKey(other)] }),
    ])
    const [first, ...others] = hashes.map(({ payloadHash }) => payloadHash.toString('hex'))
    assert.deepEqual(
      others.map((hash) => hash === first),
      [true, true, false, false],
    )
  })
})

/** So often that the signature is longer than 8 KB. */
function manyTimes(list: unknown[]): void {
  const [first] = list
  for (let times = 0; times < 1_000; times += 1) list.push(first)
}

type Manipulation = readonly [
  what: string,
  fault: string,
  make: () => Promise<[unknown, Surroundings?]> | [unknown, Surroundings?],
]

const changedHeader = (payload: ApplePayload, header: object) => ({
  ...payload,
  header: { ...payload.header, ...header },
})
const spki = (of: KeyObject) => createPublicKey(of).export({ format: 'der', type: 'spki' }).toString('base64')
const minutes = (count: number) => new Date(Date.now() + count * 60_000)

const manipulations: readonly Manipulation[] = [
  ['that is no JSON', 'MALFORMED', () => ['sealed']],
  ['that is a list', 'MALFORMED', () => [[]]],
  ['without a version', 'MALFORMED', () => [{ ...made(), version: undefined }]],
  ['of the version for RSA', 'VERSION_NOT_SUPPORTED', () => [{ ...made(), version: 'RSA_v1' }]],
  ['without data', 'MALFORMED', () => [{ ...made(), data: undefined }]],
  ['without a signature', 'MALFORMED', () => [{ ...made(), signature: undefined }]],
  ['without a header', 'MALFORMED', () => [{ ...made(), header: undefined }]],
  ['without a transaction id', 'MALFORMED', () => [changedHeader(made(), { transactionId: undefined })]],
  ['of a merchant without keys', 'NO_KEY', () => [made(), { keys: [] }]],
  ['for another key', 'OTHER_KEY', () => [made({ key: makeKey() })]],
  ['while no root is trusted', 'NO_ROOT', () => [made(), { roots: [] }]],
  [
    'whose data was altered',
    'WRONG_SIGNATURE',
    () => [((payload) => ({ ...payload, data: altered(payload.data) }))(made())],
  ],
  [
    'whose tag was cut off',
    'WRONG_SIGNATURE',
    () => [((payload) => ({ ...payload, data: payload.data.slice(0, -24) }))(made())],
  ],
  [
    'with another ephemeral key',
    'WRONG_SIGNATURE',
    () => [changedHeader(made(), { ephemeralPublicKey: spki(makeKey()) })],
  ],
  ['with another transaction id', 'WRONG_SIGNATURE', () => [changedHeader(made(), { transactionId: '00'.repeat(32) })]],
  [
    'with application data that was not signed',
    'WRONG_SIGNATURE',
    () => [changedHeader(made(), { applicationData: '00'.repeat(32) })],
  ],
  [
    'without the application data that was signed',
    'WRONG_SIGNATURE',
    () => [changedHeader(made({ applicationData: Buffer.alloc(32) }), { applicationData: undefined })],
  ],
  [
    'whose signature was altered',
    'WRONG_SIGNATURE',
    () => [((payload) => ({ ...payload, signature: altered(payload.signature) }))(made())],
  ],
  ['whose signature is no CMS', 'WRONG_SIGNATURE', () => [{ ...made(), signature: 'AAAA' }]],
  ['with the signature of another payload', 'WRONG_SIGNATURE', () => [{ ...made(), signature: made().signature }]],
  ['under a root that is not trusted', 'WRONG_SIGNATURE', async () => [made({ chain: await makeAppleChain() })]],
  [
    'by a certificate of the root that is not for payments',
    'WRONG_SIGNATURE',
    async () => [made({ chain: await makeAppleChain({ root: chain.root, leafMark: '1.2.3.4' }) })],
  ],
  [
    'through an intermediate of the root that is not for payments',
    'WRONG_SIGNATURE',
    async () => [made({ chain: await makeAppleChain({ root: chain.root, intermediateMark: '1.2.3.4' }) })],
  ],
  [
    'through an intermediate that is no authority',
    'WRONG_SIGNATURE',
    async () => [made({ chain: await makeAppleChain({ root: chain.root, isIntermediateAuthority: false }) })],
  ],
  [
    'by a certificate that has expired',
    'WRONG_SIGNATURE',
    async () => [made({ chain: await makeAppleChain({ root: chain.root, leafNotAfter: minutes(-1) }) })],
  ],
  [
    'signed by another key than the certificate has',
    'WRONG_SIGNATURE',
    () => [made({ chain: { ...chain, leaf: { ...chain.leaf, key: makeKey() } } })],
  ],
  [
    'with more certificates than a chain can have',
    'WRONG_SIGNATURE',
    () => [withCertificates(made(), { last: [chain.root.der, chain.root.der, chain.root.der] })],
  ],
  [
    'through an intermediate on another curve than P-256',
    'WRONG_SIGNATURE',
    async () => [made({ chain: await makeAppleChain({ root: chain.root, intermediateKey: makeLongKey() }) })],
  ],
  [
    'by a certificate on another curve than P-256',
    'WRONG_SIGNATURE',
    async () => [made({ chain: await makeAppleChain({ root: chain.root, leafKey: makeLongKey() }) })],
  ],
  [
    'signed by two',
    'WRONG_SIGNATURE',
    () => [withSignedData(made(), ({ signerInfos }) => signerInfos.push(...signerInfos))],
  ],
  [
    'whose signature is longer than any is',
    'WRONG_SIGNATURE',
    () => [withSignedData(made(), ({ digestAlgorithms }) => manyTimes(digestAlgorithms))],
  ],
  ['signed more than five minutes ago', 'EXPIRED', () => [made({ signedAt: minutes(-5.1) })]],
  ['signed in the future', 'NOT_YET_VALID', () => [made({ signedAt: minutes(2) })]],
  ["for another of the merchant's identifiers", 'ALTERED', () => [made({ identifier: 'merchant.com.example.other' })]],
  ['with chip data', 'CONTENT_NOT_SUPPORTED', () => [made({ content: appleContent({ paymentDataType: 'EMV' }) })]],
  [
    'without a number',
    'MALFORMED',
    () => [made({ content: appleContent({ applicationPrimaryAccountNumber: undefined }) })],
  ],
  [
    'with a mistyped number',
    'MALFORMED',
    () => [made({ content: appleContent({ applicationPrimaryAccountNumber: '5123450000000009' }) })],
  ],
  [
    'with a wrong expiry',
    'MALFORMED',
    () => [made({ content: appleContent({ applicationExpirationDate: '391331' }) })],
  ],
  ['without a cryptogram', 'MALFORMED', () => [made({ content: appleContent({ paymentData: {} }) })]],
  ['without an amount', 'MALFORMED', () => [made({ content: appleContent({ transactionAmount: undefined }) })]],
  [
    'with an amount that is no whole number',
    'MALFORMED',
    () => [made({ content: appleContent({ transactionAmount: 10.5 }) })],
  ],
  ['in an unknown currency', 'MALFORMED', () => [made({ content: appleContent({ currencyCode: '000' }) })]],
]

describe('refused is an Apple Pay payload', () => {
  for (const [what, fault, make] of manipulations)
    it(`${what}: ${fault}`, async () => {
      const [payload, surroundings] = await make()
      assert.equal(await faultOf(payload, surroundings), fault)
    })
})

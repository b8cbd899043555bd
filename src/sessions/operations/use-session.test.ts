import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { isRejection } from '../../kernel/rejection.ts'
import { Secret } from '../../kernel/secret.ts'
import type { Values } from '../../kernel/values.ts'
import type { Vault } from '../../keys/ports/vault.ts'
import type { Merchant } from '../../merchants/rules/merchant.ts'
import { UnsealAuditLog } from '../../payments/masking/storable-request.ts'
import type { SessionLookup, SessionStore, StoredSession } from '../ports/session-store.ts'
import { sealAccountsOf, sealCodesOf, sealContextOf, splitSecrets } from './session-secrets.ts'
import { sessionValuesOf } from './session-values-of.ts'
import { useSession } from './use-session.ts'

const id = 'SESSION0002799480514F69145320L2'
const merchant = { id: 'TESTMERCHANT' } as Merchant
const now = new Date('2026-11-15T10:00:00.000Z')
const hashOf = (text: string) => ({ keyId: 'k1', hash: Buffer.from(`hash of ${text}`) })

/** Seals by writing down the context that a value is sealed for. */
const vault = {
  lookupHashes: (_: string, text: string) => [hashOf(text)],
  seal: (clear: string, belongsTo: readonly string[]) => ({
    keyId: 'd1',
    sealed: Buffer.from(JSON.stringify({ clear, belongsTo })),
  }),
  async open({ sealed }: { sealed: Buffer }, belongsTo: readonly string[]) {
    const kept = JSON.parse(sealed.toString()) as { clear: string; belongsTo: readonly string[] }
    assert.deepEqual(kept.belongsTo, belongsTo)
    return kept.clear
  },
  sealForSession: (sessionId: string, clear: string) => Buffer.from(`${sessionId} ${clear}`),
  openForSession(sessionId: string, sealed: Buffer) {
    const text = sealed.toString()
    if (!text.startsWith(sessionId)) throw new Error('sealed for another session')
    return text.slice(sessionId.length + 1)
  },
} as unknown as Vault

function sessionHolding(values: Values, differences: Partial<StoredSession> = {}): StoredSession {
  const owner = { merchantId: merchant.id, hash: hashOf(id) }
  const { content, accounts, codes } = splitSecrets(sessionValuesOf(values))
  const sealedAccounts = sealAccountsOf(owner, accounts, vault)
  const sealedCodes = sealCodesOf(id, codes, vault)
  return {
    ...owner,
    kind: 'PLAIN',
    version: '8d3a7b5602',
    updateStatus: 'SUCCESS',
    authenticationLimit: 25,
    isPublic: false,
    isMerchantKnown: true,
    isMerchantUpdateRefused: false,
    deviceCalls: 0,
    authors: {},
    content,
    ...omitUndefined({ accounts: sealedAccounts }),
    pageSecrets: vault.seal('{}', sealContextOf(owner, 'told')),
    ...omitUndefined({ codes: sealedCodes }),
    createdAt: now,
    updatedAt: now,
    expiresAt: now,
    ...differences,
  }
}

async function use(
  session: StoredSession | undefined,
  { version, sessionId = id }: { version?: string; sessionId?: string } = {},
) {
  const unsealAudit = new UnsealAuditLog()
  const lookups: SessionLookup[] = []
  const sessions = {
    async find(name: SessionLookup) {
      lookups.push(name)
      return session
    },
  } as unknown as SessionStore
  const clock = { now: () => now, expiryTime: () => now, sleep: async () => {} }
  const result = await useSession(
    { id: new Secret('CREDENTIAL', sessionId), version },
    { merchant, key: { merchantId: merchant.id, orderId: '', transactionId: '' }, unsealAudit },
    { sessions, vault, clock },
  )
  return { result, lookups, openings: unsealAudit.take() }
}

const number = new Secret('ACCOUNT', '5123450000000008')
const securityCode = new Secret('AUTHENTICATION', '100')
const filled = {
  correlationId: 'c',
  order: { amount: '10', currency: 'USD' },
  risk: { paymentRecipient: { accountIdentifier: new Secret('BANK_ACCOUNT', 'DE02120300000000202051') } },
  session: { version: '8d3a7b5601' },
  sourceOfFunds: {
    type: 'CARD',
    provided: { card: { brand: 'VISA', number, securityCode, expiry: { month: '1', year: '39' } } },
  },
}

describe('an operation that uses a session', () => {
  it('gets the values as a request would have them, secrets in clear at their places', async () => {
    const { result, lookups } = await use(sessionHolding(filled))
    assert.ok(!isRejection(result))
    const { correlationId: _, session: __, ...values } = filled
    const { brand: ___, ...card } = values.sourceOfFunds.provided.card
    const expected = { ...values, sourceOfFunds: { ...values.sourceOfFunds, provided: { card } } }
    assert.deepEqual(result.values, expected)
    const got = result.values as typeof expected
    assert.equal(got.sourceOfFunds.provided.card.number.open(), number.open())
    assert.equal(got.sourceOfFunds.provided.card.number.kind, 'ACCOUNT')
    assert.equal(got.sourceOfFunds.provided.card.securityCode.open(), '100')
    assert.equal(got.sourceOfFunds.provided.card.securityCode.kind, 'AUTHENTICATION')
    assert.equal(got.risk.paymentRecipient.accountIdentifier.open(), 'DE02120300000000202051')
    assert.equal(got.risk.paymentRecipient.accountIdentifier.kind, 'BANK_ACCOUNT')
    assert.deepEqual(result.session.hash, hashOf(id))
    assert.deepEqual(lookups, [{ merchantId: merchant.id, hashes: [hashOf(id)] }])
  })

  it('writes one audit entry when an account was opened, without the session id, and none otherwise', async () => {
    const { openings } = await use(sessionHolding(filled))
    assert.equal(openings.length, 1)
    assert.equal(openings[0]?.action, 'ACCOUNT_OPENED')
    assert.deepEqual(openings[0]?.subject, { session: hashOf(id).hash.toString('hex') })
    const { openings: none } = await use(sessionHolding({ order: { id: 'O1' } }))
    assert.deepEqual(none, [])
  })

  it('continues without codes that are gone, or sealed for another session', async () => {
    const { codes, ...used } = sessionHolding(filled)
    assert.ok(codes)
    for (const session of [used, { ...used, codes: Buffer.from('another') }]) {
      const { result } = await use(session)
      assert.ok(!isRejection(result))
      const { card } = (result.values as typeof filled).sourceOfFunds.provided
      assert.deepEqual(Object.keys(card).toSorted(), ['expiry', 'number'])
    }
  })

  it('is refused when there is no such session, or its version is another one', async () => {
    const { result: unknown } = await use(undefined)
    assert.ok(isRejection(unknown))
    assert.equal(unknown.reason, 'UNKNOWN_SESSION')
    assert.ok(!unknown.explanation?.includes(id))
    const { result: changed, openings } = await use(sessionHolding(filled), { version: '8d3a7b5601' })
    assert.ok(isRejection(changed))
    assert.deepEqual([changed.reason, changed.field], ['SESSION_CHANGED', 'session.version'])
    assert.deepEqual(openings, [])
    const { result: same } = await use(sessionHolding(filled), { version: '8d3a7b5602' })
    assert.ok(!isRejection(same))
  })

  it('is refused while nothing is in it, and after an update that was refused', async () => {
    for (const updateStatus of ['NO_UPDATE', 'FAILURE'] as const) {
      const { result, openings } = await use(sessionHolding(filled, { updateStatus }))
      assert.ok(isRejection(result))
      assert.deepEqual([result.reason, result.field], ['SESSION_NOT_FILLED', 'session.id'])
      assert.deepEqual(openings, [])
    }
  })
})

describe('the unsealed part of a session', () => {
  const { content } = sessionHolding(filled)

  it('has account numbers masked and no codes, and the details derived from the number', () => {
    assert.deepEqual(content, {
      order: { amount: '10', currency: 'USD' },
      risk: { paymentRecipient: { accountIdentifier: 'xxxxxxxxxxxxxxxxxx2051' } },
      sourceOfFunds: {
        type: 'CARD',
        provided: {
          card: {
            number: '512345xxxxxx0008',
            expiry: { month: '1', year: '39' },
            brand: 'MASTERCARD',
            scheme: 'MASTERCARD',
            fundingMethod: 'CREDIT',
          },
        },
      },
    })
  })

  it('has no group that would hold only codes', () => {
    const { content: kept } = sessionHolding({
      sourceOfFunds: { provided: { card: { devicePayment: { paymentToken: securityCode } } } },
    })
    assert.deepEqual(kept, {})
  })
})

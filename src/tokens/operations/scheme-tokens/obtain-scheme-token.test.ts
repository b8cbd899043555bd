import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isRejection } from '../../../kernel/rejection.ts'
import { Secret } from '../../../kernel/secret.ts'
import { newRepository, type ProvisioningMode } from '../../../merchants/rules/token-repository.ts'
import type { ProvisionRequest, ProvisionResult } from '../../ports/token-service.ts'
import type { StoredSchemeToken } from '../../ports/token-store.ts'
import { fetchPushedCard } from '../resolve-account-to-store.ts'
import {
  giveUpSchemeToken,
  obtainSchemeToken,
  type SchemeTokenDependencies,
  type SchemeTokenRequest,
} from './obtain-scheme-token.ts'

const now = new Date('2026-11-15T10:00:00.000Z')
const number = new Secret('ACCOUNT', '5123459000000012')
const reference = 'SHOP:drawn'
const provisioned = { kind: 'PROVISIONED', reference, number, expiry: { month: '1', year: '39' } } as const
const active: StoredSchemeToken = { status: 'ACTIVE', provider: 'P', reference: 'SHOP:held', lastUpdated: now }

interface World {
  readonly dependencies: SchemeTokenDependencies
  readonly requests: ProvisionRequest[]
  /** References that are given up unless they are stored, each with the time until then. */
  readonly owed: (readonly [string, number])[]
}

/** A service with the given answers; undefined where there is none. */
function world(result: ProvisionResult | 'SILENT' | 'BROKEN' | undefined): World {
  const requests: ProvisionRequest[] = []
  const owed: (readonly [string, number])[] = []
  const unused = () => assert.fail('must not be called')
  const tokenService = {
    provider: 'SERVICE',
    async provision(question: ProvisionRequest): Promise<ProvisionResult> {
      assert.ok(question.reference !== reference || owed.length > 0, 'written down before it is asked')
      requests.push(question)
      if (result === 'BROKEN') throw new Error('the line is down')
      if (result === 'SILENT' || !result) return new Promise(() => undefined)
      return result.kind === 'PROVISIONED' ? { ...result, reference: question.reference } : result
    },
    fetchPushed: async () => ({ kind: 'UNKNOWN' }) as const,
    giveUp: unused,
    listNotices: unused,
    acknowledge: unused,
  }
  const claims = {
    async giveUpUnlessKept(claim: { readonly reference: string }, afterMs: number) {
      owed.push([claim.reference, afterMs])
    },
  }
  return {
    requests,
    owed,
    dependencies: {
      tokenService: result ? tokenService : undefined,
      tokenClaims: claims as SchemeTokenDependencies['tokenClaims'],
      clock: { now: () => now, expiryTime: () => now, sleep: unused },
      identifiers: { acquirerReference: () => 'drawn' } as SchemeTokenDependencies['identifiers'],
      timeouts: { serviceWaitMs: 1 } as SchemeTokenDependencies['timeouts'],
    },
  }
}

const repository = newRepository('SHOP', { hasSchemeTokens: true, provisioningMode: 'ATTEMPT_SYNCHRONOUS' })
const request = (
  mode: ProvisioningMode | undefined,
  differences: Partial<SchemeTokenRequest> = {},
): SchemeTokenRequest => ({
  repository,
  mode,
  card: { number: new Secret('ACCOUNT', '5123450000000008'), expiry: { month: '1', year: '39' } },
  cardholder: { nameOnCard: 'Ada Payer' },
  existingSchemeToken: undefined,
  isSameAccount: false,
  ...differences,
})
const pending = {
  schemeToken: { status: 'PENDING', provider: 'SERVICE', reference, lastUpdated: now },
  dueAt: now,
}
const storedToken = {
  schemeToken: {
    status: 'ACTIVE',
    provider: 'SERVICE',
    reference,
    lastUpdated: now,
    masked: '512345xxxxxx0012',
    expiry: { month: '1', year: '39' },
    clearNumber: number,
  },
}

describe('a repository', () => {
  it('without scheme tokens gets none, and keeps one from earlier times as long as the card stays', async () => {
    const { dependencies, requests } = world(provisioned)
    const without = { repository: newRepository('SHOP') }
    for (const mode of ['ASYNCHRONOUS', 'ATTEMPT_SYNCHRONOUS', undefined] as const)
      assert.equal(await obtainSchemeToken(request(mode, without), dependencies), undefined)
    const same = { ...without, existingSchemeToken: active, isSameAccount: true }
    assert.deepEqual(await obtainSchemeToken(request(undefined, same), dependencies), { schemeToken: active })
    assert.equal(
      await obtainSchemeToken(request(undefined, { ...without, existingSchemeToken: active }), dependencies),
      undefined,
    )
    assert.equal(requests.length, 0)
  })

  it('without scheme tokens refuses a request that insists on one', async () => {
    const { dependencies, requests } = world(provisioned)
    const without = { repository: newRepository('SHOP') }
    const refused = await obtainSchemeToken(request('SYNCHRONOUS', without), dependencies)
    assert.ok(isRejection(refused))
    assert.deepEqual(
      [refused.reason, refused.field, refused.validationType],
      ['SCHEME_TOKEN_NOT_OBTAINED', 'schemeTokenProvisioningMode', 'INVALID'],
    )
    assert.equal(requests.length, 0)
  })

  it('decides on the mode where the request says nothing', async () => {
    const { dependencies, requests } = world(provisioned)
    assert.deepEqual(await obtainSchemeToken(request(undefined), dependencies), storedToken)
    assert.deepEqual(requests[0]?.cardholder, { nameOnCard: 'Ada Payer' })
    assert.deepEqual(await obtainSchemeToken(request('ASYNCHRONOUS'), dependencies), pending)
    assert.equal(requests.length, 1)
  })
})

describe('asking for a scheme token', () => {
  it('asynchronously makes no call and is due at once', async () => {
    const { dependencies, requests, owed } = world(provisioned)
    assert.deepEqual(await obtainSchemeToken(request('ASYNCHRONOUS'), dependencies), pending)
    assert.deepEqual([requests, owed], [[], []])
  })

  for (const mode of ['ATTEMPT_SYNCHRONOUS', 'SYNCHRONOUS'] as const) {
    it(`${mode} returns it at once`, async () => {
      const { dependencies, owed } = world(provisioned)
      assert.deepEqual(await obtainSchemeToken(request(mode), dependencies), storedToken)
      assert.deepEqual(owed, [[reference, 300_000]], 'should the token not be stored after all')
    })
  }

  it('as an attempt goes on later after silence, and never after a refusal', async () => {
    for (const result of ['SILENT', 'BROKEN', { kind: 'NO_ANSWER' }] as const) {
      const { dependencies } = world(result)
      assert.deepEqual(await obtainSchemeToken(request('ATTEMPT_SYNCHRONOUS'), dependencies), pending)
    }
    const { dependencies } = world({ kind: 'REFUSED', explanation: 'no' })
    assert.deepEqual(await obtainSchemeToken(request('ATTEMPT_SYNCHRONOUS'), dependencies), {
      schemeToken: { ...pending.schemeToken, status: 'INACTIVE' },
    })
  })

  it('as a requirement stores nothing without it, and gives up a token that may have been made', async () => {
    for (const provision of [
      'SILENT',
      'BROKEN',
      { kind: 'NO_ANSWER' },
      { kind: 'REFUSED', explanation: 'no' },
    ] as const) {
      const { dependencies, owed } = world(provision)
      const result = await obtainSchemeToken(request('SYNCHRONOUS'), dependencies)
      assert.ok(isRejection(result) && result.reason === 'SCHEME_TOKEN_NOT_OBTAINED')
      assert.deepEqual(owed.at(-1), [reference, 0])
    }
  })

  it('is postponed, or rejects the request, where there is no token service', async () => {
    const { dependencies } = world(undefined)
    const waiting = { ...pending, schemeToken: { ...pending.schemeToken, provider: 'NONE' } }
    assert.deepEqual(await obtainSchemeToken(request('ASYNCHRONOUS'), dependencies), waiting)
    assert.deepEqual(await obtainSchemeToken(request('ATTEMPT_SYNCHRONOUS'), dependencies), waiting)
    assert.ok(isRejection(await obtainSchemeToken(request('SYNCHRONOUS'), dependencies)))
    assert.ok(isRejection(await fetchPushedCard({ identifier: 'I', repositoryId: 'SHOP' }, dependencies)))
  })
})

describe('a token that has a scheme token', () => {
  it('keeps it as long as the card stays, also while it is suspended', async () => {
    const { dependencies, requests } = world(provisioned)
    for (const existingSchemeToken of [active, { ...active, status: 'SUSPENDED' }] as const)
      for (const mode of ['ASYNCHRONOUS', 'ATTEMPT_SYNCHRONOUS', 'SYNCHRONOUS'] as const)
        assert.deepEqual(
          await obtainSchemeToken(request(mode, { existingSchemeToken, isSameAccount: true }), dependencies),
          {
            schemeToken: existingSchemeToken,
          },
        )
    assert.equal(requests.length, 0)
  })

  it('gets another under another reference when the card changes or the old one is gone', async () => {
    const { dependencies } = world(provisioned)
    assert.deepEqual(
      await obtainSchemeToken(request('SYNCHRONOUS', { existingSchemeToken: active }), dependencies),
      storedToken,
    )
    for (const status of ['INACTIVE', 'DELETED'] as const) {
      const existingSchemeToken = { ...active, status }
      assert.deepEqual(
        await obtainSchemeToken(request('SYNCHRONOUS', { existingSchemeToken, isSameAccount: true }), dependencies),
        storedToken,
      )
    }
  })

  it('continues waiting under the same reference', async () => {
    const schemeToken = { ...active, status: 'PENDING' as const }
    const same = { existingSchemeToken: schemeToken, isSameAccount: true }
    const { dependencies, requests, owed } = world(provisioned)
    const waiting = await obtainSchemeToken(request('ASYNCHRONOUS', same), dependencies)
    assert.ok(
      waiting && !isRejection(waiting) && waiting.schemeToken.reference === schemeToken.reference && waiting.dueAt,
    )
    const obtained = await obtainSchemeToken(request('SYNCHRONOUS', same), dependencies)
    assert.ok(obtained && !isRejection(obtained) && obtained.schemeToken.status === 'ACTIVE')
    assert.equal(requests[0]?.reference, schemeToken.reference)
    const silent = world({ kind: 'NO_ANSWER' })
    assert.ok(isRejection(await obtainSchemeToken(request('SYNCHRONOUS', same), silent.dependencies)))
    assert.deepEqual([owed, silent.owed], [[], []], 'the stored token still waits for it')
  })
})

it("a scheme token is given up only under one of the gateway's references", async () => {
  const { dependencies, owed } = world(provisioned)
  await giveUpSchemeToken('SHOP:1', dependencies)
  await giveUpSchemeToken('nonsense', dependencies)
  assert.deepEqual(owed, [['SHOP:1', 0]])
})

it('a card that the issuer did not push is refused where its identifier is given', async () => {
  const { dependencies, owed } = world(provisioned)
  const result = await fetchPushedCard({ identifier: 'I', repositoryId: 'SHOP' }, dependencies)
  assert.ok(isRejection(result))
  assert.equal(result.field, 'sourceOfFunds.schemeTokenProvisioningIdentifier')
  assert.deepEqual(owed, [
    [reference, 300_000],
    [reference, 0],
  ])
})

// The jobs about scheme tokens, on PostgreSQL and with the simulated token service: after each of them the books agree.

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { Secret } from '../../../src/kernel/secret.ts'
import { schemeTokenSealContext } from '../../../src/keys/ports/seal-context.ts'
import { giveUpSchemeTokens, provisionSchemeTokens } from '../../../src/tokens/jobs/provision-scheme-tokens.ts'
import { readTokenServiceNotices } from '../../../src/tokens/jobs/read-token-service-notices.ts'
import type { SchemeTokenNotice, TokenService } from '../../../src/tokens/ports/token-service.ts'
import type { StoredToken } from '../../../src/tokens/ports/token-store.ts'
import { openTokenWorld, type TokenWorld, testNumber } from '../../support/fixtures/token-world.ts'

let world: TokenWorld
before(async () => {
  world = await openTokenWorld()
})
afterEach(() => world.booksAgree())
after(() => world.close())

const fail = (error: unknown) => assert.fail(String(error))
const provision = () => provisionSchemeTokens(world.dependencies, fail)
const giveUp = () => giveUpSchemeTokens(world.dependencies, fail)
const pendingCard = (printed = '1/39') => world.storeCard({ printed, ...world.waiting() })
const referenceOf = ({ schemeToken }: StoredToken) => schemeToken?.reference ?? assert.fail('no scheme token')
const after30Seconds = 30_000

/** Seconds until the token service is asked again. */
async function secondsToWait({ token }: StoredToken): Promise<number> {
  const [row] = await world.query<{ seconds: number }>(
    'select round(extract(epoch from scheme_due_at - now()))::integer as seconds from tokens where token = $1',
    [token],
  )
  return row?.seconds ?? assert.fail('not due')
}

/** The same service, but something happens between its act and our hearing of it. */
function meanwhile(happens: () => Promise<unknown>): Pick<TokenWorld, 'dependencies'> {
  const tokenService: TokenService = {
    ...world.tokenService,
    async provision(question) {
      const result = await world.tokenService.provision(question)
      await happens()
      return result
    },
  }
  return { dependencies: { ...world.dependencies, tokenService } }
}

describe('a stored card that waits for its scheme token', () => {
  it('gets it, sealed, with an audit entry', async () => {
    const token = await pendingCard()
    assert.equal(await provision(), 1)
    const { schemeToken, schemeDueAt, updateSource, updatedBy } = await world.get(token)
    const { status, provider, number, masked, expiry, reference } = schemeToken ?? assert.fail()
    assert.deepEqual([status, provider, reference], ['ACTIVE', 'SIMULATED_TOKEN_SERVICE', referenceOf(token)])
    assert.deepEqual([schemeDueAt, updateSource, updatedBy], [undefined, 'GATEWAY', 'TESTMERCHANT'])
    const clear = await world.dependencies.vault.open(number ?? assert.fail(), schemeTokenSealContext(token))
    assert.equal(new Secret('ACCOUNT', clear).masked, masked)
    assert.notEqual(clear, testNumber)
    assert.deepEqual(expiry, { month: '1', year: '39' })
    const subject = {
      repositoryId: 'TESTMERCHANT',
      token: token.token,
      account: '512345xxxxxx0008',
      purpose: 'SCHEME_TOKEN',
    }
    assert.deepEqual(await world.openingsOf(token), [{ actor: 'gateway', merchant_id: 'TESTMERCHANT', subject }])
    assert.equal(await provision(), 0, 'nothing more is due')
  })

  it('is not requested again once it was refused', async () => {
    const token = await pendingCard('7/38')
    assert.equal(await provision(), 0)
    const { schemeToken, schemeDueAt } = await world.get(token)
    assert.deepEqual([schemeToken?.status, schemeToken?.number, schemeDueAt], ['INACTIVE', undefined, undefined])
  })

  it('is requested again after silence, under the same reference', async () => {
    const token = await pendingCard('8/38')
    assert.equal(await provision(), 0)
    assert.equal((await world.get(token)).schemeToken?.status, 'PENDING')
    assert.ok(Math.abs((await secondsToWait(token)) - 60) < 10)
    assert.equal(await provision(), 0, 'not due yet')
    await world.makeDue()
    assert.equal(await provision(), 1)
    assert.equal((await world.get(token)).schemeToken?.status, 'ACTIVE')
    assert.deepEqual(await world.entryOf(referenceOf(token)), { asked: 2, status: 'ACTIVE', given_up: 0 })
  })

  it('is retried with growing pauses as long as there is no answer', async () => {
    const token = await pendingCard('9/38')
    for (const minutes of [1, 2, 4, 8]) {
      assert.equal(await provision(), 0)
      assert.ok(Math.abs((await secondsToWait(token)) - minutes * 60) < 10)
      await world.makeDue()
    }
    await world.dependencies.tokens.delete(token, { isNameRetired: false })
    assert.equal(await giveUp(), 1)
    assert.equal((await world.entryOf(referenceOf(token)))?.status, 'DELETED')
  })

  it('is processed by one of several processes', async () => {
    const tokens = await Promise.all(Array.from({ length: 10 }, () => pendingCard()))
    const linked = await Promise.all([provision(), provision(), provision()])
    assert.equal(
      linked.reduce((sum, each) => sum + each),
      10,
    )
    for (const token of tokens) {
      assert.equal((await world.entryOf(referenceOf(token)))?.asked, 1)
      assert.equal((await world.openingsOf(token)).length, 1)
    }
  })

  it('is served in turn with those of other repositories', async () => {
    const other = await world.newRepository()
    await Promise.all(Array.from({ length: 60 }, () => pendingCard()))
    const token = await world.storeCard({ repositoryId: other.id, ...world.waiting(other.id) })
    assert.equal(await provision(), 26)
    assert.equal((await world.get(token)).schemeToken?.status, 'ACTIVE')
    assert.equal((await provision()) + (await provision()), 35)
  })

  it('stores nothing when its token is deleted during the request to the service', async () => {
    const token = await pendingCard()
    const { dependencies } = meanwhile(() => world.dependencies.tokens.delete(token, { isNameRetired: false }))
    assert.equal(await provisionSchemeTokens(dependencies, fail), 0)
    assert.equal(await giveUp(), 1)
    assert.deepEqual(await world.entryOf(referenceOf(token)), { asked: 1, status: 'DELETED', given_up: 1 })
  })

  it('stores nothing when its card is replaced during the request to the service', async () => {
    const token = await pendingCard()
    const another = { ...token, ...world.waiting() }
    const hashes = world.dependencies.vault.hashesToWrite('ACCOUNT', '5111111111111118')
    const { dependencies } = meanwhile(() =>
      world.dependencies.tokens.update(another, { revision: token.revision, account: { hashes, isOnly: false } }),
    )
    assert.equal(await provisionSchemeTokens(dependencies, fail), 0)
    assert.equal(await giveUp(), 1)
    assert.equal((await world.entryOf(referenceOf(token)))?.status, 'DELETED')
    assert.equal(await provision(), 1)
    assert.equal((await world.get(token)).schemeToken?.reference, referenceOf(another as StoredToken))
  })

  it('is linked later when the process dies between request and storing', async () => {
    const token = await pendingCard()
    const { dependencies } = meanwhile(() => Promise.reject(new Error('killed')))
    assert.equal(await provisionSchemeTokens(dependencies), 0)
    assert.equal((await world.get(token)).schemeToken?.status, 'PENDING')
    await world.makeDue()
    assert.equal(await provision(), 1)
    assert.deepEqual(await world.entryOf(referenceOf(token)), { asked: 2, status: 'ACTIVE', given_up: 0 })
  })

  it('keeps waiting where there is no token service', async () => {
    const token = await pendingCard()
    const dependencies = { ...world.dependencies, tokenService: undefined }
    const done = [
      await provisionSchemeTokens(dependencies),
      await giveUpSchemeTokens(dependencies),
      await readTokenServiceNotices(dependencies),
    ]
    assert.deepEqual(done, [0, 0, 0])
    assert.equal((await world.get(token)).schemeToken?.status, 'PENDING')
    assert.equal(await provision(), 1)
  })
})

describe('a requested scheme token', () => {
  const question = (reference: string, [month, year]: readonly [string, string] = ['1', '39']) => ({
    reference,
    number: new Secret('ACCOUNT', testNumber),
    expiry: { month, year },
    cardholder: {},
  })
  const about = (reference: string) => ({ repositoryId: 'TESTMERCHANT', reference: `TESTMERCHANT:${reference}` })

  it('is given up when no token stores it in time, and not before', async () => {
    const { reference } = about('forgotten')
    await world.dependencies.tokenClaims.giveUpUnlessKept(about('forgotten'), after30Seconds)
    await world.tokenService.provision(question(reference))
    assert.equal(await giveUp(), 0)
    assert.equal((await world.entryOf(reference))?.status, 'ACTIVE')
    await world.makeDue()
    assert.equal(await giveUp(), 1)
    assert.equal((await world.entryOf(reference))?.status, 'DELETED')
    assert.equal(await giveUp(), 0)
  })

  it('is kept when a token stores it', async () => {
    const token = await pendingCard()
    await provision()
    const reference = referenceOf(token)
    await world.dependencies.tokenClaims.giveUpUnlessKept({ repositoryId: 'TESTMERCHANT', reference }, 0)
    assert.equal(await giveUp(), 0)
    assert.equal((await world.entryOf(reference))?.status, 'ACTIVE')
    assert.deepEqual(await world.query('select from scheme_tokens_given_up where reference = $1', [reference]), [])
  })

  it('is given up sooner when that is known sooner, and never later', async () => {
    const { reference } = about('sooner')
    await world.dependencies.tokenClaims.giveUpUnlessKept(about('sooner'), after30Seconds)
    await world.dependencies.tokenClaims.giveUpUnlessKept(about('sooner'), 0)
    await world.dependencies.tokenClaims.giveUpUnlessKept(about('sooner'), after30Seconds)
    assert.equal(await giveUp(), 1)
    assert.equal((await world.tokenService.provision(question(reference))).kind, 'REFUSED')
  })

  it('is given up repeatedly until the service has acknowledged it', async () => {
    const { reference } = about('slow')
    await world.tokenService.provision(question(reference, ['10', '38']))
    await world.dependencies.tokenClaims.giveUpUnlessKept(about('slow'), 0)
    assert.equal(await giveUp(), 0)
    assert.equal(await giveUp(), 0, 'a minute later at the earliest')
    await world.makeDue()
    assert.equal(await giveUp(), 1)
    assert.deepEqual(await world.entryOf(reference), { asked: 1, status: 'DELETED', given_up: 2 })
  })
})

describe('a notice of the token service', () => {
  const unknown: string[] = []
  const hear = () =>
    readTokenServiceNotices(world.dependencies, {
      onError: fail,
      onUnknown: ({ reference }) => unknown.push(reference),
    })

  async function linkedCard(): Promise<StoredToken> {
    const token = await pendingCard()
    await provision()
    return world.get(token)
  }

  async function stored(token: StoredToken, happening: Partial<SchemeTokenNotice>): Promise<StoredToken> {
    const usual = { reference: referenceOf(token), status: 'ACTIVE', hasNumberChanged: false } as const
    await world.tokenService.announce({ ...usual, ...happening })
    assert.equal(await hear(), 1)
    return world.get(token)
  }

  for (const status of ['SUSPENDED', 'INACTIVE', 'DELETED'] as const) {
    it(`that the scheme token is ${status} leaves the token valid`, async () => {
      const { schemeToken, state, updateSource } = await stored(await linkedCard(), { status })
      assert.deepEqual([schemeToken?.status, state.status, updateSource], [status, 'VALID', 'GATEWAY'])
    })

    it(`that it is ${status} and its card has another number makes the token invalid`, async () => {
      const { schemeToken, state } = await stored(await linkedCard(), { status, hasNumberChanged: true })
      assert.equal(schemeToken?.status, status)
      assert.deepEqual(state, { status: 'INVALID', reason: 'SCHEME_TOKEN_INACTIVE' })
    })
  }

  it('that the card of an active scheme token has another number leaves the token valid', async () => {
    const token = await linkedCard()
    const { schemeToken, state, revision } = await stored(token, { hasNumberChanged: true })
    assert.deepEqual([schemeToken?.status, state.status, revision], ['ACTIVE', 'VALID', token.revision])
  })

  it('contains a new expiry of the scheme token, or its reactivation', async () => {
    const token = await stored(await linkedCard(), { status: 'SUSPENDED' })
    const { schemeToken } = await stored(token, { expiry: { month: '4', year: '44' } })
    const { status, expiry, number, lastUpdated } = schemeToken ?? assert.fail()
    assert.deepEqual([status, expiry], ['ACTIVE', { month: '4', year: '44' }])
    assert.ok(number && token.schemeToken && lastUpdated >= token.schemeToken.lastUpdated)
  })

  it('that comes twice changes nothing more', async () => {
    const once = await stored(await linkedCard(), { status: 'INACTIVE', hasNumberChanged: true })
    const twice = await stored(once, { status: 'INACTIVE', hasNumberChanged: true })
    assert.deepEqual(twice, once)
    assert.equal(await hear(), 0)
  })

  it('is sent again when the gateway is killed before it is acknowledged', async () => {
    const token = await linkedCard()
    const reference = referenceOf(token)
    await world.tokenService.announce({ reference, status: 'SUSPENDED', hasNumberChanged: false })
    const acknowledge = () => Promise.reject(new Error('killed'))
    const tokenService = { ...world.tokenService, acknowledge }
    assert.equal(await readTokenServiceNotices({ ...world.dependencies, tokenService }), 0)
    const { schemeToken, revision } = await world.get(token)
    assert.equal(schemeToken?.status, 'SUSPENDED')
    assert.equal(await hear(), 1)
    assert.equal((await world.get(token)).revision, revision)
  })

  it('about an unknown token is acknowledged and reported', async () => {
    for (const reference of ['TESTMERCHANT:nobody', 'nonsense'])
      await world.tokenService.announce({ reference, status: 'DELETED', hasNumberChanged: true })
    assert.equal(await hear(), 2)
    assert.deepEqual(unknown, ['TESTMERCHANT:nobody', 'nonsense'])
  })

  it('about a scheme token that may be about to be stored waits', async () => {
    const waiting = world.waiting()
    const { reference } = waiting.schemeToken
    await world.dependencies.tokenClaims.giveUpUnlessKept({ repositoryId: 'TESTMERCHANT', reference }, after30Seconds)
    await world.tokenService.announce({ reference, status: 'SUSPENDED', hasNumberChanged: false })
    assert.equal(await hear(), 0)
    const { schemeDueAt: _, schemeToken } = waiting
    const token = await world.storeCard({ schemeToken: { ...schemeToken, status: 'ACTIVE' } })
    assert.equal(await hear(), 1)
    assert.equal((await world.get(token)).schemeToken?.status, 'SUSPENDED')
    await world.dependencies.tokens.delete(token, { isNameRetired: false })
    await giveUp()
  })

  it('about a scheme token that is still requested is left to the answer of the request', async () => {
    const token = await pendingCard('8/38')
    await provision()
    const { schemeToken, state } = await stored(token, { status: 'DELETED', hasNumberChanged: true })
    assert.deepEqual([schemeToken?.status, state.status], ['PENDING', 'INVALID'])
    await world.makeDue()
    await provision()
    assert.equal((await world.get(token)).schemeToken?.status, 'INACTIVE')
    await world.dependencies.tokens.delete(token, { isNameRetired: false })
    await giveUp()
  })

  it('is not lost when the token changes at the same time', async () => {
    const token = await linkedCard()
    let isFirst = true
    const tokens: typeof world.dependencies.tokens = {
      ...world.dependencies.tokens,
      async update(changed, expected) {
        if (isFirst) await world.dependencies.tokens.update(token, { revision: token.revision })
        isFirst = false
        return world.dependencies.tokens.update(changed, expected)
      },
    }
    const reference = referenceOf(token)
    await world.tokenService.announce({ reference, status: 'SUSPENDED', hasNumberChanged: false })
    assert.equal(await readTokenServiceNotices({ ...world.dependencies, tokens }, { onError: fail }), 1)
    const { schemeToken, revision } = await world.get(token)
    assert.deepEqual([schemeToken?.status, revision], ['SUSPENDED', token.revision + 2])
  })
})

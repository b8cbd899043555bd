// Every way to save details under every pair of strategies, as one table.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { accountFields } from '../../kernel/instrument.ts'
import type { RejectionReason } from '../../kernel/rejection.ts'
import {
  type TokenGeneration,
  type TokenManagement,
  tokenGenerations,
  tokenManagements,
} from '../../merchants/rules/token-repository.ts'
import {
  planTokenSave,
  type StoredKind,
  type StoredTokenFacts,
  type TokenSavePlan,
  type TokenSaveRequest,
} from './token.ts'
import type { InvalidityReason } from './token-status.ts'

const expiry = { month: '5', year: '39' } as const
const newExpiry = { month: '1', year: '40' } as const
const mine: StoredTokenFacts = { token: 'mine', kind: 'CARD', expiry, state: { status: 'VALID' } }
const other: StoredTokenFacts = { token: 'other', kind: 'CARD', expiry, state: { status: 'VALID' } }
const invalid = (reason: InvalidityReason) => ({ ...mine, state: { status: 'INVALID', reason } }) as const

/** A request without an id for a card that no token contains. */
const plain: TokenSaveRequest = {
  name: undefined,
  account: 'CARD',
  expiry: newExpiry,
  namedToken: undefined,
  isAccountOfNamed: false,
  holder: undefined,
}
const put: TokenSaveRequest = { ...plain, name: 'mine' }
const putAgain: TokenSaveRequest = { ...put, namedToken: mine }
const heldByAnother = { holder: other }
const onlyExpiry = { account: undefined }
const nothing = { account: undefined, expiry: undefined }

const requests = {
  'PUT of a new token, an account without a token': put,
  'PUT of a new token, an account another token holds': { ...put, ...heldByAnother },
  'PUT of a new token, only an expiry': { ...put, ...onlyExpiry },
  'PUT of a new token, nothing': { ...put, ...nothing },
  'PUT of a known token, its own account': { ...putAgain, isAccountOfNamed: true },
  'PUT of a known token, its own account that another one holds as well': {
    ...{ ...putAgain, ...heldByAnother },
    isAccountOfNamed: true,
  },
  'PUT of a known token, an account without a token': putAgain,
  'PUT of a known token, an account another token holds': { ...putAgain, ...heldByAnother },
  'PUT of a known token, only an expiry': { ...putAgain, ...onlyExpiry },
  'PUT of a known token, nothing': { ...putAgain, ...nothing },
  'POST of an account without a token': plain,
  'POST of an account another token holds': { ...plain, ...heldByAnother },
  'POST of only an expiry': { ...plain, ...onlyExpiry },
  'POST of nothing': { ...plain, ...nothing },
} as const satisfies Readonly<Record<string, TokenSaveRequest>>

type Expected = `CREATE ${'SUPPLIED' | 'RANDOM' | 'PRESERVE_6_4'}` | 'UPDATE mine' | 'EXISTING other' | RejectionReason

const byCaller = 'TOKEN_NAMED_BY_CALLER'
const byGateway = 'TOKEN_NAMED_BY_GATEWAY'
const needed = 'ACCOUNT_NEEDED'
const fixed = 'ACCOUNT_FIXED'
const taken = 'ACCOUNT_HELD'
const supplied = 'CREATE SUPPLIED'
const random = 'CREATE RANDOM'
const preserve = 'CREATE PRESERVE_6_4'
const update = 'UPDATE mine'
const existing = 'EXISTING other'

const all = (expected: Expected) => [expected, expected, expected, expected, expected, expected] as const

/** Unique Token and Unique Account Identifier, under Merchant-Supplied, Random and Preserve 6.4 in turn. */
const table: Readonly<Record<keyof typeof requests, readonly Expected[]>> = {
  'PUT of a new token, an account without a token': [supplied, supplied, byGateway, byGateway, byGateway, byGateway],
  'PUT of a new token, an account another token holds': [supplied, taken, byGateway, byGateway, byGateway, byGateway],
  'PUT of a new token, only an expiry': [needed, needed, byGateway, byGateway, byGateway, byGateway],
  'PUT of a new token, nothing': [needed, needed, byGateway, byGateway, byGateway, byGateway],
  'PUT of a known token, its own account': all(update),
  'PUT of a known token, its own account that another one holds as well': all(update),
  'PUT of a known token, an account without a token': [update, update, update, update, fixed, fixed],
  'PUT of a known token, an account another token holds': [update, taken, update, taken, fixed, fixed],
  'PUT of a known token, only an expiry': all(update),
  'PUT of a known token, nothing': all(update),
  'POST of an account without a token': [byCaller, byCaller, random, random, preserve, preserve],
  'POST of an account another token holds': [byCaller, byCaller, random, existing, preserve, existing],
  'POST of only an expiry': [byCaller, byCaller, needed, needed, needed, needed],
  'POST of nothing': [byCaller, byCaller, needed, needed, needed, needed],
}

function summaryOf(plan: TokenSavePlan): string {
  if (plan.kind === 'REJECTED') return plan.reason
  return plan.kind === 'CREATE' ? `CREATE ${plan.naming}` : `${plan.kind} ${plan.token}`
}

describe('saving details', () => {
  const pairs = tokenGenerations.flatMap((generation) =>
    tokenManagements.map((management) => ({ generation, management })),
  )

  for (const [name, request] of Object.entries(requests)) {
    it(`${name}: is done or refused as the table says under each pair of strategies`, () => {
      const row: readonly Expected[] | undefined = table[name as keyof typeof requests]
      assert.equal(row?.length, pairs.length, 'a pair of strategies is missing in the table')
      assert.deepEqual(
        pairs.map((pair) => summaryOf(planTokenSave(pair, request))),
        row,
      )
    })
  }

  it('has a row of the table for every combination of name, details and existing tokens', () => {
    const shape = ({ name, namedToken, account, expiry, isAccountOfNamed, holder }: TokenSaveRequest) =>
      [name !== undefined, namedToken, account, expiry, account && isAccountOfNamed, account && holder]
        .map(Boolean)
        .join()
    const shapes = new Set<string>()
    for (const { name, namedToken } of [plain, put, putAgain])
      for (const details of [{}, onlyExpiry, nothing])
        for (const isAccountOfNamed of namedToken ? [true, false] : [false])
          for (const holder of [other, undefined])
            shapes.add(shape({ ...plain, name, namedToken, ...details, isAccountOfNamed, holder }))
    assert.deepEqual(new Set(Object.values(requests).map(shape)), shapes)
  })
})

describe('a refusal to save', () => {
  const under = (generation: TokenGeneration, management: TokenManagement, request: TokenSaveRequest) => {
    const plan = planTokenSave({ generation, management }, request)
    assert.equal(plan.kind, 'REJECTED')
    return plan.kind === 'REJECTED' ? `${plan.cause} ${plan.validationType} ${plan.field}` : undefined
  }

  it('names the field of the account that may not change, or that another token holds', () => {
    for (const kind of Object.keys(accountFields) as StoredKind[]) {
      const expected = `INVALID_REQUEST INVALID ${accountFields[kind]}`
      const wish = { ...putAgain, ...heldByAnother, account: kind }
      assert.equal(under('PRESERVE_6_4', 'UNIQUE_TOKEN', wish), expected)
      assert.equal(under('RANDOM', 'UNIQUE_ACCOUNT_IDENTIFIER', wish), expected)
      const repeated = { ...put, ...heldByAnother, account: kind }
      assert.equal(under('MERCHANT_SUPPLIED', 'UNIQUE_ACCOUNT_IDENTIFIER', repeated), expected)
    }
  })

  it('is about the token when the caller named one that it may not name, or named none', () => {
    const expected = 'INVALID_REQUEST INVALID token'
    assert.equal(under('MERCHANT_SUPPLIED', 'UNIQUE_TOKEN', plain), expected)
    assert.equal(under('RANDOM', 'UNIQUE_TOKEN', put), expected)
  })

  it('asks for the card number beside an expiry, and for a source of funds when there is none', () => {
    const ofNumber = 'INVALID_REQUEST MISSING sourceOfFunds.provided.card.number'
    assert.equal(under('RANDOM', 'UNIQUE_TOKEN', { ...plain, ...onlyExpiry }), ofNumber)
    assert.equal(under('RANDOM', 'UNIQUE_TOKEN', { ...plain, ...nothing }), 'INVALID_REQUEST MISSING sourceOfFunds')
    const bankAccount: StoredTokenFacts = { token: 'mine', kind: 'ACH', state: { status: 'VALID' } }
    assert.equal(under('RANDOM', 'UNIQUE_TOKEN', { ...putAgain, ...onlyExpiry, namedToken: bankAccount }), ofNumber)
  })
})

describe('a billing agreement', () => {
  const agreement: StoredTokenFacts = { token: 'mine', kind: 'PROVIDER_A', state: { status: 'VALID' } }
  const agreementDetails = { account: 'PROVIDER_A', expiry: undefined } as const
  const preserving = (management: TokenManagement, request: TokenSaveRequest) =>
    summaryOf(planTokenSave({ generation: 'PRESERVE_6_4', management }, request))

  it('may be exchanged for another one under Preserve 6.4, but not for a card, nor a card for it', () => {
    assert.equal(preserving('UNIQUE_TOKEN', { ...putAgain, ...agreementDetails, namedToken: agreement }), update)
    assert.equal(preserving('UNIQUE_TOKEN', { ...putAgain, namedToken: agreement }), fixed)
    assert.equal(preserving('UNIQUE_TOKEN', { ...putAgain, ...agreementDetails }), fixed)
  })

  it('is still held by one token only where accounts are', () => {
    const wish = { ...putAgain, ...agreementDetails, namedToken: agreement, holder: { ...agreement, token: 'other' } }
    assert.equal(preserving('UNIQUE_ACCOUNT_IDENTIFIER', wish), taken)
    assert.equal(preserving('UNIQUE_TOKEN', wish), update)
  })

  it('has no digits to preserve, so its token is named at random', () => {
    assert.equal(preserving('UNIQUE_TOKEN', { ...plain, ...agreementDetails }), random)
  })
})

describe('details saved against a known token', () => {
  const saved = (request: TokenSaveRequest) => {
    const plan = planTokenSave({ generation: 'RANDOM', management: 'UNIQUE_ACCOUNT_IDENTIFIER' }, request)
    assert.ok(plan.kind === 'UPDATE' || plan.kind === 'EXISTING')
    return plan
  }
  const again = { ...putAgain, isAccountOfNamed: true }

  it('have the expiry that was sent, or the stored one; never that of an earlier account', () => {
    assert.deepEqual(saved(again).expiry, newExpiry)
    assert.deepEqual(saved({ ...again, expiry: undefined }).expiry, expiry)
    assert.deepEqual(saved({ ...putAgain, ...onlyExpiry }).expiry, newExpiry)
    assert.deepEqual(saved({ ...putAgain, ...nothing }).expiry, expiry)
    assert.deepEqual(saved(putAgain).expiry, newExpiry)
    assert.equal(saved({ ...putAgain, expiry: undefined }).expiry, undefined)
    assert.deepEqual(saved({ ...plain, holder: other }).expiry, newExpiry)
    assert.deepEqual(saved({ ...plain, holder: other, expiry: undefined }).expiry, expiry)
  })

  /** By what is sent: the state of a token whose card has expired, and of one that may not recur. */
  const states = {
    'another card': [putAgain, 'VALID', 'VALID'],
    'another card without its expiry': [{ ...putAgain, expiry: undefined }, 'INVALID', 'INVALID'],
    'a bank account instead': [{ ...putAgain, account: 'ACH', expiry: undefined }, 'VALID', 'VALID'],
    'the same card': [again, 'VALID', 'INVALID'],
    'the same card without its expiry': [{ ...again, expiry: undefined }, 'INVALID', 'INVALID'],
    'the same month of another year': [
      { ...putAgain, ...onlyExpiry, expiry: { month: '5', year: '40' } },
      'VALID',
      'INVALID',
    ],
    'another expiry': [{ ...putAgain, ...onlyExpiry }, 'VALID', 'INVALID'],
    'the stored expiry': [{ ...putAgain, ...onlyExpiry, expiry: { month: '05', year: '39' } }, 'INVALID', 'INVALID'],
    nothing: [{ ...putAgain, ...nothing }, 'INVALID', 'INVALID'],
  } as const satisfies Readonly<Record<string, readonly [TokenSaveRequest, string, string]>>

  for (const [name, [request, ofExpired, ofStopped]] of Object.entries(states)) {
    it(`make an invalid token valid again as its reason demands: ${name}`, () => {
      const expired = saved({ ...request, namedToken: invalid('ACCOUNT_NO_LONGER_VALID') })
      const stopped = saved({ ...request, namedToken: invalid('RECURRING_STOPPED') })
      assert.deepEqual([expired.state.status, stopped.state.status], [ofExpired, ofStopped])
      assert.equal(saved(request).state.status, 'VALID')
    })
  }

  it('do the same when the account is sent without a name and its one token is invalid', () => {
    const posted = (reason: InvalidityReason) => saved({ ...plain, holder: invalid(reason) }).state.status
    assert.equal(posted('SCHEME_TOKEN_INACTIVE'), 'VALID')
    assert.equal(posted('RECURRING_STOPPED'), 'INVALID')
  })
})

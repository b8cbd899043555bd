// Who may call what: every kind of rule with every kind of user.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { operatorMerchantId, type Permission, permissions, type User } from '../kernel/user.ts'
import type { ConsoleSession } from '../users/ports/users.ts'
import { type AccessCheck, refuseAccess, secondFactorValidMs } from './access.ts'
import type { RouteAccess } from './route.ts'

const now = new Date('2026-03-02T09:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)

function session(user: Partial<User>, differences: Partial<ConsoleSession> = {}): ConsoleSession {
  return {
    user: {
      merchantId: 'SHOP1',
      login: 'ada',
      name: 'Ada',
      permissions,
      isEnabled: true,
      hasSecondFactor: false,
      mustChangePassword: false,
      createdAt: now,
      ...user,
    },
    consoleSessionId: '1',
    createdAt: now,
    expiresAt: new Date(now.getTime() + 1),
    seenAt: now,
    ...differences,
  }
}

function codeOf(access: RouteAccess, who: ConsoleSession | undefined, differences: Partial<AccessCheck> = {}): string {
  const asked = { access, session: who, merchantId: 'SHOP1', now, needsSecondFactor: false, ...differences }
  const refused = refuseAccess(asked)
  return refused ? `${refused.status} ${refused.problem.code}` : 'allowed'
}

/** Who comes, and what each of public, self, merchant and operator routes says to them. */
const table: readonly (readonly [who: string, login: ConsoleSession | undefined, ...responses: readonly string[]])[] = [
  ['signed out', undefined, 'allowed', '401 SIGNED_OUT', '401 SIGNED_OUT', '401 SIGNED_OUT'],
  ['one of the merchant', session({}), 'allowed', 'allowed', 'allowed', '403 NOT_PERMITTED'],
  [
    'one of another merchant',
    session({ merchantId: 'SHOP2' }),
    'allowed',
    'allowed',
    '404 NOT_FOUND',
    '403 NOT_PERMITTED',
  ],
  ['one of the operator', session({ merchantId: operatorMerchantId }), 'allowed', 'allowed', 'allowed', 'allowed'],
  [
    'one whose login has expired',
    session({}, { expiresAt: now }),
    'allowed',
    '401 SIGNED_OUT',
    '401 SIGNED_OUT',
    '401 SIGNED_OUT',
  ],
  [
    'one who is disabled',
    session({ isEnabled: false }),
    'allowed',
    '401 SIGNED_OUT',
    '401 SIGNED_OUT',
    '401 SIGNED_OUT',
  ],
  [
    'one who must change the password',
    session({ mustChangePassword: true }),
    'allowed',
    'allowed',
    '403 PASSWORD_MUST_CHANGE',
    '403 PASSWORD_MUST_CHANGE',
  ],
]

const kinds: readonly RouteAccess[] = [
  { kind: 'PUBLIC' },
  { kind: 'SELF' },
  { kind: 'MERCHANT', permission: 'VIEW' },
  { kind: 'OPERATOR', permission: 'VIEW' },
]

describe('access to the console', () => {
  for (const [who, session, ...responses] of table) {
    it(`for ${who} is ${responses.join(', ')}`, () => {
      assert.deepEqual(
        kinds.map((access) => codeOf(access, session)),
        responses,
      )
    })
  }

  it('to a route about oneself has the same conditions for every user, wherever the user belongs', () => {
    const access: RouteAccess = { kind: 'USER', permission: 'VIEW', isSensitive: true }
    for (const merchantId of ['SHOP1', operatorMerchantId]) {
      assert.equal(codeOf(access, session({ merchantId }), { merchantId: undefined }), 'allowed')
      assert.equal(codeOf(access, session({ merchantId, permissions: ['REFUND'] })), '403 NOT_PERMITTED')
      assert.equal(codeOf(access, session({ merchantId, mustChangePassword: true })), '403 PASSWORD_MUST_CHANGE')
      assert.equal(codeOf(access, session({ merchantId, hasSecondFactor: true })), '403 STALE_SECOND_FACTOR')
    }
    assert.equal(codeOf(access, undefined), '401 SIGNED_OUT')
  })

  it('follows from the permission of the route, and from no other', () => {
    for (const kind of ['MERCHANT', 'OPERATOR'] as const) {
      for (const permission of permissions) {
        const holding = (held: readonly Permission[]) =>
          codeOf({ kind, permission }, session({ merchantId: operatorMerchantId, permissions: held }))
        assert.equal(holding([permission]), 'allowed')
        assert.equal(holding(permissions.filter((each) => each !== permission)), '403 NOT_PERMITTED')
      }
    }
  })

  it("in production is limited to the user's own account until a second factor is set up", () => {
    const codes = (user: Partial<User>) =>
      kinds.map((access) =>
        codeOf(access, session({ merchantId: operatorMerchantId, ...user }), { needsSecondFactor: true }),
      )
    const refused = '403 SECOND_FACTOR_NEEDED'
    assert.deepEqual(codes({}), ['allowed', 'allowed', refused, refused])
    assert.deepEqual(codes({ hasSecondFactor: true }), ['allowed', 'allowed', 'allowed', 'allowed'])
    const first = '403 PASSWORD_MUST_CHANGE'
    assert.deepEqual(codes({ mustChangePassword: true }), ['allowed', 'allowed', first, first])
    for (const permission of permissions)
      for (const kind of ['MERCHANT', 'OPERATOR'] as const)
        assert.equal(
          codeOf({ kind, permission }, session({ merchantId: operatorMerchantId }), { needsSecondFactor: true }),
          refused,
        )
  })

  it('to a route about a merchant is refused when the path names none', () => {
    assert.equal(
      codeOf({ kind: 'MERCHANT', permission: 'VIEW' }, session({}), { merchantId: undefined }),
      '404 NOT_FOUND',
    )
  })

  it('to sensitive routes requires a recent second factor', () => {
    const access: RouteAccess = { kind: 'MERCHANT', permission: 'REFUND', isSensitive: true }
    const shown = (ms: number | undefined) =>
      session({ hasSecondFactor: true }, ms === undefined ? {} : { secondFactorAt: ago(ms) })
    for (const needsSecondFactor of [true, false]) {
      assert.equal(codeOf(access, shown(0), { needsSecondFactor }), 'allowed')
      assert.equal(codeOf(access, shown(secondFactorValidMs), { needsSecondFactor }), 'allowed')
      assert.equal(codeOf(access, shown(secondFactorValidMs + 1), { needsSecondFactor }), '403 STALE_SECOND_FACTOR')
      assert.equal(codeOf(access, shown(undefined), { needsSecondFactor }), '403 STALE_SECOND_FACTOR')
    }
    assert.equal(codeOf(access, session({}), { needsSecondFactor: false }), 'allowed', 'only in the sandbox')
    assert.equal(
      codeOf({ kind: 'MERCHANT', permission: 'VIEW' }, shown(undefined), { needsSecondFactor: true }),
      'allowed',
    )
  })
})

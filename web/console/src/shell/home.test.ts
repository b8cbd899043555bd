// Who may open which page: every page of the registry with users of each kind. That the gateway refuses the calls behind a
// page is tested with every service in test/end-to-end/console/access.test.ts.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Permission, permissions } from '../../../../src/kernel/user.ts'
import type { CurrentSession } from '../session/session.ts'

// The components behind the registry are for the browser; their types stay out of this check.
const { homeOf, mayOpen } = (await import(new URL('home.ts', import.meta.url).href)) as {
  homeOf(session: CurrentSession): string
  mayOpen(session: CurrentSession, page: Registered): boolean
}
const { pages } = (await import(new URL('../pages.ts', import.meta.url).href)) as { pages: readonly Registered[] }

interface Registered {
  readonly side: 'MERCHANT' | 'OPERATOR' | 'SELF'
  readonly path: string
  readonly permission?: Permission
  readonly menu?: object
}

function sessionOf(side: 'MERCHANT' | 'OPERATOR', held: readonly Permission[]): CurrentSession {
  const merchant = side === 'MERCHANT' ? { merchant: { merchantId: 'SHOP 1' } } : {}
  return { user: { permissions: held }, isOperator: side === 'OPERATOR', ...merchant } as CurrentSession
}

describe('a page of the console', () => {
  it('asks for a permission, unless it is about the user who is signed in', () => {
    for (const { side, path, permission } of pages) {
      assert.equal(permission === undefined, side === 'SELF', path)
      assert.equal(path.startsWith('/merchants/:merchantId'), side === 'MERCHANT', path)
    }
  })

  for (const page of pages)
    it(`opens for those who hold its permission, and for no others: ${page.side} ${page.path}`, () => {
      const { side, permission } = page
      const others = permissions.filter((each) => each !== permission)
      const holder = permission === undefined ? [] : [permission]
      assert.equal(mayOpen(sessionOf('OPERATOR', holder), page), true, 'the operator’s users with the permission')
      assert.equal(mayOpen(sessionOf('MERCHANT', holder), page), side !== 'OPERATOR', 'a merchant’s users with it')
      assert.equal(
        mayOpen(sessionOf('MERCHANT', permissions), page),
        side !== 'OPERATOR',
        'a merchant’s users with all',
      )
      for (const kind of ['MERCHANT', 'OPERATOR'] as const)
        assert.equal(mayOpen(sessionOf(kind, others), page), side === 'SELF', `${kind} without it`)
    })

  it('is the first page of users who may open it, and their account where they may open no other', () => {
    assert.equal(homeOf(sessionOf('MERCHANT', permissions)), '/merchants/SHOP%201')
    assert.equal(homeOf(sessionOf('MERCHANT', ['PAY'])), '/merchants/SHOP%201/pay')
    assert.equal(homeOf(sessionOf('OPERATOR', permissions)), '/')
    assert.equal(homeOf(sessionOf('OPERATOR', ['MANAGE_USERS'])), '/users')
    assert.equal(homeOf(sessionOf('MERCHANT', [])), '/account')
  })
})

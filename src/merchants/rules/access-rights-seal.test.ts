import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type AccessRightsEvidence,
  type AccessRightsFault,
  type AccessRightsSeal,
  accessRightsFaultOf,
  accessRightsSealText,
  partDigest,
  sealedDigests,
} from './access-rights-seal.ts'

const digests = { ACCESS: 'a', USERS: 'b', WEBHOOKS: 'c' }
const seal: AccessRightsSeal = { revision: 5, digests }
const right: AccessRightsEvidence = {
  seal,
  isMacRight: true,
  auditedRevision: 5,
  acceptedRevision: 5,
  digests,
  isEmpty: false,
}
const withLinks = { seal: { ...seal, digests: { ...digests, LINKS: 'd' } } }
const none = { seal: undefined, isMacRight: false, auditedRevision: undefined, acceptedRevision: 0, digests: {} }

const cases: readonly (readonly [
  what: string,
  found: Partial<AccessRightsEvidence>,
  fault: AccessRightsFault | undefined,
])[] = [
  ['access rights as they were sealed', {}, undefined],
  ['one part as it was sealed', { digests: { USERS: 'b' } }, undefined],
  ['an owner that is about to be made', { ...none, isEmpty: true }, undefined],
  ['rows without a seal', { ...none }, 'NO_SEAL'],
  ['an owner whose rows and seal were deleted', { ...none, isEmpty: true, auditedRevision: 5 }, 'NO_SEAL'],
  ['an owner that this process has known', { ...none, isEmpty: true, acceptedRevision: 5 }, 'NO_SEAL'],
  ['a seal of another hand', { isMacRight: false }, 'WRONG_MAC'],
  ['a seal older than the audit', { auditedRevision: 6 }, 'OLDER_REVISION'],
  ['a seal older than what this process accepted', { acceptedRevision: 6 }, 'OLDER_REVISION'],
  ['a seal that the audit does not know', { auditedRevision: 4, acceptedRevision: 0 }, 'NOT_IN_AUDIT'],
  ['a seal without an audit', { auditedRevision: undefined, acceptedRevision: 0 }, 'NOT_IN_AUDIT'],
  ['no links under a seal of a release without links', { digests: { LINKS: '' } }, undefined],
  ['links under a seal of a release without links', { digests: { LINKS: 'd' } }, 'WRONG_ROWS'],
  ['links as they were sealed', { ...withLinks, digests: { LINKS: 'd' } }, undefined],
  ['links that were deleted', { ...withLinks, digests: { LINKS: '' } }, 'WRONG_ROWS'],
  ['a later part without rows, which an older seal does not have', { digests: { WALLETS: '' } }, undefined],
  ['rows of a later part that the seal does not have', { digests: { WALLETS: 'd' } }, 'WRONG_ROWS'],
  [
    'no rows of a later part that the seal has',
    { seal: { revision: 5, digests: { ...digests, WALLETS: 'd' } }, digests: { WALLETS: '' } },
    'WRONG_ROWS',
  ],
  ['other rows', { digests: { ...digests, ACCESS: 'x' } }, 'WRONG_ROWS'],
]

describe('a seal over rights', () => {
  for (const [what, found, fault] of cases)
    it(`${fault ? `refuses ${what} as ${fault}` : `accepts ${what}`}`, () => {
      assert.equal(accessRightsFaultOf({ ...right, ...found }), fault)
    })

  it('of an owner without links has the text of releases before them', () => {
    const digest = partDigest('LINKS', { isEmpty: true, digest: () => 'd' })
    const text = accessRightsSealText('SHOP1', { revision: 5, digests: sealedDigests({ ...digests, LINKS: digest }) })
    assert.equal(text, '["access rights seal 1","SHOP1","5",["ACCESS","a"],["USERS","b"],["WEBHOOKS","c"]]')
    assert.notEqual(accessRightsSealText('SHOP1', withLinks.seal), text)
  })

  it('vouches for owner, revision and every part', () => {
    const others = [
      accessRightsSealText('SHOP2', seal),
      accessRightsSealText('SHOP1', { ...seal, revision: 6 }),
      ...Object.keys(digests).map((part) =>
        accessRightsSealText('SHOP1', { ...seal, digests: { ...digests, [part]: 'x' } }),
      ),
    ]
    assert.equal(new Set([accessRightsSealText('SHOP1', seal), ...others]).size, others.length + 1)
  })

  it('has the text of earlier releases while later parts have no rows', () => {
    const text = accessRightsSealText('SHOP1', { revision: 5, digests: sealedDigests({ ...digests, WALLETS: '' }) })
    const parts = [
      ['ACCESS', 'a'],
      ['USERS', 'b'],
      ['WEBHOOKS', 'c'],
    ]
    assert.equal(text, JSON.stringify(['access rights seal 1', 'SHOP1', '5', ...parts]))
    const withKeys = accessRightsSealText('SHOP1', {
      revision: 5,
      digests: sealedDigests({ ...digests, WALLETS: 'd' }),
    })
    assert.equal(withKeys, JSON.stringify(['access rights seal 1', 'SHOP1', '5', ...parts, ['WALLETS', 'd']]))
  })

  it('compares a later part without rows as empty, and any other by its rows', () => {
    const rows = { isEmpty: true, digest: () => 'x' }
    assert.deepEqual([partDigest('WALLETS', rows), partDigest('ACCESS', rows)], ['', 'x'])
    assert.equal(partDigest('WALLETS', { ...rows, isEmpty: false }), 'x')
  })
})

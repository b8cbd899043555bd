import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AuditAction } from '../ports/audit.ts'
import { type AlertAction, alertActions, alertChanges, alertContentOf, alertFacts, isAlertAction } from './alerts.ts'

describe('an audit action', () => {
  it('alerts if the table has it, and every action of the table is one of the audit log', () => {
    const ofAudit: readonly AuditAction[] = alertActions
    assert.ok(ofAudit.every(isAlertAction))
    for (const action of ['SIGNED_IN', 'MERCHANT_CHANGED', 'toString', '__proto__', ''])
      assert.equal(isAlertAction(action), false, action)
  })

  it('is in the daily summary or not, and weakens controls or not, as decided for each', () => {
    const weaker = { controls: { a: { before: 1, after: 2, weakens: true } } }
    const counted = (action: AlertAction, subject: object = {}) => {
      const { isWeakening, isInSummary } = alertContentOf(action, subject)
      return [isWeakening, isInSummary]
    }
    const expected: Readonly<Record<AlertAction, readonly [boolean, boolean]>> = {
      APPROVAL_GIVEN: [false, true],
      APPROVAL_DECLINED: [false, false],
      APPROVAL_REQUESTED: [false, false],
      CONTROLS_WEAKENED: [true, true],
      GATEWAY_SETTINGS_CHANGED: [false, false],
      LINK_CHANGED: [false, true],
      LINK_CREATED: [false, true],
      LINK_DISABLED: [false, true],
      LINK_ENABLED: [false, true],
      ROUTES_CHANGED: [false, true],
    }
    for (const action of alertActions) assert.deepEqual(counted(action), expected[action], action)
    assert.deepEqual(counted('GATEWAY_SETTINGS_CHANGED', weaker), [true, true])
    assert.deepEqual(
      counted('GATEWAY_SETTINGS_CHANGED', { controls: { a: { before: 1, after: 2, weakens: false } } }),
      [false, false],
    )
  })
})

describe('the changes of an alert', () => {
  it('are the values before and after, also of what is new, and of secrets only that they changed', () => {
    assert.deepEqual(
      alertChanges({
        linkId: 'bank',
        changed: { url: { before: 'https://a', after: 'https://b' } },
        secrets: ['password'],
      }),
      [
        { name: 'url', before: 'https://a', after: 'https://b' },
        { name: 'password', before: '***', after: '***' },
      ],
    )
    assert.deepEqual(alertChanges({ settings: { url: 'https://a' } }), [
      { name: 'url', before: null, after: 'https://a' },
    ])
    assert.deepEqual(alertChanges({ controls: { refundsNeedApproval: { before: true, after: false } } }), [
      { name: 'refundsNeedApproval', before: true, after: false },
    ])
  })

  it('are beside other single values, such as what was requested', () => {
    const subject = { requestId: '7', kind: 'PASSWORD', name: 'till', operations: ['PAY'], changed: {}, linkId: 'bank' }
    assert.deepEqual(alertFacts(subject), [
      ['kind', 'PASSWORD'],
      ['name', 'till'],
      ['operations', ['PAY']],
    ])
  })

  it('are none of a subject that has another shape', () => {
    for (const subject of [{}, { changed: null }, { changed: [1] }, { secrets: 'all' }, { controls: 7 }])
      assert.deepEqual(alertChanges(subject), [])
    assert.deepEqual(alertChanges({ changed: { a: 'text' } }), [{ name: 'a', before: null, after: null }])
  })
})

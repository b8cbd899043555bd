import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Secret } from '../../kernel/secret.ts'
import { verificationStrategies } from '../../kernel/verification-strategy.ts'
import { type TokenGeneration, tokenGenerations, tokenManagements } from '../../merchants/rules/token-repository.ts'
import {
  type AccountReplacement,
  accountReplacementOf,
  applyTokenEvent,
  type InvalidityReason,
  refuseInvalidToken,
  revalidatingEvents,
  type TokenNotice,
  type TokenState,
  type TokenStatusEvent,
  tokenStatusEventOf,
  tokenStatusEvents,
  tokenStatuses,
  tokenTransitions,
} from './token-status.ts'

/** A state in one word: VALID, or why it is not. */
type Word = 'VALID' | InvalidityReason

const stateOf = (word: Word): TokenState =>
  word === 'VALID' ? { status: 'VALID' } : { status: 'INVALID', reason: word }
const wordOf = (state: TokenState): Word => (state.status === 'VALID' ? 'VALID' : state.reason)

/** What each event leads to from each state. */
const table: Readonly<Record<Word, Readonly<Record<TokenStatusEvent, Word>>>> = {
  VALID: {
    SCHEME_TOKEN_INACTIVE: 'SCHEME_TOKEN_INACTIVE',
    RECURRING_STOPPED: 'RECURRING_STOPPED',
    ACCOUNT_NO_LONGER_VALID: 'ACCOUNT_NO_LONGER_VALID',
    CONSENT_WITHDRAWN: 'CONSENT_WITHDRAWN',
    ACCOUNT_REPLACED: 'VALID',
    ANOTHER_ACCOUNT_SAVED: 'VALID',
    SAME_ACCOUNT_SAVED: 'VALID',
    EXPIRY_CHANGED: 'VALID',
    SAVED_OTHERWISE: 'VALID',
  },
  SCHEME_TOKEN_INACTIVE: {
    SCHEME_TOKEN_INACTIVE: 'SCHEME_TOKEN_INACTIVE',
    RECURRING_STOPPED: 'RECURRING_STOPPED',
    ACCOUNT_NO_LONGER_VALID: 'SCHEME_TOKEN_INACTIVE',
    CONSENT_WITHDRAWN: 'CONSENT_WITHDRAWN',
    ACCOUNT_REPLACED: 'SCHEME_TOKEN_INACTIVE',
    ANOTHER_ACCOUNT_SAVED: 'VALID',
    SAME_ACCOUNT_SAVED: 'VALID',
    EXPIRY_CHANGED: 'VALID',
    SAVED_OTHERWISE: 'SCHEME_TOKEN_INACTIVE',
  },
  ACCOUNT_NO_LONGER_VALID: {
    SCHEME_TOKEN_INACTIVE: 'ACCOUNT_NO_LONGER_VALID',
    RECURRING_STOPPED: 'RECURRING_STOPPED',
    ACCOUNT_NO_LONGER_VALID: 'ACCOUNT_NO_LONGER_VALID',
    CONSENT_WITHDRAWN: 'CONSENT_WITHDRAWN',
    ACCOUNT_REPLACED: 'ACCOUNT_NO_LONGER_VALID',
    ANOTHER_ACCOUNT_SAVED: 'VALID',
    SAME_ACCOUNT_SAVED: 'VALID',
    EXPIRY_CHANGED: 'VALID',
    SAVED_OTHERWISE: 'ACCOUNT_NO_LONGER_VALID',
  },
  RECURRING_STOPPED: {
    SCHEME_TOKEN_INACTIVE: 'RECURRING_STOPPED',
    RECURRING_STOPPED: 'RECURRING_STOPPED',
    ACCOUNT_NO_LONGER_VALID: 'RECURRING_STOPPED',
    CONSENT_WITHDRAWN: 'RECURRING_STOPPED',
    ACCOUNT_REPLACED: 'RECURRING_STOPPED',
    ANOTHER_ACCOUNT_SAVED: 'VALID',
    SAME_ACCOUNT_SAVED: 'RECURRING_STOPPED',
    EXPIRY_CHANGED: 'RECURRING_STOPPED',
    SAVED_OTHERWISE: 'RECURRING_STOPPED',
  },
  CONSENT_WITHDRAWN: {
    SCHEME_TOKEN_INACTIVE: 'CONSENT_WITHDRAWN',
    RECURRING_STOPPED: 'CONSENT_WITHDRAWN',
    ACCOUNT_NO_LONGER_VALID: 'CONSENT_WITHDRAWN',
    CONSENT_WITHDRAWN: 'CONSENT_WITHDRAWN',
    ACCOUNT_REPLACED: 'CONSENT_WITHDRAWN',
    ANOTHER_ACCOUNT_SAVED: 'VALID',
    SAME_ACCOUNT_SAVED: 'CONSENT_WITHDRAWN',
    EXPIRY_CHANGED: 'CONSENT_WITHDRAWN',
    SAVED_OTHERWISE: 'CONSENT_WITHDRAWN',
  },
}

describe('the state of a token', () => {
  const words: readonly Word[] = ['VALID', ...(Object.keys(revalidatingEvents) as InvalidityReason[])]

  for (const word of words) {
    it(`${word}: every event leads to the state of the table`, () => {
      const row: Readonly<Partial<Record<TokenStatusEvent, Word>>> = table[word]
      const expected = tokenStatusEvents.map((event) => [event, row[event] ?? 'not in the table'])
      const seen = tokenStatusEvents.map((event) => [event, wordOf(applyTokenEvent(stateOf(word), event))])
      assert.deepEqual(seen, expected)
    })
  }

  it('can leave every reason for being invalid, and no other reasons exist', () => {
    assert.deepEqual(Object.keys(table).toSorted(), words.toSorted())
    const invalidating = tokenTransitions.filter(([, , to]) => to === 'INVALID').map(([, when]) => when)
    assert.deepEqual(Object.keys(revalidatingEvents).toSorted(), invalidating.toSorted())
  })

  it('moves as the list of transitions says, and from VALID in no other way', () => {
    const listed = tokenTransitions.map(([from, when, to]) => `${from} ${when} ${to}`)
    assert.equal(new Set(tokenTransitions.map(([from, when]) => `${from} ${when}`)).size, listed.length)
    for (const event of tokenStatusEvents) {
      const to = tokenStatuses.find((status) => listed.includes(`VALID ${event} ${status}`)) ?? 'VALID'
      assert.equal(applyTokenEvent({ status: 'VALID' }, event).status, to, event)
    }
  })

  it('decides whether the token is refused in a transaction', () => {
    assert.equal(refuseInvalidToken({ status: 'VALID' }), undefined)
    const refused = refuseInvalidToken({ status: 'INVALID', reason: 'RECURRING_STOPPED' })
    assert.equal(refused?.reason, 'TOKEN_INVALID')
    assert.equal(refused.field, 'sourceOfFunds.token')
    assert.equal(refused.validationType, 'INVALID')
  })
})

describe('a notice about a token', () => {
  /** One notice each that invalidates a token: it does so only while every part of its condition holds. */
  const notices: Readonly<Record<InvalidityReason, TokenNotice>> = {
    SCHEME_TOKEN_INACTIVE: { kind: 'SCHEME_TOKEN_CHANGED', hasNumberChanged: true, isActive: false },
    RECURRING_STOPPED: { kind: 'PAYMENT_ANSWERED', isRecurring: true, stopsRecurring: true, isStoredAccount: true },
    ACCOUNT_NO_LONGER_VALID: {
      kind: 'ACCOUNT_UPDATER_ANSWERED',
      usesAccountUpdater: true,
      isNoLongerValid: true,
      isStoredAccount: true,
    },
    CONSENT_WITHDRAWN: { kind: 'CONSENT_WITHDRAWN', holdsBillingAgreement: true },
  }

  for (const [event, notice] of Object.entries(notices)) {
    it(`is ${event} under all of its conditions and nothing under fewer`, () => {
      assert.equal(tokenStatusEventOf(notice), event)
      const conditions = Object.entries(notice).filter(([, value]) => typeof value === 'boolean')
      assert.ok(conditions.length > 0)
      for (const [name, value] of conditions)
        assert.equal(tokenStatusEventOf({ ...notice, [name]: !value } as TokenNotice), undefined, name)
    })
  }
})

describe('a new number from the account updater', () => {
  const masked = (number: string) => new Secret('ACCOUNT', number).masked
  const stored = masked('5123450000000008')
  /** The first differs in its mask, the second only between the ends that the mask shows. */
  const newMasks = { another: masked('5111111111111118'), same: masked('5123459999990008') }

  /** If there is a reason to update, by strategy, mask and whether another token contains the new number. */
  const withReason: Readonly<Record<TokenGeneration, Readonly<Record<keyof typeof newMasks, AccountReplacement>>>> = {
    MERCHANT_SUPPLIED: { another: 'UPDATE', same: 'UPDATE' },
    RANDOM: { another: 'UPDATE', same: 'UPDATE' },
    PRESERVE_6_4: { another: 'REPLACE', same: 'UPDATE' },
  }

  it('replaces a token only where its name would show another card, and is used only when requested', () => {
    const seen = new Set<AccountReplacement>()
    for (const generation of tokenGenerations)
      for (const management of tokenManagements)
        for (const verificationStrategy of [undefined, ...verificationStrategies])
          for (const hasMaintenance of [true, false])
            for (const isHeldByAnother of [true, false])
              for (const mask of ['another', 'same'] as const) {
                const isWanted = hasMaintenance || verificationStrategy === 'ACCOUNT_UPDATER'
                const isRefused = management === 'UNIQUE_ACCOUNT_IDENTIFIER' && isHeldByAnother
                const asWanted = withReason[generation][mask]
                const expected = !isWanted || (asWanted === 'UPDATE' && isRefused) ? 'LEAVE' : asWanted
                const account = {
                  ...{ generation, management, verificationStrategy, hasMaintenance, isHeldByAnother },
                  ...{ storedMask: stored, newMask: newMasks[mask] },
                }
                assert.equal(accountReplacementOf(account), expected, JSON.stringify(account))
                seen.add(expected)
              }
    assert.deepEqual([...seen].toSorted(), ['LEAVE', 'REPLACE', 'UPDATE'])
  })
})

// Whether a token may be used: what invalidates it, what makes it valid again, and when another replaces it.

import { type Rejection, reject } from '../../kernel/rejection.ts'
import type { VerificationStrategy } from '../../kernel/verification-strategy.ts'
import type { TokenGeneration, TokenManagement } from '../../merchants/rules/token-repository.ts'

export const tokenStatuses = ['VALID', 'INVALID'] as const
export type TokenStatus = (typeof tokenStatuses)[number]

/** What can be received about a token from outside. */
const externalEvents = [
  'SCHEME_TOKEN_INACTIVE',
  'RECURRING_STOPPED',
  'ACCOUNT_NO_LONGER_VALID',
  'CONSENT_WITHDRAWN',
  'ACCOUNT_REPLACED',
] as const

/**
 * The effect of saving details under it.
 *
 * - ANOTHER_ACCOUNT_SAVED: another account, complete. A card is complete with its expiry, anything else without one.
 * - SAME_ACCOUNT_SAVED: the stored account once more, complete.
 * - EXPIRY_CHANGED: only an expiry, another than the stored one.
 * - SAVED_OTHERWISE: anything less, such as the number of a card without its expiry.
 */
const savedEvents = ['ANOTHER_ACCOUNT_SAVED', 'SAME_ACCOUNT_SAVED', 'EXPIRY_CHANGED', 'SAVED_OTHERWISE'] as const
export type TokenSaveEvent = (typeof savedEvents)[number]

export const tokenStatusEvents = [...externalEvents, ...savedEvents] as const
export type TokenStatusEvent = (typeof tokenStatusEvents)[number]

type Transition = readonly [from: TokenStatus, when: TokenStatusEvent, to: TokenStatus]

/** Read a row as: from, event, to. Anything not listed leaves the status as it is, except for the ways back below. */
export const tokenTransitions = [
  ['VALID', 'SCHEME_TOKEN_INACTIVE', 'INVALID'],
  ['VALID', 'RECURRING_STOPPED', 'INVALID'],
  ['VALID', 'ACCOUNT_NO_LONGER_VALID', 'INVALID'],
  ['VALID', 'CONSENT_WITHDRAWN', 'INVALID'],
  // The old token stays as it is beside its replacement, until the merchant deletes it.
  ['VALID', 'ACCOUNT_REPLACED', 'VALID'],
] as const satisfies readonly Transition[]

/** Why a token is invalid: the event that made it so. */
export type InvalidityReason = Extract<
  (typeof tokenTransitions)[number],
  readonly ['VALID', TokenStatusEvent, 'INVALID']
>[1]

/**
 * What makes a token valid again, by the reason of its invalidity. A card that was updated or has expired is corrected
 * by its new details. Where the issuer wants no more recurring payments from an account, or the payer withdrew from an
 * agreement, sending the same account again must not override that.
 */
export const revalidatingEvents = {
  SCHEME_TOKEN_INACTIVE: ['ANOTHER_ACCOUNT_SAVED', 'SAME_ACCOUNT_SAVED', 'EXPIRY_CHANGED'],
  ACCOUNT_NO_LONGER_VALID: ['ANOTHER_ACCOUNT_SAVED', 'SAME_ACCOUNT_SAVED', 'EXPIRY_CHANGED'],
  RECURRING_STOPPED: ['ANOTHER_ACCOUNT_SAVED'],
  CONSENT_WITHDRAWN: ['ANOTHER_ACCOUNT_SAVED'],
} as const satisfies Readonly<Record<InvalidityReason, readonly TokenSaveEvent[]>>

export type TokenState =
  | { readonly status: 'VALID' }
  | { readonly status: 'INVALID'; readonly reason: InvalidityReason }

export function applyTokenEvent(state: TokenState, event: TokenStatusEvent): TokenState {
  if (state.status === 'INVALID') {
    const ways: readonly TokenStatusEvent[] = revalidatingEvents[state.reason]
    if (ways.includes(event)) return { status: 'VALID' }
    // A notice about an invalid token keeps it invalid, but a stricter reason than the recorded one must be recorded.
    const isSterner = isInvalidityReason(event) && revalidatingEvents[event].length < ways.length
    return isSterner ? { status: 'INVALID', reason: event } : state
  }
  return isInvalidityReason(event) ? { status: 'INVALID', reason: event } : state
}

function isInvalidityReason(event: TokenStatusEvent): event is InvalidityReason {
  return tokenTransitions.some(([, when, to]) => when === event && to === 'INVALID')
}

/** A notice about a token, with everything that decides whether it affects the token's status. */
export type TokenNotice =
  | { readonly kind: 'SCHEME_TOKEN_CHANGED'; readonly hasNumberChanged: boolean; readonly isActive: boolean }
  /**
   * The account may have been changed while the acquirer processed the request; its response is about the earlier one
   * then.
   */
  | {
      readonly kind: 'PAYMENT_ANSWERED'
      readonly isRecurring: boolean
      readonly stopsRecurring: boolean
      readonly isStoredAccount: boolean
    }
  | {
      readonly kind: 'ACCOUNT_UPDATER_ANSWERED'
      readonly usesAccountUpdater: boolean
      readonly isNoLongerValid: boolean
      readonly isStoredAccount: boolean
    }
  | { readonly kind: 'CONSENT_WITHDRAWN'; readonly holdsBillingAgreement: boolean }

/** The token's event for the notice, if any. */
export function tokenStatusEventOf(notice: TokenNotice): InvalidityReason | undefined {
  switch (notice.kind) {
    case 'SCHEME_TOKEN_CHANGED':
      return notice.hasNumberChanged && !notice.isActive ? 'SCHEME_TOKEN_INACTIVE' : undefined
    case 'PAYMENT_ANSWERED':
      return notice.isRecurring && notice.stopsRecurring && notice.isStoredAccount ? 'RECURRING_STOPPED' : undefined
    case 'ACCOUNT_UPDATER_ANSWERED':
      return notice.usesAccountUpdater && notice.isNoLongerValid && notice.isStoredAccount
        ? 'ACCOUNT_NO_LONGER_VALID'
        : undefined
    case 'CONSENT_WITHDRAWN':
      return notice.holdsBillingAgreement ? 'CONSENT_WITHDRAWN' : undefined
  }
}

/** An account updater reports a new number for an account. */
export interface AccountNumberChange {
  readonly generation: TokenGeneration
  readonly management: TokenManagement
  /** How the request that led to it is verified; undefined when the gateway looked it up by itself. */
  readonly verificationStrategy: VerificationStrategy | undefined
  /** Whether the gateway is to keep the repository's tokens up to date by itself. */
  readonly hasMaintenance: boolean
  /** Both as Secret.masked shows them: the stored one need not be opened. */
  readonly storedMask: string
  readonly newMask: string
  readonly isHeldByAnother: boolean
}

/**
 * The effect on the token.
 *
 * - UPDATE: its account is changed, as if another one had been saved.
 * - REPLACE: it stays, and the new account is saved as if the gateway had been asked to name a token for it: the old id
 *   would show digits of another card.
 * - LEAVE: nothing; there is no reason to update, or the account would have two tokens where it may have one.
 */
export type AccountReplacement = 'UPDATE' | 'REPLACE' | 'LEAVE'

export function accountReplacementOf(account: AccountNumberChange): AccountReplacement {
  if (account.verificationStrategy !== 'ACCOUNT_UPDATER' && !account.hasMaintenance) return 'LEAVE'
  if (account.generation === 'PRESERVE_6_4' && account.storedMask !== account.newMask) return 'REPLACE'
  return account.management === 'UNIQUE_ACCOUNT_IDENTIFIER' && account.isHeldByAnother ? 'LEAVE' : 'UPDATE'
}

/** Nothing is executed with a token whose details are known to be wrong. */
export function refuseInvalidToken({ status }: TokenState): Rejection | undefined {
  if (status === 'VALID') return undefined
  return reject('TOKEN_INVALID', 'The details stored against the token are no longer valid.')
}

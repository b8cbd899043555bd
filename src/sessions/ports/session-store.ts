// The storage of sessions, by a keyed hash of their ids.

import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import type { Values } from '../../kernel/values.ts'
import type { SealedValue } from '../../keys/ports/vault.ts'
import type { OrderNaming } from '../../payments/index.ts'

export const sessionKinds = ['PLAIN', 'PAYMENT_PAGE', 'CHECKOUT'] as const
export type SessionKind = (typeof sessionKinds)[number]

/**
 * - NO_UPDATE: nothing was put into it yet.
 * - SUCCESS: the last update was accepted.
 * - FAILURE: the last update was refused.
 */
export type UpdateStatus = 'NO_UPDATE' | 'SUCCESS' | 'FAILURE'

/** The session to find, under every key that its id may have been hashed with. */
export interface SessionLookup {
  readonly merchantId: string
  readonly hashes: readonly KeyedHash[]
}

/**
 * Who set a value, if not the merchant: the payer, the shop's page that opened a hosted page, or the gateway itself.
 */
export type ValueAuthor = 'GATEWAY' | 'PAGE' | 'PAYER'

/** By canonical path. Values without an entry were set by the merchant. */
export type ValueAuthors = Readonly<Record<string, ValueAuthor>>

export interface StoredSession {
  readonly merchantId: string
  readonly hash: KeyedHash
  readonly kind: SessionKind
  /** Ten characters that change with every update. */
  readonly version: string
  readonly updateStatus: UpdateStatus
  /** By the last update that the merchant itself sent. */
  readonly isMerchantUpdateRefused: boolean
  readonly authenticationLimit: number
  /** The version of the API that it was created in; unknown for sessions of earlier releases. */
  readonly createdInVersion?: number | undefined
  /** Created by a payer's page for hosted fields, without credentials. */
  readonly isPublic: boolean
  /** The merchant has created it, written to it or used it with its own credentials. */
  readonly isMerchantKnown: boolean
  /** The only order on which a device may authenticate the payer, once one was named. */
  readonly orderId?: string | undefined
  readonly orderNamedBy?: OrderNaming | undefined
  /** How many calls have used its id as their password. */
  readonly deviceCalls: number
  /** Unknown where a process of an earlier release has written the values. */
  readonly authors?: ValueAuthors | undefined
  /** Computed when the merchant set the URL for notifications with its own credentials. */
  readonly notificationUrlSeal?: string | undefined
  /** The values in canonical shape: account numbers masked, security codes and the like not at all. */
  readonly content: Values
  /** The account numbers of the content by their paths. */
  readonly accounts?: SealedValue | undefined
  /** What the merchant was sent once and hosted pages need again. */
  readonly pageSecrets: SealedValue
  /**
   * Security codes, which may not be stored otherwise, sealed for the holder of the id; deleted after the first payment
   * with them.
   */
  readonly codes?: Buffer | undefined
  /** The epoch in which each code was stored, by its path; of codes in use, used up and lost. */
  readonly codeEpochs?: CodeEpochs | undefined
  /** The codes of other epochs: lost in a crash or a fail-over of the database, and not used. */
  readonly lostCodes?: readonly string[] | undefined
  /** The address of the payer's browser when it last put something into it. */
  readonly payerAddress?: string | undefined
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly expiresAt: Date
}

/** Storage for codes is emptied by a crash; each time it begins another epoch. */
export type CodeEpochs = Readonly<Record<string, string>>

/** What only the holder of the id can open, before and after an update. */
export interface CodesChange {
  readonly from: Buffer | undefined
  readonly to: Buffer | undefined
}

export type SessionUpdate = Pick<
  StoredSession,
  | 'merchantId'
  | 'hash'
  | 'version'
  | 'content'
  | 'accounts'
  | 'isMerchantKnown'
  | 'isMerchantUpdateRefused'
  | 'notificationUrlSeal'
  | 'payerAddress'
  | 'updateStatus'
  | 'updatedAt'
  | 'expiresAt'
> & {
  readonly authors: ValueAuthors
  readonly previousVersion: string
  /** Without it the codes stay as they are, whether or not they still exist. */
  readonly codes?: CodesChange | undefined
  /** Where codes change, or lost ones no longer matter: the paths of the codes, and what is still missing. */
  readonly codePaths?: { readonly held: readonly string[]; readonly lost: CodeEpochs } | undefined
}

export interface SessionStore {
  /** With the paths of its codes, if it has any. */
  create(session: StoredSession, codePaths?: readonly string[]): Promise<void>
  /** Undefined when there is none, or when it has expired. */
  find(name: SessionLookup, now: Date): Promise<StoredSession | undefined>
  /** The same for any merchant: the URL of a page names none. */
  findAnywhere(hashes: readonly Pick<KeyedHash, 'hash'>[], now: Date): Promise<StoredSession | undefined>
  /**
   * In one commit, with update status SUCCESS. False, and nothing is changed, when the version has changed meanwhile or
   * the session is gone; also when codes change and are no longer what they were: a payment has used them up, and no
   * update may bring them back.
   */
  update(update: SessionUpdate): Promise<boolean>
  /** The last update was refused; version and values stay. */
  markFailed(name: SessionLookup, now: Date, by: 'MERCHANT' | 'PAYER'): Promise<void>
  /** Counts a call that authenticates by the session's id. False when none are left, or there is no such session. */
  countAuthentication(name: SessionLookup, now: Date): Promise<boolean>
  /** The merchant has used it with its own credentials, perhaps for the authentication of this order's payer. */
  noteMerchantUse(session: { readonly merchantId: string; readonly hash: Buffer }, orderId?: string): Promise<void>
  /** Makes this the only order on which a device may authenticate the payer. False when it is for another one. */
  bindOrder(session: { readonly merchantId: string; readonly hash: Buffer }, orderId: string): Promise<boolean>
  /** Extends its life until then, if it would end sooner: it must not expire while its payer pays. */
  keepAlive(
    session: { readonly merchantId: string; readonly hash: Buffer },
    time: { readonly now: Date; readonly until: Date },
  ): Promise<void>
  /** The codes are used up. (A payment deletes them itself, in the commit of its attempt.) */
  deleteCodes(session: { readonly merchantId: string; readonly hash: Buffer }): Promise<void>
  /** Deletes sessions and codes that have expired, a bounded number at a time; returns how many. */
  deleteExpired(now: Date, limit: number): Promise<number>
}

// What waits for people, and which of it their users have been told about by e-mail.
import type { AttentionAudience, AttentionSubject } from '../rules/attention.ts'

export interface MerchantAttention {
  readonly merchantId: string
  readonly audience: AttentionAudience
  readonly subject: AttentionSubject
}

export interface WaitingItems {
  readonly count: number
  /** Of the first of them, the oldest first. */
  readonly orderIds: readonly string[]
}

export interface Attention {
  /** Those with anything that waits; one more than has is possible. */
  listMerchants(subject: AttentionSubject): Promise<readonly string[]>
  /** Whether the audience has not been told about all of it yet, and when it was told last. */
  read(about: MerchantAttention): Promise<{ readonly hasNew: boolean; readonly lastAt: Date | undefined }>
  /** When the operator's users were last told about any merchant. */
  lastToOperator(subject: AttentionSubject): Promise<Date | undefined>
  /** All that waits now. */
  markTold(about: MerchantAttention, at: Date): Promise<void>
  waitingOf(merchantId: string, subject: AttentionSubject, limit: number): Promise<WaitingItems>
  /** What waits still is told again. Returns how many. */
  forget(before: Date, limit: number): Promise<number>
}

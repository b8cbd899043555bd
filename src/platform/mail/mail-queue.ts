// E-mails to be sent: each is claimed by one process at a time, and tried until it is sent or given up.

export interface MailKey {
  readonly merchantId: string
}

/** NO_ADDRESS: there is nothing to send, or no address that mail servers take. */
export type FinalMailState = 'SENT' | 'FAILED' | 'NO_ADDRESS'

/** A mail that was claimed; with this attempt. */
export interface ClaimedMail {
  readonly attempts: number
}

export interface MailQueue<Key extends MailKey, Item extends Key & ClaimedMail> {
  /** Those that are due. Until the lease ends no other process gets them. */
  claimDue(options: { readonly now: Date; readonly leaseUntil: Date; readonly limit: number }): Promise<readonly Item[]>
  retryAt(key: Key, at: Date): Promise<void>
  /** It was not tried after all: due at once, for any process. */
  release(key: Key, now: Date): Promise<void>
  end(key: Key, state: FinalMailState): Promise<void>
  /** Ends as FAILED those that were queued before and still wait, except what a process is sending; returns how many. */
  giveUp(options: { readonly queuedBefore: Date; readonly now: Date; readonly limit: number }): Promise<number>
  /** Of those that are older; returns how many. */
  deleteOld(before: Date, limit: number): Promise<number>
}

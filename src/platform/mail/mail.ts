// E-mails: the message, the queue in which it waits, and the operator's mail server that takes it.

/** A part of the message, which its HTML shows as `cid:` and the id: nothing is loaded when it is read. */
export interface MailImage {
  readonly id: string
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp'
  readonly content: Buffer
}

export interface MailMessage {
  readonly to: string
  /** The name beside the sender's address. */
  readonly fromName: string
  readonly subject: string
  /** For programs that show no HTML. */
  readonly text: string
  readonly html?: { readonly text: string; readonly images: readonly MailImage[] }
  /** The same for every attempt to send it, by which mail programs recognise a repetition. */
  readonly id: string
  readonly at: Date
}

/**
 * REFUSED is final. DEFERRED and FAILED may succeed later: the mail server does not take this message now, or no message could
 * be given to it. STOPPED: the gateway stops, and the mail server has not got the message. The reason contains no address.
 */
export type MailResult =
  | { readonly kind: 'SENT' }
  | { readonly kind: 'STOPPED' }
  | { readonly kind: 'REFUSED' | 'DEFERRED' | 'FAILED'; readonly why: string }

export interface MailSender {
  /** After `stopping`, a message that the server has not got is not given to it; else its reply is awaited for a moment. */
  send(message: MailMessage, stopping?: AbortSignal): Promise<MailResult>
}

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

export const mailKinds = ['receipt', 'payment link', 'user notice'] as const
export type MailKind = (typeof mailKinds)[number]

/** By the state of a report. */
export const mailResults = { SENT: 'sent', PENDING: 'retried', FAILED: 'failed', NO_ADDRESS: 'no_address' } as const

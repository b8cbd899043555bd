// The operator's mail server.

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

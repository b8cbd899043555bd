// Payment links that users send by e-mail: a queue of those to be sent, and what became of them.

import type { AuditStamp } from '../../audit/ports/audit.ts'
import type { ClaimedMail, FinalMailState, MailQueue } from '../../platform/mail/mail-queue.ts'
import type { LinkEmailLimit } from '../rules/link-email.ts'
import type { PaymentLinkKey } from '../rules/payment-link.ts'

export interface LinkEmailKey {
  readonly merchantId: string
  readonly emailId: string
}

export interface QueuedLinkEmail extends LinkEmailKey, ClaimedMail {
  readonly linkId: string
  readonly recipient: string
  readonly message: string | null
  /** As the audit log names its sender. */
  readonly createdBy: string
  readonly createdAt: Date
}

export interface LinkEmail {
  readonly emailId: string
  readonly recipient: string
  readonly state: FinalMailState | 'PENDING'
  readonly createdBy: string
  readonly createdAt: Date
}

export interface LinkEmailQueue extends MailQueue<LinkEmailKey, QueuedLinkEmail> {
  /** Together with its audit log entry, unless the merchant has reached a limit, which is returned. */
  add(
    email: LinkEmailKey & { readonly linkId: string; readonly recipient: string; readonly message?: string },
    by: AuditStamp,
  ): Promise<LinkEmailLimit | undefined>
  /** Of a link, newest first. */
  list(link: PaymentLinkKey, limit: number): Promise<readonly LinkEmail[]>
}

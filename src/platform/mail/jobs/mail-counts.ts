// What e-mails are counted by: their kind, and what became of a try to send one.

export const mailKinds = ['receipt', 'payment link', 'user notice'] as const
export type MailKind = (typeof mailKinds)[number]

/** By the state of a report. */
export const mailResults = { SENT: 'sent', PENDING: 'retried', FAILED: 'failed', NO_ADDRESS: 'no_address' } as const

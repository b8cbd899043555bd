// Opens a sealed account. Every opening is recorded in the audit log: in the commit of the attempt that it was made
// for, or else before the request is answered.

import type { SealedValue } from '../../ports/keys/vault.ts'
import type { Call, Ports } from '../call.ts'
import type { UnsealAuditLog } from './openings.ts'

export interface UnsealRequest {
  readonly sealed: SealedValue
  readonly belongsTo: readonly string[]
  /** What was opened: identifiers and masked values. */
  readonly subject: object
}

export async function unsealWithAudit(
  { sealed, belongsTo, subject }: UnsealRequest,
  { merchant, unsealAudit }: Pick<Call, 'merchant' | 'unsealAudit'>,
  { vault, clock }: Pick<Ports, 'vault' | 'clock'>,
): Promise<string> {
  const clear = await vault.open(sealed, belongsTo)
  unsealAudit.add({
    merchantId: merchant.id,
    actor: `merchant.${merchant.id}`,
    action: 'ACCOUNT_OPENED',
    subject: { ...subject, ...unsealAudit.about },
    at: clock.now(),
  })
  return clear
}

/**
 * Committed before the request is answered. The account was opened whatever the outcome; an entry about what an attempt
 * does is committed with the attempt or not at all.
 */
export async function writeUnsealAudit(openings: UnsealAuditLog, { audit }: Pick<Ports, 'audit'>): Promise<void> {
  const opened = openings.take().filter(({ action }) => action === 'ACCOUNT_OPENED')
  for (const entry of opened) await audit.append(entry)
}

// What users can record about an open case, the obvious step first.
import type { DisputeView } from '../orders/wire.ts'

export type DisputeChoice = 'CONTEST' | 'SENT' | 'ACCEPT' | 'NOTE'

/** A question of the bank claims nothing that could be contested: it is answered. */
export function choicesFor({
  state,
  isContested,
  isEvidenceSent,
}: Pick<DisputeView, 'state' | 'isContested' | 'isEvidenceSent'>): readonly DisputeChoice[] {
  if (isEvidenceSent) return ['NOTE', 'ACCEPT']
  return isContested || state === 'INFORMATION_REQUESTED' ? ['SENT', 'ACCEPT', 'NOTE'] : ['CONTEST', 'ACCEPT', 'NOTE']
}

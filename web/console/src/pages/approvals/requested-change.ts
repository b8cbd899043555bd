// A change that takes effect when another user has approved it.
import type { RequestedChangeBody } from '../../../../../src/console/response-bodies/merchants.ts'
import { t } from '../../language/text.ts'

export function isRequested(answer: unknown): answer is RequestedChangeBody {
  return typeof answer === 'object' && answer !== null && 'requestId' in answer
}

export function waitsForApproval(): string {
  return t('The change is waiting for another user’s approval.')
}

/** What is said after a change of which a part may wait for another user. */
export function doneText(answer: unknown, done: string): string {
  return isRequested((answer as { readonly awaitsApproval?: unknown }).awaitsApproval) ? waitsForApproval() : done
}

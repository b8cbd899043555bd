// The simulated acquirer's responses from its books, right or wrong.
import { gatewayCodes } from '../../kernel/gateway-code.ts'
import type { AcquirerRequest, AcquirerResponse, AcquirerResult } from '../../payments/ports/acquirer.ts'
import { interimAnswer } from './answer.ts'
import { allowsPartialApproval } from './decide.ts'
import type { RecordedAnswer, RecordedRequest } from './entries.ts'
import type { Fault, InquiryFault } from './faults.ts'
import { acquirerTextFor } from './outcomes.ts'
import { refusals } from './refusals.ts'

/** The response to a request, before anything happens to it in transit. */
export function resultFromBooks({ answer, firstWord, isReversed }: RecordedAnswer): AcquirerResult {
  if (isReversed) return { kind: 'ANSWERED', answer: refusals.reversedItself }
  if (firstWord === 'SILENCE') return { kind: 'NO_ANSWER' }
  return { kind: 'ANSWERED', answer: firstWord ? interimAnswer(firstWord) : answer }
}

export function applyFault(result: AcquirerResult, question: AcquirerRequest, fault: Fault): AcquirerResult {
  if (result.kind !== 'ANSWERED') return result
  const { answer } = result
  const askedMinor = 'amountMinor' in question ? question.amountMinor : 0n
  if (fault.isWrong) return { kind: 'ANSWERED', answer: overstatedApproval(answer, askedMinor) }
  if (fault.openWord !== undefined) return { kind: 'ANSWERED', answer: interimAnswer(fault.openWord) }
  if (fault.isPartial && !allowsPartialApproval(question) && askedMinor > 1n && answer.gatewayCode === 'APPROVED')
    return { kind: 'ANSWERED', answer: { ...answer, ...inPart, approvedMinor: askedMinor / 2n } }
  return result
}

const inPart = { gatewayCode: 'PARTIALLY_APPROVED', ...acquirerTextFor('PARTIALLY_APPROVED') } as const

/** An approval of more than was requested, which no acquirer can intend. */
function overstatedApproval(answer: AcquirerResponse, askedMinor: bigint): AcquirerResponse {
  return { ...answer, approvedMinor: askedMinor + 1n }
}

/** The response to an inquiry. A reversed request is reported as a failure. */
export function inquiryAnswer(
  { isReversed, amountMinor, ...entry }: RecordedRequest,
  fault: InquiryFault,
): AcquirerResponse {
  const answer = isReversed ? refusals.reversedItself : entry.answer
  switch (fault.wrong) {
    case 'AMOUNT':
      return overstatedApproval(answer, amountMinor)
    case 'CODE':
      return { ...answer, gatewayCode: 'LOCK_FAILURE' }
    case 'OUTCOME':
      return gatewayCodes[answer.gatewayCode].result === 'SUCCESS'
        ? { gatewayCode: 'DECLINED', ...acquirerTextFor('DECLINED') }
        : { gatewayCode: 'APPROVED', ...acquirerTextFor('APPROVED'), approvedMinor: amountMinor }
    default:
      return fault.openWord === undefined ? answer : interimAnswer(fault.openWord)
  }
}

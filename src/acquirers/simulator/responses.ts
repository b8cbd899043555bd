// The simulated acquirer's responses from its books, right or wrong.
import { gatewayCodes } from '../../kernel/gateway-code.ts'
import type { AcquirerRequest, AcquirerResponse, AcquirerResult } from '../../payments/ports/acquirer.ts'
import { allowsPartialApproval } from './decide.ts'
import type { RecordedRequest, RecordedResponse } from './entries.ts'
import type { Fault, InquiryFault } from './faults.ts'
import { acquirerTextFor } from './outcomes.ts'
import { refusals } from './refusals.ts'
import { interimResponse } from './response.ts'

/** The response to a request, before anything happens to it in transit. */
export function resultFromBooks({ response, firstWord, isReversed }: RecordedResponse): AcquirerResult {
  if (isReversed) return { kind: 'ANSWERED', response: refusals.reversedItself }
  if (firstWord === 'SILENCE') return { kind: 'NO_ANSWER' }
  return { kind: 'ANSWERED', response: firstWord ? interimResponse(firstWord) : response }
}

export function applyFault(result: AcquirerResult, question: AcquirerRequest, fault: Fault): AcquirerResult {
  if (result.kind !== 'ANSWERED') return result
  const { response } = result
  const askedMinor = 'amountMinor' in question ? question.amountMinor : 0n
  if (fault.isWrong) return { kind: 'ANSWERED', response: overstatedApproval(response, askedMinor) }
  if (fault.openWord !== undefined) return { kind: 'ANSWERED', response: interimResponse(fault.openWord) }
  if (fault.isPartial && !allowsPartialApproval(question) && askedMinor > 1n && response.gatewayCode === 'APPROVED')
    return { kind: 'ANSWERED', response: { ...response, ...inPart, approvedMinor: askedMinor / 2n } }
  return result
}

const inPart = { gatewayCode: 'PARTIALLY_APPROVED', ...acquirerTextFor('PARTIALLY_APPROVED') } as const

/** An approval of more than was requested, which no acquirer can intend. */
function overstatedApproval(response: AcquirerResponse, askedMinor: bigint): AcquirerResponse {
  return { ...response, approvedMinor: askedMinor + 1n }
}

/** The response to an inquiry. A reversed request is reported as a failure. */
export function inquiryResponse(
  { isReversed, amountMinor, ...entry }: RecordedRequest,
  fault: InquiryFault,
): AcquirerResponse {
  const response = isReversed ? refusals.reversedItself : entry.response
  switch (fault.wrong) {
    case 'AMOUNT':
      return overstatedApproval(response, amountMinor)
    case 'CODE':
      return { ...response, gatewayCode: 'LOCK_FAILURE' }
    case 'OUTCOME':
      return gatewayCodes[response.gatewayCode].result === 'SUCCESS'
        ? { gatewayCode: 'DECLINED', ...acquirerTextFor('DECLINED') }
        : { gatewayCode: 'APPROVED', ...acquirerTextFor('APPROVED'), approvedMinor: amountMinor }
    default:
      return fault.openWord === undefined ? response : interimResponse(fault.openWord)
  }
}

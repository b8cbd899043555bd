// What the simulated acquirer says of what its books hold, right or wrong.
import { gatewayCodes } from '../../../domain/payments/gateway-code.ts'
import type { AcquirerAnswer, AcquirerReply, Question } from '../../../ports/acquirers/acquirer.ts'
import { firstAnswer } from './answer.ts'
import { takesParts } from './decide.ts'
import type { Entry, FoundEntry } from './entries.ts'
import type { Fault, InquiryFault } from './faults.ts'
import { wordsFor } from './outcomes.ts'
import { refusals } from './refusals.ts'

/** The answer to a request, before anything happens to it on its way back. */
export function spoken({ answer, firstWord, isReversed }: Entry): AcquirerReply {
  if (isReversed) return { kind: 'answered', answer: refusals.reversedItself }
  if (firstWord === 'SILENCE') return { kind: 'noAnswer' }
  return { kind: 'answered', answer: firstWord ? firstAnswer(firstWord) : answer }
}

export function distorted(reply: AcquirerReply, question: Question, fault: Fault): AcquirerReply {
  if (reply.kind !== 'answered') return reply
  const { answer } = reply
  const askedMinor = 'amountMinor' in question ? question.amountMinor : 0n
  if (fault.isWrong) return { kind: 'answered', answer: exaggerated(answer, askedMinor) }
  if (fault.openWord !== undefined) return { kind: 'answered', answer: firstAnswer(fault.openWord) }
  if (fault.isPartial && !takesParts(question) && askedMinor > 1n && answer.gatewayCode === 'APPROVED')
    return { kind: 'answered', answer: { ...answer, ...inPart, approvedMinor: askedMinor / 2n } }
  return reply
}

const inPart = { gatewayCode: 'PARTIALLY_APPROVED', ...wordsFor('PARTIALLY_APPROVED') } as const

/** An approval of more than was asked for, which no acquirer can mean. */
function exaggerated(answer: AcquirerAnswer, askedMinor: bigint): AcquirerAnswer {
  return { ...answer, approvedMinor: askedMinor + 1n }
}

/** The answer to an inquiry. Of what was reversed it tells a failure. */
export function inquiryAnswer({ isReversed, amountMinor, ...entry }: FoundEntry, fault: InquiryFault): AcquirerAnswer {
  const answer = isReversed ? refusals.reversedItself : entry.answer
  switch (fault.wrong) {
    case 'AMOUNT':
      return exaggerated(answer, amountMinor)
    case 'CODE':
      return { ...answer, gatewayCode: 'LOCK_FAILURE' }
    case 'OUTCOME':
      return gatewayCodes[answer.gatewayCode].result === 'SUCCESS'
        ? { gatewayCode: 'DECLINED', ...wordsFor('DECLINED') }
        : { gatewayCode: 'APPROVED', ...wordsFor('APPROVED'), approvedMinor: amountMinor }
    default:
      return fault.openWord === undefined ? answer : firstAnswer(fault.openWord)
  }
}

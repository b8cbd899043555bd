// The outcome of an earlier request, without repeating it.
import { gatewayCodes } from '../../../kernel/gateway-code.ts'
import type { AcquirerRequest, InquiryResult } from '../../../payments/index.ts'
import type { ConformanceCheck } from '../check.ts'
import { expect } from '../failure.ts'
import { describe, type Exchange, isApproval, type Trial } from '../trial.ts'

/** The inquiry must give the outcome that was answered. */
async function expectInquiryResult({ request, response }: Exchange, { inquire }: Trial): Promise<void> {
  const result = await inquire(request)
  const word = result.kind === 'ANSWERED' ? describe(result.response) : result.kind
  const isSame = result.kind === 'ANSWERED' && result.response.gatewayCode === response.gatewayCode
  expect(isSame, `${request.kind} was answered with ${describe(response)}, and the inquiry with ${word}`)
  expect(
    result.kind !== 'ANSWERED' || (result.response.approvedMinor ?? response.approvedMinor) === response.approvedMinor,
    `${request.kind} was approved over another amount than the inquiry says`,
  )
}

export function expectFailure(request: AcquirerRequest, result: InquiryResult): void {
  const isFailure = result.kind === 'ANSWERED' && gatewayCodes[result.response.gatewayCode].result === 'FAILURE'
  const word = result.kind === 'ANSWERED' ? describe(result.response) : result.kind
  expect(isFailure, `the inquiry for a reversed ${request.kind} must give a failure, and gave ${word}`)
}

export const inquiryChecks: readonly ConformanceCheck[] = [
  {
    name: 'does not find what it never received',
    needs: ['inquiry'],
    async run({ approve, inquire, payment, authorization, following }) {
      const authorized = await approve(authorization())
      for (const request of [payment(), following('CAPTURE', authorized)]) {
        const { kind } = await inquire(request)
        expect(kind === 'NOT_FOUND', `an unknown reference must be notFound, and was ${kind}`)
      }
    },
  },
  {
    name: 'gives the outcome of every kind of request',
    needs: ['inquiry'],
    async run(trial) {
      const { approve, payment, authorization, following, acquirer } = trial
      const authorized = await approve(authorization())
      const captured = await approve(following('CAPTURE', authorized))
      const exchanges: Exchange[] = [authorized, captured, await approve(following('REFUND', captured))]
      exchanges.push(await approve(payment()))
      if (acquirer.capabilities.voidWindowMs !== 0)
        exchanges.push(await approve(following('VOID', await approve(authorization()))))
      for (const exchange of exchanges) await expectInquiryResult(exchange, trial)
    },
  },
  {
    name: 'gives the outcome of a declined payment',
    needs: ['inquiry', 'declinedCard'],
    async run(trial) {
      const { cards } = trial.subject
      const request = trial.payment({ instrument: cards.declined ?? cards.approved })
      await expectInquiryResult({ request, response: await trial.refuse(request) }, trial)
    },
  },
  {
    name: 'takes silence for no answer, and knows the outcome when asked',
    needs: ['inquiry', 'silentCard'],
    async run({ ask, inquire, payment, subject: { cards } }) {
      const request = payment({ instrument: cards.silent ?? cards.approved })
      const { kind } = await ask(request)
      expect(kind === 'NO_ANSWER', `a request without an answer must be noAnswer, and was ${kind}`)
      const result = await inquire(request)
      const isApproved = result.kind === 'ANSWERED' && isApproval(result.response.gatewayCode)
      expect(isApproved, 'the inquiry must give the approval whose answer was lost')
    },
  },
  {
    name: 'does not answer inquiries that it cannot make',
    needs: ['noInquiry'],
    async run({ approve, inquire, payment }) {
      const { request } = await approve(payment())
      const { kind } = await inquire(request)
      expect(kind === 'NO_ANSWER', `without canInquire an inquiry must be noAnswer, and was ${kind}`)
    },
  },
]

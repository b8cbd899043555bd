// A reversal that is acknowledged means that nothing is charged, now or later.
import { gatewayCodes } from '../../../kernel/gateway-code.ts'
import type { ConformanceCheck } from '../check.ts'
import { expect, NotApplicable } from '../failure.ts'
import { type Exchange, isApproval, type Trial } from '../trial.ts'
import { expectFailure } from './inquiries.ts'

const meetings = 10

async function expectAcknowledged({ request }: Pick<Exchange, 'request'>, { reverse }: Trial): Promise<void> {
  for (const turn of ['a', 'a repeated']) {
    const kind = await reverse(request)
    expect(kind === 'ACKNOWLEDGED', `${turn} reversal of ${request.kind} must be acknowledged, and was ${kind}`)
  }
}

/** A verification moves nothing that could be taken back; its outcome may stand. */
async function expectReversed({ request }: Pick<Exchange, 'request'>, { acquirer, inquire }: Trial): Promise<void> {
  if (acquirer.capabilities.canInquire && request.kind !== 'VERIFY') expectFailure(request, await inquire(request))
}

/** One of each kind that the link supports. */
async function oneOfEach({ approve, payment, authorization, following, standalone, acquirer, verification }: Trial) {
  const exchanges: Exchange[] = [await approve(payment()), await approve(authorization())]
  exchanges.push(await approve(following('CAPTURE', await approve(authorization()))))
  exchanges.push(await approve(following('REFUND', await approve(payment()))))
  if (acquirer.capabilities.canVerifyZeroAmount) exchanges.push(await approve(verification()))
  if (acquirer.capabilities.voidWindowMs !== 0)
    exchanges.push(await approve(following('VOID', await approve(authorization()))))
  const optional = [
    async () => approve(following('UPDATE_AUTHORIZATION', await approve(authorization()), 15_00n)),
    () => approve(standalone('STANDALONE_CAPTURE')),
    () => approve(standalone('STANDALONE_REFUND')),
  ]
  for (const make of optional) {
    try {
      exchanges.push(await make())
    } catch (error) {
      // Kinds that are not supported are reported by the checks about them.
      if (!(error instanceof NotApplicable)) throw error
    }
  }
  return exchanges
}

export const reversalChecks: readonly ConformanceCheck[] = [
  {
    name: 'reverses a payment, an authorization, a capture and whatever else is reversed after silence',
    needs: ['reversal'],
    async run(trial) {
      const { timeoutPolicies } = trial.acquirer.capabilities
      for (const exchange of await oneOfEach(trial)) {
        if (timeoutPolicies[exchange.request.kind] !== 'REVERSE') continue
        await expectAcknowledged(exchange, trial)
        await expectReversed(exchange, trial)
      }
    },
  },
  {
    name: 'either reverses other requests or refuses to, and then leaves them as they were',
    needs: ['reversal'],
    async run(trial) {
      const { inquire, reverse, acquirer } = trial
      const { timeoutPolicies, canInquire } = acquirer.capabilities
      for (const exchange of await oneOfEach(trial)) {
        const { request } = exchange
        if (timeoutPolicies[request.kind] === 'REVERSE') continue
        const kind = await reverse(request)
        if (kind === 'ACKNOWLEDGED') await expectReversed(exchange, trial)
        else
          expect(kind === 'REFUSED', `a reversal of ${request.kind} must be acknowledged or refused, and was ${kind}`)
        if (kind !== 'REFUSED' || !canInquire) continue
        const result = await inquire(request)
        const isStanding = result.kind === 'ANSWERED' && isApproval(result.response.gatewayCode)
        expect(isStanding, `${request.kind} whose reversal was refused must stand`)
      }
    },
  },
  {
    name: 'brings back the authorization when it reverses a void',
    needs: ['reversal', 'voids'],
    async run({ approve, authorization, following, reverse }) {
      const authorized = await approve(authorization())
      const voided = await approve(following('VOID', authorized))
      if ((await reverse(voided.request)) !== 'ACKNOWLEDGED')
        throw new NotApplicable('the link answers the reversal of a void with refused')
      await approve(following('CAPTURE', authorized))
    },
  },
  {
    name: 'does nothing any more under a reversed reference',
    needs: ['reversal'],
    async run(trial) {
      const { ask, approve, payment, acquirer } = trial
      const paid = await approve(payment())
      await expectAcknowledged(paid, trial)
      const result = await ask(paid.request)
      await expectReversed(paid, trial)
      // Without inquiries only the response shows that nothing was done.
      const isApproved = result.kind === 'ANSWERED' && isApproval(result.response.gatewayCode)
      expect(acquirer.capabilities.canInquire || !isApproved, 'a payment was approved again after its reversal')
    },
  },
  {
    name: 'acknowledges the reversal of what it declined',
    needs: ['reversal', 'declinedCard'],
    async run(trial) {
      const { cards } = trial.subject
      const request = trial.payment({ instrument: cards.declined ?? cards.approved })
      await trial.refuse(request)
      await expectAcknowledged({ request }, trial)
    },
  },
  {
    name: 'reverses a payment whose answer was lost',
    needs: ['reversal', 'silentCard'],
    async run(trial) {
      const { cards } = trial.subject
      const request = trial.payment({ instrument: cards.silent ?? cards.approved })
      const { kind } = await trial.ask(request)
      expect(kind === 'NO_ANSWER', `a request without an answer must be noAnswer, and was ${kind}`)
      await expectAcknowledged({ request }, trial)
      await expectReversed({ request }, trial)
    },
  },
  {
    name: 'refuses a request whose reversal arrived first',
    needs: ['reversal', 'earlyReversals'],
    async run(trial) {
      const { approve, refuse, payment, authorization, following } = trial
      const authorized = await approve(authorization())
      for (const request of [payment(), following('CAPTURE', authorized)]) {
        await expectAcknowledged({ request }, trial)
        await expectReversed({ request }, trial)
        await refuse(request)
        await expectReversed({ request }, trial)
      }
    },
  },
  {
    name: 'says that it does not know a reference when the reversal arrived first',
    needs: ['reversal', 'noEarlyReversals'],
    async run(trial) {
      const { ask, approve, reverse, payment, authorization, following } = trial
      const authorized = await approve(authorization())
      for (const request of [payment(), following('CAPTURE', authorized)]) {
        const kind = await reverse(request)
        expect(kind === 'UNKNOWN_REFERENCE', `an early reversal must be unknownReference, and was ${kind}`)
        // The request may be executed, should it still arrive; now the acquirer knows it.
        await ask(request)
        await expectAcknowledged({ request }, trial)
        await expectReversed({ request }, trial)
      }
    },
  },
  {
    name: 'charges nothing once a reversal is acknowledged that met its request on the way',
    needs: ['reversal', 'inquiry'],
    async run(trial) {
      const { ask, reverse, inquire, payment } = trial
      const met = await Promise.all(
        Array.from({ length: meetings }, async () => {
          const request = payment()
          const [, kind] = await Promise.all([ask(request), reverse(request)])
          return { request, kind }
        }),
      )
      for (const { request, kind } of met) {
        if (kind === 'ACKNOWLEDGED') await expectReversed({ request }, trial)
        const result = await inquire(request)
        const isOpen = result.kind === 'ANSWERED' && gatewayCodes[result.response.gatewayCode].isOpen
        expect(result.kind === 'ANSWERED' && !isOpen, 'a payment that met its reversal must have an outcome')
        await expectAcknowledged({ request }, trial)
        await expectReversed({ request }, trial)
      }
    },
  },
  {
    name: 'refuses reversals that it cannot make',
    needs: ['noReversal'],
    async run({ approve, payment, reverse }) {
      const { request } = await approve(payment())
      const kind = await reverse(request)
      expect(kind === 'REFUSED', `without canReverse a reversal must be refused, and was ${kind}`)
    },
  },
]

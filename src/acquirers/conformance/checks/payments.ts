// Verifications, payments and authorizations.

import { gatewayCodes } from '../../../kernel/gateway-code.ts'
import { exponentOf } from '../../../kernel/money.ts'
import type { ConformanceCheck } from '../check.ts'
import { expect } from '../failure.ts'
import { describe, type TrialPayment } from '../trial.ts'

const together = 20

/** Odd in every decimal, so that no rounding or scaling goes unnoticed. */
const oddMinor = 12_347n

const withDecimals = (decimals: 0 | 2 | 3): ConformanceCheck => ({
  name: `keeps amounts in a currency with ${decimals} decimals exactly`,
  needs: [`decimals${decimals}`],
  async run({ payment, approve, following, inquire, acquirer, subject }) {
    const currency = subject.currencies.find((each) => exponentOf(each) === decimals) ?? ''
    const paid = await approve(payment({ currency, amountMinor: oddMinor }))
    if (acquirer.capabilities.canInquire) {
      const result = await inquire(paid.request)
      const approved = result.kind === 'ANSWERED' ? (result.response.approvedMinor ?? oddMinor) : undefined
      expect(approved === oddMinor, `${oddMinor} minor units of ${currency} came back as ${approved ?? result.kind}`)
    }
    await approve(following('REFUND', paid, 1n))
    await approve(following('REFUND', paid, oddMinor - 1n))
  },
})

export const paymentChecks: readonly ConformanceCheck[] = [
  {
    name: 'verifies an account without an amount',
    needs: ['zeroVerification'],
    async run({ approve, verification }) {
      await approve(verification())
    },
  },
  {
    name: 'approves a payment in full',
    async run({ approve, payment }) {
      await approve(payment())
    },
  },
  {
    name: 'approves an authorization, which is in no settlement batch',
    async run({ approve, authorization }) {
      const { response } = await approve(authorization())
      expect(response.batch === undefined, 'an authorization must not be in a settlement batch: it moves no money')
    },
  },
  withDecimals(0),
  withDecimals(2),
  withDecimals(3),
  {
    name: 'declines as an answer, and approves nothing',
    needs: ['declinedCard'],
    async run({ refuse, payment, authorization, subject: { cards } }) {
      for (const request of [payment(), authorization()])
        await refuse({ ...request, instrument: cards.declined ?? request.instrument })
    },
  },
  {
    name: 'says how much it approved when it approved a part',
    needs: ['partialCard'],
    async run({ approve, payment, subject: { cards } }) {
      const details = { order: { acceptPartialAmount: true } }
      const { response } = await approve(payment({ details, instrument: cards.approvedInPart ?? cards.approved }))
      expect(response.gatewayCode === 'PARTIALLY_APPROVED', `expected PARTIALLY_APPROVED, got ${describe(response)}`)
    },
  },
  {
    name: 'gives each of many payments sent together its own answer',
    async run({ approve, payment }) {
      const requests = Array.from({ length: together }, (_, index) => payment({ amountMinor: BigInt(100 + index) }))
      const exchanges = await Promise.all(requests.map((request: TrialPayment) => approve(request)))
      const ids = exchanges.flatMap(({ response }) => response.transactionId ?? [])
      expect(new Set(ids).size === ids.length, 'two payments were answered with one transactionId')
    },
  },
  {
    name: 'leaves an outcome open until it is decided',
    needs: ['openCard', 'inquiry'],
    async run({ answer, inquire, payment, subject: { cards } }) {
      const request = payment({ instrument: cards.open ?? cards.approved })
      const response = await answer(request)
      expect(gatewayCodes[response.gatewayCode].isOpen, `expected an open outcome, got ${describe(response)}`)
      const result = await inquire(request)
      expect(result.kind === 'ANSWERED', `the inquiry must be answered, and the response was ${result.kind}`)
      expect(
        !gatewayCodes[result.response.gatewayCode].isOpen,
        `the outcome is still open: ${describe(result.response)}`,
      )
    },
  },
]

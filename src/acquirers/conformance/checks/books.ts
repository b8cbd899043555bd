// The acquirer's own records, where the link can read them.
import { elapsedMs } from '../../../platform/concurrency/elapsed-time.ts'
import type { ConformanceCheck } from '../check.ts'
import { expect } from '../failure.ts'
import type { Exchange, Trial } from '../trial.ts'

const atOnce = 5

async function expectStanding(
  { request }: Pick<Exchange, 'request'>,
  standingMinor: bigint,
  { entryOf }: Trial,
): Promise<void> {
  const entry = await entryOf(request, (seen) => seen?.standingMinor === standingMinor)
  expect(entry, `the records do not have a ${request.kind} that was asked`)
  expect(
    entry.standingMinor === standingMinor && entry.currency === request.currency,
    `the records have ${entry.standingMinor} ${entry.currency} of a ${request.kind}, and not ${standingMinor} ${request.currency}`,
  )
}

export const booksChecks: readonly ConformanceCheck[] = [
  {
    name: 'has records of what was approved, captured and refunded',
    needs: ['books'],
    async run(trial) {
      const { approve, authorization, following, entryOf } = trial
      const authorized = await approve(authorization())
      const captured = await approve(following('CAPTURE', authorized))
      const refunded = await approve(following('REFUND', captured, 2_00n))
      await expectStanding(captured, captured.request.amountMinor, trial)
      await expectStanding(refunded, 2_00n, trial)
      const entry = await entryOf(refunded.request, (seen) => seen !== undefined)
      expect(
        entry?.originalReference === captured.request.reference,
        'the record of a refund must name the reference of what it refunds',
      )
    },
  },
  {
    name: 'has a record without an amount of what was declined',
    needs: ['books', 'declinedCard'],
    async run(trial) {
      const { cards } = trial.subject
      const request = trial.payment({ instrument: cards.declined ?? cards.approved })
      await trial.refuse(request)
      await expectStanding({ request }, 0n, trial)
    },
  },
  {
    name: 'has one record of a reference that arrived many times',
    needs: ['books'],
    async run(trial) {
      const request = trial.payment()
      await Promise.all(Array.from({ length: atOnce }, () => trial.ask(request)))
      await expectStanding({ request }, request.amountMinor, trial)
    },
  },
  {
    name: 'has a record without an amount of what was reversed',
    needs: ['books', 'reversal'],
    async run(trial) {
      const paid = await trial.approve(trial.payment())
      await trial.reverse(paid.request)
      await expectStanding(paid, 0n, trial)
      const entry = await trial.entryOf(paid.request, (seen) => seen?.isReversed === true)
      expect(entry?.isReversed, 'the record of a reversed payment must say that it was reversed')
    },
  },
  {
    name: 'has no record of what was not sent',
    needs: ['books'],
    async run({ ask, approve, payment, entryOf }) {
      const request = payment()
      await ask(request, { sendBefore: elapsedMs() })
      const { request: later } = await approve(payment())
      await entryOf(later, (seen) => seen !== undefined)
      expect(!(await entryOf(request, () => true)), 'the records have a payment that was notSent')
    },
  },
]

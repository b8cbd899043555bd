// A repeat under one reference has no further effect, and what was not sent in time is not sent.

import { isDeepStrictEqual } from 'node:util'
import type { AcquirerResult } from '../../../payments/index.ts'
import { elapsedMs } from '../../../platform/concurrency/elapsed-time.ts'
import type { ConformanceCheck } from '../check.ts'
import { expect } from '../failure.ts'
import type { Exchange, Trial } from '../trial.ts'

const atOnce = 10

/** What a second effect would have changed. */
function effectOf({ gatewayCode, approvedMinor, authorizationCode, transactionId, batch }: Exchange['response']) {
  return { gatewayCode, approvedMinor, authorizationCode, transactionId, batch }
}

async function expectSame({ request, response }: Exchange, { ask }: Trial): Promise<void> {
  const result = await ask(request)
  const isSame = result.kind === 'ANSWERED' && isDeepStrictEqual(effectOf(result.response), effectOf(response))
  expect(isSame, `${request.kind} was answered differently when it was repeated: ${differenceOf(result, response)}`)
}

function differenceOf(result: AcquirerResult, response: Exchange['response']): string {
  if (result.kind !== 'ANSWERED') return `${response.gatewayCode}, then ${result.kind}`
  const [before, after] = [effectOf(response), effectOf(result.response)]
  const names = Object.keys(before) as (keyof typeof before)[]
  return names
    .filter((name) => before[name] !== after[name])
    .map((name) => `${name} ${before[name]}, then ${after[name]}`)
    .join('; ')
}

/** Between the moment a deadline is set and the last of them. */
const deadlineSpreadMs = 4
const deadlines = 24

export const repeatChecks: readonly ConformanceCheck[] = [
  {
    name: 'gives the same answer when a payment is repeated under its reference',
    async run(trial) {
      await expectSame(await trial.approve(trial.payment()), trial)
      await expectSame(await trial.approve(trial.authorization()), trial)
    },
  },
  {
    name: 'gives the same answer when a capture or a refund is repeated under its reference',
    async run(trial) {
      const { approve, authorization, following } = trial
      const captured = await approve(following('CAPTURE', await approve(authorization())))
      await expectSame(captured, trial)
      const refunded = await approve(following('REFUND', captured))
      await expectSame(refunded, trial)
    },
  },
  {
    name: 'gives the same answer when a void is repeated under its reference',
    needs: ['voids'],
    async run(trial) {
      const { approve, authorization, following } = trial
      await expectSame(await approve(following('VOID', await approve(authorization()))), trial)
    },
  },
  {
    name: 'has the effect of one payment when a reference arrives many times at once',
    async run(trial) {
      const { ask, approve, payment } = trial
      const request = payment()
      const results = await Promise.all(Array.from({ length: atOnce }, () => ask(request)))
      const responses = results.flatMap((result) => (result.kind === 'ANSWERED' ? [result.response] : []))
      // Whatever was open while another was executed is decided by now.
      const { response } = await approve(request)
      for (const each of responses)
        expect(
          isDeepStrictEqual(effectOf(each), effectOf(response)),
          `one payment was answered in two ways: ${differenceOf({ kind: 'ANSWERED', response }, each)}`,
        )
    },
  },
  {
    name: 'does not send a request whose time is over',
    async run({ ask, approve, payment, authorization, following }) {
      const authorized = await approve(authorization())
      for (const request of [payment(), following('CAPTURE', authorized)]) {
        const { kind } = await ask(request, { sendBefore: elapsedMs() })
        expect(kind === 'NOT_SENT', `${request.kind} past sendBefore must be notSent, and was ${kind}`)
      }
    },
  },
  {
    name: 'says that a request was not sent only when the acquirer never received it',
    needs: ['inquiry'],
    async run({ ask, approve, inquire, payment }) {
      const results = await Promise.all(
        Array.from({ length: deadlines }, async (_, index) => {
          const request = payment()
          const sendBefore = elapsedMs() + (index * deadlineSpreadMs) / deadlines
          return { request, result: await ask(request, { sendBefore }) }
        }),
      )
      // Whatever is on its way has arrived when a later one has been answered.
      await approve(payment())
      for (const { request, result } of results) {
        if (result.kind !== 'NOT_SENT') continue
        expect(typeof result.why === 'string' && result.why !== '', 'notSent must say why')
        const { kind } = await inquire(request)
        expect(kind === 'NOT_FOUND', `a request that was notSent must not be found, and the inquiry was ${kind}`)
      }
    },
  },
]

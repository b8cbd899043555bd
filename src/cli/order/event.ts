// Records what a bank or the payment provider did, for the two commands that do so.
import { type ProviderEvent, recordProviderEvent } from '../../operations/payments/manual/record-provider-event.ts'
import type { Surroundings } from '../command.ts'
import { done, type Result } from '../result.ts'
import { withOperations } from '../with-installation.ts'
import { isRefusal, madeOf, orderName, refusalOf } from './result.ts'

export function recordEvent(event: ProviderEvent, surroundings: Surroundings): Promise<Result> {
  return withOperations(surroundings, async ({ ports }) => {
    const { key, decision } = event
    const recorded = await recordProviderEvent(event, ports)
    if (recorded.kind !== 'answered') return refusalOf(recorded, key)
    const made = madeOf(recorded, key)
    if (isRefusal(made)) return made
    const { type, amount, currency, transactionId, orderStatus } = made
    return done(
      { ...made, decision },
      `Recorded ${type} of ${amount} ${currency} as ${transactionId}; order ${orderName(key.orderId)} is ${orderStatus}.`,
    )
  })
}

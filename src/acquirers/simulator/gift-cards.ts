// Gift cards of the simulated acquirer: the last four digits of the number are the initial balance, in whole units of
// the currency.
import { createHmac } from 'node:crypto'
import type { GiftCardInstrument } from '../../kernel/instrument.ts'
import { exponentOf } from '../../kernel/money.ts'
import type { SimulatedOutcome } from './outcomes.ts'

const why = 'the gift card'

/** Stored in the books instead of the number. */
export function giftCardHash({ number }: GiftCardInstrument, key: string): string {
  return createHmac('sha256', key).update(number.open()).digest('base64url')
}

export function faceValueMinor({ number }: GiftCardInstrument, currency: string): bigint {
  return BigInt(lastFour({ number })) * 10n ** BigInt(exponentOf(currency))
}

/** What is wrong with the PIN, if anything. Most cards need none. */
export function pinProblem({ number, pin }: GiftCardInstrument): SimulatedOutcome | undefined {
  if (pin?.open() === '0000') return { gatewayCode: 'DECLINED_INVALID_PIN', why }
  if (!pin && lastFour({ number }) === '8888') return { gatewayCode: 'DECLINED_PIN_REQUIRED', why }
  return undefined
}

/** The response to a balance inquiry. */
export function balanceOutcome(card: GiftCardInstrument, balanceMinor: bigint): SimulatedOutcome {
  if (lastFour(card) === '9999') return { gatewayCode: 'BALANCE_UNKNOWN', why }
  return { gatewayCode: balanceMinor > 0n ? 'BALANCE_AVAILABLE' : 'NO_BALANCE', why }
}

/** The response to a payment: the whole amount, the remaining balance, or nothing. */
export function paymentOutcome(
  amountMinor: bigint,
  balanceMinor: bigint,
): SimulatedOutcome & { approvedMinor: bigint } {
  if (balanceMinor >= amountMinor) return { gatewayCode: 'APPROVED', why, approvedMinor: amountMinor }
  if (balanceMinor > 0n) return { gatewayCode: 'PARTIALLY_APPROVED', why, approvedMinor: balanceMinor }
  return { gatewayCode: 'INSUFFICIENT_FUNDS', why, approvedMinor: 0n }
}

function lastFour({ number }: Pick<GiftCardInstrument, 'number'>): string {
  return number.open().slice(-4)
}

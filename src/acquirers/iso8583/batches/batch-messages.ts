// The messages that close a batch: its totals (0500), each of its transactions where the host counts something else (0320),
// and what the host's responses mean.

import type { Iso8583Message } from '../../../iso8583/index.ts'
import { numberOfCurrency } from '../../../kernel/money.ts'
import type { SettlementBatchTotal, SettlementBatchTransaction } from '../../../payments/index.ts'
import { baseMessage, batchNumber, printable, tags, withAdditional } from '../messages.ts'
import { responsesToCome } from '../response-codes.ts'
import { type MessageIdentity, originalData, readWire, type StoredIdentity } from '../wire.ts'

/** DE 3 of a reconciliation: the first of a batch, and the one after its transactions were uploaded. */
export const processingCodes = { totals: '920000', afterUpload: '960000' } as const

interface ReconciledBatch {
  readonly number: number
  readonly acquirerMerchantId: string
  readonly total: SettlementBatchTotal
}

const count = (number: number) => String(number).padStart(10, '0')
const amount = (minor: bigint) => String(minor).padStart(16, '0')

/** The same identity and totals always give the same message, so that a repeat is one. */
export function reconciliation(
  identity: MessageIdentity,
  processingCode: string,
  { number, acquirerMerchantId, total }: ReconciledBatch,
  isRepeat: boolean,
): Iso8583Message {
  const { currency, capturedCount, capturedMinor, refundedCount, refundedMinor } = total
  const netMinor = refundedMinor - capturedMinor
  // Voided and reversed transactions are counted neither as themselves nor as reversals.
  return baseMessage(isRepeat ? '0501' : '0500', identity, acquirerMerchantId)
    .set(3, processingCode)
    .set(50, numberOfCurrency(currency) ?? '')
    .set(63, batchNumber(number))
    .set(74, count(refundedCount))
    .set(75, count(0))
    .set(76, count(capturedCount))
    .set(77, count(0))
    .set(86, amount(refundedMinor))
    .set(87, amount(0n))
    .set(88, amount(capturedMinor))
    .set(89, amount(0n))
    .set(97, `${netMinor < 0n ? 'D' : 'C'}${amount(netMinor < 0n ? -netMinor : netMinor)}`)
}

/** A transaction of the batch as the gateway has it; undefined when it was never sent on this link. */
export function upload(
  identity: Omit<MessageIdentity, 'terminal'>,
  { reference, isRefund, amountMinor, wire }: SettlementBatchTransaction,
  { number, acquirerMerchantId, currency }: { readonly number: number; acquirerMerchantId: string; currency: string },
): Iso8583Message | undefined {
  const original: StoredIdentity | undefined = readWire(wire)
  if (!original) return undefined
  const message = baseMessage('0320', { ...identity, terminal: original.terminal }, acquirerMerchantId)
    .set(3, isRefund ? '200000' : '000000')
    .set(4, String(amountMinor).padStart(12, '0'))
    .set(49, numberOfCurrency(currency) ?? '')
    .set(63, batchNumber(number))
    .set(90, originalData(original))
  return withAdditional(message, { [tags.reference]: printable(reference, 40) })
}

/** - differs: with what the host counts, if it says so. */
export type ReconciliationResult =
  | { readonly kind: 'IN_BALANCE' }
  | { readonly kind: 'NO_ANSWER' }
  | { readonly kind: 'DIFFERS'; readonly why: string; readonly theirs?: SettlementBatchTotal }

const outOfBalance = '2'
const differenceCode = '95'

/** DE 66 says whether both sides count the same; where it is missing, DE 39 does. */
export function readReconciliation(response: Iso8583Message, currency: string): ReconciliationResult {
  const [code, settlement] = [response.text(39), response.text(66)]
  if (code === undefined || responsesToCome.has(code)) return { kind: 'NO_ANSWER' }
  // Totals of another currency are about another batch.
  if ((response.text(50) ?? numberOfCurrency(currency)) !== numberOfCurrency(currency)) return { kind: 'NO_ANSWER' }
  if (code === '00' && (settlement === undefined || settlement === '1')) return { kind: 'IN_BALANCE' }
  const theirs = totalIn(response, currency)
  if (theirs && (settlement === outOfBalance || code === differenceCode))
    return { kind: 'DIFFERS', why: 'the host counts other totals', theirs }
  return { kind: 'DIFFERS', why: `the host answered the totals with code ${code}` }
}

/** Some hosts count what was reversed among both, others among neither. */
function totalIn(response: Iso8583Message, currency: string): SettlementBatchTotal | undefined {
  const value = (field: number) => BigInt(response.text(field) ?? 0)
  if (![74, 76, 86, 88].every((field) => response.has(field))) return undefined
  return {
    currency,
    capturedCount: Number(value(76) - value(77)),
    capturedMinor: value(88) - value(89),
    refundedCount: Number(value(74) - value(75)),
    refundedMinor: value(86) - value(87),
  }
}

/** - taken: it is in the batch. - refused: with the host's code. */
export function readUpload(response: Iso8583Message): 'TAKEN' | 'NO_ANSWER' | { readonly refused: string } {
  const code = response.text(39)
  if (code === undefined || responsesToCome.has(code)) return 'NO_ANSWER'
  return code === '00' ? 'TAKEN' : { refused: code }
}

// Which transaction an order was paid with, and where the card was issued.

import { gatewayCodes } from '../../../kernel/gateway-code.ts'
import { omitUndefined } from '../../../kernel/omit-undefined.ts'
import type { StoredTransaction } from '../../../payments/ports/transactions.ts'
import type { ConsoleContext } from '../../context.ts'
import type { PaymentMethodBody } from '../../response-bodies/orders.ts'

export async function findPaymentMethod(
  transactions: readonly StoredTransaction[],
  { cardCountries }: Pick<ConsoleContext['ports'], 'cardCountries'>,
): Promise<PaymentMethodBody | undefined> {
  const shown = transactionPaidWith(transactions)
  if (!shown) return undefined
  const firstSix = firstSixOf(shown)
  const issuerCountry = firstSix === undefined ? undefined : await cardCountries.find(firstSix)
  return { transactionId: shown.key.transactionId, ...omitUndefined({ issuerCountry }) }
}

/** The latest that succeeded with an instrument of its own; the latest that was tried when none has. */
function transactionPaidWith(transactions: readonly StoredTransaction[]): StoredTransaction | undefined {
  const withInstrument = transactions.filter(
    ({ targetTransactionId, request, answer }) =>
      targetTransactionId === undefined && (request.sourceOfFunds ?? answer?.sourceOfFunds) !== undefined,
  )
  const isSuccess = ({ gatewayCode }: StoredTransaction) =>
    gatewayCode !== undefined && gatewayCodes[gatewayCode].result === 'SUCCESS'
  return withInstrument.findLast(isSuccess) ?? withInstrument.at(-1)
}

/** Stored numbers are masked after the sixth digit. */
function firstSixOf({ request, answer }: StoredTransaction): string | undefined {
  const number = answer?.sourceOfFunds?.provided?.card?.number ?? request.sourceOfFunds?.provided?.card?.number
  return number?.match(/^\d{6}(?=x)/)?.[0]
}

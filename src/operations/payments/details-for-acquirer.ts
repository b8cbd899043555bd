// The details of a purchase that are sent to an acquirer, picked field by field from the request. Fields that are not
// named here are not sent.

import type { PayRequest } from '../../contract/operations/payments/pay.ts'
import type { Merchant } from '../../domain/merchants/merchant.ts'
import { omitUndefined } from '../../domain/omit-undefined.ts'
import type { Instrument } from '../../domain/payments/instrument.ts'
import type { PurchaseDetails } from '../../ports/acquirers/acquirer.ts'
import type { StoredRequest } from '../../ports/payments/stored-messages.ts'

/** The fields of all operations' requests that an acquirer may receive. */
export type AcquirerRequestFields = {
  readonly [Name in Exclude<keyof PurchaseDetails, 'order' | 'transaction'>]?: PayRequest[Name]
} & {
  readonly order?: Partial<PayRequest['order']>
  readonly transaction?: NonNullable<PayRequest['transaction']> & {
    readonly amount?: string
    readonly currency?: string
  }
}

/** Account numbers are masked in a stored request: only requests without an instrument are sent again. */
export function fieldsToRepeat(request: StoredRequest): AcquirerRequestFields {
  return request as object as AcquirerRequestFields
}

export function detailsForAcquirer(
  request: AcquirerRequestFields,
  { merchant, instrument }: { merchant: Merchant; instrument?: Instrument | undefined },
): PurchaseDetails {
  const { accountFunding, agreement, airline, billing, currencyConversion, customer, device } = request
  const { paymentPlan, posTerminal, shipping, threeDSecure } = request
  const scheme = instrument?.kind === 'CARD' ? instrument.scheme : undefined
  return {
    ...omitUndefined({ accountFunding, agreement, airline, billing, currencyConversion, customer, device }),
    ...omitUndefined({ paymentPlan, posTerminal, shipping, threeDSecure }),
    ...(request.order && { order: orderDetails(request.order, scheme, merchant) }),
    ...(request.transaction && { transaction: transactionDetails(request.transaction) }),
  }
}

/** The amount goes beside the details; order.custom and the URL for notifications never leave the gateway. */
function orderDetails(
  {
    amount: _amount,
    currency: _currency,
    custom: _custom,
    notificationUrl: _url,
    ...order
  }: Partial<PayRequest['order']>,
  scheme: string | undefined,
  { profile }: Merchant,
): NonNullable<PurchaseDetails['order']> {
  const { tradingName } = order.subMerchant ?? {}
  if (tradingName === undefined) return order
  return {
    ...order,
    subMerchant: { ...order.subMerchant, tradingName: cutTradingName(tradingName, scheme, profile.name) },
  }
}

function transactionDetails({
  amount: _amount,
  currency: _currency,
  ...transaction
}: NonNullable<AcquirerRequestFields['transaction']>): NonNullable<PurchaseDetails['transaction']> {
  return transaction
}

const mastercardLength = 21
const amexLengths = { tradingName: 27, withAggregator: 36 }

/** Schemes print less of a name than the API takes; longer ones are cut, not refused. */
export function cutTradingName(tradingName: string, scheme: string | undefined, aggregatorName: string): string {
  const characters = [...tradingName]
  if (scheme === 'MASTERCARD') return characters.slice(0, mastercardLength).join('')
  if (scheme !== 'AMEX') return tradingName
  // Printed as one: the aggregator's name, a star, the trading name.
  const left = amexLengths.withAggregator - [...aggregatorName].length - 1
  return characters.slice(0, Math.max(1, Math.min(amexLengths.tradingName, left))).join('')
}

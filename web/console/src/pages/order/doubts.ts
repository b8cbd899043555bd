// What is not certain about a transaction, what it may have done, and what to do about it.
import { moneyText } from '../../format/money.ts'
import { typeText } from '../../format/text.ts'
import { t } from '../../language/text.ts'
import type { TransactionDetailsView } from '../orders/wire.ts'

export type Doubt = 'REVERSAL_REFUSED' | 'REVERSAL_OWED' | 'MANUAL_RESOLUTION' | 'UNKNOWN'

type DoubtfulTransaction = Pick<
  TransactionDetailsView,
  'transactionId' | 'type' | 'amount' | 'currency' | 'result' | 'openReversal' | 'manualResolution'
>

/** As money at risk calls it. */
export function doubtOf({
  openReversal,
  manualResolution,
  result,
}: Pick<DoubtfulTransaction, 'openReversal' | 'manualResolution' | 'result'>): Doubt | undefined {
  if (openReversal) return `REVERSAL_${openReversal}`
  if (manualResolution !== undefined && result !== 'FAILURE') return 'MANUAL_RESOLUTION'
  return result === 'UNKNOWN' ? 'UNKNOWN' : undefined
}

type Effect = 'CHARGED' | 'RESERVED' | 'RETURNED' | 'VOIDED'

const effects: Readonly<Record<string, Effect>> = {
  AUTHORIZATION: 'RESERVED',
  AUTHORIZATION_UPDATE: 'RESERVED',
  CAPTURE: 'CHARGED',
  DISBURSEMENT: 'RETURNED',
  PAYMENT: 'CHARGED',
  REFUND: 'RETURNED',
  VOID_AUTHORIZATION: 'VOIDED',
  VOID_CAPTURE: 'VOIDED',
  VOID_PAYMENT: 'VOIDED',
}

export function possibleEffect({ transactionId, type, amount, currency, result }: DoubtfulTransaction): string {
  const values = { money: moneyText(amount, currency), transactionId }
  const effect = effects[type]
  // Approved, then rejected in review.
  if (result === 'SUCCESS')
    return effect === 'RESERVED'
      ? t(
          '{money} is still reserved on the payer’s account, although the payment was rejected (transaction {transactionId}).',
          values,
        )
      : t(
          'The payer has been charged {money}, although the payment was rejected (transaction {transactionId}).',
          values,
        )
  switch (effect) {
    case 'CHARGED':
      return t('The payer may have been charged {money} (transaction {transactionId}).', values)
    case 'RESERVED':
      return t('{money} may be reserved on the payer’s account (transaction {transactionId}).', values)
    case 'RETURNED':
      return t('The payer may have received {money} (transaction {transactionId}).', values)
    case 'VOIDED':
      return t('The acquirer may have voided {money} (transaction {transactionId}).', values)
    default:
      return t('The acquirer may have executed this: {type} (transaction {transactionId}).', {
        type: typeText(type),
        transactionId,
      })
  }
}

export function remedyFor({ result }: Pick<DoubtfulTransaction, 'result'>, doubt: Doubt, isOperator: boolean): string {
  const isRejected = result === 'SUCCESS'
  switch (doubt) {
    case 'REVERSAL_OWED':
      return isRejected
        ? t('The gateway keeps trying to void or refund it. Do not refund it as well.')
        : t(
            'The acquirer did not respond in time, and the gateway keeps sending the reversal. Do not repeat it until the reversal is confirmed.',
          )
    case 'REVERSAL_REFUSED':
      if (isRejected)
        return t(
          'The acquirer has refused to void or refund it. Try a refund, or ask the acquirer to give the money back.',
        )
      return isOperator
        ? t('The acquirer has not reversed it. Ask the acquirer for the outcome, then resolve it manually.')
        : t(
            'The acquirer has not reversed it. Ask the operator to find out; until then, do not say that no money has moved.',
          )
    case 'MANUAL_RESOLUTION':
      return isOperator
        ? t('Neither an inquiry nor a reversal can end it. Ask the acquirer for the outcome, then resolve it manually.')
        : t('Ask the operator, who has to ask the acquirer. The order is locked until then.')
    case 'UNKNOWN':
      return t('The outcome is not known yet. The gateway keeps asking the acquirer; do not repeat it.')
  }
}

/** What a clerk reads as soon as a transaction of theirs has failed. */
export function failureText(openReversal: TransactionDetailsView['openReversal']): string {
  if (openReversal === 'OWED')
    return t(
      'The acquirer did not respond in time: it may have been executed. The gateway keeps sending the reversal; look at the order before you repeat it.',
    )
  if (openReversal === 'REFUSED')
    return t('It may have been executed, and the acquirer has not reversed it. Ask the operator before you repeat it.')
  return t('No money has moved.')
}

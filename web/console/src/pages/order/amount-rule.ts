// What may be entered as an amount: plain decimal text of the currency, more than nothing, and no more than what is there.
import { exponentOf, parseMoney } from '../../../../../src/domain/money.ts'
import { moneyText } from '../../format/money.ts'
import { t, tn } from '../../language/text.ts'

export interface AmountBounds {
  readonly currency: string
  /** Left out where the merchant may exceed it, or where only the gateway knows it. */
  readonly max?: string
}

const plain = /^\d{1,11}(\.\d*)?$/

/** What is wrong with the text; undefined when nothing is. */
export function amountProblem(text: string, { currency, max }: AmountBounds): string | undefined {
  if (text === '') return t('Enter an amount.')
  if (!plain.test(text)) return t('Enter digits only, with a point before the decimals.')
  const entered = parseMoney({ amount: text, currency })
  if (!entered) return decimalsText(currency)
  if (entered.amountMinor === 0n) return t('Enter an amount greater than zero.')
  const most = max === undefined ? undefined : parseMoney({ amount: max, currency })
  if (max !== undefined && most && entered.amountMinor > most.amountMinor)
    return t('Maximum: {money}.', { money: moneyText(max, currency) })
  return undefined
}

function decimalsText(currency: string): string {
  const exponent = exponentOf(currency)
  if (exponent === 0) return t('{currency} has no decimals.', { currency })
  return tn(exponent, '{currency} has {count} decimal at most.', '{currency} has {count} decimals at most.', {
    currency,
  })
}

/** With all decimals of its currency, as users expect in a field. */
export function amountToEdit(amount: string, currency: string): string {
  const exponent = exponentOf(currency)
  const [whole = '0', fraction = ''] = amount.split('.')
  return exponent === 0 ? whole : `${whole}.${fraction.padEnd(exponent, '0')}`
}

export function isSameAmount(one: string, other: string, currency: string): boolean {
  return parseMoney({ amount: one, currency })?.amountMinor === parseMoney({ amount: other, currency })?.amountMinor
}

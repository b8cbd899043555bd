// What may be entered as an amount: as the user's language writes it, more than nothing, and no more than what is there.
import { amountDecimalsOf, parseMoney } from '../../../../src/kernel/money.ts'
import {
  type AmountFault,
  editableAmount,
  exampleAmount,
  readTypedAmount,
} from '../../../../src/kernel/typed-amount.ts'
import { formatLocale, t, tn } from '../language/text.ts'
import { moneyText } from './money.ts'

export interface AmountBounds {
  readonly currency: string
  /** Left out where the merchant may exceed it, or where only the gateway knows it. */
  readonly max?: string
}

/** What requests take at most. */
const amountLengthMax = 14

/** What is wrong with the text; undefined when nothing is. */
export function amountProblem(text: string, { currency, max }: AmountBounds): string | undefined {
  const entered = readTypedAmount(text, conventionsOf(currency))
  if (entered.kind !== 'AMOUNT') return faultText(entered.kind, currency)
  if (entered.amountMinor === 0n) return t('Enter an amount greater than zero.')
  if (entered.amount.length > amountLengthMax) return faultText('TOO_LARGE', currency)
  const most = max === undefined ? undefined : parseMoney({ amount: max, currency })
  if (max !== undefined && most && entered.amountMinor > most.amountMinor)
    return t('Maximum: {money}.', { money: moneyText(max, currency) })
  return undefined
}

/** The amount as requests have it; undefined while the text is none. */
export function enteredAmount(text: string, currency: string): string | undefined {
  const entered = readTypedAmount(text, conventionsOf(currency))
  return entered.kind === 'AMOUNT' ? entered.amount : undefined
}

/** Of a text that has no problem. */
export function validAmount(text: string, currency: string): string {
  const amount = enteredAmount(text, currency)
  if (amount === undefined) throw new Error('the entered text is no amount')
  return amount
}

function faultText(fault: AmountFault, currency: string): string {
  const example = exampleAmount(conventionsOf(currency))
  switch (fault) {
    case 'MISSING':
      return t('Enter an amount.')
    case 'INVALID':
      return t('Enter an amount such as {example}.', { example })
    case 'AMBIGUOUS':
      return t('This can be read as two amounts. Enter it with its decimals, such as {example}.', { example })
    case 'TOO_MANY_DECIMALS':
      return decimalsText(currency)
    case 'TOO_LARGE':
      return t('This amount is too large.')
  }
}

function decimalsText(currency: string): string {
  const exponent = amountDecimalsOf(currency)
  if (exponent === 0) return t('{currency} has no decimals.', { currency })
  return tn(exponent, '{currency} has {count} decimal at most.', '{currency} has {count} decimals at most.', {
    currency,
  })
}

/** As the user's language writes it, with all decimals of its currency. */
export function amountToEdit(amount: string, currency: string): string {
  return editableAmount(amount, conventionsOf(currency))
}

export function isSameAmount(one: string, other: string, currency: string): boolean {
  return parseMoney({ amount: one, currency })?.amountMinor === parseMoney({ amount: other, currency })?.amountMinor
}

function conventionsOf(currency: string) {
  return { currency, locale: formatLocale() }
}

// The arguments and options of commands about payment links.
import { alphanumeric } from '../../contract/field-types.ts'
import { orderRows } from '../../contract/groups/order.ts'
import { FieldError } from '../../contract/row.ts'
import { parseMoney } from '../../kernel/money.ts'
import { usesMaxLimit } from '../../kernel/payment-link-state.ts'
import {
  type PaymentLinkAmount,
  paymentLinkLanguages,
  paymentLinkOperations,
} from '../../payment-links/rules/payment-link.ts'
import { amountOption, merchantIdArgument, noteOption, userOption, wholeNumber } from '../options.ts'
import { type UsageError, usageError } from '../result.ts'
import {
  type Arguments,
  choiceValue,
  type Options,
  type OptionValues,
  requiredOption,
  textValue,
  type ValueRow,
} from '../rows.ts'

export const paymentLinkArguments = {
  merchantId: merchantIdArgument,
  paymentLinkId: textValue(alphanumeric(26, 26), '<paymentLinkId>', "The payment link's id, the end of its URL."),
} as const satisfies Arguments

const unlimited = 'unlimited'

/** A number of payments, or any number. */
const usesOption: ValueRow<number | typeof unlimited> = {
  kind: 'VALUE',
  placeholder: '<count>',
  description: `How often the link can be paid: 1 (default) to ${usesMaxLimit}, or ${unlimited}.`,
  parse(text) {
    if (text === unlimited) return unlimited
    const count = wholeNumber({ min: 1, max: usesMaxLimit }, '<count>', '').parse(text)
    return count instanceof FieldError
      ? new FieldError(`must be a number from 1 to ${usesMaxLimit}, or ${unlimited}`)
      : count
  },
}

const msOf = { h: 3_600_000, d: 86_400_000 } as const

/** From now on, or a moment. */
const expiryOption: ValueRow<Date> = {
  kind: 'VALUE',
  placeholder: '<time>',
  description: 'When the link expires: 12h or 30d from now, or a time such as 2026-12-31T18:00:00Z. Default: never.',
  parse(text) {
    const [, count, unit] = /^(\d{1,4})([hd])$/.exec(text) ?? []
    if (count !== undefined) return new Date(Date.now() + Number(count) * msOf[unit as keyof typeof msOf])
    const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text)
    const at = new Date(isMoment ? text : Number.NaN)
    return Number.isNaN(at.getTime()) ? new FieldError('must be like 12h, 30d or 2026-12-31T18:00:00Z') : at
  },
}

export const newPaymentLinkOptions = {
  amount: { ...amountOption, description: 'The amount, such as 10.00. Without it the payer enters the amount.' },
  minimum: { ...amountOption, description: 'The least that the payer may enter.' },
  maximum: { ...amountOption, description: 'The most that the payer may enter.' },
  currency: requiredOption(textValue(orderRows.currency, '<code>', 'The currency (ISO 4217).')),
  description: {
    ...noteOption(orderRows.description),
    description: `What the payment is for, as the payer sees it: ${orderRows.description.type.bounds} characters.`,
  },
  uses: usesOption,
  expires: expiryOption,
  order: textValue(
    orderRows.id,
    '<orderId>',
    'The order that the payment makes; of a link for several payments, the beginning of their ids.',
  ),
  operation: choiceValue(paymentLinkOperations, '<operation>', 'PAY (default) charges the card, AUTHORIZE reserves.'),
  language: choiceValue(paymentLinkLanguages, '<language>', "The language of the page. Default: the browser's."),
  user: userOption,
} as const satisfies Options

/** The payments that a link permits; undefined: any number. */
export function usesMaxOf(uses: number | typeof unlimited | undefined): number | undefined {
  return uses === unlimited ? undefined : (uses ?? 1)
}

export function paymentLinkAmountOf({
  amount,
  minimum,
  maximum,
  currency,
}: OptionValues<typeof newPaymentLinkOptions>): PaymentLinkAmount | UsageError {
  if (amount !== undefined && (minimum ?? maximum) !== undefined)
    return usageError('--minimum and --maximum are for links without --amount.')
  const minorOf = (text: string | undefined) => text && parseMoney({ amount: text, currency })?.amountMinor
  const [fixed, minMinor, maxMinor] = [amount, minimum, maximum].map(minorOf)
  const unread = [amount, minimum, maximum].findIndex(
    (text, at) => text !== undefined && [fixed, minMinor, maxMinor][at] === undefined,
  )
  if (unread >= 0) return usageError(`An amount has more decimals than ${currency} allows.`)
  if (typeof fixed === 'bigint') return { kind: 'FIXED', amountMinor: fixed }
  return {
    kind: 'OPEN',
    minMinor: typeof minMinor === 'bigint' ? minMinor : undefined,
    maxMinor: typeof maxMinor === 'bigint' ? maxMinor : undefined,
  }
}

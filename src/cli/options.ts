// Arguments and options that commands about several things share, and the user in whose name they act.

import { userInfo } from 'node:os'
import type { AuditStamp } from '../audit/index.ts'
import { userId as userIdRow } from '../contract/groups/call.ts'
import { transactionRows } from '../contract/groups/transaction.ts'
import { merchantIdRow } from '../contract/routes.ts'
import { FieldError, type FieldRow } from '../contract/row.ts'
import { mayHoldAccountNumber } from '../kernel/account-numbers-in-text.ts'
import { type CommandResult, commandRefused } from './result.ts'
import { accountNumberFault, textValue, type ValueRow } from './rows.ts'

export const merchantIdArgument = textValue(
  merchantIdRow,
  '<merchantId>',
  `The merchant's id: letters and digits, ${merchantIdRow.type.bounds}.`,
)

export function unknownMerchant(merchantId: string): CommandResult {
  return commandRefused(`Merchant ${merchantId} does not exist.`)
}

export const userOption = textValue(
  userIdRow,
  '<name>',
  'The user recorded in the audit log and on the order. Default: your login name.',
)

export const amountOption: ValueRow<string> = {
  kind: 'VALUE',
  placeholder: '<decimal>',
  description: 'The amount, such as 10.00.',
  parse: amountAboveZero,
}

export const currencyOption = textValue(transactionRows.currency, '<code>', "The order's currency (ISO 4217).")

/** Users may paste anything into notes, and a note is neither sealed nor masked. */
export function noteOption(
  row: Pick<FieldRow<string>, 'type'>,
  purpose = 'A note stored with the transaction',
): ValueRow<string> {
  return {
    ...textValue(row, '<text>', `${purpose}: ${row.type.bounds} characters, no account numbers.`),
    parse: (text) => (mayHoldAccountNumber(text) ? accountNumberFault : row.type.read(text)),
  }
}

/** A user without a name on this machine, as in some containers, still has a number. */
export function commandActor(user: string | undefined): string {
  if (user !== undefined) return user
  try {
    return userInfo().username
  } catch {
    return `uid-${process.getuid?.() ?? 'unknown'}`
  }
}

/** The user who runs the command, and the current time. */
export function commandAuditStamp(user: string | undefined): AuditStamp {
  return { actor: commandActor(user), at: new Date() }
}

function amountAboveZero(text: string): string | FieldError {
  const read = transactionRows.amount.type.read(text)
  return read === '0' ? new FieldError('must be more than 0') : read
}

export const sinceOption = timeOption(
  'The earliest time: a time such as 2026-03-02T09:00:00Z, or a duration ago such as 2h.',
)

export const untilOption = timeOption('The latest time, in the same format. Default: now.')

export function wholeNumber(
  { min, max }: { readonly min: number; readonly max: number },
  placeholder: string,
  description: string,
): ValueRow<number> {
  return {
    kind: 'VALUE',
    placeholder,
    description: `${description} From ${min} to ${max}.`,
    parse(text) {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
      return value >= min && value <= max ? value : new FieldError(`must be a whole number from ${min} to ${max}`)
    },
  }
}

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

function timeOption(description: string): ValueRow<Date> {
  const refused = new FieldError('must look like 2026-03-02T09:00:00Z, 2026-03-02, 90s, 30m, 2h or 3d')
  return {
    kind: 'VALUE',
    placeholder: '<time>',
    description,
    parse(text) {
      const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
      if (count && unit) return new Date(Date.now() - Number(count) * unitMs[unit as keyof typeof unitMs])
      // A time without its zone would mean something else on every machine.
      if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text)) return refused
      const time = new Date(text)
      return Number.isNaN(time.getTime()) ? refused : time
    },
  }
}

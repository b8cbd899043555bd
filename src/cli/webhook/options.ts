// The options of commands about notifications.

import { orderRows } from '../../contract/groups/order.ts'
import { FieldError } from '../../contract/row.ts'
import { listValue, textValue, type ValueRow } from '../rows.ts'

export const urlOption = textValue(
  orderRows.notificationUrl,
  '<url>',
  `The URL for notifications unless a request specifies one: ${orderRows.notificationUrl.type.bounds} characters.`,
)

export const notificationIdArgument: ValueRow<string> = {
  kind: 'VALUE',
  placeholder: '<notificationId>',
  description: 'The notification id, as sent in X-Notification-Id: 32 hexadecimal digits.',
  parse: readNotificationId,
}

export const notificationIdsArgument = listValue(
  readNotificationId,
  '<notificationId,...>',
  'Notification ids, separated by commas.',
)

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

function readNotificationId(text: string): string | FieldError {
  return /^[0-9a-f]{32}$/i.test(text) ? text.toLowerCase() : new FieldError('must have 32 hexadecimal digits')
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

// The options of commands about notifications.
import { orderRows } from '../../contract/groups/order.ts'
import { FieldError } from '../../contract/row.ts'
import { type ValueRow, listValue, textValue } from '../rows.ts'

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

function readNotificationId(text: string): string | FieldError {
  return /^[0-9a-f]{32}$/i.test(text) ? text.toLowerCase() : new FieldError('must have 32 hexadecimal digits')
}

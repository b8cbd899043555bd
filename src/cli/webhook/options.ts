// The options of commands about notifications, and what they open.
import { orderRows } from '../../contract/groups/order.ts'
import { FieldError } from '../../contract/row.ts'
import type { EventDependencies } from '../../events/dependencies.ts'
import type { WebhookSettingsStore } from '../../events/ports/webhooks.ts'
import type { Config } from '../../platform/config/config.ts'
import type { CommandContext } from '../command.ts'
import { unknownMerchant } from '../options.ts'
import type { CommandResult } from '../result.ts'
import { listValue, textValue, type ValueRow } from '../rows.ts'
import { withOperations } from '../with-installation.ts'

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

/** Opens what commands about a merchant's notifications need. */
export interface WebhookContext {
  readonly settings: WebhookSettingsStore
  readonly ports: EventDependencies
}

export function withWebhooks(
  context: CommandContext,
  merchantId: string,
  work: (webhooks: WebhookContext, config: Config) => Promise<CommandResult>,
): Promise<CommandResult> {
  return withOperations(context, async ({ ports, merchants }, config) => {
    if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)
    return work({ settings: ports.webhookSettings, ports }, config)
  })
}

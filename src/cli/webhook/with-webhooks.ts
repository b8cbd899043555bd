// Opens what commands about a merchant's notifications need.

import type { NotificationSettings } from '../../events/ports/notifications.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Ports } from '../../requests/ports.ts'
import type { CommandContext } from '../command.ts'
import { unknownMerchant } from '../options.ts'
import type { CommandResult } from '../result.ts'
import { withOperations } from '../with-installation.ts'

export interface WebhookContext {
  readonly settings: NotificationSettings
  readonly ports: Ports
}

export function withWebhooks(
  context: CommandContext,
  merchantId: string,
  work: (webhooks: WebhookContext, config: Config) => Promise<CommandResult>,
): Promise<CommandResult> {
  return withOperations(context, async ({ ports, merchants }, config) => {
    if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)
    return work({ settings: ports.notificationSettings, ports }, config)
  })
}

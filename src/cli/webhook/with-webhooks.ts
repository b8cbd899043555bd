// Opens what commands about a merchant's notifications need.

import type { WebhookSettingsStore } from '../../events/ports/webhooks.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Ports } from '../../requests/ports.ts'
import type { CommandContext } from '../command.ts'
import { unknownMerchant } from '../merchant/merchant-id.ts'
import type { CommandResult } from '../result.ts'
import { withOperations } from '../with-installation.ts'

export interface WebhookContext {
  readonly settings: WebhookSettingsStore
  readonly ports: Ports
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

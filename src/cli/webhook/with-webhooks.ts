// Opens what commands about a merchant's notifications work with.
import type { Config } from '../../config/config.ts'
import type { Ports } from '../../operations/call.ts'
import type { NotificationSettings } from '../../ports/events/notifications.ts'
import type { Surroundings } from '../command.ts'
import { unknownMerchant } from '../merchant/merchant-id.ts'
import type { Result } from '../result.ts'
import { withOperations } from '../with-installation.ts'

export interface Webhooks {
  readonly settings: NotificationSettings
  readonly ports: Ports
}

export function withWebhooks(
  surroundings: Surroundings,
  merchantId: string,
  work: (webhooks: Webhooks, config: Config) => Promise<Result>,
): Promise<Result> {
  return withOperations(surroundings, async ({ ports, merchants }, config) => {
    if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)
    return work({ settings: ports.notificationSettings, ports }, config)
  })
}

// What commands about webhooks share: their options, and how they show a merchant's settings and the status of each
// notification.

import { orderRows } from '../../contract/groups/order.ts'
import { FieldError } from '../../contract/row.ts'
import type {
  Delivery,
  DeliveryAttempt,
  EventDependencies,
  WebhookSettings,
  WebhookSettingsStore,
} from '../../events/index.ts'
import type { Config } from '../../platform/config/config.ts'
import type { CommandContext } from '../command.ts'
import { unknownMerchant } from '../options.ts'
import type { CommandResult } from '../result.ts'
import { listValue, textValue, type ValueRow } from '../rows.ts'
import { pairs, table, timestampText } from '../table.ts'
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
  readonly dependencies: EventDependencies
}

export function withWebhooks(
  context: CommandContext,
  merchantId: string,
  work: (webhooks: WebhookContext, config: Config) => Promise<CommandResult>,
): Promise<CommandResult> {
  return withOperations(context, async ({ dependencies, merchants }, config) => {
    if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)
    return work({ settings: dependencies.webhookSettings, dependencies }, config)
  })
}

/** Secrets are shown only on request. */
export function settingData(setting: WebhookSettings, { isRevealed }: { isRevealed: boolean }): object {
  const { merchantId, isEnabled, url, acceptsAny2xx, secrets, previousUntil } = setting
  return {
    merchantId,
    isEnabled,
    url: url ?? null,
    acceptsAny2xx,
    validSecrets: secrets.length,
    previousUntil,
    secrets: isRevealed ? secrets : undefined,
  }
}

export function settingText(setting: WebhookSettings, { isRevealed }: { isRevealed: boolean }): string {
  const { merchantId, isEnabled, url, acceptsAny2xx, secrets, previousUntil } = setting
  const shown = isRevealed
    ? secrets.flatMap(({ sent, signing }, index) => {
        const which = index === 0 ? '' : ' before'
        return [[`Secret${which}`, sent] as const, [`Signing secret${which}`, signing] as const]
      })
    : [['Secrets', secrets.length > 1 ? 'two, during a rotation' : 'one'] as const]
  return pairs([
    ['Merchant', merchantId],
    ['Notifications', isEnabled ? 'enabled' : 'disabled'],
    ['URL', url ?? 'none; only orders that specify one are notified'],
    ['Delivered if', acceptsAny2xx ? 'any 2xx status' : 'status 200'],
    ...shown,
    ...(previousUntil ? [['Previous valid until', timestampText(previousUntil)] as const] : []),
  ])
}

export function deliveryData({ body: _body, seal: _seal, ...delivery }: Delivery): object {
  return delivery
}

export function deliveriesText(deliveries: readonly Delivery[]): string {
  return table(
    ['NOTIFICATION', 'STATE', 'ATTEMPTS', 'CREATED', 'ORDER', 'TRANSACTION', 'EVENT', 'URL'],
    deliveries.map((each) => [
      each.notificationId,
      each.state,
      String(each.attempts),
      timestampText(each.createdAt),
      each.orderId,
      each.transactionId,
      String(each.eventNumber),
      withoutQuery(each.url),
    ]),
  )
}

export function deliveryText(delivery: Delivery, attempts: readonly DeliveryAttempt[]): string {
  const { nextAt, endedAt } = delivery
  const facts = pairs([
    ['Notification', delivery.notificationId],
    ['Merchant', delivery.merchantId],
    ['Order', delivery.orderId],
    ['Transaction', delivery.transactionId],
    ['Event', String(delivery.eventNumber)],
    ['Version', String(delivery.apiVersion)],
    ['URL', withoutQuery(delivery.url)],
    ['State', delivery.state],
    ['Created', timestampText(delivery.createdAt)],
    ...(nextAt ? [['Next attempt', timestampText(nextAt)] as const] : []),
    ...(endedAt ? [['Ended', timestampText(endedAt)] as const] : []),
  ])
  return [facts, attemptsText(attempts), bodyText(delivery.body)].join('\n\n')
}

function attemptsText(attempts: readonly DeliveryAttempt[]): string {
  if (attempts.length === 0) return 'No delivery attempts yet.'
  return table(
    ['ATTEMPT', 'TIME', 'RESPONSE', 'MS', 'BODY'],
    attempts.map(({ attempt, at, status, problem, excerpt, tookMs }) => [
      String(attempt),
      timestampText(at),
      status === undefined ? (problem ?? '') : String(status),
      String(tookMs),
      excerpt ?? '',
    ]),
  )
}

/** Formatted for reading; what the merchant gets has no line breaks. */
function bodyText(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** Some merchants put their own secret into the query. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '?...')
}

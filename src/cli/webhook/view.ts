// How commands show a merchant's notification settings, and the status of each notification.
import type { Delivery, DeliveryAttempt, WebhookSettings } from '../../events/ports/webhooks.ts'
import { pairs, table, timestampText } from '../table.ts'

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

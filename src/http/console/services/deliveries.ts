// How the console shows notifications that were sent, or are to be.
import type { Delivery, DeliveryAttempt } from '../../../ports/events/notifications.ts'

export function shownDelivery({ body: _body, url, ...delivery }: Delivery): object {
  return { ...delivery, url: withoutQuery(url) }
}

/** With what was sent, which is masked, and every try. */
export function shownDeliveryWhole(delivery: Delivery, attempts: readonly DeliveryAttempt[]): object {
  return { ...shownDelivery(delivery), body: delivery.body, tries: attempts }
}

/** Some put a secret of their own behind the question mark. */
function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '?...')
}

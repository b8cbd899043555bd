// How the console shows notifications that were sent, or are to be.
import type { Delivery, DeliveryAttempt } from '../../events/ports/webhooks.ts'
import type { DeliveryDetailsBody, DeliverySummaryBody } from '../response-bodies/webhooks.ts'

export function deliverySummary({
  body: _body,
  seal: _seal,
  followsSetting: _follows,
  url,
  ...delivery
}: Delivery): DeliverySummaryBody {
  return { ...delivery, url: withoutQuery(url) }
}

/** With what was sent, which is masked, and every try. */
export function deliveryDetails(delivery: Delivery, attempts: readonly DeliveryAttempt[]): DeliveryDetailsBody {
  return { ...deliverySummary(delivery), body: delivery.body, tries: attempts }
}

/** Some put a secret of their own behind the question mark. */
function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '?...')
}

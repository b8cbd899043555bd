// What the feed and webhooks need from outside.

import type { Audit } from '../audit/index.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Identifiers } from '../kernel/identifiers.ts'
import type { Vault } from '../keys/index.ts'
import type { Store, Timeouts } from '../payments/index.ts'
import type { EventFeed } from './ports/events.ts'
import type { Deliveries, Notifier, WebhookSettingsStore } from './ports/webhooks.ts'

export interface EventDependencies {
  readonly store: Store
  readonly feed: EventFeed
  readonly vault: Vault
  readonly audit: Audit
  /** Each merchant's settings for notifications. */
  readonly webhookSettings: WebhookSettingsStore
  /** Notifications and their delivery. */
  readonly deliveries: Deliveries
  /** The only part that calls addresses which merchants name. */
  readonly notifier: Notifier
  readonly clock: Clock
  readonly identifiers: Identifiers
  readonly timeouts: Timeouts
}

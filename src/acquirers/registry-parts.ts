// What the registry of acquirer links needs.

import type { Clock } from '../kernel/clock.ts'
import type { Acquirer } from '../payments/ports/acquirer.ts'
import type { AcquirerAdapter, LinkContext } from './adapter.ts'
import type { GuardState } from './guard.ts'
import type { ExchangedMessages } from './ports/exchanged-messages.ts'
import type { Link, LinkStore } from './ports/link-store.ts'

export interface RegistryParts {
  readonly store: Pick<LinkStore, 'list' | 'countOpen'>
  readonly adapters: readonly AcquirerAdapter[]
  /** By the name of their adapter: a provider answers for its own payments as an acquirer does, and has no link. */
  readonly acquirersWithoutLink?: ReadonlyMap<string, Acquirer>
  readonly contextOf: (
    adapter: AcquirerAdapter,
    link: Link,
  ) => Pick<LinkContext, 'database' | 'databases' | 'seals' | 'log' | 'isProduction' | 'acquirerHosts'>
  readonly clock: Clock
  /** How long an acquirer may take to respond. */
  readonly answerMs: number
  /** Opens enabled links at once, so that their state is known before the first payment. */
  readonly isEager?: boolean
  /** Keeps the messages that are exchanged; without it none are. */
  readonly messages?: Pick<ExchangedMessages, 'keep'>
  /** Settings from elsewhere, such as the environment, in place of the stored ones. */
  readonly settingsOf?: (linkId: string) => LinkContext['settings']
  /** Around each opened link, for measuring. */
  readonly wrap?: (acquirer: Acquirer, linkId: string) => Acquirer
  readonly onStateChange?: (linkId: string, state: GuardState) => void
  readonly onProblem?: (linkId: string, problem: string) => void
  /** Time that has passed, also while the machine was suspended. */
  readonly nowMs?: () => number
}

// Opens a revision of an acquirer link with its adapter, and guards what was opened: what it needs, the registry of links needs, too.

import { addressFaultOf } from '../kernel/acquirer-hosts.ts'
import type { Clock } from '../kernel/clock.ts'
import { explanationText } from '../kernel/explanation.ts'
import type { Acquirer } from '../payments/index.ts'
import type { AcquirerAdapter, LinkContext, OpenedLink } from './adapter.ts'
import { type Guard, type GuardState, guardLink } from './guard.ts'
import { type ExchangedMessages, recorderOf } from './ports/exchanged-messages.ts'
import type { Link, LinkStore, SettingsRevision } from './ports/link-store.ts'
import { openRedactedLink } from './redaction/redacted-link.ts'
import { completeSchema, withDefaults } from './rules/link.ts'

interface RevisionOpener {
  /** Undefined, with a report, when it cannot be opened. */
  openRevision(link: Link, revision: SettingsRevision): OpenedLink | undefined
  guardOf(link: Link, revision: SettingsRevision, opened: OpenedLink): Guard
}

export function revisionOpener(
  parts: RegistryParts,
  adapters: ReadonlyMap<string, AcquirerAdapter>,
  report: (linkId: string, problem: string) => void,
): RevisionOpener {
  const { clock, answerMs } = parts
  return {
    openRevision(link, { revision, settings, secrets }) {
      const { linkId } = link
      const adapter = adapters.get(link.adapter)
      if (!adapter) {
        report(linkId, `there is no adapter ${link.adapter}`)
        return undefined
      }
      const merged = { ...settings, ...secrets, ...parts.settingsOf?.(linkId) }
      const complete = withDefaults(completeSchema(adapter.settings), merged)
      const { acquirerHosts } = parts.contextOf(adapter, link)
      const fault = acquirerHosts && addressFaultOf(adapter.settings, complete, acquirerHosts)
      if (fault) {
        report(linkId, `its revision ${revision} is not opened: ${fault.setting} ${explanationText(fault.reason)}`)
        return undefined
      }
      try {
        const context = { ...parts.contextOf(adapter, link), ...recorderOf(parts.messages, { linkId, revision }) }
        return openRedactedLink(adapter, { linkId, revision, settings: complete, clock, ...context })
      } catch (error) {
        report(linkId, `revision ${revision} could not be opened: ${(error as Error).message}`)
        return undefined
      }
    },

    guardOf(link, { settings }, opened) {
      const schema = completeSchema(adapters.get(link.adapter)?.settings ?? { properties: {} })
      const { requestsMax, queueMax, failuresMax } = withDefaults(schema, settings)
      return guardLink(opened, {
        requestsMax: Number(requestsMax),
        queueMax: Number(queueMax),
        failuresMax: Number(failuresMax),
        answerMs,
        clock,
        onStateChange: (state) => parts.onStateChange?.(link.linkId, state),
      })
    },
  }
}

/** What the registry of acquirer links needs. */
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

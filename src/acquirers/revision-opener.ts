// Opens a revision of an acquirer link with its adapter, and guards what was opened.

import { addressFaultOf } from '../kernel/acquirer-hosts.ts'
import { explanationText } from '../kernel/explanation.ts'
import type { AcquirerAdapter, OpenedLink } from './adapter.ts'
import { type Guard, guardLink } from './guard.ts'
import { recorderOf } from './ports/exchanged-messages.ts'
import type { Link, SettingsRevision } from './ports/link-store.ts'
import { openRedactedLink } from './redaction/redacted-link.ts'
import type { RegistryParts } from './registry-parts.ts'
import { completeSchema, withDefaults } from './rules/link.ts'

export interface RevisionOpener {
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

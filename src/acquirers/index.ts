// What the other folders may use of acquirers.
export type { AcquirerAdapter, LinkContext, LinkEnvironment, OpenedLink } from './adapter.ts'
export { acquirerAdapters } from './adapters.ts'
export { checkAdapterSettings } from './check-settings.ts'
export { type CheckReport, type ConformanceSubject, optionalKinds, runConformance } from './conformance/index.ts'
export { createAcquirers, type LinkDependencies } from './create-acquirers.ts'
export { iso8583Settings } from './iso8583/settings/setting-rows.ts'
export { AdapterFailure, loadAdapter, loadAdapters } from './load-adapters.ts'
export {
  createLink,
  type LinkAdministrationDependencies,
  type LinkCreation,
  type LinkResult,
  type LinkUpdate,
  planCreation,
  planUpdate,
  setLinkEnabled,
  updateLink,
} from './operations/manage-links.ts'
export type { AdapterCatalogue, AdapterDescription, SettingFault } from './ports/adapter-catalogue.ts'
export type { ExchangedMessages, MessageRecord } from './ports/exchanged-messages.ts'
export type { LinkResponses, ResponseCount } from './ports/link-responses.ts'
export type { ConnectionState, LinkState, LinkStates } from './ports/link-states.ts'
export type { Link, LinkChange, LinkStore, OpenOnRevision, SettingsRevision } from './ports/link-store.ts'
export { linkWriter } from './postgres/link-writer.ts'
export { openLinkRedactor } from './redaction/redactor.ts'
export { type LinkRegistry, openLinkRegistry } from './registry.ts'
export { completeSchema, linkIdPattern, settingValueOf, withDefaults } from './rules/link.ts'

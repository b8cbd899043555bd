// The acquirer adapters of an installation, for those who create and change links.
import type { Explanation } from '../../kernel/explanation.ts'
import type { SettingsSchema, SettingValues } from '../../kernel/settings-schema.ts'

export interface AdapterDescription {
  readonly name: string
  readonly title: string
  readonly isSimulator: boolean
  /** Payers can pay on the sites of the acquirer's providers. */
  readonly hasProviders: boolean
  /** The adapter's settings and those that every link has. */
  readonly settings: SettingsSchema
}

export interface SettingFault {
  readonly setting: string
  /** Completes a sentence that begins with the setting: "must be one of ...". A plain text is shown in English. */
  readonly reason: string | Explanation
}

/** Settings that work, and protect less than they could. */
export interface SettingWarning {
  readonly setting: string
  /** A sentence. A plain text is shown in English. */
  readonly text: string | Explanation
}

export interface AdapterCatalogue {
  list(): readonly AdapterDescription[]
  find(name: string): AdapterDescription | undefined
  /** Undefined when the values fit the adapter. */
  check(name: string, values: SettingValues): SettingFault | undefined
  /** What operators should know about values that fit. */
  warningsOf(name: string, values: SettingValues): readonly SettingWarning[]
}

// The schema of the settings of an acquirer link, as its adapter declares it.

export type SettingValue = string | number | boolean
export type SettingValues = Readonly<Record<string, SettingValue>>

/** JSON Schema of one setting, with two words of our own. */
export interface SettingSchema {
  readonly type: 'string' | 'integer' | 'boolean'
  readonly title: string
  readonly description?: string
  readonly default?: SettingValue
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  /** Says where the link leads or how it is protected: address, ids, dialect, server name, authorities, TLS, MAC. */
  readonly isIdentity?: true
  /** Sealed in the vault and never shown again. */
  readonly isSecret?: true
  /** Where a connection leads: a URL, or host:port separated by commas. Held against the operator's list of hosts. */
  readonly address?: 'URL' | 'HOST_AND_PORT_LIST'
  /** The setting is a control, and this value protects least. */
  readonly weakest?: SettingValue
  /** A control that is a list separated by commas: a new entry that matches this pattern protects less. */
  readonly weakeningEntry?: string
  /** Several lines of text, such as a certificate. */
  readonly isMultiline?: true
}

export interface SettingsSchema {
  readonly properties: Readonly<Record<string, SettingSchema>>
  readonly required?: readonly string[]
}

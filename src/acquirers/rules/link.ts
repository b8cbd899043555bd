// An acquirer link's settings: what its adapter's schema says of them, and what a change of them means. Identity settings
// say where the link leads and how it is protected; a change of one makes a new revision, to which no secret is carried
// over: a secret belongs to the address that it was entered for. All others are tuning and change in place.

import type { SettingSchema, SettingsSchema, SettingValue, SettingValues } from '../../kernel/settings-schema.ts'
/** A link's id appears in commands, metrics and rows. */
export const linkIdPattern = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/

/** Settings that every link has; an adapter may declare its own row for one, with another default. */
export const commonSettings = {
  requestsMax: {
    type: 'integer',
    title: 'Requests in flight',
    description: 'Maximum number of concurrent payment requests of a process.',
    default: 256,
    minimum: 1,
    maximum: 10_000,
  },
  queueMax: {
    type: 'integer',
    title: 'Queued requests',
    description: 'Maximum number of requests that wait for a free slot; beyond that they are not sent.',
    default: 256,
    minimum: 0,
    maximum: 10_000,
  },
  failuresMax: {
    type: 'integer',
    title: 'Failures in a row',
    description:
      'Unsent or unanswered requests in a row after which the link is checked, and taken as down if the check fails.',
    default: 5,
    minimum: 1,
    maximum: 1_000,
  },
} as const satisfies Readonly<Record<string, SettingSchema>>

/** The adapter's settings and the common ones. */
export function completeSchema({ properties, required }: SettingsSchema): SettingsSchema {
  return { properties: { ...properties, ...commonSettings, ...own(properties) }, required: required ?? [] }
}

/** An adapter's row for a common setting wins; the order stays: its own settings first. */
function own(properties: SettingsSchema['properties']): SettingsSchema['properties'] {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => name in commonSettings))
}

export function withDefaults({ properties }: SettingsSchema, values: SettingValues): SettingValues {
  const complete: Record<string, SettingValue> = {}
  for (const [name, { default: usual }] of Object.entries(properties)) {
    const value = values[name] ?? usual
    if (value !== undefined) complete[name] = value
  }
  return complete
}

/** Secrets are stored apart from the other settings. */
export function splitSecrets(
  { properties }: SettingsSchema,
  values: SettingValues,
): { readonly settings: SettingValues; readonly secrets: SettingValues } {
  const entries = Object.entries(values)
  const isSecret = ([name]: readonly [string, SettingValue]) => properties[name]?.isSecret === true
  return {
    settings: Object.fromEntries(entries.filter((entry) => !isSecret(entry))),
    secrets: Object.fromEntries(entries.filter(isSecret)),
  }
}

/** What a text stands for; undefined when it is no value of this type. */
export function settingValueOf(type: SettingSchema['type'], text: string): SettingValue | undefined {
  if (type === 'string') return text
  if (type === 'integer') return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined
  return text === 'true' ? true : text === 'false' ? false : undefined
}

export interface SettingChanges {
  readonly given: SettingValues
  /** Back to their defaults. */
  readonly unset?: readonly string[] | undefined
}

export function applyChanges(values: SettingValues, { given, unset = [] }: SettingChanges): SettingValues {
  return Object.fromEntries(Object.entries({ ...values, ...given }).filter(([name]) => !unset.includes(name)))
}

/** The settings whose effective values differ: writing a default down is not a change of identity. */
export function changedSettings(
  schema: SettingsSchema,
  before: SettingValues,
  after: SettingValues,
): readonly string[] {
  const [old, fresh] = [withDefaults(schema, before), withDefaults(schema, after)]
  return Object.keys(schema.properties).filter((name) => old[name] !== fresh[name])
}

export function isIdentityChange({ properties }: SettingsSchema, changed: readonly string[]): boolean {
  return changed.some((name) => properties[name]?.isIdentity === true)
}

/** The secrets of a revision that its successor does not inherit, and that a change neither enters again nor removes. */
export function secretsToEnterAgain(secrets: SettingValues, { given, unset = [] }: SettingChanges): readonly string[] {
  return Object.keys(secrets).filter((name) => given[name] === undefined && !unset.includes(name))
}

/** The controls that a change weakens: their new value is the one that protects least, or holds an entry that protects less. */
export function weakenedSettings(
  schema: SettingsSchema,
  before: SettingValues,
  after: SettingValues,
): readonly string[] {
  const [old, fresh] = [withDefaults(schema, before), withDefaults(schema, after)]
  return Object.entries(schema.properties)
    .filter(
      ([name, { weakest, weakeningEntry }]) =>
        (weakest !== undefined && fresh[name] === weakest && old[name] !== weakest) ||
        (weakeningEntry !== undefined && hasNewEntry(weakeningEntry, old[name], fresh[name])),
    )
    .map(([name]) => name)
}

function hasNewEntry(pattern: string, before: SettingValue | undefined, after: SettingValue | undefined): boolean {
  const entriesOf = (list: SettingValue = '') => String(list).split(/\s*,\s*/)
  const [known, expression] = [entriesOf(before), new RegExp(pattern)]
  return entriesOf(after).some((entry) => expression.test(entry) && !known.includes(entry))
}

// The settings of an acquirer link as they are typed, and why they were refused, in sentences that the console translates.

import { type LinkResult, settingValueOf } from '../../acquirers/index.ts'
import { asSentence, type Explanation, explain } from '../../kernel/explanation.ts'
import type { SettingsSchema, SettingValue, SettingValues } from '../../kernel/settings-schema.ts'
import { consoleRefusal, unknownResource } from '../responses.ts'
import type { ConsoleRefusal } from '../route.ts'

/** Without a setting, the reason is a sentence. An adapter from outside has words of its own. */
export function settingRefusal(setting: string | undefined, reason: string | Explanation): ConsoleRefusal {
  if (typeof reason === 'string') {
    const explanation = explain('The adapter does not accept the value: {reason}.', { reason })
    return consoleRefusal(422, 'FIELD_INVALID', explanation, setting && `settings.${setting}`)
  }
  if (setting === undefined) return consoleRefusal(422, 'FIELD_INVALID', reason)
  return consoleRefusal(422, 'FIELD_INVALID', asSentence(reason), `settings.${setting}`)
}

export type TypedSettings = readonly { readonly name: string; readonly value: string }[]

/** The texts of a form as values of the adapter's settings. What an unknown setting says is refused with its name later. */
export function readSettingValues(
  schema: SettingsSchema | undefined,
  settings: TypedSettings = [],
): { readonly given: SettingValues } | ConsoleRefusal {
  const input: Record<string, SettingValue> = {}
  for (const { name, value } of settings) {
    const row = schema && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
    const read = row ? settingValueOf(row.type, value) : value
    if (read === undefined)
      return settingRefusal(
        name,
        row?.type === 'integer' ? explain('must be a whole number') : explain('must be true or false'),
      )
    input[name] = read
  }
  return { given: input }
}

export const unknownLink = unknownResource('acquirer link')

export function linkRefusal(result: Exclude<LinkResult, { kind: 'DONE' }>): ConsoleRefusal {
  switch (result.kind) {
    case 'TAKEN':
      return consoleRefusal(409, 'TAKEN', 'An acquirer link with this id already exists.', 'linkId')
    case 'UNKNOWN_LINK':
      return unknownLink
    case 'REFUSED':
      return settingRefusal(result.setting, result.reason)
  }
}

// What users choose for themselves: language, time zone, columns of lists, saved views, keys.
import { boolean, enumeration, string } from '../../contract/field-types.ts'
import { group, list, required } from '../../contract/row.ts'
import { explain } from '../../kernel/explanation.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { consoleLanguages, isTimeZone, savedViewsMax, type UserPreferences } from '../../users/rules/preferences.ts'
import { type ConsoleContext, signedInUser } from '../context.ts'
import { refuseNote } from '../fields.ts'
import { withBody } from '../read-fields.ts'
import { consoleRefusal, okResponse } from '../responses.ts'
import type { ConsoleRefusal, ConsoleRoute } from '../route.ts'

const listName = required(string(1, 40))

const preferenceRows = {
  language: enumeration(consoleLanguages),
  timeZone: string(1, 64),
  hasKeyShortcuts: boolean(),
  columns: list(group({ list: listName, shown: required(list(string(1, 60))) })),
  views: list(group({ list: listName, name: required(string(1, 60)), query: required(string(1, 1_000)) })),
} as const

export function preferenceServices({ ports }: ConsoleContext): readonly ConsoleRoute[] {
  return [
    {
      method: 'PUT',
      path: '/preferences',
      purpose: 'Changes the given preferences of the user: language, time zone, columns, saved views, shortcuts.',
      access: { kind: 'SELF' },
      handle: withBody(preferenceRows, async (input, call) => {
        const change: UserPreferences = omitUndefined(input)
        const refused = refusePreferences(change)
        if (refused) return refused
        return okResponse<UserPreferences>(await ports.preferences.change(signedInUser(call), change))
      }),
    },
  ]
}

function refusePreferences({ timeZone, views = [], columns = [] }: UserPreferences): ConsoleRefusal | undefined {
  if (timeZone !== undefined && !isTimeZone(timeZone))
    return consoleRefusal(422, 'FIELD_INVALID', 'There is no such time zone.', 'timeZone')
  if (views.length > savedViewsMax || columns.length > savedViewsMax)
    return consoleRefusal(
      422,
      'FIELD_INVALID',
      explain('A maximum of {number} can be saved.', { number: savedViewsMax }),
      'views',
    )
  const texts = views.flatMap(({ name, query }) => [name, query])
  return texts.map((text) => refuseNote(text, 'views')).find((refusal) => refusal !== undefined)
}

// What signed-in users change about themselves: preferences and e-mail address.
import { boolean, enumeration, string } from '../../contract/field-types.ts'
import { group, list, required } from '../../contract/row.ts'
import { explain } from '../../kernel/explanation.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { User } from '../../kernel/user.ts'
import {
  confirmEmail,
  consoleLanguages,
  isTimeZone,
  type SentCodeResult,
  savedViewsMax,
  sendEmailCode,
  setOwnEmail,
  type UserPreferences,
} from '../../users/index.ts'
import { signedOut } from '../access.ts'
import { type ConsoleContext, signedInUser } from '../context.ts'
import { refuseNote, withBody } from '../fields.ts'
import { consoleRefusal, noContent, okResponse } from '../responses.ts'
import type { ConsoleCall, ConsoleRefusal, ConsoleResponse, ConsoleRoute } from '../route.ts'

/** What users choose for themselves: language, time zone, columns of lists, saved views, keys. */
const listName = required(string(1, 40))

const preferenceRows = {
  language: enumeration(consoleLanguages),
  timeZone: string(1, 64),
  hasKeyShortcuts: boolean(),
  columns: list(group({ list: listName, shown: required(list(string(1, 60))) })),
  views: list(group({ list: listName, name: required(string(1, 60)), query: required(string(1, 1_000)) })),
} as const

export function preferenceServices({ dependencies }: ConsoleContext): readonly ConsoleRoute[] {
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
        return okResponse<UserPreferences>(await dependencies.preferences.change(signedInUser(call), change))
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

/**
 * The address that a user's alerts go to. Another address, and the code that confirms it, need a recent second
 * factor.
 */
export function ownEmailServices({ dependencies }: ConsoleContext): readonly ConsoleRoute[] {
  const access = { kind: 'USER', permission: 'VIEW', isSensitive: true } as const
  const userResponse = async (call: ConsoleCall): Promise<ConsoleResponse> => {
    const user = await dependencies.users.find(signedInUser(call))
    return user ? okResponse<User>(user) : signedOut
  }
  return [
    {
      method: 'PUT',
      path: '/email',
      purpose: 'Sets or removes the user’s e-mail address; a new one must be confirmed.',
      access,
      handle: withBody({ address: required(string(0, 254)) }, async ({ address }, call) => {
        const result = await setOwnEmail(signedInUser(call), address.trim(), dependencies)
        return result.kind === 'SET' ? userResponse(call) : notAnAddress
      }),
    },
    {
      method: 'POST',
      path: '/email/code',
      purpose: 'Sends a code to the user’s e-mail address.',
      access,
      async handle(call) {
        const { kind } = await sendEmailCode(signedInUser(call), dependencies)
        return kind === 'SENT' ? noContent : codeRefusals[kind]
      },
    },
    {
      method: 'PUT',
      path: '/email/code',
      purpose: 'Confirms the user’s e-mail address with the code.',
      access,
      handle: withBody({ code: required(string(1, 40)) }, async ({ code }, call) => {
        const { kind } = await confirmEmail(signedInUser(call), code, dependencies)
        return kind === 'CONFIRMED' ? userResponse(call) : wrongCode
      }),
    },
  ]
}

export const notAnAddress = consoleRefusal(422, 'FIELD_INVALID', 'This is not a valid e-mail address.', 'email')

const codeRefusals = {
  NO_MAIL_SERVER: consoleRefusal(409, 'NO_MAIL_SERVER', 'The gateway has no mail server. The operator can set one up.'),
  NO_ADDRESS: consoleRefusal(409, 'NO_ADDRESS', 'You have no e-mail address.'),
  ALREADY_CONFIRMED: consoleRefusal(409, 'ALREADY_CONFIRMED', 'The e-mail address is already confirmed.'),
  TOO_MANY: consoleRefusal(429, 'TOO_MANY', 'Too many codes were sent today. Try again tomorrow.'),
} as const satisfies Readonly<Record<Exclude<SentCodeResult['kind'], 'SENT'>, ConsoleRefusal>>

const wrongCode = consoleRefusal(
  403,
  'WRONG_CODE',
  'The code is incorrect or no longer valid. After five incorrect codes, request a new one.',
  'code',
)

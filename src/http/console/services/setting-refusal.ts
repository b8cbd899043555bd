// Why the settings of an acquirer link were refused, in sentences that the console translates.
import { asSentence, type Explanation, explain } from '../../../domain/explanation.ts'
import { consoleRefusal } from '../responses.ts'
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

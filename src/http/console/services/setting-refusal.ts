// Why a setting of an acquirer link was refused, in sentences that the console translates.
import { type Explanation, explain } from '../../../domain/explanation.ts'
import { consoleRefusal } from '../responses.ts'
import type { ConsoleRefusal } from '../route.ts'

const sentences: Readonly<Record<string, string>> = {
  'is not a setting of this adapter': 'The adapter has no such setting.',
  'is missing': 'The value is missing.',
  'must be a whole number': 'The value must be a whole number.',
  'must be true or false': 'The value must be true or false.',
  'does not have the required form': 'The value does not have the required form.',
}

/** By the beginning of the reason; its rest is the value. */
const withValues: Readonly<Record<string, (value: string) => Explanation>> = {
  'must be one of ': (value) => explain('The value must be one of {value}.', { value }),
  'must be >= ': (value) => explain('The value must be at least {value}.', { value }),
  'must be <= ': (value) => explain('The value must be at most {value}.', { value }),
}

export function settingRefusal(setting: string, reason: string): ConsoleRefusal {
  return consoleRefusal(422, 'FIELD_INVALID', explanationOf(reason), `settings.${setting}`)
}

/** An adapter's own check has words of its own. */
function explanationOf(reason: string): string | Explanation {
  const known = Object.hasOwn(sentences, reason) ? sentences[reason] : undefined
  if (known !== undefined) return known
  const [start = '', explained] = Object.entries(withValues).find(([each]) => reason.startsWith(each)) ?? []
  if (explained) return explained(reason.slice(start.length))
  return explain('The adapter does not accept the value: {reason}.', { reason })
}

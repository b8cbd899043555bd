// A refusal of the gateway, or none at all because it could not be reached.

import type { ConsoleProblem } from '../../../../src/console/route.ts'
import type { Explanation } from '../../../../src/kernel/explanation.ts'
import { english, t } from '../language/text.ts'

export class ApiProblem extends Error {
  readonly status: number
  readonly code: string
  readonly field: string | undefined
  readonly explained: ConsoleProblem['explained']

  constructor(status: number, { code, explanation, explained, field }: ConsoleProblem) {
    super(explanation)
    this.name = 'ApiProblem'
    this.status = status
    this.code = code
    this.field = field
    this.explained = explained
  }
}

export const unreachable: ConsoleProblem = {
  code: 'UNREACHABLE',
  explanation: english('The gateway cannot be reached. Check your connection and try again.'),
}

/** The message that the user sees for an error. */
export function problemText(error: unknown): string {
  if (error instanceof ApiProblem) return explanationText(error)
  // A part of the page could not be loaded: without a connection nothing is wrong with the page itself.
  if (navigator.onLine === false) return t(unreachable.explanation)
  return t('Something went wrong on this page. Reload it and try again.')
}

/** The gateway explains in English, with the values of its sentences apart where they have some. */
function explanationText({ message, explained }: ApiProblem): string {
  return explained ? explainedText(explained) : t(message)
}

/** Sentence by sentence. */
export function explainedText({ sentence, values, next }: Explanation): string {
  const text = t(sentence, values)
  return next ? `${text} ${explainedText(next)}` : text
}

export function isProblem(error: unknown, code: string): error is ApiProblem {
  return error instanceof ApiProblem && error.code === code
}

/** For the `error` of an input: what the refusal says about this field. */
export function fieldProblem(error: unknown, field: string): string | undefined {
  return error instanceof ApiProblem && error.field === field ? explanationText(error) : undefined
}

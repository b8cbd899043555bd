// A refusal of the gateway, or none at all because it could not be reached.
import type { ConsoleProblem } from '../../../../src/http/console/route.ts'

export class ApiProblem extends Error {
  readonly status: number
  readonly code: string
  readonly field: string | undefined

  constructor(status: number, { code, explanation, field }: ConsoleProblem) {
    super(explanation)
    this.name = 'ApiProblem'
    this.status = status
    this.code = code
    this.field = field
  }
}

export const unreachable: ConsoleProblem = {
  code: 'UNREACHABLE',
  explanation: 'The gateway cannot be reached. Check your connection and try again.',
}

/** The message that the user sees for an error. */
export function problemText(error: unknown): string {
  return error instanceof ApiProblem ? error.message : 'Something went wrong on this page. Reload it and try again.'
}

export function isProblem(error: unknown, code: string): error is ApiProblem {
  return error instanceof ApiProblem && error.code === code
}

/** For the `error` of an input: what the refusal says about this field. */
export function fieldProblem(error: unknown, field: string): string | undefined {
  return error instanceof ApiProblem && error.field === field ? error.message : undefined
}

// Reads the body or the query of a call by rows of the contract's kind, so that names and bounds are defined once.
import type { JsonObject } from '../contract/json/json.ts'
import { compileReader, type RequestReader } from '../contract/read.ts'
import type { Infer, Rows } from '../contract/row.ts'
import { isRejection } from '../kernel/rejection.ts'
import type { Values } from '../kernel/values.ts'
import { refuseCardNumbers } from './fields.ts'
import { refusalForRejection } from './responses.ts'
import type { ConsoleCall, ConsoleResponse } from './route.ts'

type Handle = (call: ConsoleCall) => Promise<ConsoleResponse>

/** A service that reads a body, and by which rows. */
export interface BodyHandle extends Handle {
  readonly bodyRows: Rows
}

/** The service with its body read; one that breaks a row, or has a card number in a free text, is answered with 422 and the field. */
export function withBody<const R extends Rows>(
  rows: R,
  handle: (input: Infer<R>, call: ConsoleCall) => Promise<ConsoleResponse>,
): BodyHandle {
  const read = reading(
    rows,
    ({ body }) => body,
    async (input, call) => refuseCardNumbers(rows, input as Values) ?? handle(input, call),
  )
  return Object.assign(read, { bodyRows: rows })
}

/** The same with the query, where everything is text. */
export function withQuery<const R extends Rows>(
  rows: R,
  handle: (input: Infer<R>, call: ConsoleCall) => Promise<ConsoleResponse>,
): Handle {
  return reading(rows, ({ query }) => ({ ...query }), handle)
}

function reading<R extends Rows>(
  rows: R,
  partOf: (call: ConsoleCall) => JsonObject,
  handle: (input: Infer<R>, call: ConsoleCall) => Promise<ConsoleResponse>,
): Handle {
  let reader: RequestReader | undefined
  return async (call) => {
    reader ??= compileReader(rows)
    const read = reader(partOf(call))
    return isRejection(read) ? refusalForRejection(read) : handle(read as Infer<R>, call)
  }
}

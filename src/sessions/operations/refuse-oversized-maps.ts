// Members that merchants name themselves add up over several updates of a session; together they must stay within the
// limits of one request.

import { type Rejection, reject } from '../../kernel/rejection.ts'
import type { Values } from '../../kernel/values.ts'
import { canonicalSessionValues } from '../contract/session-values.ts'

const { order, risk } = canonicalSessionValues

const maps = { order: order.rows.custom, risk: risk.rows.custom } as const

export function refuseOversizedMaps(values: Values): Rejection | undefined {
  for (const [group, { entriesMax, bytesMax }] of Object.entries(maps)) {
    const { custom } = (values[group] ?? {}) as { custom?: Readonly<Record<string, string>> }
    if (!custom) continue
    const texts = Object.values(custom)
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
    const field = `${group}.custom`
    if (entriesMax !== undefined && texts.length > entriesMax)
      return invalid(
        field,
        `It must not have more than ${entriesMax} members, but has ${texts.length} with this update.`,
      )
    if (bytesMax !== undefined && bytes > bytesMax)
      return invalid(field, `It must not hold more than ${bytesMax} bytes in all, but holds ${bytes} with this update.`)
  }
  return undefined
}

function invalid(field: string, explanation: string): Rejection {
  return reject('FIELD_INVALID', `Value is invalid. ${explanation}`, { field })
}

// What was recorded while the tests ran: statements of the gateway, each once, whatever the number of its rows.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import v8 from 'node:v8'

export interface RecordedStatement {
  /** The file that sends it. */
  readonly source: string
  /** Without line breaks, numbers of parameters, and repeated rows of values. */
  readonly form: string
  readonly examples: readonly { readonly text: string; readonly values: readonly unknown[] }[]
}

/** Plans depend on values, and a few examples show it. */
const examplesMax = 6

/** Simulated outside parties keep their books in tables of their own, which are not distributed. */
const isOfTheGateway = (source: string) =>
  !/\/simulator\/|\/embedded\/|src\/platform\/postgres\/(cluster|migrate)|src\/installation\/backup|\.test\.ts$/.test(
    source,
  )

export function readRecorded(folder: string): readonly RecordedStatement[] {
  const found = new Map<string, { source: string; form: string; examples: { text: string; values: unknown[] }[] }>()
  for (const file of readdirSync(folder))
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
      if (line === '') continue
      const { text, source, values } = JSON.parse(line) as { text: string; source: string; values: string }
      if (!isOfTheGateway(source) || !/^\s*(select|insert|update|delete|with|merge|declare)\b/i.test(text)) continue
      const form = formOf(text)
      const statement = found.get(form) ?? { source, form, examples: [] }
      found.set(form, statement)
      if (statement.examples.length < examplesMax) statement.examples.push({ text, values: decoded(values) })
    }
  return [...found.values()]
}

export function formOf(text: string): string {
  return text
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$\d+/g, '$')
    .replaceAll(/\blimit \d+/g, 'limit n')
    .replaceAll(/(\((?:[^()]|\([^()]*\))*\))(?:, ?\1)+/g, (rows, row: string) =>
      row.includes('$') ? `${row}, ...` : rows,
    )
    .trim()
}

function decoded(values: string): unknown[] {
  return (v8.deserialize(Buffer.from(values, 'base64')) as unknown[]).map(withBuffers)
}

/** Bytes come back as plain arrays, which the driver would write otherwise. */
function withBuffers(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value)
  return Array.isArray(value) ? value.map(withBuffers) : value
}

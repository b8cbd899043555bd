// An example as a command to paste.

import type { Operation } from '../../src/contract/operation.ts'
import { type Example, exampleFor } from '../../src/contract/reference/examples.ts'
import { blocks, fenced } from './markdown.ts'
import { type Step, spanText } from './steps.ts'

/** The newest version's example, and those of older versions whose body must differ. */
export function exampleSection(operation: Operation, steps: readonly Step[]): string {
  const shown: Example[] = []
  const parts: string[] = []
  for (const [index, step] of [...steps.entries()].toReversed()) {
    const example = exampleFor(operation.name, step.to)
    if (shown.includes(example)) continue
    shown.push(example)
    const isNewest = index === steps.length - 1
    const span = spanText(steps, { first: firstStepOf(operation, steps, example), last: index })
    parts.push(blocks(!isNewest && `In versions ${span}:`, command(operation, example, step.to)).trimEnd())
  }
  const introduction =
    'For a sandbox that runs in this folder. Where a request follows another one, its ids are those of the other example.'
  return [introduction, ...parts].join('\n\n')
}

function firstStepOf(operation: Operation, steps: readonly Step[], example: Example): number {
  return steps.findIndex(({ from }) => exampleFor(operation.name, from) === example)
}

function command({ route }: Operation, { merchantId, ids, body }: Example, version: number): string {
  const path = route.path.replace(/:(\w+)/g, (_, id: string) => encodeURIComponent(ids[id] ?? ''))
  const url = `http://localhost:8080/api/rest/version/${version}/merchant/${merchantId}${path}`
  const [method = 'GET'] = route.methods
  const lines = [`curl -X ${method} "${url}"`, `-u "merchant.${merchantId}:$(cat .tollgate/sandbox-password)"`]
  if (body) lines.push(`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body, undefined, 2)}'`)
  return fenced('sh', lines.join(' \\\n  '))
}

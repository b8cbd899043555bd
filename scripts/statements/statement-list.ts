// The list of statements as a file: by the file that sends them, each with how a distributed database runs it.
import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import type { ReplayedStatement } from './replay.ts'

export const statementListFile = resolve(
  import.meta.dirname,
  '../../src/platform/postgres/cluster/distributed-statements.txt',
)

const heading = `# Every statement that the gateway and its commands send, and how a distributed database runs it. Written by
# "npm run statements"; see docs/operating/distributed-postgresql.md.
`
const widthMax = 150

export function statementList(statements: readonly ReplayedStatement[]): string {
  const bySource = [...Map.groupBy(statements, ({ source }) => source)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const sections = bySource.map(([source, members]) => {
    const lines = members.map(({ form, plan }) => `  ${plan.name.padEnd(24)} ${shortened(form)}`)
    return [source, ...new Set(lines.toSorted())].join('\n')
  })
  return `${heading}\n${sections.join('\n\n')}\n`
}

/** A hash stands for the end of a long statement, therefore a change there is seen in review. */
function shortened(form: string): string {
  if (form.length <= widthMax) return form
  const hash = createHash('sha256').update(form).digest('hex').slice(0, 8)
  return `${form.slice(0, widthMax)}... ${hash}`
}

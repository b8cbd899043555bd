// What is written into documents: the table of docs/operating/distributed-postgresql.md, made from the list that the commands use.

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { placementTableRows } from '../src/platform/postgres/cluster/table-placements.ts'

export const distributedPageFile = resolve(import.meta.dirname, '..', 'docs', 'operating', 'distributed-postgresql.md')

/** The page as it is, with the table as it should be. */
export function distributedPage(): string {
  const page = readFileSync(distributedPageFile, 'utf8')
  const table = ['| Type | Column | Tables |', '|---|---|---|', ...placementTableRows()].join('\n')
  return page.replace(/\| Type \| Column \| Tables \|\n(?:\|.*\n)+/, () => `${table}\n`)
}

// What waits for the jobs of a gateway, of all merchants, by one query: with a search for each job, gateways without any work would
// keep the database busy, above all a distributed one, where each search asks every part of a table.

import { beginByIndex } from '../payments/postgres/claim-due.ts'
import type { DueSearch } from '../platform/jobs/job.ts'
import { type Database, inUnitOfWork, prepared } from '../platform/postgres/database.ts'
import type { DueRows } from '../platform/postgres/due-rows.ts'

const searchOf = ({ from, id, where }: DueRows) =>
  `select ${id} as id from ${from}${where === undefined ? '' : ` where ${where}`}`

/** One server looks at an index for each of them and no further than to the first row. */
function oneServerTextFor(searches: readonly DueSearch[]): string {
  const kinds = searches.map(
    ({ kind, rows }) => `('${kind}', ${rows.map((row) => `exists (${searchOf(row)})`).join(' or ')})`,
  )
  return `select work from (values
${kinds.join(',\n')}) as kinds (work, is_due)
where is_due`
}

/** With several nodes it is sent as it is to each part of the tables, which are placed together: one task for each part. */
function nodesTextFor(searches: readonly DueSearch[]): string {
  const parts = searches.flatMap(({ kind, rows }) =>
    rows.map((row) => `select id, '${kind}'::text as work from (${searchOf(row)}) due`),
  )
  return `select work from (
${parts.join('\nunion all\n')}) all_due
group by work`
}

/** How due work is found. A search costs far more on a distributed database, therefore it is made less often there. */
export interface DueWorkSearch {
  /** Which kinds of work are due, among those that are searched for. */
  finderOf(searches: readonly DueSearch[]): () => Promise<ReadonlySet<string>>
  readonly everyMs: number
  /** While neither this process nor a search has met any work. */
  readonly idleMs: number
}

export function searchOneServer(database: Database): DueWorkSearch {
  return {
    finderOf(searches) {
      const read = prepared('read-due-work', oneServerTextFor(searches))
      const search = (client: Pick<Database, 'query'>) => client.query<{ work: string }>(read([]))
      return async () => kindsIn((await inUnitOfWork(database, search, { begin: beginByIndex })).rows)
    },
    everyMs: 500,
    idleMs: 1_000,
  }
}

export function searchNodes(database: Database): DueWorkSearch {
  return {
    finderOf(searches) {
      const read = prepared('read-due-work-of-nodes', nodesTextFor(searches))
      return async () => kindsIn((await database.query<{ work: string }>(read([]))).rows)
    },
    everyMs: 4_000,
    idleMs: 16_000,
  }
}

function kindsIn(rows: readonly { readonly work: string }[]): ReadonlySet<string> {
  return new Set(rows.map(({ work }) => work))
}

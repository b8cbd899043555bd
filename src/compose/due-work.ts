// What waits for the jobs of a gateway, of all merchants, by one query: with a search for each job, gateways without any work would
// keep the database busy, above all a distributed one, where each search asks every part of a table.

import { beginByIndex } from '../payments/postgres/claim-statements.ts'
import type { DueSearch } from '../platform/jobs/job.ts'
import { type Database, inUnitOfWork, prepared } from '../platform/postgres/database.ts'
import type { DueRows } from '../platform/postgres/due-rows.ts'

const searchOf = ({ from, id, where }: DueRows) =>
  `select ${id} as id from ${from}${where === undefined ? '' : ` where ${where}`}`

/** For one server, which looks at an index for each of them and no further than to the first row. */
function textFor(searches: readonly DueSearch[]): string {
  const kinds = searches.map(
    ({ kind, rows }) => `('${kind}', ${rows.map((row) => `exists (${searchOf(row)})`).join(' or ')})`,
  )
  return `select work from (values
${kinds.join(',\n')}) as kinds (work, is_due)
where is_due`
}

/** For several nodes. Sent as it is to each part of the tables, which are placed together: one task for each part. */
function distributedTextFor(searches: readonly DueSearch[]): string {
  const parts = searches.flatMap(({ kind, rows }) =>
    rows.map((row) => `select id, '${kind}'::text as work from (${searchOf(row)}) due`),
  )
  return `select work from (
${parts.join('\nunion all\n')}) all_due
group by work`
}

/** Reads which kinds of work are due. */
export function dueWorkReader(
  searches: readonly DueSearch[],
  database: Database,
  { isDistributed }: { readonly isDistributed: boolean },
): () => Promise<ReadonlySet<string>> {
  const read = isDistributed
    ? prepared('read-due-work-of-nodes', distributedTextFor(searches))
    : prepared('read-due-work', textFor(searches))
  return async () => {
    const { rows } = isDistributed
      ? await database.query<{ work: string }>(read([]))
      : await inUnitOfWork(database, (client) => client.query<{ work: string }>(read([])), { begin: beginByIndex })
    return new Set(rows.map(({ work }) => work))
  }
}

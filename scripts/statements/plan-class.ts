// How a distributed database runs a statement, as its plan says.
import { tablePlacements } from '../../src/platform/postgres/cluster/table-placements.ts'

export interface PlanClass {
  /** One of: one shard, all shards, reference, local; with the number of steps where there are several. */
  readonly name: string
  readonly isRefused: boolean
}

/** `plan` is the text of EXPLAIN. */
export function planClassOf(text: string, plan: string): PlanClass {
  const tasks = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count))
  const steps = plan.match(/Distributed Subplan/g)?.length ?? 0
  const where = placeOf(text, tasks)
  const notes = [
    ...(steps > 0 ? [`${steps + 1} steps`] : []),
    ...(/pull to coordinator|repartition/.test(plan) ? ['rows through the entry'] : []),
  ]
  return { name: [where, ...notes].join(', '), isRefused: false }
}

/** It is run in several steps. */
export function unexplainedClass(text: string): PlanClass {
  return { name: `${placeOf(text, [])}, several steps`, isRefused: false }
}

export function refusedClass(reason: string): PlanClass {
  return { name: `REFUSED ${reason}`, isRefused: true }
}

function placeOf(text: string, tasks: readonly number[]): string {
  if (!distributedTablesOf(text)) return referenceTablesOf(text) ? 'reference' : 'local'
  // A plan without tasks asks nothing: the values exclude every row.
  return Math.max(...tasks, 0) > 1 ? 'all shards' : 'one shard'
}

/** A partition that is named is one of its table. */
const words = (text: string) => new Set((text.match(/\w+/g) ?? []).map((word) => word.replace(/_rest$/, '')))
const named = (text: string, kind: 'DISTRIBUTED' | 'REFERENCE') =>
  [...words(text)].some((word) => tablePlacements.get(word)?.kind === kind)
const distributedTablesOf = (text: string) => named(text, 'DISTRIBUTED')
const referenceTablesOf = (text: string) => named(text, 'REFERENCE')

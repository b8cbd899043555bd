// The rows of a table by name, with what a reader asks of each, prepared once; and which field an unknown name may stand for.
import { nearestWord } from '../kernel/nearest-word.ts'
import { type Move, moveOf } from './move.ts'
import type { Row, Rows } from './row.ts'

export interface ReadingEntry {
  readonly name: string
  readonly row: Row
  /** Position in the table. */
  readonly index: number
  /** What moves, or something in it; undefined for most. */
  readonly to: Move['to'] | undefined
  /** Of a group, or of the items of a list of groups. */
  readonly nested: ReadingPlan | undefined
}

export interface ReadingPlan {
  readonly byName: ReadonlyMap<string, ReadingEntry>
  readonly required: readonly ReadingEntry[]
  readonly defaulted: readonly ReadingEntry[]
}

/** Many groups occur at several places, and in several versions. */
const plans = new WeakMap<Rows, ReadingPlan>()

export function planOf(rows: Rows): ReadingPlan {
  const plan = plans.get(rows) ?? makePlan(rows)
  plans.set(rows, plan)
  return plan
}

function makePlan(rows: Rows): ReadingPlan {
  const entries = Object.entries(rows).map(
    ([name, row], index): ReadingEntry => ({
      name,
      row,
      index,
      to: moveOf(row),
      nested: nestedPlan(row),
    }),
  )
  return {
    byName: new Map(entries.map((entry) => [entry.name, entry])),
    required: entries.filter(({ row }) => row.request === 'REQUIRED' || row.request === 'FIXED'),
    defaulted: entries.filter(({ row }) => row.kind === 'FIELD' && row.default !== undefined),
  }
}

function nestedPlan(row: Row): ReadingPlan | undefined {
  if (row.kind === 'GROUP') return planOf(row.rows)
  return row.kind === 'LIST' && row.item.kind === 'GROUP' ? planOf(row.item.rows) : undefined
}

/** Anything resembles a shorter name, and no field is longer; comparing takes time by the length of what was sent. */
const comparedLength = { min: 4, max: 60 }

/** A field of this name elsewhere, or one beside it with a similar name. */
export function meantField(name: string, plan: ReadingPlan, whole: ReadingPlan): string | undefined {
  if (name.length < comparedLength.min || name.length > comparedLength.max) return undefined
  return placesIn(whole).get(name) ?? nearestWord(name, [...plan.byName.keys()])
}

/** Made for the first unknown field of a contract: the next ones are found without going through all of it. */
const placesByPlan = new WeakMap<ReadingPlan, ReadonlyMap<string, string>>()

/** Every name, at the place that is nearest to the top. */
function placesIn(whole: ReadingPlan): ReadonlyMap<string, string> {
  const existing = placesByPlan.get(whole)
  if (existing) return existing
  const places = new Map<string, string>()
  let level: readonly { readonly plan: ReadingPlan; readonly path: string }[] = [{ plan: whole, path: '' }]
  while (level.length > 0) {
    for (const { plan, path } of level)
      for (const name of plan.byName.keys()) if (!places.has(name)) places.set(name, path + name)
    level = level.flatMap(({ plan, path }) =>
      [...plan.byName.values()].flatMap(({ name, nested, row }) =>
        nested ? [{ plan: nested, path: `${path}${name}${row.kind === 'LIST' ? '[n]' : ''}.` }] : [],
      ),
    )
  }
  placesByPlan.set(whole, places)
  return places
}

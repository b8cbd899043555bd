// Which field was meant by an unknown name.
import { nearestWord } from '../../kernel/nearest-word.ts'
import type { ReadingPlan } from './reading-plan.ts'

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
  const known = placesByPlan.get(whole)
  if (known) return known
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

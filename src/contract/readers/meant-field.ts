// Which field was meant by an unknown name.
import { nearestWord } from '../../domain/nearest-word.ts'
import type { ReadingPlan } from './reading-plan.ts'

/** Anything resembles a shorter name, and no field is longer; comparing takes time by the length of what was sent. */
const comparedLength = { min: 4, max: 60 }

/** A field of this name elsewhere, or one beside it with a similar name. */
export function meantField(name: string, plan: ReadingPlan, whole: ReadingPlan): string | undefined {
  if (name.length < comparedLength.min || name.length > comparedLength.max) return undefined
  return placeOf(name, [{ plan: whole, path: '' }]) ?? nearestWord(name, [...plan.byName.keys()])
}

/** The place that is nearest to the top. */
function placeOf(name: string, level: readonly { plan: ReadingPlan; path: string }[]): string | undefined {
  if (level.length === 0) return undefined
  const found = level.find(({ plan }) => plan.byName.has(name))
  if (found) return found.path + name
  const inner = level.flatMap(({ plan, path }) =>
    [...plan.byName.values()].flatMap(({ name: group, nested, row }) =>
      nested ? [{ plan: nested, path: `${path}${group}${row.kind === 'list' ? '[n]' : ''}.` }] : [],
    ),
  )
  return placeOf(name, inner)
}

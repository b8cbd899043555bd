// Evaluates the alert rules over recorded series, for the forms that they use: a small part of Prometheus's language, and its
// results for it. Rates are those between the first and the last sample, extrapolated to the window.

export type Labels = Readonly<Record<string, string>>

export interface Series {
  readonly name: string
  readonly labels: Labels
  readonly samples: readonly (readonly [seconds: number, value: number])[]
}

interface Element {
  readonly labels: Labels
  readonly value: number
}

type Vector = readonly Element[]
type Value = number | Vector

interface Recording {
  readonly series: readonly Series[]
}

/** An expression at one moment. */
type Evaluation = (recording: Recording, at: number) => Value
/** The samples of a window, for functions over one. */
type Range = (recording: Recording, at: number) => readonly (Pick<Series, 'labels' | 'samples'> & { seconds: number })[]

const lookbackSeconds = 300
const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 }
const aggregates = ['sum', 'max', 'min']

export function parseRule(text: string): Evaluation {
  const tokens = text.match(/"[^"]*"|[a-zA-Z_][\w:]*|\d+[smh]\b|[\d.]+|=~|!~|!=|==|[{}()[\],:=<>/]/g) ?? []
  let at = 0
  const peek = () => tokens[at] ?? ''
  const take = (expected?: string) => {
    const token = peek()
    if (expected !== undefined && token !== expected) throw new Error(`${expected} expected at ${token} of ${text}`)
    at += 1
    return token
  }
  const takes = (token: string) => (peek() === token ? take() : undefined)

  const left = (next: () => Evaluation, operators: readonly string[]) => () => {
    let evaluation = next()
    while (operators.includes(peek())) {
      const [operator, first, second] = [take(), evaluation, next()]
      evaluation = (recording, time) => binary(operator, first(recording, time), second(recording, time))
    }
    return evaluation
  }
  const quotient = left(primary, ['/'])
  const comparison = left(quotient, ['>', '<', '=='])
  const intersection = left(comparison, ['and', 'unless'])
  const expression = left(intersection, ['or'])

  function primary(): Evaluation {
    if (takes('(')) {
      const inner = expression()
      take(')')
      return inner
    }
    if (/^[\d.]+$/.test(peek())) {
      const number = Number(take())
      return () => number
    }
    const name = take()
    if (aggregates.includes(name)) return aggregate(name)
    if (peek() === '(') return call(name)
    return instant(selector(name))
  }

  function labelList(): readonly string[] {
    take('(')
    const names: string[] = []
    while (!takes(')')) if (!takes(',')) names.push(take())
    return names
  }

  function aggregate(name: string): Evaluation {
    const before = takes('by') ? labelList() : undefined
    take('(')
    const inner = expression()
    take(')')
    const by = before ?? (takes('by') ? labelList() : [])
    return (recording, time) => {
      const groups = Map.groupBy(vectorOf(inner(recording, time)), ({ labels }) => keyOf(picked(labels, by)))
      return [...groups.values()].map((members) => ({
        labels: picked(members[0]?.labels ?? {}, by),
        value: reduce(
          name,
          members.map(({ value }) => value),
        ),
      }))
    }
  }

  function call(name: string): Evaluation {
    take('(')
    if (name === 'vector') {
      const inner = expression()
      take(')')
      return (recording, time) => [{ labels: {}, value: inner(recording, time) as number }]
    }
    if (name === 'histogram_quantile') {
      const quantile = Number(take())
      take(',')
      const inner = expression()
      take(')')
      return (recording, time) => quantiles(quantile, vectorOf(inner(recording, time)))
    }
    const range = window()
    take(')')
    return (recording, time) =>
      range(recording, time).flatMap(({ labels, samples, seconds }) => {
        const value = overRange(name, samples, seconds)
        return value === undefined ? [] : [{ labels, value }]
      })
  }

  /** Of a selector, or of an expression with a step. */
  function window(): Range {
    const start = at
    const name = take()
    if (name.startsWith('tollgate_')) {
      const chosen = selector(name)
      take('[')
      const seconds = duration(take())
      take(']')
      const ago = takes('offset') ? duration(take()) : 0
      return (recording, time) =>
        chosen(recording).map(({ labels, samples }) => ({
          labels,
          seconds,
          samples: samples.filter(([second]) => second > time - ago - seconds && second <= time - ago),
        }))
    }
    at = start
    const inner = expression()
    take('[')
    const seconds = duration(take())
    take(':')
    const step = duration(take())
    take(']')
    return (recording, time) => {
      const times = Array.from({ length: seconds / step }, (_, index) => time - index * step).reverse()
      const points = times.flatMap((second) =>
        vectorOf(inner(recording, second)).map(({ labels, value }) => ({ labels, sample: [second, value] as const })),
      )
      return [...Map.groupBy(points, ({ labels }) => keyOf(labels)).values()].map((members) => ({
        labels: members[0]?.labels ?? {},
        seconds,
        samples: members.map(({ sample }) => sample),
      }))
    }
  }

  function selector(name: string): (recording: Recording) => readonly Series[] {
    const matchers: ((labels: Labels) => boolean)[] = []
    if (takes('{'))
      while (!takes('}')) {
        if (takes(',')) continue
        const [label, operator, value] = [take(), take(), take().slice(1, -1)]
        const pattern = new RegExp(`^(?:${value})$`)
        const matches = (text: string) => (operator.includes('~') ? pattern.test(text) : text === value)
        matchers.push((labels) => matches(labels[label] ?? '') !== operator.startsWith('!'))
      }
    return ({ series }) =>
      series.filter((each) => each.name === name && matchers.every((matches) => matches(each.labels)))
  }

  function instant(chosen: (recording: Recording) => readonly Series[]): Evaluation {
    const ago = takes('offset') ? duration(take()) : 0
    return (recording, time) =>
      chosen(recording).flatMap(({ labels, samples }) => {
        const sample = samples.findLast(([second]) => second <= time - ago && second > time - ago - lookbackSeconds)
        return sample ? [{ labels, value: sample[1] }] : []
      })
  }

  const parsed = expression()
  if (at !== tokens.length) throw new Error(`${peek()} is left of ${text}`)
  return parsed
}

function duration(text: string): number {
  const [, number = '', unit = ''] = /^(\d+)([smh])$/.exec(text) ?? []
  return Number(number) * (units[unit] ?? Number.NaN)
}

function vectorOf(value: Value): Vector {
  return typeof value === 'number' ? [{ labels: {}, value }] : value
}

function picked(labels: Labels, names: readonly string[]): Labels {
  return Object.fromEntries(names.flatMap((name) => (labels[name] === undefined ? [] : [[name, labels[name]]])))
}

function keyOf(labels: Labels): string {
  return JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function reduce(name: string, values: readonly number[]): number {
  if (name === 'max') return Math.max(...values)
  if (name === 'min') return Math.min(...values)
  return values.reduce((sum, value) => sum + value, 0)
}

function binary(operator: string, first: Value, second: Value): Value {
  const [one, other] = [vectorOf(first), vectorOf(second)]
  const keys = new Set(other.map(({ labels }) => keyOf(labels)))
  if (operator === 'and') return one.filter(({ labels }) => keys.has(keyOf(labels)))
  if (operator === 'unless') return one.filter(({ labels }) => !keys.has(keyOf(labels)))
  if (operator === 'or') {
    const present = new Set(one.map(({ labels }) => keyOf(labels)))
    return [...one, ...other.filter(({ labels }) => !present.has(keyOf(labels)))]
  }
  return one.flatMap(({ labels, value }) => {
    const right =
      typeof second === 'number' ? second : other.find((each) => keyOf(each.labels) === keyOf(labels))?.value
    if (right === undefined) return []
    if (operator === '/') return [{ labels, value: value / right }]
    const holds = operator === '>' ? value > right : operator === '<' ? value < right : value === right
    return holds ? [{ labels, value }] : []
  })
}

function overRange(name: string, samples: Series['samples'], seconds: number): number | undefined {
  const values = samples.map(([, value]) => value)
  if (name === 'max_over_time' || name === 'min_over_time')
    return values.length === 0 ? undefined : reduce(name.slice(0, 3), values)
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || first === last) return undefined
  const steps = values.slice(1).map((value, index) => {
    const step = value - (values[index] ?? 0)
    // A counter that falls belongs to a process that was started again.
    return name !== 'delta' && step < 0 ? value : step
  })
  const grown = (steps.reduce((sum, step) => sum + step, 0) * seconds) / (last[0] - first[0])
  if (name === 'rate') return grown / seconds
  if (name === 'increase' || name === 'delta') return grown
  throw new Error(`${name} is not a function here`)
}

function quantiles(quantile: number, buckets: Vector): Vector {
  const groups = Map.groupBy(buckets, ({ labels: { le: _, ...labels } }) => keyOf(labels))
  return [...groups.values()].flatMap((members) => {
    const bounds = members
      .map(({ labels, value }) => ({
        bound: labels['le'] === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels['le']),
        value,
      }))
      .toSorted((a, b) => a.bound - b.bound)
    const total = bounds.at(-1)?.value ?? 0
    if (total === 0) return []
    const at = bounds.findIndex(({ value }) => value >= quantile * total)
    const [under, bucket] = [bounds[at - 1] ?? { bound: 0, value: 0 }, bounds[at]]
    const { le: _, ...labels } = members[0]?.labels ?? {}
    if (!bucket || bucket.bound === Number.POSITIVE_INFINITY) return [{ labels, value: under.bound }]
    const share = (quantile * total - under.value) / (bucket.value - under.value)
    return [{ labels, value: under.bound + (bucket.bound - under.bound) * share }]
  })
}

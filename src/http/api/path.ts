// Finds the route of a path. The path is split before it is decoded, because an order id may contain a slash.
import { catalogue } from '../../contract/catalogue.ts'
import type { Operation } from '../../contract/operation.ts'

export interface ApiPath {
  readonly kind: 'api'
  readonly version: string
  readonly merchantId: string
  readonly ids: Readonly<Record<string, string>>
  /** For logs and metrics: the path with names in place of identifiers. */
  readonly template: string
  /** The operations of each method that the path has. */
  readonly operations: ReadonlyMap<string, readonly Operation[]>
}

export type ParsedPath = ApiPath | { readonly kind: 'malformed' } | { readonly kind: 'unknown' }

/** A fixed word of the path, or the name of the identifier at this position. */
interface Segment {
  readonly word: string | undefined
  readonly id: string | undefined
}

interface Template {
  readonly path: string
  readonly segments: readonly Segment[]
  readonly operations: ReadonlyMap<string, readonly Operation[]>
}

const prefix = ['api', 'rest', 'version', ':version', 'merchant', ':merchantId']

const templates: readonly Template[] = [...Map.groupBy(catalogue, ({ route }) => route.path)].map(
  ([path, operations]): Template => ({
    path,
    segments: [...prefix, ...path.split('/').slice(1)].map((part) =>
      part.startsWith(':') ? { word: undefined, id: part.slice(1) } : { word: part, id: undefined },
    ),
    operations: byMethod(operations),
  }),
)

/** Every request is looked up, also those that are refused at once: only paths of its length are compared. */
const templatesByLength = Map.groupBy(templates, ({ segments }) => segments.length)

/** Clients may name scheme and host in the request line, as they do to a proxy. */
const origin = /^https?:\/\/[^/?]*/i

function byMethod(operations: readonly Operation[]): ReadonlyMap<string, readonly Operation[]> {
  const methods = new Set(operations.flatMap(({ route }) => route.methods))
  return new Map(
    [...methods].map((method) => [method, operations.filter(({ route }) => route.methods.includes(method))]),
  )
}

export function parseApiPath(url: string): ParsedPath {
  const parts = pathOf(url).split('/')
  parts.shift()
  // A trailing slash is accepted; where there is no route without it, it is the place of an empty identifier.
  if (parts.at(-1) !== '') return findPath(parts) ?? { kind: 'unknown' }
  return findPath(parts.slice(0, -1)) ?? findPath(parts) ?? { kind: 'unknown' }
}

function pathOf(url: string): string {
  const path = url.startsWith('/') ? url : url.replace(origin, '')
  const end = path.indexOf('?')
  return end < 0 ? path : path.slice(0, end)
}

function findPath(segments: readonly string[]): ParsedPath | undefined {
  const template = templatesByLength.get(segments.length)?.find((candidate) => fits(candidate, segments))
  if (!template) return undefined
  const decoded = decodeIds(template, segments)
  if (!decoded) return { kind: 'malformed' }
  const { version = '', merchantId = '', ...ids } = decoded
  return { kind: 'api', version, merchantId, ids, template: template.path, operations: template.operations }
}

function fits({ segments }: Template, path: readonly string[]): boolean {
  for (let at = 0; at < segments.length; at += 1) {
    const word = segments[at]?.word
    if (word !== undefined && word !== path[at]) return false
  }
  return true
}

function decodeIds({ segments }: Template, path: readonly string[]): Record<string, string> | undefined {
  const ids: Record<string, string> = {}
  try {
    for (let at = 0; at < segments.length; at += 1) {
      const id = segments[at]?.id
      const text = path[at] ?? ''
      if (id !== undefined) ids[id] = text.includes('%') ? decodeURIComponent(text) : text
    }
    return ids
  } catch {
    return undefined
  }
}

/** The methods that a path supports, for the Allow header. */
export function allowedMethods({ operations }: ApiPath): string {
  return [...operations.keys(), 'OPTIONS'].toSorted().join(', ')
}

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

/** Clients may name scheme and host in the request line, as they do to a proxy. */
const origin = /^https?:\/\/[^/?]*/i

function byMethod(operations: readonly Operation[]): ReadonlyMap<string, readonly Operation[]> {
  const methods = new Set(operations.flatMap(({ route }) => route.methods))
  return new Map(
    [...methods].map((method) => [method, operations.filter(({ route }) => route.methods.includes(method))]),
  )
}

export function parseApiPath(url: string): ParsedPath {
  const [path = ''] = url.replace(origin, '').split('?', 1)
  const parts = path.split('/').slice(1)
  // A trailing slash is accepted; where there is no route without it, it is the place of an empty identifier.
  const readings = parts.at(-1) === '' ? [parts.slice(0, -1), parts] : [parts]
  for (const segments of readings) {
    const template = templates.find((candidate) => fits(candidate, segments))
    if (template) return parsedPath(template, segments)
  }
  return { kind: 'unknown' }
}

function parsedPath(template: Template, segments: readonly string[]): ParsedPath {
  const decoded = decodeIds(template, segments)
  if (!decoded) return { kind: 'malformed' }
  const { version = '', merchantId = '', ...ids } = decoded
  return { kind: 'api', version, merchantId, ids, template: template.path, operations: template.operations }
}

function fits({ segments }: Template, path: readonly string[]): boolean {
  return segments.length === path.length && segments.every(({ word }, i) => word === undefined || word === path[i])
}

function decodeIds({ segments }: Template, path: readonly string[]): Record<string, string> | undefined {
  const ids: Record<string, string> = {}
  try {
    for (const [i, { id }] of segments.entries()) if (id !== undefined) ids[id] = decodeURIComponent(path[i] ?? '')
    return ids
  } catch {
    return undefined
  }
}

/** The methods that a path supports, for the Allow header. */
export function allowedMethods({ operations }: ApiPath): string {
  return [...operations.keys(), 'OPTIONS'].toSorted().join(', ')
}

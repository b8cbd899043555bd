// Texts that would be markup in careless hands, for every field of the API that can put text into an order or a
// token: the fields come from the contract, so that a new one is planted by itself.

import { type Field, fieldsOf } from '../../../src/contract/fields.ts'
import type { Contract, Operation, OperationName } from '../../../src/contract/operation.ts'
import { FieldError, type Rows } from '../../../src/contract/row.ts'
import { catalogue } from '../../../src/requests/catalogue.ts'
import type { ApiResponse } from '../clients/client.ts'
import { bodyWith } from './bodies.ts'

export interface PlantedText {
  readonly field: string
  readonly text: string
}

/** Each reports its number when it runs. */
export const picture = (number: number) => `<img src=x onerror=alert(${number})>`
export const drawing = (number: number) => `<svg onload=alert(${number})>`
const withoutSpaces = (number: number) => `<img/src=x/onerror=alert(${number})>`

/** The first that a field takes is planted. What has no room for a script has room for an element that the console has
 * none of; what has not even that much can hold no markup. */
const texts: readonly ((number: number) => string)[] = [
  picture,
  drawing,
  (number) => `<s>${number}`,
  (number) => `"${withoutSpaces(number)}"@example.com`,
  (number) => `https://example.com/${withoutSpaces(number)}`,
  () => '<s>',
]

/** Names of fields get their numbers in turn, the same in every operation and version. */
const numbers = new Map<string, number>()

function plantedFor({ name, row }: Field): readonly PlantedText[] {
  if (row.kind === 'FIELD' && row.secret) return []
  const { type } = row.kind === 'FIELD' ? row : row.value
  const number = numbers.get(name) ?? 1_000 + numbers.size
  const text = texts.map((make) => make(number)).find((made) => !(type.read(made) instanceof FieldError))
  if (text === undefined) return []
  numbers.set(name, number)
  return [{ field: name, text }]
}

export function plantedIn(rows: Rows): readonly PlantedText[] {
  return [...fieldsOf(rows)].flatMap(plantedFor)
}

/** The operations that write into an order or a token, which is what the console shows of what programs send. */
const writing: readonly Operation[] = catalogue.filter(
  ({ route: { path, methods } }) =>
    /^\/(order|token)\//.test(`${path}/`) && methods.some((method) => method === 'PUT' || method === 'POST'),
)

function operationOf(name: OperationName): Operation {
  const operation = writing.find((each) => each.name === name)
  if (!operation) throw new Error(`${name} writes nothing that the console shows`)
  return operation
}

/** What an operation writes into. */
export function thingOf(name: OperationName): 'order' | 'token' {
  return operationOf(name).route.path.startsWith('/token') ? 'token' : 'order'
}

/** The newest first. */
export function contractsOf(name: OperationName): readonly (readonly [version: number, Contract])[] {
  return Object.entries(operationOf(name).versions)
    .map(([version, contract]) => [Number(version), contract] as const)
    .toReversed()
}

/** Every field that takes such a text in any operation and version, as "order customer.firstName". */
export function fieldsToPlant(): ReadonlySet<string> {
  const named = writing.flatMap(({ name, versions }) =>
    Object.values(versions).flatMap(({ request }) =>
      plantedIn(request).map(({ field }) => `${thingOf(name)} ${field}`),
    ),
  )
  return new Set(named)
}

type Members = { [name: string]: unknown }

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null

/** What is there already stays, but for the planted texts themselves. */
function merge(into: Members, from: Members, text: string): Members {
  for (const [name, value] of Object.entries(from)) {
    const present = into[name]
    if (present === undefined || value === text) into[name] = value
    else if (isMembers(present) && isMembers(value)) merge(present, value, text)
  }
  return into
}

function bodyOf(base: object, rows: Rows, planted: readonly PlantedText[]): object {
  const body = structuredClone(base) as Members
  for (const { field, text } of planted) {
    const quoted = JSON.stringify(field.endsWith('.X') ? { planted: text } : text)
    merge(body, JSON.parse(bodyWith(rows, field, quoted)) as Members, text)
  }
  return body
}

export interface PlantingResult {
  readonly taken: readonly PlantedText[]
  /** One that is not taken even by itself. */
  readonly refused?: PlantedText
}

/** Sends a request with as many of them as are taken together: what is refused by name is left out, and where the
 * refusal names no field, half are left out. */
export async function plantTexts(
  wanted: readonly PlantedText[],
  { base, rows }: { readonly base: object; readonly rows: Rows },
  send: (body: object) => Promise<ApiResponse>,
): Promise<PlantingResult> {
  let planted = wanted
  for (;;) {
    const { status, body } = await send(bodyOf(base, rows, planted))
    if (status < 300) return { taken: planted }
    const [refused] = planted
    if (refused && planted.length === 1) return { taken: [], refused }
    const named = String(body.error?.field ?? '').replaceAll(/\[\d+\]/g, '[n]')
    const others = planted.filter(({ field }) => field !== named && field !== named.replace(/[^.]+$/, 'X'))
    planted = others.length < planted.length ? others : planted.slice(0, planted.length >> 1)
    if (planted.length === 0) throw new Error(`the request is refused without them: ${JSON.stringify(body)}`)
  }
}

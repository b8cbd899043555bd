// OpenAPI 3.1 of one version, from the rows. Operations that share a path are distinguished by apiOperation.

import { fieldsOf } from '../contract/fields.ts'
import { errorRows } from '../contract/groups/call.ts'
import { type Contract, contractFor, type Operation, type OperationName } from '../contract/operation.ts'
import { descriptionOf } from '../contract/reference/field-descriptions.ts'
import { merchantIdRow } from '../contract/routes.ts'
import type { FieldRow, Row, Rows } from '../contract/row.ts'
import { omitUndefined } from '../kernel/omit-undefined.ts'
import { catalogue } from '../requests/index.ts'

type Side = 'request' | 'response'
type Schema = { readonly [keyword: string]: unknown }

export function openApiDocument(version: number, gatewayVersion: string): object {
  const components = new Components()
  const paths = Object.fromEntries(
    [...Map.groupBy(catalogue, ({ route }) => route.path)].map(([path, operations]) => [
      `/api/rest/version/${version}/merchant/{merchantId}${path.replace(/:(\w+)/g, '{$1}')}`,
      pathItem(operations, version, components),
    ]),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tollgate',
      summary: `Payment gateway API, version ${version}`,
      version: `${gatewayVersion}+v${version}`,
    },
    servers: [{ url: '/' }],
    security: [{ password: [] }, { certificate: [] }],
    paths,
    components: {
      securitySchemes: {
        password: { type: 'http', scheme: 'basic', description: 'User id: merchant.<merchantId>' },
        certificate: { type: 'mutualTLS', description: 'On the port for client certificates' },
      },
      schemas: components.schemas(),
    },
  }
}

function pathItem(operations: readonly Operation[], version: number, components: Components): object {
  const ids = operations[0]?.route.ids ?? {}
  const parameters = [
    { name: 'merchantId', in: 'path', required: true, schema: merchantIdRow.type.requestSchema },
    ...Object.entries(ids).map(([name, { row }]) => ({
      name,
      in: 'path',
      required: true,
      schema: components.row(row, 'request', name),
    })),
  ]
  const methods = new Set(operations.flatMap(({ route }) => route.methods))
  return {
    parameters,
    ...Object.fromEntries(
      [...methods].map((method) => {
        const here = operations.filter(({ route }) => route.methods.includes(method))
        return [method.toLowerCase(), operationObject(method, here, version, components)]
      }),
    ),
  }
}

function operationObject(
  method: string,
  operations: readonly Operation[],
  version: number,
  components: Components,
): object {
  const hasBody = method === 'PUT' || method === 'POST'
  const contracts = operations.map((each) => ({ operation: each, contract: contractFor(each, version) }))
  return {
    operationId: idOf(method, operations),
    summary: operations.map(({ name }) => name).join(', '),
    description: operations.map(({ name }) => `**${name}**: ${descriptionOf(name)}`).join('\n\n'),
    ...(hasBody ? { requestBody: requestBody(contracts, components) } : queryParameters(contracts, components)),
    responses: {
      ...(hasBody && { 201: answers('Executed', contracts, components) }),
      200: answers(hasBody ? 'The same request again, or an update' : 'Found', contracts, components),
      default: {
        description: 'Refused, or an error of the gateway',
        content: { 'application/json': { schema: components.whole(errorRows, 'response', 'Error') } },
      },
    },
  }
}

/** Of the addresses that several operations share. */
const sharedIds: Readonly<Record<string, string>> = {
  'POST /session': 'createSession',
  'PUT /order/:orderId/transaction/:transactionId': 'sendTransaction',
}

/** What code generators call the function. */
function idOf(method: string, operations: readonly Operation[]): string {
  const [first, ...others] = operations
  if (!first) throw new Error(`${method} has no operation`)
  const shared = sharedIds[`${method} ${first.route.path}`]
  if (shared) return shared
  if (others.length > 0) throw new Error(`${method} ${first.route.path} needs a name: it has several operations`)
  const words = first.name.toLowerCase().split('_')
  // An operation that can be read as well as sent has two functions.
  const isRead = method === 'GET' && first.route.methods.some((each) => each !== 'GET')
  return (isRead ? ['get', ...words] : words).map((word, at) => (at === 0 ? word : capitalized(word))).join('')
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

interface VersionedOperation {
  readonly operation: Operation
  readonly contract: Contract
}

function requestBody(contracts: readonly VersionedOperation[], components: Components): object {
  const schemas = contracts.map(({ operation, contract }) => ({
    operation,
    ref: components.whole(contract.request, 'request', `${operation.name}-request`, operation.name),
  }))
  const named = schemas.filter(({ operation }) => operation.route.byApiOperation)
  const mapping = Object.fromEntries(named.map(({ operation, ref }) => [operation.name, ref.$ref]))
  const isShared = schemas.length > 1
  const schema = isShared
    ? {
        oneOf: schemas.map(({ ref }) => ref),
        // Only where every operation has a name: a discriminator must be there in each of them.
        ...(named.length === schemas.length && { discriminator: { propertyName: 'apiOperation', mapping } }),
      }
    : schemas[0]?.ref
  const isRequired = schemas.every(({ operation }) => operation.route.byApiOperation)
  return { required: isRequired, content: { 'application/json': { schema } } }
}

function queryParameters(contracts: readonly VersionedOperation[], components: Components): object {
  const parameters = contracts.flatMap(({ contract }) =>
    [...fieldsOf(contract.request)].map(({ name, row }) => ({
      name,
      in: 'query',
      required: row.request === 'REQUIRED',
      schema: components.row(row, 'request', name),
    })),
  )
  return { parameters }
}

function answers(description: string, contracts: readonly VersionedOperation[], components: Components): object {
  const refs = contracts.map(({ operation, contract }) =>
    components.whole(contract.response, 'response', `${operation.name}-answer`, operation.name),
  )
  const unique = [...new Map(refs.map((ref) => [ref.$ref, ref])).values()]
  const schema = unique.length === 1 ? unique[0] : { anyOf: unique }
  return { description, content: { 'application/json': { schema } } }
}

/** Named schemas: a group that stands in many places is written once. */
class Components {
  readonly #names = new Map<Rows, Partial<Record<Side, string>>>()
  readonly #schemas = new Map<string, Schema>()

  schemas(): object {
    return Object.fromEntries([...this.#schemas].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** A whole request or answer, always under its own name. */
  whole(rows: Rows, side: Side, name: string, operation?: OperationName): { readonly $ref: string } {
    if (!this.#schemas.has(name)) this.#schemas.set(name, this.#object(rows, side, '', operation))
    return { $ref: `#/components/schemas/${name}` }
  }

  group(rows: Rows, side: Side, wanted: string): { readonly $ref: string } {
    const known = this.#names.get(rows)?.[side]
    const name = known ?? this.#freeName(wanted)
    if (known === undefined) {
      this.#names.set(rows, { ...this.#names.get(rows), [side]: name })
      // Taken before the members are written, since they may ask for names too.
      this.#schemas.set(name, {})
      this.#schemas.set(name, this.#object(rows, side, `${wanted}.`))
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  row(row: Row, side: Side, wanted: string, operation?: OperationName): Schema {
    switch (row.kind) {
      case 'FIELD':
        return fieldSchema(row, side, descriptionOf(wanted, operation))
      case 'GROUP':
        return this.group(row.rows, side, wanted)
      case 'LIST':
        return { type: 'array', items: this.row(row.item, side, wanted) }
      case 'MAP':
        return {
          type: 'object',
          additionalProperties: fieldSchema(row.value, side, descriptionOf(`${wanted}.X`, operation)),
          maxProperties: row.entriesMax,
          propertyNames: { pattern: `^[0-9A-Za-z]{1,${row.nameLengthMax}}$` },
        }
    }
  }

  #object(rows: Rows, side: Side, prefix: string, operation?: OperationName): Schema {
    const entries = Object.entries(rows)
    const certain = side === 'request' ? ['REQUIRED', 'FIXED'] : ['ALWAYS PROVIDED']
    const required = entries.filter(([, row]) => certain.includes(row[side])).map(([name]) => name)
    return {
      type: 'object',
      properties: Object.fromEntries(
        entries.map(([name, row]) => [name, this.row(row, side, prefix + name, operation)]),
      ),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    }
  }

  #freeName(wanted: string): string {
    const base = wanted.replace(/[^\w.-]/g, '_')
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? base : `${base}_${number}`
      if (!this.#schemas.has(name)) return name
    }
  }
}

function fieldSchema(row: FieldRow, side: Side, description: string | undefined): Schema {
  return omitUndefined({
    ...(side === 'request' ? row.type.requestSchema : row.type.responseSchema),
    description,
    default: row.default,
    'x-secret': row.secret,
    'x-decided': row.decided,
    'x-also-accepted': row.isCompatibility,
  })
}

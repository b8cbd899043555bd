// What a name-value request says about the call itself: credentials, merchant, operation, and the identifiers that JSON
// requests have in their path. They are taken out of the names; what remains is the body.

import { isJsonObject, type JsonObject, parseJson } from '../contract/json/json.ts'
import { type Charset, charsetNamed } from '../contract/name-value/charset.ts'
import {
  type NameGroup,
  type NameValue,
  readNames,
  takeValue,
  valueNamed,
  writeNames,
} from '../contract/name-value/name-values.ts'
import type { Contract, Operation, OperationName } from '../contract/operation.ts'
import { exampleFor } from '../contract/reference/examples.ts'
import { findOperation } from './catalogue.ts'

export interface NameValueCall {
  /** Undefined when the request has neither name. */
  readonly login: { readonly userId: string; readonly password: string } | undefined
  readonly merchantId: string | undefined
  /** As it was sent. */
  readonly apiOperation: string | undefined
  readonly operation: Operation | undefined
  /** Those of the operation that were sent, by the names that the code uses. */
  readonly ids: Readonly<Record<string, string>>
  readonly correlationId: string | undefined
  /** The rest, as the same request in JSON has it. */
  bodyBy(contract: Contract): JsonObject
}

/** Takes the names apart. The credentials are in nothing but `login` afterwards. */
export function readCall(names: NameGroup): NameValueCall {
  const [userId, password] = [takeValue(names, 'apiUsername'), takeValue(names, 'apiPassword')]
  const login = userId ?? password
  const merchantId = takeValue(names, 'merchant')
  const apiOperation = takeValue(names, 'apiOperation')
  const operation =
    apiOperation === undefined
      ? undefined
      : operationNamed(apiOperation, { hasToken: valueNamed(names, 'token') !== undefined })
  return {
    login: login === undefined ? undefined : { userId: userId ?? '', password: password ?? '' },
    merchantId,
    apiOperation,
    operation,
    ids: operation ? takeIds(names, operation) : {},
    correlationId: valueNamed(names, 'correlationId'),
    bodyBy({ request }) {
      const body = readNames(names, request)
      // Where JSON needs no name of an operation, most versions have no place for one.
      const hasName = apiOperation !== undefined && Object.hasOwn(request, 'apiOperation')
      return hasName ? { apiOperation, ...body } : body
    },
  }
}

function takeIds(names: NameGroup, { route }: Operation): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(route.ids).flatMap(([id, { field }]) => {
      const value = takeValue(names, field)
      return value === undefined ? [] : [[id, value]]
    }),
  )
}

/** Names that are not the operation's own. Both ways of saving a token have one: with a token it is that one which is saved. */
const saving: Partial<Readonly<Record<OperationName, string>>> = {
  CREATE_OR_UPDATE_TOKEN: 'TOKENIZE',
  CREATE_TOKEN: 'TOKENIZE',
}

export function nameValueOperation({ name }: Operation): string {
  return saving[name] ?? name
}

/** `hasToken`: the request has a value for `token`. */
export function operationNamed(name: string, { hasToken }: { readonly hasToken: boolean }): Operation | undefined {
  if (name === 'TOKENIZE') return findOperation(hasToken ? 'CREATE_OR_UPDATE_TOKEN' : 'CREATE_TOKEN')
  // What payers' devices say in older versions.
  return findOperation(name === 'UPDATE_PAYER_DATA' ? 'UPDATE_SESSION' : name)
}

/** The example of an operation as name-value pairs, without credentials: the same request as in JSON. */
export function nameValueExample(operation: Operation, version: number): readonly NameValue[] {
  const { merchantId, ids, body = {} } = exampleFor(operation.name, version)
  const json = parseJson(JSON.stringify(body))
  const names = new Map<string, string>([
    ['apiOperation', nameValueOperation(operation)],
    ['merchant', merchantId],
    ...Object.entries(operation.route.ids).map(([id, { field }]) => [field, ids[id] ?? ''] as const),
    ...(isJsonObject(json) ? writeNames(json) : []),
  ])
  return [...names].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

// The character set that a name-value request names: in its content type, or else in its query as older clients do.

const inContentType = /;\s*charset\s*=\s*"?([^\s";]*)/i
const inQuery = /[?&]charset=([^&]*)/

/** UTF-8 when it names none; undefined when it names one that is not supported. */
export function charsetOf(contentType: string | undefined, url: string): Charset | undefined {
  const [, label = 'UTF-8'] = inContentType.exec(contentType ?? '') ?? inQuery.exec(url) ?? []
  return charsetNamed(label)
}

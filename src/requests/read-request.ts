// Checks a request against its contract and turns it into the canonical shape: JSON syntax, apiOperation, listed
// fields, unknown fields, rules across fields. One error at a time, the first in this order. Derived values are added
// when all fields are valid.

import { combinerOf } from '../contract/combine-with-session.ts'
import { isJsonObject, type JsonObject, JsonSyntaxError, type JsonValue, parseJson } from '../contract/json/json.ts'
import { type Contract, compile, type Operation } from '../contract/operation.ts'
import { printableName } from '../contract/printable.ts'
import type { CanonicalObject } from '../contract/row.ts'
import { explain } from '../kernel/explanation.ts'
import { isRejection, type Rejection, reject } from '../kernel/rejection.ts'
import { parseUrlEncoded } from '../kernel/url-encoded.ts'
import { type Merchant, permitsOperation } from '../merchants/index.ts'
import type { PaymentAgreements, Store } from '../payments/index.ts'
import { charsetOf } from './name-value.ts'
import type { ApiRequest } from './request.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The text of a body: UTF-8, whatever the content type says. Bytes that are not are ISO-8859-1 where it says so. */
function textOf(body: Buffer, contentType: string | undefined): string | undefined {
  try {
    return utf8.decode(body)
  } catch {
    return charsetOf(contentType, '') === 'ISO-8859-1' ? body.toString('latin1') : undefined
  }
}

/** The body as JSON. No body at all is an empty object: some operations need none. So is an empty list, which some languages
 * write for an object without members. */
export function parseBody(body: Buffer | undefined, contentType?: string): JsonObject | Rejection {
  if (!body || body.length === 0) return {}
  const text = textOf(body, contentType)
  if (text === undefined) return reject('MALFORMED_JSON', 'The request is not valid UTF-8.')
  if (text.trim() === '') return {}
  try {
    const value = parseJson(text)
    if (Array.isArray(value) && value.length === 0) return {}
    return isJsonObject(value) ? value : reject('NOT_AN_OBJECT', 'The request must be a JSON object.')
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    const { line, character, message } = error
    return reject(
      'MALFORMED_JSON',
      explain('Malformed JSON at character {character} of line {line}: {message}.', { character, line, message }),
    )
  }
}

/** The fields of a GET: query parameters with dotted names. */
export function parseQuery(url: string): JsonObject | Rejection {
  const at = url.indexOf('?')
  const root: Record<string, unknown> = Object.create(null)
  for (const [name, value] of parseUrlEncoded(at < 0 ? '' : url.slice(at + 1))) {
    const parts = name.split('.')
    const last = parts.pop() ?? ''
    let target = root
    for (const part of parts) {
      target[part] ??= Object.create(null)
      const next = target[part]
      if (typeof next !== 'object') return givenTwice(part)
      target = next as Record<string, unknown>
    }
    if (last in target) return givenTwice(name)
    target[last] = value
  }
  return root as JsonObject
}

function givenTwice(name: string): Rejection {
  return reject('FIELD_INVALID', 'The parameter is given twice.', { field: printableName(name) })
}

/** Which of the route's operations the body requests. */
export function chooseOperation(
  operations: readonly Operation[],
  body: JsonObject,
  merchant: Merchant,
): Operation | Rejection {
  const requested = body['apiOperation']
  const unnamed = operations.find(({ route }) => !route.byApiOperation)
  const namedOperations = operations.filter(({ route }) => route.byApiOperation)
  if (unnamed && (requested === undefined || namedOperations.length === 0)) return permitted(unnamed, merchant)
  if (requested === undefined)
    return reject('FIELD_MISSING', 'Mandatory parameter is missing.', { field: 'apiOperation' })
  const operation = namedOperations.find(({ name }) => name === requested)
  if (!operation) {
    const names = namedOperations.map(({ name }) => name).join(', ')
    return reject(
      'OPERATION_UNKNOWN',
      explain('The operation is not supported here. It must be one of {names}.', { names }),
    )
  }
  return permitted(operation, merchant)
}

/**
 * Reading is always allowed, also where it may be done with another method than GET; operations that change something
 * need the profile's permission.
 */
function permitted(operation: Operation, merchant: Merchant): Operation | Rejection {
  if (operation.route.methods.includes('GET')) return operation
  if (permitsOperation(merchant, operation.name)) return operation
  return reject(
    'OPERATION_NOT_PERMITTED',
    explain('The merchant profile does not permit {name}.', { name: operation.name }),
  )
}

export interface ReadingDependencies {
  readonly store: Pick<Store, 'findOrder'>
  readonly paymentAgreements: Pick<PaymentAgreements, 'find'>
}

type Reader = (body: JsonObject) => CanonicalObject | Rejection

/** What was sent, where nothing completes it. */
export async function readSent(
  request: ApiRequest,
  dependencies: ReadingDependencies,
): Promise<CanonicalObject | Rejection> {
  const read = await readWhole(request, dependencies)
  return isRejection(read) ? read : withoutOrderOfPath(read, request)
}

/** What was sent, where a session completes it: any part of the contract. */
export async function readSentPart(
  request: ApiRequest,
  dependencies: ReadingDependencies,
): Promise<CanonicalObject | Rejection> {
  const { readPart } = combinerOf(request.contract)
  const part = await readWithoutLateConversion(request, readPart, dependencies)
  return isRejection(part) ? part : withoutOrderOfPath(part, request)
}

/** What a session has completed. It may be for another order: only the path decides. */
export async function readComplete(
  request: ApiRequest,
  dependencies: ReadingDependencies,
): Promise<CanonicalObject | Rejection> {
  const read = await readWhole(request, dependencies)
  return isRejection(read) ? read : withoutOrderId(read, request)
}

function readWhole(request: ApiRequest, dependencies: ReadingDependencies): Promise<CanonicalObject | Rejection> {
  const { contract } = request
  const readOnce = (body: JsonObject) =>
    readWithoutLateConversion({ ...request, body }, (each) => readRequest(contract, each), dependencies)
  return readWithStoredAgreement(request, readOnce, dependencies)
}

export function readRequest(contract: Contract, body: JsonObject): CanonicalObject | Rejection {
  const { read, wireName } = compile(contract)
  const request = read(body)
  if (isRejection(request)) return request
  for (const rule of contract.rules ?? []) {
    const refused = rule.check(request)
    if (refused) return refused.field ? refused.at(wireName(refused.field)) : refused
  }
  return (contract.derivations ?? []).reduce((derived, { derive }) => derive(derived), request)
}

/** Operations use canonical field names; a response uses the name of the caller's version. */
export function nameFieldsInVersion(contract: Contract, rejection: Rejection): Rejection {
  return rejection.field ? rejection.at(compile(contract).wireName(rejection.field)) : rejection
}

// The path names the order of a transaction. A body that repeats it must agree, and requests that differ in saying it twice are
// the same request.

function withoutOrderOfPath(sent: CanonicalObject, request: ApiRequest): CanonicalObject | Rejection {
  const { ids, contract } = request
  const { order }: { readonly order?: { readonly id?: string } } = sent
  if (ids['orderId'] === undefined || order?.id === undefined || order.id === ids['orderId'])
    return withoutOrderId(sent, request)
  const field = compile(contract).wireName('order.id')
  return reject('FIELD_INVALID', 'Value is invalid. The path names another order.', { field })
}

function withoutOrderId(values: CanonicalObject, { ids }: Pick<ApiRequest, 'ids'>): CanonicalObject {
  const { order }: { readonly order?: { readonly id?: string } } = values
  if (ids['orderId'] === undefined || order?.id === undefined) return values
  const { id: _, ...remaining } = order
  return { ...values, order: remaining }
}

// A conversion of currencies counts in the first transaction of an order only. In later ones it is ignored, whatever is
// wrong with it.

const conversionMember = 'currencyConversion'

/** Reads a body, and once more without its conversion where only that is refused and the order exists already. */
async function readWithoutLateConversion(
  { body, contract, caller, ids }: ApiRequest,
  read: Reader,
  { store }: Pick<ReadingDependencies, 'store'>,
): Promise<CanonicalObject | Rejection> {
  const { orderId = '', transactionId = '' } = ids
  if (!(conversionMember in body) || !(conversionMember in contract.request) || transactionId === '') return read(body)
  // Reading takes a body apart.
  const { [conversionMember]: _, ...others } = copyOf(body) as JsonObject
  const result = read(body)
  if (!isRejection(result) || !isAboutConversion(result)) return result
  const key = { merchantId: caller.merchant.id, orderId, transactionId }
  const [first] = (await store.findOrder(key))?.transactions ?? []
  const isLater = first !== undefined && first.key.transactionId !== transactionId
  return isLater ? read(others) : result
}

// A later payment of a series may repeat the type of its agreement without the terms that such an agreement must have.

const agreementMember = 'agreement'

/** Reads a body, and once more with the variability of the stored agreement where only that is missing. */
async function readWithStoredAgreement(
  { body, caller }: ApiRequest,
  read: (body: JsonObject) => Promise<CanonicalObject | Rejection>,
  { paymentAgreements }: Pick<ReadingDependencies, 'paymentAgreements'>,
): Promise<CanonicalObject | Rejection> {
  const agreementId = incompleteAgreementIn(body)
  if (agreementId === undefined) return read(body)
  // Reading takes a body apart.
  const again = copyOf(body) as JsonObject
  const result = await read(body)
  if (!isRejection(result) || result.field !== variability || result.validationType !== 'MISSING') return result
  const { amountVariability } =
    (await paymentAgreements.find({ merchantId: caller.merchant.id, agreementId }))?.terms ?? {}
  if (typeof amountVariability !== 'string') return result
  return read({ ...again, agreement: { ...(again[agreementMember] as JsonObject), amountVariability } })
}

const variability = 'agreement.amountVariability'

/** The id of an agreement whose type is sent without its variability. */
function incompleteAgreementIn(body: JsonObject): string | undefined {
  const agreement = body[agreementMember] ?? null
  if (!isJsonObject(agreement)) return undefined
  const { id, type, amountVariability } = agreement
  const isIncomplete = typeof id === 'string' && typeof type === 'string' && (amountVariability ?? null) === null
  return isIncomplete ? id : undefined
}

function isAboutConversion({ field }: Rejection): boolean {
  return field === conversionMember || (field?.startsWith(`${conversionMember}.`) ?? false)
}

function copyOf(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(copyOf)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copyOf(each)]))
}

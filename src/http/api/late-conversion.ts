// A conversion of currencies counts in the first transaction of an order only. In later ones it is ignored, whatever is
// wrong with it.
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/json/json.ts'
import type { Contract } from '../../contract/operation.ts'
import { isRejection, type Rejection } from '../../domain/rejection.ts'
import type { Ports } from '../../operations/call.ts'
import type { TransactionKey } from '../../ports/payments/transactions.ts'

const member = 'currencyConversion'

interface Reading {
  readonly contract: Contract
  readonly key: TransactionKey
}

/** Reads a body, and once more without its conversion where only that is refused and the order exists already. */
export async function readWithoutLateConversion<Read>(
  body: JsonObject,
  read: (body: JsonObject) => Read | Rejection,
  { contract, key }: Reading,
  { store }: Pick<Ports, 'store'>,
): Promise<Read | Rejection> {
  if (!(member in body) || !(member in contract.request) || key.transactionId === '') return read(body)
  // Reading takes a body apart.
  const { [member]: _, ...others } = copyOf(body) as JsonObject
  const result = read(body)
  if (!isRejection(result) || !isAbout(result)) return result
  const [first] = (await store.findOrder(key))?.transactions ?? []
  const isLater = first !== undefined && first.key.transactionId !== key.transactionId
  return isLater ? read(others) : result
}

function isAbout({ field }: Rejection): boolean {
  return field === member || (field?.startsWith(`${member}.`) ?? false)
}

function copyOf(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(copyOf)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copyOf(each)]))
}

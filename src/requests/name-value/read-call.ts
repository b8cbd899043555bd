// What a name-value request says about the call itself: credentials, merchant, operation, and the identifiers that JSON
// requests have in their path. They are taken out of the names; what remains is the body.
import type { JsonObject } from '../../contract/json/json.ts'
import { type NameGroup, readNames, takeValue, valueNamed } from '../../contract/name-value/name-values.ts'
import type { Contract, Operation } from '../../contract/operation.ts'
import { operationNamed } from './operation-names.ts'

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

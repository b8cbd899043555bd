// Requests that the console makes as a merchant's program would, without a certificate: nothing comes unmasked.

import type { JsonObject } from '../../contract/json/json.ts'
import { contractFor, type OperationName, versions } from '../../contract/operation.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { Rejection } from '../../kernel/rejection.ts'
import type { OperationResponse } from '../../payments/index.ts'
import { findOperation } from '../../requests/index.ts'
import { pathNotFound } from '../access.ts'
import type { ConsoleDependencies } from '../dependencies.ts'
import type { ConsoleRefusal } from '../route.ts'

interface MerchantRequest {
  readonly merchantId: string
  readonly name: OperationName
  readonly body: JsonObject
  readonly tokenId?: string | undefined
}

export async function askAsMerchant(
  { merchantId, name, body, tokenId }: MerchantRequest,
  dependencies: ConsoleDependencies,
): Promise<OperationResponse | Rejection | ConsoleRefusal> {
  const access = await dependencies.store.findMerchant(merchantId)
  const operation = findOperation(name)
  if (!access || !operation) return pathNotFound
  const caller = { kind: 'CALLER', merchant: access.merchant, hasCertificate: false, isDevice: false } as const
  const version = versions.newest
  const contract = contractFor(operation, version)
  return dependencies.requests.handle({ caller, ids: omitUndefined({ tokenId }), operation, version, contract, body })
}

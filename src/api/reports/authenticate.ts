// Names the merchant whose reports are asked for. They have passwords of their own, which open nothing else; every failure
// looks the same from outside, as at the API.

import type { Rejection } from '../../kernel/rejection.ts'
import type { Merchant } from '../../merchants/rules/merchant.ts'
import type { Ports } from '../../requests/ports.ts'
import { invalidCredentials, isMerchantId, parseBasic } from '../authenticate.ts'

export async function authenticateForReports(
  { merchantId, authorization }: { readonly merchantId: string; readonly authorization: string | undefined },
  { store, reportingPasswords, vault }: Pick<Ports, 'store' | 'reportingPasswords' | 'vault'>,
): Promise<Merchant | Rejection> {
  const basic = parseBasic(authorization)
  if (!basic || !isMerchantId(merchantId)) return invalidCredentials
  const [access, passwords] = await Promise.all([store.findMerchant(merchantId), reportingPasswords.find(merchantId)])
  // A merchant without a password takes as much time as one with a password.
  const stored = passwords.length > 0 ? passwords : [{ ...vault.keyedHash('PASSWORD', ''), hash: Buffer.alloc(32) }]
  const isRight = stored.map((hash) => vault.matches('PASSWORD', basic.password, hash)).includes(true)
  const isNamed = basic.userId === '' || basic.userId === `merchant.${merchantId}`
  if (!access || !isRight || !isNamed) return invalidCredentials
  const { isEnabled, hasReporting } = access.merchant.profile
  return isEnabled && hasReporting ? access.merchant : invalidCredentials
}

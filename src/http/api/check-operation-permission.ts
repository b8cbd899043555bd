// Least privilege: a program may do what its credential permits, and nothing else.
import { scopePermits } from '../../domain/merchants/credential-scope.ts'
import { type Rejection, reject } from '../../domain/rejection.ts'
import type { Ports } from '../../operations/call.ts'
import type { Caller } from './authenticate.ts'

const notedEveryMs = 60_000
const notedMax = 10_000

/**
 * Refuses what the credential does not permit; with a password beside a certificate, both must. The audit log has an
 * entry for the first refusal of an operation within a minute in each process: a program that keeps trying does not
 * fill it.
 */
export function operationPermissionChecker({ audit, clock }: Pick<Ports, 'audit' | 'clock'>) {
  const noted = new Map<string, number>()
  return async ({ merchant, credentials = [] }: Caller, operation: string): Promise<Rejection | undefined> => {
    const lacking = credentials.find(({ operations }) => !scopePermits(operations, operation))
    if (!lacking) return undefined
    const nowMs = performance.now()
    const { operations: _, ...credential } = lacking
    const key = JSON.stringify([merchant.id, credential, operation])
    if (nowMs - (noted.get(key) ?? Number.NEGATIVE_INFINITY) >= notedEveryMs) {
      if (noted.size >= notedMax) noted.clear()
      noted.set(key, nowMs)
      const actor = `merchant.${merchant.id}`
      const subject = { operation, credential }
      await audit.append({ merchantId: merchant.id, actor, action: 'OPERATION_REFUSED', subject, at: clock.now() })
    }
    return reject('OPERATION_NOT_PERMITTED', `The credential ${lacking.name} does not permit ${operation}.`)
  }
}

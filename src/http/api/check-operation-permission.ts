// Least privilege: a program may do what its credential permits, and nothing else.
import { oncePerInterval } from '../../concurrency/once-per-interval.ts'
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
  const mayNote = oncePerInterval(notedMax)
  return async ({ merchant, credentials = [] }: Caller, operation: string): Promise<Rejection | undefined> => {
    const lacking = credentials.find(({ operations }) => !scopePermits(operations, operation))
    if (!lacking) return undefined
    const { operations: _, ...credential } = lacking
    const key = JSON.stringify([merchant.id, credential, operation])
    if (mayNote(key, notedEveryMs)) {
      const actor = `merchant.${merchant.id}`
      const subject = { operation, credential }
      await audit.append({ merchantId: merchant.id, actor, action: 'OPERATION_REFUSED', subject, at: clock.now() })
    }
    return reject('OPERATION_NOT_PERMITTED', `The credential ${lacking.name} does not permit ${operation}.`)
  }
}

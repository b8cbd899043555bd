// The users of a merchant in a fault run: they decide reviews and refund requests, as the console does, while gateways and their
// databases go down. What fails is not decided; comparing the books shows that it was not decided by half.

import { approveRefund, declineRefund } from '../../../src/payments/operations/manual/decide-refund-request.ts'
import { reviewOrder } from '../../../src/payments/operations/manual/review-order.ts'
import { noRiskRules } from '../../../src/risk/rules/risk.ts'
import { testerStamp } from '../fixtures/merchants.ts'
import type { Environment } from '../gateway/process.ts'
import { openPorts } from './fault-books.ts'
import { reviewedRange, type UserAction } from './fault-histories.ts'
import { type Address, count, type PaymentLoad, sendAs } from './fault-load.ts'

type Result = { readonly kind: string }

export interface FaultUsers {
  /** What the histories need of the merchant: a rule that has payments reviewed, and privileges beyond the usual. */
  prepare(): Promise<void>
  /** Only the privileges. */
  grantPrivileges(): Promise<void>
  act(action: UserAction, orderId: string, load: Pick<PaymentLoad, 'heard' | 'next'>): Promise<void>
  close(): Promise<void>
}

const userId = 'anna'
const acquirer = { cardType: 'MASTERCARD', currency: 'USD' }

/** The acquirer closes its batch without a request. */
export type EndBatch = () => Promise<unknown>

export async function openUsers(
  environment: Environment,
  merchantId: string,
  endBatch: EndBatch | undefined,
): Promise<FaultUsers> {
  const { dependencies, administration, close } = await openPorts(environment)
  const decide = (action: Exclude<UserAction, 'CLOSE_BATCH' | 'BATCH_ENDS'>, orderId: string): Promise<Result> => {
    const key = { merchantId, orderId }
    switch (action) {
      case 'ACCEPT':
        return reviewOrder({ key, decision: 'ACCEPTED', userId }, dependencies)
      case 'REJECT':
        return reviewOrder({ key, decision: 'REJECTED', userId }, dependencies)
      case 'APPROVE_REFUND':
        return approveRefund({ key, userId }, dependencies)
      case 'DECLINE_REFUND':
        return declineRefund({ key, userId }, dependencies)
    }
  }
  const grantPrivileges = async () => {
    await administration.merchants.change<never>(
      merchantId,
      (profile) => ({ ...profile, privileges: ['STANDALONE_CAPTURE', 'STANDALONE_REFUND', 'EXCESS_REFUND'] }),
      testerStamp(),
    )
  }
  return {
    async prepare() {
      const binRanges = [{ from: reviewedRange, to: reviewedRange, action: 'REVIEW' as const }]
      await dependencies.risk.changeOperatorRules(() => ({ ...noRiskRules, binRanges }), testerStamp())
      await grantPrivileges()
    },
    grantPrivileges,
    async act(action, orderId, load) {
      const address = await load.next()
      if (!address) return
      const acting = async (): Promise<Result> => {
        if (action === 'BATCH_ENDS' && endBatch) {
          await endBatch()
          return { kind: 'CLOSED' }
        }
        return action === 'CLOSE_BATCH' || action === 'BATCH_ENDS' ? closeBatch(address) : decide(action, orderId)
      }
      const kind = await acting().then(
        (result) => result.kind,
        () => 'failed',
      )
      count(load, `${action} ${kind}`)
    },
    close,
  }
}

/** As the merchant's own program does. */
export async function closeBatch(address: Address): Promise<Result> {
  const { body } = await sendAs(address, { method: 'PUT', path: '/batch', body: { acquirer } })
  return { kind: body.result === 'SUCCESS' ? 'closed' : (body.error?.cause ?? body.result) }
}

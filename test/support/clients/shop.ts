// A merchant's program as tests of payments use it, and what the two sides have in their books afterwards.
import assert from 'node:assert/strict'
import { Agent as HttpsAgent } from 'node:https'
import { recoverAttempts } from '../../../src/payments/jobs/recover-attempts.ts'
import { processDueReversals } from '../../../src/payments/jobs/reverse-owed.ts'
import { eventually } from '../checks/poll.ts'
import { testPassword } from '../gateway/database.ts'
import type { TestGateway } from '../gateway/gateway.ts'
import { type ApiResponse, apiPath, type Body, type ClientRequest, merchantId, newOrderId, send } from './client.ts'

const overTls = new HttpsAgent({ keepAlive: true, rejectUnauthorized: false })

interface Place {
  readonly orderId?: string
  readonly transactionId?: string
  readonly version?: number
}

export interface Shop {
  readonly merchant: string
  /** Sends an operation; without an order id on an order of its own. */
  put(body: object, place?: Place): Promise<ApiResponse>
  order(orderId: string, version?: number): Promise<ApiResponse>
  transaction(orderId: string, transactionId: string, version?: number): Promise<ApiResponse>
}

/** Over TLS where the gateway has no plain listener: in production. */
export function openShop(
  { listeners }: Pick<TestGateway, 'listeners'>,
  merchant = merchantId,
  password = testPassword,
): Shop {
  const baseUrl = listeners.httpUrl ?? listeners.httpsUrl
  const login = `merchant.${merchant}:${password}`
  const pathOf = (orderId: string, transactionId: string | undefined, version: number) => {
    const rest = transactionId === undefined ? '' : `/transaction/${encodeURIComponent(transactionId)}`
    return apiPath(`/order/${encodeURIComponent(orderId)}${rest}`, { merchant, version })
  }
  const exchange = (sent: ClientRequest) => send(baseUrl, { ...sent, login, isKeptAlive: true, agent: overTls })
  return {
    merchant,
    put: (body, { orderId = newOrderId(), transactionId = '1', version = 100 } = {}) =>
      exchange({ method: 'PUT', path: pathOf(orderId, transactionId, version), body }),
    order: (orderId, version = 100) => exchange({ path: pathOf(orderId, undefined, version) }),
    transaction: (orderId, transactionId, version = 100) => exchange({ path: pathOf(orderId, transactionId, version) }),
  }
}

/** An order with these operations already carried out, as transactions 1, 2, 3, all of them successful. */
export async function orderOf(shop: Shop, ...bodies: readonly object[]): Promise<string> {
  const orderId = newOrderId()
  for (const [index, body] of bodies.entries()) {
    const response = await shop.put(body, { orderId, transactionId: String(index + 1) })
    assert.equal(response.body.result, 'SUCCESS', response.text)
  }
  return orderId
}

/** What tests look at first: result, code and status of the order. */
export function outcome({ status, body }: ApiResponse): readonly unknown[] {
  return [status, body.result, body.response?.gatewayCode, body.order?.status]
}

/** Status of the order, then authorized, captured and refunded. */
export function totals({ body }: ApiResponse): readonly unknown[] {
  const order: Body = body.order ?? body
  return [order.status, order.totalAuthorizedAmount, order.totalCapturedAmount, order.totalRefundedAmount]
}

/** A refusal: HTTP status, field, and what is wrong with it. */
export function refusal({ status, body }: ApiResponse): readonly unknown[] {
  return [status, body.error?.cause, body.error?.field, body.error?.validationType]
}

export const refusalOf = (field: string, validationType = 'INVALID') => [400, 'INVALID_REQUEST', field, validationType]

/** A line of the simulated acquirer's books. */
interface BookLine {
  readonly kind: string
  readonly amount_minor: string | null
  readonly approved_minor: string | null
  readonly currency: string
  readonly is_approved: boolean
  readonly is_reversed: boolean
  readonly asked: number
  readonly card: string | null
  readonly details: Body
  readonly validation_code: string | null
  readonly is_authorized_first: boolean | null
  readonly batch: number | null
}

/** Everything the simulated acquirer was asked about an order, oldest first. */
export function booksOf({ query }: Pick<TestGateway, 'query'>, orderId: string): Promise<readonly BookLine[]> {
  return query<BookLine>(
    `select b.kind, b.amount_minor, b.approved_minor, b.currency, b.is_approved, b.reversed_at is not null as is_reversed,
            b.asked, b.card, b.details, b.validation_code, b.is_authorized_first, b.batch
     from simulated_acquirer.book b join transactions t on t.acquirer_reference = b.reference
     where t.order_id = $1 order by t.position`,
    [orderId],
  )
}

/**
 * Lets the jobs finish what is open, of one merchant or of all, without waiting for the time they would give other processes:
 * there are none.
 */
export async function settleEverything(
  { dependencies, query }: Pick<TestGateway, 'dependencies' | 'query'>,
  merchant?: string,
): Promise<void> {
  const own = '($1::text is null or merchant_id = $1)'
  const values = [merchant ?? null]
  await eventually(
    async () => {
      await query(`update transactions set deadline_at = now() where deadline_at > now() and ${own}`, values)
      await query(`update transactions set reverse_at = now() where reverse_at > now() and ${own}`, values)
      await recoverAttempts(dependencies)
      await processDueReversals(dependencies)
      return query<{ order_id: string; transaction_id: string; gateway_code: string | null }>(
        `select order_id, transaction_id, gateway_code from transactions
         where (deadline_at is not null or reverse_at is not null) and ${own}`,
        values,
      )
    },
    (open) => open.length === 0,
  )
}

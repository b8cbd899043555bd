// A merchant to whom everything happens that leaves an event, and what the projection made of it.
import assert from 'node:assert/strict'
import { projectedTables } from '../../src/adapters/postgres/rebuild-projection.ts'
import { noRiskRules } from '../../src/domain/risk.ts'
import { approveRefund, turnDownRefund } from '../../src/operations/decide-refund-request.ts'
import { recordProviderEvent } from '../../src/operations/record-provider-event.ts'
import { reviewOrder } from '../../src/operations/review-order.ts'
import { initiateBody, openPayer } from './browser-payment.ts'
import {
  authorizeBody,
  captureBody,
  cardExpiring,
  cardSource,
  payBody,
  refundBody,
  updateBody,
  verifyBody,
  voidBody,
} from './client.ts'
import type { TestGateway } from './gateway.ts'
import { boardMerchant } from './merchants.ts'
import { eventually, openShop, type Shop, settleEverything } from './shop.ts'
import { cardBody, openTokenKeeper } from './token-keeper.ts'

let opened = 0

/** A merchant whose wrong security codes are held back for a review, and whose batches nobody shares. */
export async function openReviewedShop(gateway: TestGateway): Promise<Shop> {
  const csc = [{ gatewayCode: 'NO_MATCH', action: 'REVIEW' }] as const
  opened += 1
  const acquirerLink = { adapter: 'simulator', acquirerId: 'SYSTEST_ACQ1', acquirerMerchantId: `REVIEWED${opened}` }
  const { id } = await boardMerchant(gateway, { profile: { acquirerLink, risk: { ...noRiskRules, csc } } })
  return openShop(gateway, id)
}

export const heldBack = payBody({ sourceOfFunds: cardSource({ securityCode: '102' }) })
export const refundRequest = refundBody('30', { priorApproval: 'REQUESTED' })

/** Payments, what follows them, decisions, reversals, a payer at a provider, a token. */
export async function liveThrough(gateway: TestGateway, shop: Shop): Promise<void> {
  const { ports } = gateway
  const merchantId = shop.merchant
  const put = async (orderId: string, ...bodies: readonly object[]) => {
    for (const [index, body] of bodies.entries()) await shop.put(body, { orderId, transactionId: String(index + 1) })
  }
  await put(
    'captured',
    authorizeBody({ order: { amount: '100.00', currency: 'USD', reference: 'cart 7' } }),
    captureBody(),
  )
  await put('moved', authorizeBody(), updateBody('120'), captureBody('60'), refundBody('10'), voidBody('4'))
  await put('voided', payBody(), voidBody('1'))
  await put('declined', payBody({ sourceOfFunds: cardExpiring('5', '39') }), payBody())
  await put('silent', payBody({ sourceOfFunds: cardExpiring('8', '28') }), payBody())
  await put('undecided', payBody({ sourceOfFunds: cardExpiring('5', '37') }))
  await put('yen', payBody({ order: { amount: '700', currency: 'JPY' } }))
  await put('verified', verifyBody())
  await put('asked', payBody(), refundRequest)
  await put('approved', payBody(), refundRequest)
  await approveRefund({ key: { merchantId, orderId: 'approved' }, userId: 'anna' }, ports)
  await put('turned-down', payBody(), refundRequest)
  await turnDownRefund({ key: { merchantId, orderId: 'turned-down' }, userId: 'anna' }, ports)
  for (const orderId of ['held', 'accepted', 'rejected']) await put(orderId, heldBack)
  await reviewOrder({ key: { merchantId, orderId: 'accepted' }, decision: 'ACCEPTED', userId: 'anna' }, ports)
  await reviewOrder({ key: { merchantId, orderId: 'rejected' }, decision: 'REJECTED', userId: 'anna' }, ports)
  const dispute = { type: 'CHARGEBACK', amount: '100', currency: 'USD', decision: 'PENDING', userId: 'bank' } as const
  await put('disputed', payBody())
  await recordProviderEvent({ key: { merchantId, orderId: 'disputed' }, ...dispute }, ports)
  // Before payers are away: nobody but they can end that.
  await settleEverything(gateway)
  await put('at-provider', initiateBody())
  await put('paid-at-provider', initiateBody())
  const payer = openPayer(gateway)
  await payer.leave({ orderId: 'paid-at-provider' })
  await payer.decide({ orderId: 'paid-at-provider' }, 'APPROVE')
  await payer.comeBack({ orderId: 'paid-at-provider' })
}

/** Somebody with a token of the merchant's own. */
export async function payByToken(gateway: TestGateway): Promise<{ readonly merchant: string; readonly token: string }> {
  const keeper = await openTokenKeeper(gateway)
  const { token } = await keeper.made(keeper.post(cardBody()))
  await openShop(gateway, keeper.merchant).put(payBody({ sourceOfFunds: { token } }), { orderId: 'by-token' })
  return { merchant: keeper.merchant, token }
}

/** Everything that has happened so far is in the feed and has been taken in. */
export function caughtUp({ query }: Pick<TestGateway, 'query'>, merchantId: string): Promise<true> {
  return eventually(async () => {
    const [row] = await query<{ is_done: boolean }>(
      `select not exists (select from outbox where merchant_id = $1)
         and (select last_position from feeds where merchant_id = $1)
           = (select position from projections where merchant_id = $1 and is_current) as is_done`,
      [merchantId],
    )
    return row?.is_done ? true : undefined
  })
}

/** What answers at present, without the number of its generation. */
export async function projectedRows(
  { query }: Pick<TestGateway, 'query'>,
  merchantId: string,
): Promise<Readonly<Record<string, readonly object[]>>> {
  const tables = await Promise.all(
    projectedTables.map(async (table) => {
      const rows = await query<{ row: object }>(
        `select to_jsonb(f) - 'generation' as row from ${table} f join projections p using (merchant_id, generation)
         where merchant_id = $1 and p.is_current order by (to_jsonb(f) - 'generation')::text`,
        [merchantId],
      )
      return [table, rows.map(({ row }) => row)] as const
    }),
  )
  for (const [table, rows] of tables) assert.ok(rows.length > 0, `nothing is in ${table}`)
  const events = await query<object>('select * from found_events where merchant_id = $1 order by position', [
    merchantId,
  ])
  return { ...Object.fromEntries(tables), found_events: events }
}

// The payment link store on PostgreSQL. Which orders are paid is read from the transactions themselves, so that a link is
// never paid twice nor shown as open because something else lags behind.
import { actorText, subjectText, withAuditLine, writeAuditLine } from '../../audit/index.ts'
import { type GatewayCode, gatewayCodes } from '../../kernel/gateway-code.ts'
import { type OrderStatus, type PaymentLinkState, usesMaxLimit } from '../../kernel/order-status.ts'
import type { PageRequest, ResultPage } from '../../kernel/page.ts'
import type { TransactionType } from '../../kernel/transaction-type.ts'
import { isSuccessful, type OpenReversal } from '../../payments/index.ts'
import { findAnywhere, type MerchantDatabases, rowLookup } from '../../platform/postgres/cluster/merchant-databases.ts'
import { inUnitOfWork, prepared } from '../../platform/postgres/database.ts'
import type {
  ListedPaymentLink,
  PaymentLinkOrder,
  PaymentLinkStore,
  StoredPaymentLink,
} from '../ports/payment-links.ts'
import type { PaymentLinkOrderUse } from '../rules/payment-link.ts'
import {
  insertedColumns,
  insertedValuesOf,
  type PaymentLinkRow,
  paymentLinkOf,
  type StoredPaymentLinkRow,
  storedPaymentLinkOf,
} from './payment-link-rows.ts'

const listed = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ')

const approvals = listed(
  (Object.keys(gatewayCodes) as GatewayCode[]).filter((gatewayCode) => isSuccessful({ gatewayCode })),
)
const authenticationTypes = listed(['AUTHENTICATION'] satisfies TransactionType[])
const paymentTypes = listed(['AUTHORIZATION', 'CAPTURE', 'PAYMENT'] satisfies TransactionType[])

/** Of the order that `owner` names, of the merchant $1: named by each part of a statement, or a cluster asks all nodes. */
const transactionsOf = (owner: string, types: string) =>
  `from transactions t where t.merchant_id = $1 and t.order_id = ${owner}.order_id
    and t.type in (${types})`
const isPaid = (owner: string) =>
  `exists (select ${transactionsOf(owner, paymentTypes)} and t.gateway_code in (${approvals}))`

const find = prepared(
  'find-payment-link',
  'select * from payment_links where merchant_id = $1 and payment_link_id = $2',
)

/** The payer does not know whose it is. */
const byPaymentLinkId = rowLookup('find-payment-link-anywhere', {
  table: 'payment_links',
  where: 'r.payment_link_id = $1',
  valueCount: 1,
})

const findUses = prepared(
  'find-payment-link-uses',
  `select o.order_id, ${isPaid('o')} as is_paid, o.locking_transaction_id is not null as is_locked,
     (select count(*)::integer ${transactionsOf('o', paymentTypes)}) as attempts,
     (select count(*)::integer ${transactionsOf('o', authenticationTypes)}) as authentications
   from orders o where o.merchant_id = $1 and o.order_id = any ($2)`,
)

const noteOrder = prepared(
  'note-payment-link-order',
  `insert into payment_link_orders (merchant_id, payment_link_id, order_id, begun_at) values ($1, $2, $3, $4)
   on conflict do nothing`,
)

const findPaymentLinkOf = prepared(
  'find-payment-link-of-order',
  `select l.payment_link_id, l.description
   from payment_link_orders p join payment_links l on l.merchant_id = p.merchant_id and l.payment_link_id = p.payment_link_id
   where p.merchant_id = $1 and p.order_id = $2 order by p.begun_at, p.payment_link_id limit 1`,
)

const insertText = `insert into payment_links (${insertedColumns.join(', ')})
values (${insertedColumns.map((_, index) => `$${index + 1}`).join(', ')})`

const disableText = withAuditLine(
  `update payment_links set disabled_at = $3::timestamptz, disabled_by = $2::text
   where merchant_id = $1 and payment_link_id = $5 and disabled_at is null returning 1`,
  'PAYMENT_LINK_DISABLED',
)

/** How often each link was paid, and its state at the time $2; `paymentLinkStateOf` decides the same. */
const withState = `select l.*, u.paid, case
    when l.uses_max is not null and u.paid >= l.uses_max then 'PAID'
    when l.disabled_at is not null then 'DISABLED'
    when l.expires_at <= $2 then 'EXPIRED'
    else 'OPEN' end as state
  from payment_links l cross join lateral (
    select count(*)::integer as paid from (
      select from payment_link_orders p where p.merchant_id = $1 and p.payment_link_id = l.payment_link_id and ${isPaid('p')}
      limit ${usesMaxLimit}) each_paid) u
  where l.merchant_id = $1`

const showText = `${withState} and l.payment_link_id = $3`

const micros = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint::text`
const afterPlace = (time: string, id: string, first: number) =>
  `(${time}, ${id}) < ('epoch'::timestamptz + $${first}::bigint * interval '1 microsecond', $${first + 1})`

const listText = (hasPlace: boolean) => `select s.*, ${micros('s.created_at')} as place from (${withState}
    ${hasPlace ? `and ${afterPlace('l.created_at', 'l.payment_link_id', 5)}` : ''}) s
  where $3::text is null or s.state = $3 order by s.created_at desc, s.payment_link_id desc limit $4`

const paidAt = (owner: string) =>
  `(select min(t.recorded_at) ${transactionsOf(owner, paymentTypes)} and t.gateway_code in (${approvals}))`

const listOrdersText = (hasPlace: boolean) => `select p.order_id, p.begun_at, ${paidAt('p')} as paid_at, o.amount_minor,
    o.currency, o.status, coalesce(f.is_in_review, false) as is_in_review, f.open_reversal, ${micros('p.begun_at')} as place
  from payment_link_orders p join orders o on o.merchant_id = $1 and o.order_id = p.order_id
    left join projected_orders f on f.merchant_id = $1 and f.order_id = p.order_id
      and f.generation = (select generation from projections where merchant_id = $1 and is_current)
  where p.merchant_id = $1 and p.payment_link_id = $2 ${hasPlace ? `and ${afterPlace('p.begun_at', 'p.order_id', 4)}` : ''}
  order by p.begun_at desc, p.order_id desc limit $3`

interface ListedRow extends PaymentLinkRow {
  readonly paid: number
  readonly state: PaymentLinkState
  readonly place: string
}

interface OrderRow {
  readonly order_id: string
  readonly begun_at: Date
  readonly paid_at: Date | null
  readonly amount_minor: string
  readonly currency: string
  readonly status: OrderStatus | null
  /** As of the projection, which the lists of orders show, too. */
  readonly is_in_review: boolean
  readonly open_reversal: OpenReversal | null
  readonly place: string
}

export function postgresPaymentLinks(databases: MerchantDatabases): PaymentLinkStore {
  return {
    create: (paymentLink, by) =>
      inUnitOfWork(databases.of(paymentLink.merchantId), async (client) => {
        const { merchantId, paymentLinkId } = paymentLink
        await client.query(insertText, [...insertedValuesOf(paymentLink, { ...by, actor: actorText(by.actor) })])
        if (paymentLink.usesMax === 1)
          await client.query(noteOrder([merchantId, paymentLinkId, paymentLink.orderIdBase, by.at]))
        await writeAuditLine(client, {
          merchantId,
          action: 'PAYMENT_LINK_CREATED',
          subject: subjectOf(paymentLink),
          ...by,
        })
      }),

    async find({ merchantId, paymentLinkId }) {
      const { rows } = await databases.of(merchantId).query<StoredPaymentLinkRow>(find([merchantId, paymentLinkId]))
      return rows[0] && storedPaymentLinkOf(rows[0])
    },

    async findAnywhere(paymentLinkId) {
      const [row] = await findAnywhere<StoredPaymentLinkRow>(databases, byPaymentLinkId, [paymentLinkId])
      return row && storedPaymentLinkOf(row)
    },

    async show({ merchantId, paymentLinkId }, now) {
      const { rows } = await databases.of(merchantId).query<ListedRow>(showText, [merchantId, now, paymentLinkId])
      return rows[0] && listedPaymentLinkOf(rows[0])
    },

    async list({ merchantId, state, now }, page) {
      const position = positionOf(page)
      if (position === null) return undefined
      const values = [merchantId, now, state, page.limit + 1, ...(position ?? [])]
      const { rows } = await databases.of(merchantId).query<ListedRow>(listText(position !== undefined), values)
      return pageOf(rows, page, listedPaymentLinkOf, ({ payment_link_id }) => payment_link_id)
    },

    async disable({ merchantId, paymentLinkId }, { actor, at }) {
      const values = [merchantId, actorText(actor), at, subjectText({ paymentLinkId: paymentLinkId }), paymentLinkId]
      const { rowCount } = await databases.of(merchantId).query(disableText, values)
      return rowCount === 1
    },

    async findOrderUses(merchantId, orderIds) {
      const { rows } = await databases.of(merchantId).query<UseRow>(findUses([merchantId, [...orderIds]]))
      return rows.map(orderUseOf)
    },

    async noteOrder({ merchantId, paymentLinkId }, orderId, at) {
      await databases.of(merchantId).query(noteOrder([merchantId, paymentLinkId, orderId, at]))
    },

    async findPaymentLinkOf(merchantId, orderId) {
      const { rows } = await databases
        .of(merchantId)
        .query<{ readonly payment_link_id: string; readonly description: string | null }>(
          findPaymentLinkOf([merchantId, orderId]),
        )
      const [row] = rows
      if (!row) return undefined
      return { paymentLinkId: row.payment_link_id, ...(row.description !== null && { description: row.description }) }
    },

    async listOrders({ merchantId, paymentLinkId }, page) {
      const position = positionOf(page)
      if (position === null) return undefined
      const values = [merchantId, paymentLinkId, page.limit + 1, ...(position ?? [])]
      const { rows } = await databases.of(merchantId).query<OrderRow>(listOrdersText(position !== undefined), values)
      return pageOf(rows, page, paymentLinkOrderOf, ({ order_id }) => order_id)
    },
  }
}

/** What the audit log says about a new link: without its description, into which users paste anything. */
function subjectOf({ paymentLinkId, operation, currency, amount, usesMax, expiresAt }: StoredPaymentLink): object {
  return {
    paymentLinkId: paymentLinkId,
    operation,
    currency,
    amountMinor: amount.kind === 'FIXED' ? String(amount.amountMinor) : 'OPEN',
    usesMax: usesMax ?? 'UNLIMITED',
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
  }
}

/** The row after which the page begins: its time in microseconds, and its id. Null when it is malformed. */
function positionOf({ after }: PageRequest): readonly [micros: string, id: string] | undefined | null {
  if (after === undefined) return undefined
  // The database refuses a zero byte in a text.
  const [, time, id] = /^(\d{1,17})\.([^\0]{1,100})$/u.exec(after) ?? []
  return time === undefined || id === undefined ? null : [time, id]
}

function pageOf<Row extends { readonly place: string }, Item>(
  rows: readonly Row[],
  { limit }: PageRequest,
  read: (row: Row) => Item,
  idOf: (row: Row) => string,
): ResultPage<Item> {
  const pageRows = rows.slice(0, limit)
  const last = rows.length > limit ? pageRows.at(-1) : undefined
  return { rows: pageRows.map(read), ...(last && { next: `${last.place}.${idOf(last)}` }) }
}

function listedPaymentLinkOf(row: ListedRow): ListedPaymentLink {
  return { ...paymentLinkOf(row), paid: row.paid, state: row.state }
}

function paymentLinkOrderOf(row: OrderRow): PaymentLinkOrder {
  return {
    orderId: row.order_id,
    begunAt: row.begun_at,
    isPaid: row.paid_at !== null,
    ...(row.paid_at !== null && { paidAt: row.paid_at }),
    amountMinor: BigInt(row.amount_minor),
    currency: row.currency,
    ...(row.status !== null && { status: row.status }),
    isInReview: row.is_in_review,
    ...(row.open_reversal !== null && { openReversal: row.open_reversal }),
  }
}

interface UseRow {
  readonly order_id: string
  readonly is_paid: boolean
  readonly is_locked: boolean
  readonly attempts: number
  readonly authentications: number
}

function orderUseOf(row: UseRow): PaymentLinkOrderUse {
  const { attempts, authentications } = row
  return { orderId: row.order_id, isPaid: row.is_paid, isLocked: row.is_locked, attempts, authentications }
}

// Finding orders and transactions, and looking at one order.

import { amount, currency, digits, enumeration, string } from '../../../contract/field-types.ts'
import { token } from '../../../contract/groups/source-of-funds.ts'
import { transactionRows } from '../../../contract/groups/transaction.ts'
import type { Infer } from '../../../contract/row.ts'
import { writeCsv } from '../../../csv/write-csv.ts'
import { orderStatuses } from '../../../domain/payments/order-status.ts'
import { transactionTypes } from '../../../domain/payments/transaction-type.ts'
import type { Page, PageWanted, Wanted } from '../../../ports/search/search.ts'
import { byOf, type Desk, idOf, maskingOf, personOf } from '../context.ts'
import { instant, minorOf, pageOf, pageRows } from '../fields.ts'
import { withQuery } from '../read-fields.ts'
import { isRefusal, ok, refusal, unknown } from '../responses.ts'
import type { ConsoleAnswer, ConsoleRoute, Refusal } from '../route.ts'
import {
  maskedFor,
  orderCells,
  orderHeadings,
  shownOrder,
  shownTransaction,
  transactionCells,
  transactionHeadings,
} from './found.ts'
import { orderPage } from './order-page.ts'

const view = { kind: 'MERCHANT', right: 'VIEW' } as const

const wantedRows = {
  orderId: string(1, 41),
  transactionId: string(1, 41),
  reference: string(1, 200),
  cardFirstSix: digits(6),
  cardLastFour: digits(4),
  token,
  currency: currency(),
  amountFrom: amount(),
  amountTo: amount(),
  from: instant,
  to: instant,
  status: enumeration(orderStatuses),
  type: enumeration(transactionTypes),
  result: enumeration(['FAILURE', 'PENDING', 'SUCCESS', 'UNKNOWN']),
  gatewayCode: transactionRows.authorizationCode,
} as const

type WantedQuery = Infer<typeof wantedRows>

export function orderServices(desk: Desk): readonly ConsoleRoute[] {
  const { search, store } = desk.ports

  /** A page of what was asked for, or all of it as a file. */
  function found<Row extends { readonly account?: string }>(
    find: (wanted: Wanted, page: PageWanted) => Promise<Page<Row>>,
    show: (row: Row) => object,
  ): ConsoleRoute['handle'] {
    return withQuery({ ...wantedRows, ...pageRows }, async ({ after, limit, ...query }, call) => {
      const wanted = wantedOf(idOf(call, 'merchantId'), query)
      if (isRefusal(wanted)) return wanted
      const { rows, next } = await find(wanted, pageOf({ after, limit }))
      const masking = await maskingOf(wanted.merchantId, desk)
      return ok({ rows: rows.map((row) => show(maskedFor(row, masking))), ...(next !== undefined && { next }) })
    })
  }

  function exported<Row extends { readonly account?: string }>(
    find: (wanted: Wanted, page: PageWanted) => Promise<Page<Row>>,
    { headings, cells, fileName }: Columns<Row>,
  ): ConsoleRoute['handle'] {
    return withQuery(wantedRows, async (query, call): Promise<ConsoleAnswer> => {
      const wanted = wantedOf(idOf(call, 'merchantId'), query)
      if (isRefusal(wanted)) return wanted
      // Before anything leaves.
      const line = { merchantId: wanted.merchantId, subject: { file: fileName, ...query } }
      await desk.ports.audit.append({ ...line, action: 'SEARCH_EXPORTED', ...byOf(call, desk) })
      const masking = await maskingOf(wanted.merchantId, desk)
      const rows = rowsOf(
        (page) => find(wanted, page),
        (row) => cells(maskedFor(row, masking)),
      )
      return { status: 200, csv: writeCsv(headings, rows), fileName }
    })
  }

  return [
    {
      method: 'GET',
      path: '/merchants/:merchantId/orders',
      purpose: 'Finds orders.',
      access: view,
      handle: found((wanted, page) => search.orders(wanted, page), shownOrder),
    },
    {
      method: 'GET',
      path: '/merchants/:merchantId/orders.csv',
      purpose: 'The same as a file, without an end.',
      access: view,
      handle: exported((wanted, page) => search.orders(wanted, page), {
        headings: orderHeadings,
        cells: orderCells,
        fileName: 'orders.csv',
      }),
    },
    {
      method: 'GET',
      path: '/merchants/:merchantId/transactions',
      purpose: 'Finds transactions.',
      access: view,
      handle: found((wanted, page) => search.transactions(wanted, page), shownTransaction),
    },
    {
      method: 'GET',
      path: '/merchants/:merchantId/transactions.csv',
      purpose: 'The same as a file, without an end.',
      access: view,
      handle: exported((wanted, page) => search.transactions(wanted, page), {
        headings: transactionHeadings,
        cells: transactionCells,
        fileName: 'transactions.csv',
      }),
    },
    {
      method: 'GET',
      path: '/merchants/:merchantId/orders/:orderId',
      purpose: 'Shows an order: totals, transactions, what happened when, who was told, and what can be done.',
      access: view,
      async handle(call) {
        const key = { merchantId: idOf(call, 'merchantId'), orderId: idOf(call, 'orderId') }
        const access = await store.findMerchant(key.merchantId)
        const page = access && (await orderPage(key, { merchant: access.merchant, person: personOf(call) }, desk))
        return page ? ok(page) : unknown('order')
      },
    },
  ]
}

interface Columns<Row> {
  readonly headings: readonly string[]
  readonly cells: (row: Row) => readonly (string | undefined)[]
  readonly fileName: string
}

const exportPageLength = 500

/** Page after page, each read when the one before has been taken. */
async function* rowsOf<Row>(
  find: (page: PageWanted) => Promise<Page<Row>>,
  cells: (row: Row) => readonly (string | undefined)[],
): AsyncGenerator<readonly (string | undefined)[]> {
  let after: string | undefined
  do {
    const { rows, next } = await find({ limit: exportPageLength, ...(after !== undefined && { after }) })
    for (const row of rows) yield cells(row)
    after = next
  } while (after !== undefined)
}

function wantedOf(merchantId: string, query: WantedQuery): Wanted | Refusal {
  const { amountFrom, amountTo, from, to, ...same } = query
  const amountMinorFrom = minorWanted(amountFrom, query.currency, 'amountFrom')
  if (typeof amountMinorFrom === 'object') return amountMinorFrom
  const amountMinorTo = minorWanted(amountTo, query.currency, 'amountTo')
  if (typeof amountMinorTo === 'object') return amountMinorTo
  return {
    merchantId,
    ...same,
    ...(amountMinorFrom !== undefined && { amountMinorFrom }),
    ...(amountMinorTo !== undefined && { amountMinorTo }),
    ...(from !== undefined && { from: new Date(from) }),
    ...(to !== undefined && { to: new Date(to) }),
  }
}

/** An amount means something in its currency only. */
function minorWanted(
  text: string | undefined,
  currencyOf: string | undefined,
  field: string,
): bigint | undefined | Refusal {
  if (text === undefined) return undefined
  if (currencyOf === undefined) return refusal(422, 'FIELD_MISSING', 'An amount needs a currency.', 'currency')
  return minorOf({ amount: text, currency: currencyOf }, field)
}

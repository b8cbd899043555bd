// Finding orders and transactions, and looking at one order.

import { amount, currency, digits, enumeration, string } from '../../../contract/field-types.ts'
import { token } from '../../../contract/groups/source-of-funds.ts'
import { transactionRows } from '../../../contract/groups/transaction.ts'
import type { Infer } from '../../../contract/row.ts'
import { writeCsv } from '../../../csv/write-csv.ts'
import { omitUndefined } from '../../../domain/omit-undefined.ts'
import { orderStatuses } from '../../../domain/payments/order-status.ts'
import { transactionTypes } from '../../../domain/payments/transaction-type.ts'
import type {
  OrderSearchResult,
  PageRequest,
  ResultPage,
  SearchFilter,
  TransactionSearchResult,
} from '../../../ports/search/search.ts'
import { type ConsoleContext, callAuditStamp, findCardMasking, pathId, signedInUser } from '../context.ts'
import { dateTimeRow, pageQueryOf, pageRows, parseMinorAmount } from '../fields.ts'
import { withQuery } from '../read-fields.ts'
import type { OrderDetailsBody, OrderListItemBody, TransactionListItemBody } from '../response-bodies/orders.ts'
import { consoleRefusal, isConsoleRefusal, okResponse, unknownResource } from '../responses.ts'
import type { ConsoleRefusal, ConsoleResponse, ConsoleRoute } from '../route.ts'
import { orderPage } from './order-page.ts'
import {
  maskFoundAccount,
  orderCells,
  orderHeadings,
  orderListItem,
  transactionCells,
  transactionHeadings,
  transactionListItem,
} from './search-results.ts'

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
  from: dateTimeRow,
  to: dateTimeRow,
  status: enumeration(orderStatuses),
  type: enumeration(transactionTypes),
  result: enumeration(['FAILURE', 'PENDING', 'SUCCESS', 'UNKNOWN']),
  gatewayCode: transactionRows.authorizationCode,
} as const

type OrderSearchQuery = Infer<typeof wantedRows>

export function orderServices(context: ConsoleContext): readonly ConsoleRoute[] {
  const { search, store } = context.ports

  /** A page of what was asked for, or all of it as a file. */
  function found<Row extends { readonly account?: string }, Item>(
    find: (wanted: SearchFilter, page: PageRequest) => Promise<ResultPage<Row>>,
    show: (row: Row) => Item,
  ): ConsoleRoute['handle'] {
    return withQuery({ ...wantedRows, ...pageRows }, async ({ after, limit, ...query }, call) => {
      const wanted = searchFilterOf(pathId(call, 'merchantId'), query)
      if (isConsoleRefusal(wanted)) return wanted
      const { rows, next } = await find(wanted, pageQueryOf({ after, limit }))
      const masking = await findCardMasking(wanted.merchantId, context)
      return okResponse<ResultPage<Item>>({
        rows: rows.map((row) => show(maskFoundAccount(row, masking))),
        ...omitUndefined({ next }),
      })
    })
  }

  function exported<Row extends { readonly account?: string }>(
    find: (wanted: SearchFilter, page: PageRequest) => Promise<ResultPage<Row>>,
    { headings, cells, fileName }: Columns<Row>,
  ): ConsoleRoute['handle'] {
    return withQuery(wantedRows, async (query, call): Promise<ConsoleResponse> => {
      const wanted = searchFilterOf(pathId(call, 'merchantId'), query)
      if (isConsoleRefusal(wanted)) return wanted
      // Before anything leaves.
      const line = { merchantId: wanted.merchantId, subject: { file: fileName, ...query } }
      await context.ports.audit.append({ ...line, action: 'SEARCH_EXPORTED', ...callAuditStamp(call, context) })
      const masking = await findCardMasking(wanted.merchantId, context)
      const rows = rowsOf(
        (page) => find(wanted, page),
        (row) => cells(maskFoundAccount(row, masking)),
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
      handle: found<OrderSearchResult, OrderListItemBody>((wanted, page) => search.orders(wanted, page), orderListItem),
    },
    {
      method: 'GET',
      path: '/merchants/:merchantId/orders.csv',
      purpose: 'Exports all matches as CSV.',
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
      handle: found<TransactionSearchResult, TransactionListItemBody>(
        (wanted, page) => search.transactions(wanted, page),
        transactionListItem,
      ),
    },
    {
      method: 'GET',
      path: '/merchants/:merchantId/transactions.csv',
      purpose: 'Exports all matches as CSV.',
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
      purpose: 'Shows an order: totals, transactions, history, notifications and available actions.',
      access: view,
      async handle(call) {
        const key = { merchantId: pathId(call, 'merchantId'), orderId: pathId(call, 'orderId') }
        const access = await store.findMerchant(key.merchantId)
        const page =
          access && (await orderPage(key, { merchant: access.merchant, person: signedInUser(call) }, context))
        return page ? okResponse<OrderDetailsBody>(page) : unknownResource('order')
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
  find: (page: PageRequest) => Promise<ResultPage<Row>>,
  cells: (row: Row) => readonly (string | undefined)[],
): AsyncGenerator<readonly (string | undefined)[]> {
  let after: string | undefined
  do {
    const { rows, next } = await find({ limit: exportPageLength, ...omitUndefined({ after }) })
    for (const row of rows) yield cells(row)
    after = next
  } while (after !== undefined)
}

function searchFilterOf(merchantId: string, query: OrderSearchQuery): SearchFilter | ConsoleRefusal {
  const { amountFrom, amountTo, from, to, ...same } = query
  const amountMinorFrom = parseAmountFilter(amountFrom, query.currency, 'amountFrom')
  if (typeof amountMinorFrom === 'object') return amountMinorFrom
  const amountMinorTo = parseAmountFilter(amountTo, query.currency, 'amountTo')
  if (typeof amountMinorTo === 'object') return amountMinorTo
  return {
    merchantId,
    ...same,
    ...omitUndefined({ amountMinorFrom, amountMinorTo }),
    ...(from !== undefined && { from: new Date(from) }),
    ...(to !== undefined && { to: new Date(to) }),
  }
}

/** An amount means something in its currency only. */
function parseAmountFilter(
  text: string | undefined,
  currencyOf: string | undefined,
  field: string,
): bigint | undefined | ConsoleRefusal {
  if (text === undefined) return undefined
  if (currencyOf === undefined)
    return consoleRefusal(422, 'FIELD_MISSING', 'An amount requires a currency.', 'currency')
  return parseMinorAmount({ amount: text, currency: currencyOf }, field)
}

// Finding orders and transactions, and looking at one order.
import { currency, digits, enumeration, string } from '../../contract/field-types.ts'
import { token } from '../../contract/groups/source-of-funds.ts'
import { transactionRows } from '../../contract/groups/transaction.ts'
import { amount } from '../../contract/number-types.ts'
import type { Infer } from '../../contract/row.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { ResultPage } from '../../kernel/page.ts'
import { transactionTypes } from '../../kernel/transaction-type.ts'
import { shownStatuses } from '../../payments/index.ts'
import { writeCsv } from '../../platform/csv/write-csv.ts'
import type { ReadNeeds, ReadSource } from '../../reports/index.ts'
import {
  type OrderSearchResult,
  type SearchFilter,
  type SearchSort,
  type SortedPageRequest,
  searchSorts,
  type TransactionSearchResult,
} from '../../search/index.ts'
import { type ConsoleContext, callAuditStamp, findCardMasking, pathId, signedInUser } from '../context.ts'
import { dateTimeRow, pageQueryOf, pageRows, parseMinorAmount, withQuery } from '../fields.ts'
import type {
  CountBody,
  FoundPageBody,
  OrderDetailsBody,
  OrderListItemBody,
  TransactionListItemBody,
} from '../response-bodies/orders.ts'
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

const view = { kind: 'MERCHANT', permission: 'VIEW' } as const

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
  status: enumeration(shownStatuses),
  type: enumeration(transactionTypes),
  result: enumeration(['FAILURE', 'IN_REVIEW', 'PENDING', 'SUCCESS', 'UNKNOWN']),
  gatewayCode: transactionRows.authorizationCode,
} as const

const sortRow = enumeration(searchSorts)
/** Counting further takes long, and says nothing more. */
const countedMax = 10_000

type OrderSearchQuery = Infer<typeof wantedRows>

export function orderServices(context: ConsoleContext): readonly ConsoleRoute[] {
  const { delayedReads, store, clock } = context.dependencies

  /** A page of what was asked for, or all of it as a file. */
  function found<Row extends { readonly account?: string }, Item>(
    find: Finder<Row>,
    show: (row: Row) => Item,
  ): ConsoleRoute['handle'] {
    return withQuery({ ...wantedRows, sort: sortRow, ...pageRows }, async ({ after, limit, sort, ...query }, call) => {
      const wanted = searchFilterOf(pathId(call, 'merchantId'), query)
      if (isConsoleRefusal(wanted)) return wanted
      const refused = refuseSort(sort, wanted)
      if (refused) return refused
      const page = { ...pageQueryOf({ after, limit }), sort }
      const { result, age } = await delayedReads.read(({ search }) => find(search, wanted, page))
      const masking = await findCardMasking(wanted.merchantId, context)
      return okResponse<FoundPageBody<Item>>({
        rows: result.rows.map((row) => show(maskFoundAccount(row, masking))),
        next: result.next,
        age,
      })
    })
  }

  function counted(what: 'orders' | 'transactions'): ConsoleRoute['handle'] {
    return withQuery(wantedRows, async (query, call) => {
      const wanted = searchFilterOf(pathId(call, 'merchantId'), query)
      if (isConsoleRefusal(wanted)) return wanted
      const { result } = await delayedReads.read(({ search }) => search.count(what, wanted, countedMax + 1))
      return okResponse<CountBody>({ count: Math.min(result, countedMax), isMore: result > countedMax })
    })
  }

  function exported<Row extends { readonly account?: string }>(
    find: Finder<Row>,
    { headings, cells, fileName }: Columns<Row>,
  ): ConsoleRoute['handle'] {
    const rows = { ...wantedRows, sort: sortRow, selected: string(1, selectedLengthMax) }
    return withQuery(rows, async ({ sort, selected, ...query }, call): Promise<ConsoleResponse> => {
      const filter = searchFilterOf(pathId(call, 'merchantId'), query)
      if (isConsoleRefusal(filter)) return filter
      const orderIds = selected === undefined ? undefined : readSelected(selected)
      if (orderIds === 'INVALID') return consoleRefusal(422, 'FIELD_INVALID', 'It is no list of orders.', 'selected')
      const wanted = { ...filter, orderIds }
      const refused = refuseSort(sort, wanted)
      if (refused) return refused
      // Before anything leaves.
      const subject = { file: fileName, ...query, ...omitUndefined({ selected: orderIds }) }
      const line = { merchantId: wanted.merchantId, subject }
      await context.dependencies.audit.append({ ...line, action: 'SEARCH_EXPORTED', ...callAuditStamp(call, context) })
      const masking = await findCardMasking(wanted.merchantId, context)
      const read = (page: SortedPageRequest, needs: ReadNeeds) =>
        delayedReads.read(({ search }) => find(search, wanted, { ...page, sort }), needs)
      const { result: first, age } = await read({ limit: exportPageLength }, {})
      // Whatever serves the later pages has at least what the first was read from.
      const notBefore = age?.asOf ?? clock.now()
      const exportedRows = rowsOf(
        first,
        async (after) => (await read({ limit: exportPageLength, after }, { notBefore })).result,
        (row) => cells(maskFoundAccount(row, masking)),
      )
      return { status: 200, csv: writeCsv(headings, exportedRows), fileName, age }
    })
  }

  return [
    {
      method: 'GET',
      path: '/merchants/:merchantId/orders',
      purpose: 'Finds orders.',
      access: view,
      handle: found<OrderSearchResult, OrderListItemBody>(findOrders, orderListItem),
    },
    {
      method: 'GET',
      path: '/merchants/:merchantId/orders-count',
      purpose: 'Counts matching orders, up to 10,000.',
      access: view,
      handle: counted('orders'),
    },
    {
      method: 'GET',
      path: '/merchants/:merchantId/orders.csv',
      purpose: 'Exports all matches as CSV.',
      access: view,
      handle: exported(findOrders, {
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
      handle: found<TransactionSearchResult, TransactionListItemBody>(findTransactions, transactionListItem),
    },
    {
      method: 'GET',
      path: '/merchants/:merchantId/transactions-count',
      purpose: 'Counts matching transactions, up to 10,000.',
      access: view,
      handle: counted('transactions'),
    },
    {
      method: 'GET',
      path: '/merchants/:merchantId/transactions.csv',
      purpose: 'Exports all matches as CSV.',
      access: view,
      handle: exported(findTransactions, {
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
        const page = access && (await orderPage(key, { merchant: access.merchant, user: signedInUser(call) }, context))
        return page ? okResponse<OrderDetailsBody>(page) : unknownResource('order')
      },
    },
  ]
}

type Finder<Row> = (
  search: ReadSource['search'],
  wanted: SearchFilter,
  page: SortedPageRequest,
) => Promise<ResultPage<Row>>

const findOrders: Finder<OrderSearchResult> = (search, wanted, page) => search.orders(wanted, page)
const findTransactions: Finder<TransactionSearchResult> = (search, wanted, page) => search.transactions(wanted, page)

interface Columns<Row> {
  readonly headings: readonly string[]
  readonly cells: (row: Row) => readonly (string | undefined)[]
  readonly fileName: string
}

const exportPageLength = 500

/** Page after page, each read when the one before has been taken. */
async function* rowsOf<Row>(
  first: ResultPage<Row>,
  readNext: (after: string) => Promise<ResultPage<Row>>,
  cells: (row: Row) => readonly (string | undefined)[],
): AsyncGenerator<readonly (string | undefined)[]> {
  let page: ResultPage<Row> | undefined = first
  while (page) {
    for (const row of page.rows) yield cells(row)
    page = page.next === undefined ? undefined : await readNext(page.next)
  }
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
    amountMinorFrom,
    amountMinorTo,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  }
}

const selectedMax = 100
const selectedLengthMax = 5_000

/** A list of ids as JSON: ids may have any other separator in them. */
function readSelected(text: string): readonly string[] | 'INVALID' {
  const ids = parseSelected(text)
  const isList = Array.isArray(ids) && ids.length <= selectedMax
  return isList && ids.every((id) => typeof id === 'string' && !id.includes('\0')) ? ids : 'INVALID'
}

function parseSelected(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Amounts of different currencies have no order. */
function refuseSort(sort: SearchSort | undefined, { currency: currencyOf }: SearchFilter): ConsoleRefusal | undefined {
  if (currencyOf !== undefined || (sort !== 'LARGEST' && sort !== 'SMALLEST')) return undefined
  return consoleRefusal(422, 'FIELD_MISSING', 'Sorting by amount requires a currency.', 'currency')
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

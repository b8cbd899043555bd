// Lists as CSV files: one row for each list that has no file of its own. A file has what its list shows, page after
// page, with the list's own filters, masking and permission.
import type { AuditLine } from '../../audit/index.ts'
import { displayAmount } from '../../kernel/money.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { PageRequest, ResultPage } from '../../kernel/page.ts'
import { operatorMerchantId, type User } from '../../kernel/user.ts'
import { writeCsv } from '../../platform/csv/write-csv.ts'
import { settlementBatchStatusOf } from '../../settlement/index.ts'
import { type ConsoleContext, callAuditStamp } from '../context.ts'
import type { HeldAttemptBody } from '../response-bodies/attempts.ts'
import type { MerchantListBody } from '../response-bodies/merchants.ts'
import type { ReviewListItemBody } from '../response-bodies/orders.ts'
import type { PaymentLinkBody } from '../response-bodies/payment-links.ts'
import type {
  MoneyAtRiskBody,
  SettlementBatchBody,
  SettlementBatchTransactionBody,
} from '../response-bodies/reports.ts'
import type { RiskCardBody } from '../response-bodies/risk.ts'
import type { TokenListItemBody } from '../response-bodies/tokens.ts'
import type { DeliverySummaryBody } from '../response-bodies/webhooks.ts'
import type { ConsoleCall, ConsoleResponse, ConsoleRoute } from '../route.ts'
import { exportedRows } from './search-results.ts'

type Cell = string | number | boolean | Date | undefined

interface ListExport {
  readonly path: string
  readonly fileName: string
  readonly headings: readonly string[]
  readonly cells: (row: never) => readonly Cell[]
  /** Where a body has its rows; by default a page of a longer list. */
  readonly pageOf?: (body: object) => ResultPage<object>
  /** Several lines for each row of the list. */
  readonly linesOf?: (row: never) => readonly object[]
}

function listExport<Row extends object>(
  path: string,
  fileName: string,
  columns: Readonly<Record<string, (row: Row) => Cell>>,
  pageOf?: (body: never) => ResultPage<Row>,
): ListExport {
  const cells = (row: Row) => Object.values(columns).map((cell) => cell(row))
  return { path, fileName, headings: Object.keys(columns), cells, ...(pageOf && { pageOf: pageOf as never }) }
}

/** Of a list whose rows have several lines each. */
function linesExport<Row extends object, Line extends object>(
  path: string,
  fileName: string,
  linesOf: (row: Row) => readonly Line[],
  columns: Readonly<Record<string, (line: Line) => Cell>>,
): ListExport {
  return { ...listExport<Line>(path, fileName, columns), linesOf: linesOf as never }
}

const ofMerchant = '/merchants/:merchantId'

type SettlementBatchTotal = SettlementBatchBody['totals'][number]

/** An empty batch has one line. */
const batchLines = (
  batch: SettlementBatchBody,
): readonly { readonly batch: SettlementBatchBody; readonly total?: SettlementBatchTotal }[] =>
  batch.totals.length === 0 ? [{ batch }] : batch.totals.map((total) => ({ batch, total }))

type BatchLine = ReturnType<typeof batchLines>[number]

const moneyOf =
  (amountOf: (total: SettlementBatchTotal) => string) =>
  ({ total }: BatchLine): Cell =>
    total && displayAmount(amountOf(total), total.currency)

const auditColumns: Readonly<Record<string, (line: AuditLine) => Cell>> = {
  Time: ({ at }) => at,
  User: ({ actor }) => actor,
  Action: ({ action }) => action,
  Subject: ({ subject }) => JSON.stringify(subject),
}

const riskColumns: Readonly<Record<string, (row: MoneyAtRiskBody) => Cell>> = {
  Merchant: ({ merchantId }) => merchantId,
  Order: ({ orderId }) => orderId,
  Transaction: ({ transactionId }) => transactionId,
  Type: ({ type }) => type,
  State: ({ kind }) => kind,
  Currency: ({ currency }) => currency,
  Amount: ({ amount, currency }) => displayAmount(amount, currency),
  Since: ({ since }) => since,
}

const cardColumns: Readonly<Record<string, (card: RiskCardBody) => Cell>> = {
  Card: ({ maskedNumber }) => maskedNumber,
  List: ({ list }) => list,
  Note: ({ note }) => note,
  Added: ({ addedAt }) => addedAt,
}

const userColumns: Readonly<Record<string, (user: User) => Cell>> = {
  Login: ({ login }) => login,
  Name: ({ name }) => name,
  Permissions: ({ permissions }) => permissions.join(' '),
  Enabled: ({ isEnabled }) => isEnabled,
  'Second factor': ({ hasSecondFactor }) => hasSecondFactor,
  Created: ({ createdAt }) => createdAt,
  'Last sign-in': ({ lastSignInAt }) => lastSignInAt,
}

const usersOf = ({ users }: { readonly users: readonly User[] }) => ({ rows: users })

const listExports: readonly ListExport[] = [
  listExport<ReviewListItemBody>(`${ofMerchant}/reviews`, 'reviews.csv', {
    Order: ({ orderId }) => orderId,
    Transaction: ({ transactionId }) => transactionId,
    Type: ({ type }) => type,
    Currency: ({ currency }) => currency,
    Amount: ({ amount, currency }) => displayAmount(amount, currency),
    Account: ({ account }) => account,
    Rules: ({ reviewFacts }) => reviewFacts?.rules.map(({ name }) => name).join(' '),
    'Requested by': ({ requestedBy }) => requestedBy,
    'Time of record': ({ timeOfRecord }) => timeOfRecord,
  }),
  linesExport<SettlementBatchBody, BatchLine>(`${ofMerchant}/batches`, 'batches.csv', batchLines, {
    Batch: ({ batch: { batch } }) => batch,
    Acquirer: ({ batch: { acquirerId } }) => acquirerId,
    Closed: ({ batch: { closedAt } }) => closedAt,
    Currency: ({ total }) => total?.currency,
    Scheme: ({ total }) => total?.scheme,
    Payments: moneyOf(({ captured }) => captured.amount),
    'Number of payments': ({ total }) => total?.captured.count,
    Refunds: moneyOf(({ refunded }) => refunded.amount),
    'Number of refunds': ({ total }) => total?.refunded.count,
    Fees: moneyOf(({ fees }) => fees.amount),
    'Number of fees': ({ total }) => total?.fees.count,
    Net: moneyOf(({ net }) => net),
    Status: ({ batch }) => settlementBatchStatusOf(batch),
  }),
  listExport<SettlementBatchTransactionBody>(
    `${ofMerchant}/batches/:acquirerId/:batch/transactions`,
    'batch-transactions.csv',
    {
      Batch: ({ batch }) => batch,
      Acquirer: ({ acquirerId }) => acquirerId,
      Order: ({ orderId }) => orderId,
      Transaction: ({ transactionId }) => transactionId,
      Type: ({ type }) => type,
      Currency: ({ currency }) => currency,
      Amount: ({ amount, currency }) => displayAmount(amount, currency),
      Net: ({ net, currency }) => displayAmount(net, currency),
      Scheme: ({ scheme }) => scheme,
      Account: ({ account }) => account,
      Reference: ({ reference }) => reference,
      'Order reference': ({ orderReference }) => orderReference,
      'Time of record': ({ timeOfRecord }) => timeOfRecord,
    },
  ),
  listExport<MoneyAtRiskBody>(`${ofMerchant}/money-at-risk`, 'money-at-risk.csv', riskColumns),
  listExport<TokenListItemBody>(`${ofMerchant}/tokens`, 'tokens.csv', {
    Token: ({ token }) => token,
    Status: ({ status }) => status,
    Type: ({ sourceOfFunds }) => sourceOfFunds?.type,
    Scheme: ({ sourceOfFunds }) => sourceOfFunds?.provided?.card?.scheme,
    Account: ({ sourceOfFunds }) => sourceOfFunds?.provided?.card?.number,
  }),
  listExport<PaymentLinkBody>(`${ofMerchant}/payment-links`, 'payment-links.csv', {
    'Payment link': ({ paymentLinkId }) => paymentLinkId,
    URL: ({ url }) => url,
    State: ({ state }) => state,
    Description: ({ description }) => description,
    Currency: ({ currency }) => currency,
    Amount: ({ amount, currency }) => amount && displayAmount(amount, currency),
    Payments: ({ paid }) => paid,
    'Payments at most': ({ usesMax }) => usesMax,
    Order: ({ orderId }) => orderId,
    'Created by': ({ createdBy }) => createdBy,
    Created: ({ createdAt }) => createdAt,
    Expires: ({ expiresAt }) => expiresAt,
  }),
  listExport<DeliverySummaryBody>(`${ofMerchant}/deliveries`, 'notifications.csv', {
    Notification: ({ notificationId }) => notificationId,
    Status: ({ state }) => state,
    Order: ({ orderId }) => orderId,
    Transaction: ({ transactionId }) => transactionId,
    Webhook: ({ url }) => url,
    Attempts: ({ attempts }) => attempts,
    Created: ({ createdAt }) => createdAt,
    'Next attempt': ({ nextAt, state }) => (state === 'PENDING' ? nextAt : undefined),
  }),
  listExport<RiskCardBody>(`${ofMerchant}/risk/cards`, 'card-lists.csv', cardColumns),
  listExport<AuditLine>(`${ofMerchant}/audit`, 'audit-log.csv', auditColumns),
  listExport<User>(`${ofMerchant}/users`, 'users.csv', userColumns, usersOf),
  listExport<HeldAttemptBody>('/attempts', 'manual-resolution.csv', {
    Merchant: ({ merchantId }) => merchantId,
    Order: ({ orderId }) => orderId,
    Transaction: ({ transactionId }) => transactionId,
    Type: ({ type }) => type,
    Currency: ({ currency }) => currency,
    Amount: ({ amount, currency }) => displayAmount(amount, currency),
    Acquirer: ({ acquirerId }) => acquirerId,
  }),
  listExport<MoneyAtRiskBody>('/money-at-risk', 'money-at-risk.csv', riskColumns),
  listExport<RiskCardBody>('/risk/cards', 'card-lists.csv', cardColumns),
  listExport<AuditLine>('/audit', 'audit-log.csv', auditColumns),
  listExport<User>('/users', 'users.csv', userColumns, usersOf),
  listExport<MerchantListBody['merchants'][number]>(
    '/merchants',
    'merchants.csv',
    {
      Merchant: ({ merchantId }) => merchantId,
      Name: ({ name }) => name,
      Enabled: ({ isEnabled }) => isEnabled,
      Acquirer: ({ acquirerId }) => acquirerId,
    },
    ({ merchants }: MerchantListBody) => ({ rows: merchants }),
  ),
]

/** The services that write files, made from those that list. */
export function listExportServices(routes: readonly ConsoleRoute[], context: ConsoleContext): readonly ConsoleRoute[] {
  return listExports.map((listed): ConsoleRoute => {
    const route = routes.find(({ method, path }) => method === 'GET' && path === listed.path)
    if (!route) throw new Error(`no service lists ${listed.path}`)
    return {
      method: 'GET',
      path: `${route.path}.csv`,
      purpose: 'Exports all matches as CSV.',
      access: route.access,
      handle: (call) => exportList(call, route, listed, context),
    }
  })
}

async function exportList(
  call: ConsoleCall,
  route: ConsoleRoute,
  { fileName, headings, cells, pageOf = asPage, linesOf }: ListExport,
  context: ConsoleContext,
): Promise<ConsoleResponse> {
  const { after: _, limit: __, ...query } = call.query
  const isPaged = pageOf === asPage
  const read = (page: PageRequest) => {
    const ofPage = { limit: String(Math.min(page.limit, pageLengthMax)), ...omitUndefined({ after: page.after }) }
    return route.handle({ ...call, query: { ...query, ...(isPaged && ofPage) } })
  }
  // A wrong filter is refused before the file begins.
  const first = await read({ limit: 1 })
  if (!('body' in first)) return first
  const { merchantId = operatorMerchantId, ...named } = call.ids
  const line = { merchantId, action: 'SEARCH_EXPORTED', subject: { file: fileName, ...named, ...query } } as const
  await context.dependencies.audit.append({ ...line, ...callAuditStamp(call, context) })
  const rows = exportedRows<object>(
    async (page) => {
      const response = await read(page)
      if (!('body' in response)) throw new Error(`a page of ${fileName} could not be read`)
      const { rows: listed, ...more } = pageOf(response.body)
      return { ...more, rows: linesOf ? listed.flatMap((row) => linesOf(row as never)) : listed }
    },
    (row) => cells(row as never).map(cellText),
  )
  return { status: 200, csv: writeCsv(headings, rows), fileName }
}

/** Of a list of the console. */
const pageLengthMax = 100

const asPage = (body: object) => body as ResultPage<object>

function cellText(cell: Cell): string | undefined {
  if (cell === undefined || typeof cell === 'string') return cell
  return cell instanceof Date ? cell.toISOString() : String(cell)
}

// What an acquirer's answer may hold: each value by the row of the API that shows it. What does not fit is left out, as is a
// code or an identifier in which a secret was found; only texts are kept without it. A response whose outcome or amount
// cannot be is none: what was asked is then reversed or inquired about.

import { paymentPlanResponse } from '../../contract/groups/agreement.ts'
import { authorizationResponse100 } from '../../contract/groups/authorization-response.ts'
import { responseGroup50 } from '../../contract/groups/response.ts'
import { transactionRows } from '../../contract/groups/transaction.ts'
import { JsonNumber, type JsonValue } from '../../contract/json/json.ts'
import { FieldError, type FieldRow, type ListRow, type Row, type Rows } from '../../contract/row.ts'
import { gatewayCodes } from '../../kernel/gateway-code.ts'
import type { AcquirerResponse } from '../../payments/index.ts'
import type { Redactor } from './redactor.ts'

/**
 * - DECISION: money depends on it; a response in which it cannot be is no response.
 * - TEXT: for people; kept without secrets and account numbers.
 * - CODE: a code, a date or an identifier, dropped as a whole. No account number fits where `digitsMax` digits in a row are enough.
 * - MINOR: an amount in minor units.
 * - GROUP: member by member; with `isWhole` all of them or none.
 */
type ValueRule =
  | { readonly kind: 'DECISION'; readonly isPossible: (value: unknown) => boolean }
  | { readonly kind: 'TEXT'; readonly row: FieldRow }
  | { readonly kind: 'CODE'; readonly row: FieldRow; readonly digitsMax?: number }
  | { readonly kind: 'MINOR' }
  | { readonly kind: 'GROUP'; readonly rows: Rows; readonly isWhole?: true }

const { acquirerCode, acquirerMessage, cardSecurityCode, cardholderVerification, debugInformation } =
  responseGroup50.rows
const { authorizationCode, receipt, stan, terminal } = transactionRows
const { batch, date, settlementDate, time, timeZone, transactionId } = transactionRows.acquirer.rows

/** No code, date or terminal has more digits in a row; references and the schemes' transaction ids may. */
const digitsMax = 12

const code = (row: FieldRow): ValueRule => ({ kind: 'CODE', row, digitsMax })
const identifier = (row: FieldRow): ValueRule => ({ kind: 'CODE', row })
const text = (row: FieldRow): ValueRule => ({ kind: 'TEXT', row })

/** One row for each value of a response. */
export const valueRules: { readonly [Name in keyof Required<AcquirerResponse>]: ValueRule } = {
  gatewayCode: { kind: 'DECISION', isPossible: (value) => Object.hasOwn(gatewayCodes, String(value)) },
  approvedMinor: { kind: 'DECISION', isPossible: (value) => typeof value === 'bigint' && value >= 0n },
  acquirerCode: code(acquirerCode),
  acquirerMessage: text(acquirerMessage),
  authorizationCode: code(authorizationCode),
  stan: code(stan),
  receipt: identifier(receipt),
  batch: code(batch),
  transactionId: identifier(transactionId),
  terminal: code(terminal),
  date: code(date),
  time: code(time),
  timeZone: code(timeZone),
  settlementDate: code(settlementDate),
  cardSecurityCode: { kind: 'GROUP', rows: cardSecurityCode.rows, isWhole: true },
  cardholderVerification: { kind: 'GROUP', rows: cardholderVerification.rows },
  authorizationResponse: { kind: 'GROUP', rows: authorizationResponse100.rows },
  recurringPaymentAdvice: code(responseGroup50.rows.recurringPaymentAdvice.rows.acquirerCode),
  giftCardBalanceMinor: { kind: 'MINOR' },
  paymentPlan: { kind: 'GROUP', rows: paymentPlanResponse.rows },
  debugInformation: text(debugInformation),
}

const rules = Object.entries(valueRules) as readonly [keyof AcquirerResponse, ValueRule][]

/** Undefined when it cannot be a response. */
export function readResponse(received: AcquirerResponse, redactor: Redactor): AcquirerResponse | undefined {
  const response: Record<string, unknown> = {}
  for (const [name, rule] of rules) {
    const value = received[name]
    if (value === undefined || value === null || value === '') continue
    if (rule.kind === 'DECISION') {
      if (!rule.isPossible(value)) return undefined
      response[name] = value
    } else {
      const read = readValue(rule, value, redactor)
      if (read !== undefined) response[name] = read
    }
  }
  return response['gatewayCode'] === undefined ? undefined : (response as unknown as AcquirerResponse)
}

function readValue(rule: Exclude<ValueRule, { kind: 'DECISION' }>, value: unknown, redactor: Redactor): unknown {
  switch (rule.kind) {
    case 'TEXT':
      return typeof value === 'string' ? fitting(rule.row, redactor.text(value)) : undefined
    case 'CODE':
      return readCode(rule, value, redactor)
    case 'MINOR':
      return typeof value === 'bigint' && value >= 0n && value <= minorMax ? redactor.all(value) : undefined
    case 'GROUP':
      return readGroup(rule, value, redactor)
  }
}

/** The largest amount of the API, in the currency with the most decimals. */
const minorMax = 10n ** 15n

function readCode(
  { row, digitsMax: most = Number.POSITIVE_INFINITY }: { readonly row: FieldRow; readonly digitsMax?: number },
  value: unknown,
  redactor: Redactor,
): unknown {
  if (typeof value === 'number') return redactor.all(fitting(row, new JsonNumber(String(value))))
  if (typeof value !== 'string') return undefined
  const kept = redactor.code(value)
  if (kept === undefined || (kept.length > most && digitsInARow(kept) > most)) return undefined
  return fitting(row, kept)
}

function digitsInARow(value: string): number {
  return Math.max(0, ...(value.match(/[0-9]+/g) ?? []).map(({ length }) => length))
}

function fitting(row: FieldRow, value: JsonValue): unknown {
  const read = row.type.read(value)
  return read instanceof FieldError ? undefined : read
}

function readGroup(
  { rows, isWhole = false }: { readonly rows: Rows; readonly isWhole?: boolean },
  value: unknown,
  redactor: Redactor,
): object | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const group: Record<string, unknown> = {}
  for (const [name, row] of Object.entries(rows)) {
    const member = (value as Record<string, unknown>)[name]
    const read = member === undefined ? undefined : readRow(row, member, redactor)
    if (read !== undefined) group[name] = read
    else if (isWhole) return undefined
  }
  return Object.keys(group).length > 0 ? group : undefined
}

function readRow(row: Row, value: unknown, redactor: Redactor): unknown {
  switch (row.kind) {
    case 'FIELD':
      return readCode({ row }, value, redactor)
    case 'GROUP':
      // A check of the issuer says what was found by both its codes.
      return readGroup({ rows: row.rows, isWhole: true }, value, redactor)
    case 'LIST':
      return readList(row, value, redactor)
    case 'MAP':
      return undefined
  }
}

function readList({ item }: ListRow, value: unknown, redactor: Redactor): readonly unknown[] | undefined {
  if (!Array.isArray(value)) return undefined
  const items = value.slice(0, itemsMax).map((each) => readRow(item, each, redactor))
  const fittingItems = items.filter((each) => each !== undefined)
  return fittingItems.length > 0 ? fittingItems : undefined
}

/** More checks than there are kinds of them say nothing new. */
const itemsMax = 20

// Fields that several services take: pages of lists, times, amounts.
import { asciiText, boolean, currency, pattern } from '../contract/field-types.ts'
import { transactionRows } from '../contract/groups/transaction.ts'
import type { JsonObject } from '../contract/json/json.ts'
import { amount, integerInQuery } from '../contract/number-types.ts'
import { compileReader, type RequestReader } from '../contract/read.ts'
import type { Infer, Row, Rows } from '../contract/row.ts'
import { holdsCardNumber, mayHoldAccountNumber } from '../kernel/account-numbers-in-text.ts'
import { explain } from '../kernel/explanation.ts'
import { parseMoney } from '../kernel/money.ts'
import type { PageRequest } from '../kernel/page.ts'
import { isRejection } from '../kernel/rejection.ts'
import type { Values } from '../kernel/values.ts'
import { consoleRefusal, refusalForRejection } from './responses.ts'
import type { ConsoleCall, ConsoleRefusal, ConsoleResponse } from './route.ts'

/** A time with its zone: without one it would mean something else on every machine. */
export const dateTimeRow = pattern({
  name: 'DateTime',
  lengths: [20, 35],
  pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/,
  wrongCharacters: explain('may only hold a time such as 2026-03-02T09:00:00Z'),
  check: (text) => (Number.isNaN(Date.parse(text)) ? explain('is not a valid time') : undefined),
})

/** Of a query: where the page begins, and how long it may be. */
export const pageRows = { after: asciiText(1, 500), limit: integerInQuery(1, 100) } as const

const pageLength = 25

export function pageQueryOf({
  after,
  limit,
}: {
  readonly after?: string | undefined
  readonly limit?: number | undefined
}): PageRequest {
  return { limit: limit ?? pageLength, after }
}

/** The texts stored with a transaction. */
export const noteRows = { merchantNote: transactionRows.merchantNote, reference: transactionRows.reference } as const

/** Chosen by the page, so that a second click does nothing. */
export const transactionIdRow = transactionRows.id

export const moneyRows = { amount: amount(), currency: currency() } as const
export const flagRow = boolean()

/** People paste all sorts of things into notes, and a note is neither sealed nor masked. */
export function refuseNote(note: string | undefined, field: string): ConsoleRefusal | undefined {
  return note !== undefined && mayHoldAccountNumber(note) ? accountNumberRefusal(field) : undefined
}

function accountNumberRefusal(field: string): ConsoleRefusal {
  return consoleRefusal(
    422,
    'FIELD_INVALID',
    'Value is invalid. It contains digits that could be an account number.',
    field,
  )
}

const freeTextTypes = new Set(['String', 'ASCII Text', 'NewLogin', 'LinkId', 'CredentialName'])

/**
 * Numbers of merchants, acquirers and programs, and what is no writing of people. A text field that is not listed here is free text, so a new
 * one is covered by default.
 */
const identifierFields = new Set([
  'account',
  'acquirerId',
  'acquirerMerchantId',
  'authorizationCode',
  'caseNumber',
  'identifier',
  'merchantId',
  'orderId',
  'orderReference',
  'pem',
  'reference',
  'sessionId',
  'targetTransactionId',
  'terminals',
  'tokenRepositoryId',
  'transactionId',
  'value',
])

/** Refuses the first free text that holds a card number: names of users, merchants and credentials, descriptions, messages. */
export function refuseCardNumbers(rows: Rows, input: Values, place = ''): ConsoleRefusal | undefined {
  for (const [name, row] of Object.entries(rows)) {
    const refused = identifierFields.has(name) ? undefined : refuseInRow(row, input[name], place + name)
    if (refused) return refused
  }
  return undefined
}

function refuseInRow(row: Row, value: unknown, field: string): ConsoleRefusal | undefined {
  if (value === undefined) return undefined
  if (row.kind === 'GROUP') return refuseCardNumbers(row.rows, value as Values, `${field}.`)
  if (row.kind === 'LIST') {
    const items = value as readonly unknown[]
    return items
      .map((item, index) => refuseInRow(row.item, item, `${field}[${index}]`))
      .find((refused) => refused !== undefined)
  }
  const isText = row.kind === 'FIELD' && freeTextTypes.has(row.type.name) && typeof value === 'string'
  return isText && holdsCardNumber(value) ? accountNumberRefusal(field) : undefined
}

/** In minor units; a refusal when the currency has no such decimals. */
export function parseMinorAmount(input: { amount: string; currency: string }, field: string): bigint | ConsoleRefusal {
  const money = parseMoney(input)
  if (money) return money.amountMinor
  return consoleRefusal(
    422,
    'TOO_MANY_DECIMALS',
    explain('{currency} has fewer decimals.', { currency: input.currency }),
    field,
  )
}

// Reads the body or the query of a call by rows of the contract's kind, so that names and bounds are defined once.

type Handle = (call: ConsoleCall) => Promise<ConsoleResponse>

/** A service that reads a body, and by which rows. */
export interface BodyHandle extends Handle {
  readonly bodyRows: Rows
}

/** The service with its body read; one that breaks a row, or has a card number in a free text, is answered with 422 and the field. */
export function withBody<const R extends Rows>(
  rows: R,
  handle: (input: Infer<R>, call: ConsoleCall) => Promise<ConsoleResponse>,
): BodyHandle {
  const read = reading(
    rows,
    ({ body }) => body,
    async (input, call) => refuseCardNumbers(rows, input as Values) ?? handle(input, call),
  )
  return Object.assign(read, { bodyRows: rows })
}

/** The same with the query, where everything is text. */
export function withQuery<const R extends Rows>(
  rows: R,
  handle: (input: Infer<R>, call: ConsoleCall) => Promise<ConsoleResponse>,
): Handle {
  return reading(rows, ({ query }) => ({ ...query }), handle)
}

function reading<R extends Rows>(
  rows: R,
  partOf: (call: ConsoleCall) => JsonObject,
  handle: (input: Infer<R>, call: ConsoleCall) => Promise<ConsoleResponse>,
): Handle {
  let reader: RequestReader | undefined
  return async (call) => {
    reader ??= compileReader(rows)
    const read = reader(partOf(call))
    return isRejection(read) ? refusalForRejection(read) : handle(read as Infer<R>, call)
  }
}

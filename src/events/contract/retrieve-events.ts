// RETRIEVE_EVENTS: the events of a merchant's orders and tokens, in one sequence, from the reader's cursor. An addition
// of the gateway: the specification has nothing like it.
import { asciiText, enumeration, string } from '../../contract/field-types.ts'
import { dateTime } from '../../contract/format-types.ts'
import { correlationId } from '../../contract/groups/call.ts'
import { integer, integerInQuery } from '../../contract/number-types.ts'
import { operation } from '../../contract/operation.ts'
import { eventsRoute, merchantIdRow } from '../../contract/routes.ts'
import {
  always,
  decided,
  group,
  type Infer,
  type InferResponse,
  inOrder,
  list,
  type Row,
  type Rows,
  sometimes,
  withDefault,
  without,
} from '../../contract/row.ts'
import { retrievedTransaction } from '../../payments/contract/retrieve-transaction.ts'
import type { TransactionResponse } from '../../payments/contract/transaction-response.ts'
import { type RetrievedTokenResponse, retrievedToken } from '../../tokens/contract/token-response.ts'

const page = 'adr/0021'

export const eventsPerPageDefault = 20

const after = decided(page, asciiText(1, 200))

const request = {
  after,
  correlationId,
  limit: decided(page, withDefault(eventsPerPageDefault, integerInQuery(1, 100))),
  wait: decided(page, withDefault(0, integerInQuery(0, 30))),
}

const event = decided(
  page,
  group({
    id: always(string(32, 32)),
    kind: always(
      enumeration(['CREATED', 'DECISION', 'DELETED', 'INTERACTION', 'OUTCOME', 'REVERSAL', 'STATUS', 'UPDATED']),
    ),
    number: always(integer(1, 2_147_483_647)),
    time: always(dateTime()),
  }),
)

/** Members of every response that do not apply to a token. */
const ofTheResponse = ['correlationId', 'merchant', 'result'] as const

/** An event of an order has everything that RETRIEVE_TRANSACTION has, an event of a token has `token`; never both. */
function responseOf(transaction: Rows, token: Rows) {
  const item = {
    ...unlessAboutToken(transaction),
    // The shop's page named the amount, where the payer could change it.
    amountSource: decided(page, enumeration(['PAGE'])),
    event: always(event),
    token: decided(page, group(under('token', token))),
  }
  return {
    correlationId,
    event: always(list(group(inOrder<Rows>(item)))),
    merchant: always(merchantIdRow),
    page: decided(page, always(group({ after: always(after) }))),
    result: always(enumeration(['SUCCESS'])),
  }
}

function unlessAboutToken(rows: Rows): Rows {
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, sometimes(row) as Row]))
}

/**
 * Values that stand elsewhere in the canonical shape are looked for from the root, which here is not the token's own.
 */
function under(place: string, rows: Rows): Rows {
  return Object.fromEntries(
    Object.entries(rows).map(([name, row]): [string, Row] => {
      const placed = row.canonical === undefined ? row : { ...row, canonical: `${place}.${row.canonical}` }
      return [name, placed.kind === 'GROUP' ? { ...placed, rows: under(place, placed.rows) } : placed]
    }),
  )
}

const token15 = without(retrievedToken[15], ...ofTheResponse)
const token100 = without(retrievedToken[100], ...ofTheResponse)

/** RETRIEVE_EVENTS, by the first version each contract holds for. */
export const retrieveEvents = operation({
  name: 'RETRIEVE_EVENTS',
  route: eventsRoute,
  versions: {
    15: { request, response: responseOf(retrievedTransaction[15], token15) },
    30: { request, response: responseOf(retrievedTransaction[30], token15) },
    31: { request, response: responseOf(retrievedTransaction[31], token15) },
    50: { request, response: responseOf(retrievedTransaction[50], token15) },
    63: { request, response: responseOf(retrievedTransaction[63], token15) },
    100: { request, response: responseOf(retrievedTransaction[100], token100) },
  },
})

export type RetrieveEventsRequest = Infer<typeof request>

/** At the canonical places: what the operation fills in. */
export interface EventsResponse {
  readonly event: readonly EventResponse[]
  readonly merchant: string
  readonly page: { readonly after: string }
  readonly result: 'SUCCESS'
}

export interface EventResponse extends Partial<TransactionResponse> {
  readonly event: InferResponse<typeof event.rows>
  readonly token?: Omit<RetrievedTokenResponse, (typeof ofTheResponse)[number]>
}

// Card numbers in stored requests, answers and messages, where they are in clear: counted in the newest ones, which is what can
// be looked through in a moment. None is shown.
import { openLinkRedactor } from '../../acquirers/index.ts'
import { holdsCardNumber } from '../../kernel/account-numbers-in-text.ts'
import { maskedNumberOf, type StoredRequest } from '../../payments/index.ts'
import { responseOf } from '../../payments/postgres/stored-responses.ts'
import { cardNumbersInTexts } from '../../requests/index.ts'
import { type Check, type DoctorContext, type Finding, ok, warning } from './check.ts'

const merchantsMax = 50
const entriesMax = 100
const transactionsMax = 5_000

const busiest = `select merchant_id, last_position from feeds order by last_position desc limit ${merchantsMax}`

/** By the feed, newest first, of one merchant: found by primary keys, however many transactions there are. */
const newest = (columns: string) => `select t.order_id, t.transaction_id, ${columns}
  from (select distinct e.name from feed_entries e
    where e.merchant_id = $1 and e.position > $2::bigint - ${entriesMax} and e.subject = 'ORDER') o
  join transactions t on t.merchant_id = $1 and t.order_id = o.name
  limit $3`

interface StoredTexts {
  readonly order_id: string
  readonly transaction_id: string
  readonly request: object
}

export const textChecks: readonly Check[] = [
  {
    name: 'card numbers in texts',
    looksAt: 'Unmasked card numbers in names, addresses and other text fields of the latest transactions',
    mend: 'Ask the merchant not to send them, and set "merchant update <merchant> --account-numbers-in-text MASK".',
    needs: 'SCHEMA',
    run: checkTexts,
  },
  {
    name: 'card numbers in answers',
    looksAt:
      'Unmasked card numbers in what acquirers have answered about the latest transactions, and in the messages kept of it',
    mend: 'Find out which link repeats them ("npx tollgate link list"), tell the acquirer, and report it as a fault of the gateway.',
    needs: 'SCHEMA',
    run: checkAnswers,
  },
]

type Database = Pick<DoctorContext, 'database'>['database']

async function newestRows<Row extends object>(database: Database, columns: string): Promise<readonly Row[]> {
  const merchants = await database.query<{ merchant_id: string; last_position: string }>(busiest)
  const rows: Row[] = []
  for (const { merchant_id: merchantId, last_position: last } of merchants.rows) {
    const room = transactionsMax - rows.length
    if (room > 0) rows.push(...(await database.query<Row>(newest(columns), [merchantId, last, room])).rows)
  }
  return rows
}

async function checkTexts({ database }: Pick<DoctorContext, 'database'>): Promise<Finding> {
  const rows = await newestRows<StoredTexts>(database, 't.request')
  let inTexts = 0
  let inIds = 0
  for (const { order_id, transaction_id, request } of rows) {
    const found = cardNumbersInTexts(request)
    if (found.some(({ kind }) => kind !== 'IDENTIFIER')) inTexts += 1
    if (found.some(({ kind }) => kind === 'IDENTIFIER') || [order_id, transaction_id].some((id) => holdsCardNumber(id)))
      inIds += 1
  }
  // Ids are digits by nature: some of them look like a card number and are none.
  const text = `${inTexts} of the latest ${rows.length} transactions, and ${inIds} with an id that looks like one`
  return inTexts > 0 ? warning(text) : ok(text)
}

interface StoredResponses extends Pick<StoredTexts, 'order_id' | 'transaction_id'> {
  readonly request: StoredRequest
  readonly response: object | null
  readonly messages: readonly object[] | null
}

const results = `t.request, ${responseOf('$1')} as response,
  (select json_agg(json_build_object('received', m.received, 'problem', m.problem)) from exchanged_messages m
    where m.merchant_id = $1 and m.order_id = t.order_id and m.transaction_id = t.transaction_id) as messages`

/** Values that acquirers number themselves: some of them look like a card number and are none. */
const identifiers: ReadonlySet<string> = new Set([
  'receipt',
  'transactionId',
  'transactionIdentifier',
  'paySvcData',
  'traceId',
])

async function checkAnswers({ database }: Pick<DoctorContext, 'database'>): Promise<Finding> {
  const rows = await newestRows<StoredResponses>(database, results)
  let repeated = 0
  let inIds = 0
  for (const { order_id, transaction_id, request, response, messages } of rows) {
    const ofRequest = openLinkRedactor([]).of(maskedNumberOf(request))
    const found = [...textsIn(response), ...textsIn(messages)].flatMap(({ name, text }) => {
      // The merchant's own ids are counted with its texts.
      if (text === order_id || text === transaction_id) return []
      if (ofRequest.code(text) === undefined && !text.includes('***')) return ['REPEATED']
      if (!holdsCardNumber(text, { digitsMin })) return []
      return identifiers.has(name) ? ['IDENTIFIER'] : ['REPEATED']
    })
    if (found.includes('REPEATED')) repeated += 1
    else if (found.length > 0) inIds += 1
  }
  const text = `${repeated} of the latest ${rows.length} transactions, and ${inIds} with an id that looks like one`
  return repeated > 0 ? warning(text) : ok(text)
}

/** Shorter numbers of acquirers are references. */
const digitsMin = 13

function* textsIn(value: unknown, name = ''): Iterable<{ readonly name: string; readonly text: string }> {
  if (typeof value === 'string') yield { name, text: value }
  else if (typeof value === 'number') yield { name, text: String(value) }
  else if (Array.isArray(value)) for (const item of value) yield* textsIn(item, name)
  else if (typeof value === 'object' && value !== null)
    for (const [member, each] of Object.entries(value)) {
      yield { name: '', text: member }
      yield* textsIn(each, member)
    }
}

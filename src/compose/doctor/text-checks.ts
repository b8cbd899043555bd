// Card numbers in the texts of stored requests, where they are in clear: counted in the newest ones, which is what can be looked
// through in a moment.
import { cardNumbersInTexts } from '../../contract/screen-texts.ts'
import { holdsCardNumber } from '../../domain/account-numbers-in-text.ts'
import { type Check, type DoctorContext, type Finding, ok, warning } from './check.ts'

const merchantsMax = 50
const entriesMax = 100
const transactionsMax = 5_000

const busiest = `select merchant_id, last_position from feeds order by last_position desc limit ${merchantsMax}`

/** By the feed, newest first, of one merchant: found by primary keys, however many transactions there are. */
const newest = `select t.order_id, t.transaction_id, t.request
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
]

async function checkTexts({ database }: Pick<DoctorContext, 'database'>): Promise<Finding> {
  const merchants = await database.query<{ merchant_id: string; last_position: string }>(busiest)
  const rows: StoredTexts[] = []
  for (const { merchant_id: merchantId, last_position: last } of merchants.rows) {
    const room = transactionsMax - rows.length
    if (room > 0) rows.push(...(await database.query<StoredTexts>(newest, [merchantId, last, room])).rows)
  }
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

// Search by what people type. An index over numbers finds candidates; the texts are read from the orders themselves, which
// verifies each candidate, and says what of it matches.

import { type CompactResponse, completeResponse, responseOf } from '../../payments/index.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { TextSearch, TextSearchResult, TextSearchResults } from '../ports/search.ts'
import { findableTexts } from '../rules/findable-texts.ts'
import { keySetsOf, matchTexts } from '../rules/search-query.ts'
import { type FoundOrderColumns, foundOrder, foundOrderColumns } from './result-rows.ts'
import { ofMerchant } from './search-statements.ts'

/** What many transactions have is soon found among the newest, without an index. */
const newestMax = 2_000
/** Of what the index finds: sorted by time. */
const indexedMax = 5_000
/** Whose texts are read. */
const candidatesMax = 200

const columns = 't.order_id, t.transaction_id, t.time_of_record'

interface Candidates {
  readonly from: 'NEWEST' | 'INDEX'
  readonly keySets: readonly (readonly number[])[]
}

function candidatesText({ from, keySets }: Candidates): string {
  const anySet = keySets.map((_, index) => `t.search_keys @> $${index + 2}::integer[]`).join(' or ')
  const candidates =
    from === 'NEWEST'
      ? `select ${columns} from (select ${columns}, t.search_keys from projected_transactions t where ${ofMerchant('t')}
  order by t.time_of_record desc, t.order_id desc, t.transaction_id desc limit ${newestMax}) t where ${anySet}`
      : `select ${columns} from projected_transactions t where ${ofMerchant('t')} and (${anySet}) limit ${indexedMax}`
  return `select * from (${candidates}) t order by t.time_of_record desc limit ${candidatesMax}`
}

/**
 * The current form of the answer is in an event; each row is found by its key, which for transactions has another collation
 * than the projection: compared in the projection's, all of them would be read.
 */
const textsText = (candidates: Candidates) => `with c as materialized (${candidatesText(candidates)})
select ${foundOrderColumns}, c.transaction_id, c.time_of_record, t.request, t.acquirer_reference, ${responseOf('$1')} as response
from c
join projected_orders o on ${ofMerchant('o')} and o.order_id = c.order_id
join transactions t on t.merchant_id = $1 and t.order_id = c.order_id collate "default"
  and t.transaction_id = c.transaction_id collate "default"
order by c.time_of_record desc`

interface CandidateRow extends FoundOrderColumns {
  readonly transaction_id: string
  readonly time_of_record: Date
  readonly request: object
  readonly acquirer_reference: string
  readonly response: CompactResponse | null
}

export async function searchByText(database: Database, search: TextSearch): Promise<TextSearchResults> {
  const { merchantId, query, limit } = search
  const byOrder = new Map<string, FoundCandidate>()
  let hasMore = false
  const find = async (candidates: Candidates) => {
    const values = [merchantId, ...candidates.keySets.map((keys) => `{${keys.join()}}`)]
    const { rows } = await database.query<CandidateRow>(textsText(candidates), values)
    hasMore ||= rows.length === candidatesMax
    for (const row of rows) keepBest(byOrder, verify(row, search))
  }
  const any = keySetsOf(merchantId, query, 'ANY')
  await find({ from: 'NEWEST', keySets: any })
  // An exact match may be old, however many newer ones match in part.
  const exact = [...byOrder.values()].filter(({ isExact }) => isExact)
  if (exact.length < limit) await find({ from: 'INDEX', keySets: keySetsOf(merchantId, query, 'EXACT') })
  // Not all have been looked for when these are enough.
  if (byOrder.size < limit) await find({ from: 'INDEX', keySets: any })
  else hasMore = true
  const sorted = [...byOrder.values()].sort(byRank)
  return {
    results: sorted.slice(0, limit).map(({ result }) => result),
    hasMore: hasMore || sorted.length > limit,
  }
}

interface FoundCandidate {
  readonly result: TextSearchResult
  readonly isExact: boolean
  readonly at: Date
}

function verify(row: CandidateRow, { merchantId, query, hiddenFields }: TextSearch): FoundCandidate | undefined {
  const { order_id: orderId, transaction_id: transactionId, request, currency, response } = row
  const texts = findableTexts({
    orderId,
    transactionId,
    acquirerReference: row.acquirer_reference,
    request,
    response: response ? completeResponse(response) : {},
  }).filter(({ field }) => !hiddenFields.includes(field))
  const matches = matchTexts(query, texts, { currency })
  if (!matches) return undefined
  return {
    result: { order: foundOrder(merchantId, row), transactionId, matches },
    isExact: matches.every((match) => match.isExact),
    at: row.time_of_record,
  }
}

/** Exact ones first; of two that match alike the newer one. */
function byRank(a: FoundCandidate, b: FoundCandidate): number {
  return Number(b.isExact) - Number(a.isExact) || b.at.getTime() - a.at.getTime()
}

/** Of several transactions of an order, the one that matches best; of two alike the first, which has what they share. */
function keepBest(byOrder: Map<string, FoundCandidate>, candidate: FoundCandidate | undefined): void {
  if (!candidate) return
  const { orderId } = candidate.result.order
  const best = byOrder.get(orderId)
  if (
    !best ||
    Number(candidate.isExact) - Number(best.isExact) > 0 ||
    (candidate.isExact === best.isExact && candidate.at < best.at)
  )
    byOrder.set(orderId, candidate)
}

// The statement of the books, for comparison with the gateway's.
import type { AcquirerBooks, BookEntry } from '../../payments/ports/acquirer-books.ts'
import { type Database, prepared } from '../../platform/postgres/database.ts'

const list = prepared(
  'simulator-list',
  `select reference, kind, currency, original_reference, is_approved, reversed_at is not null as is_reversed, asked,
     case when is_approved and reversed_at is null then coalesce(approved_minor, 0) else 0 end::text as standing
   from simulated_acquirer.book
   where acquirer_merchant_id = $1 and reference > $2 and kind is not null
   order by reference limit $3`,
)

interface ListedRow {
  readonly reference: string
  readonly kind: BookEntry['kind']
  readonly currency: string
  readonly original_reference: string | null
  readonly is_approved: boolean
  readonly is_reversed: boolean
  readonly asked: number
  readonly standing: string
}

export async function listEntries(
  database: Database,
  { acquirerMerchantId, afterReference = '', limit }: Parameters<AcquirerBooks['list']>[0],
): Promise<readonly BookEntry[]> {
  const { rows } = await database.query<ListedRow>(list([acquirerMerchantId, afterReference, limit]))
  return rows.map((row) => ({
    reference: row.reference,
    kind: row.kind,
    currency: row.currency,
    standingMinor: BigInt(row.standing),
    ...(row.original_reference !== null && { originalReference: row.original_reference }),
    isApproved: row.is_approved,
    isReversed: row.is_reversed,
    timesAsked: row.asked,
  }))
}

// The statement of the books, for comparison with the gateway's.

import { omitUndefined } from '../../../kernel/omit-undefined.ts'
import type { Provider } from '../../../kernel/provider.ts'
import type { AcquirerRequestKind } from '../../../payments/ports/acquirer.ts'
import type { AcquirerBooks, BookEntry } from '../../../payments/ports/acquirer-books.ts'
import { type Database, prepared } from '../../../platform/postgres/database.ts'
import { type ProviderLineRow, providerLineFrom } from './provider-line.ts'
import { providerLineStatusOf } from './provider-line-status.ts'

const list = prepared(
  'providers-list',
  `select * from simulated_providers.line
   where provider = $1 and account = $2 and reference > $3 and kind is not null and kind <> 'OTHER'
   order by reference limit $4`,
)

export async function listProviderEntries(
  database: Database,
  provider: Provider,
  { page, now }: { readonly page: Parameters<AcquirerBooks['list']>[0]; readonly now: Date },
): Promise<readonly BookEntry[]> {
  const { acquirerMerchantId, afterReference = '', limit } = page
  const { rows } = await database.query<ProviderLineRow>(list([provider, acquirerMerchantId, afterReference, limit]))
  return rows.map((row) => {
    const line = providerLineFrom(row)
    const { isApproved, standingMinor } = providerLineStatusOf(line, now)
    return {
      reference: line.reference,
      kind: row.kind as AcquirerRequestKind,
      currency: line.currency,
      standingMinor,
      ...omitUndefined({ originalReference: line.originalReference }),
      isApproved,
      isReversed: line.isReversed,
      timesAsked: line.asked,
    }
  })
}

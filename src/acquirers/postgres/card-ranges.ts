// The operator's table of card number ranges in PostgreSQL.

import { writeAuditLine } from '../../audit/index.ts'
import type { CardCountries, CardRange, CardRanges } from '../../payments/index.ts'
import { type Database, inUnitOfWork, prepared } from '../../platform/postgres/database.ts'

const operator = ''

/** Every beginning of the digits is a primary key; the longest one that exists counts. */
const find = prepared(
  'find-card-country',
  `select country from card_ranges where merchant_id = $1 and prefix = any ($2::text[])
   order by length(prefix) desc limit 1`,
)

export function postgresCardCountries(database: Database): CardCountries {
  return {
    async find(bin) {
      const beginnings = Array.from(bin, (_, index) => bin.slice(0, index + 1))
      const { rows } = await database.query<{ country: string }>(find([operator, beginnings]) as never)
      return rows[0]?.country
    },
  }
}

/** Rows of one statement. */
const insertedMax = 10_000

export function postgresCardRanges(database: Database): CardRanges {
  return {
    replace: (ranges, by) =>
      inUnitOfWork(
        database,
        async (client) => {
          const { rowCount: replaced } = await client.query('delete from card_ranges where merchant_id = $1', [
            operator,
          ])
          for (let start = 0; start < ranges.length; start += insertedMax) {
            const page = ranges.slice(start, start + insertedMax)
            await client.query(
              `insert into card_ranges (merchant_id, prefix, country)
               select $1, prefix, country from unnest($2::text[], $3::text[]) as given (prefix, country)`,
              [operator, valuesOf(page, 'prefix'), valuesOf(page, 'country')],
            )
          }
          const subject = { ranges: ranges.length, replaced: replaced ?? 0 }
          await writeAuditLine(client, { merchantId: operator, action: 'CARD_RANGES_IMPORTED', subject, ...by })
          return subject
        },
        { isLong: true },
      ),
  }
}

function valuesOf(ranges: readonly CardRange[], name: keyof CardRange): readonly string[] {
  return ranges.map((range) => range[name])
}

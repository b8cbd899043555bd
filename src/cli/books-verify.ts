// Compares the gateway's books with the acquirer's.
import type { Merchant } from '../domain/merchant.ts'
import { formatMoney } from '../domain/money.ts'
import { type BooksReport, verifyBooks } from '../operations/verify-books.ts'
import { type SchemeTokensReport, verifySchemeTokens } from '../operations/verify-scheme-tokens.ts'
import type { AcquirerBooks } from '../ports/acquirer-books.ts'
import type { MerchantStore, Store } from '../ports/store.ts'
import { countedReading } from './books-progress.ts'
import { command } from './command.ts'
import { merchantIdArgument } from './merchant-id.ts'
import { badNews, done, type Refusal, type Result, refused } from './result.ts'
import { optional } from './rows.ts'
import { table } from './table.ts'
import { withOperations } from './with-installation.ts'

export const booksVerify = command({
  name: 'books verify',
  purpose: "Compares our orders with the acquirer's books, payment by payment; any difference ends it with 1.",
  arguments: { merchantId: optional(merchantIdArgument) },
  options: {},
  example: 'TESTMERCHANT',
  notes: () =>
    `Without a merchant, those of the simulated acquirer are compared, one after the other, and our scheme tokens with the
simulated token service's. Payments may go on meanwhile: only what differs twice in a row is told. Merchants that the
acquirer knows under one name are compared together.`,
  run: ({ merchantId }, surroundings) =>
    withOperations(surroundings, async ({ ports: { store, tokenClaims }, books, tokenService, merchants }) => {
      if (!books || !tokenService)
        return refused('Only the simulated acquirer shows its books, and it is there in the sandbox alone.')
      const compared = await merchantsToCompare(merchantId, merchants)
      if ('kind' in compared) return compared
      const reports: Report[] = []
      for (const group of compared) reports.push(await compare(group, { store, books }))
      if (merchantId !== undefined) return tell(reports)
      return tell(reports, await verifySchemeTokens({ tokenClaims, books: tokenService }))
    }),
})

interface Report extends BooksReport {
  readonly merchantId: string
}

/** Merchants with one name at the acquirer. */
interface Group {
  readonly acquirerMerchantId: string
  readonly merchantIds: readonly string[]
}

function isSimulated({ profile }: Merchant): boolean {
  return profile.acquirerLink.adapter === 'simulator'
}

async function merchantsToCompare(
  merchantId: string | undefined,
  merchants: Pick<MerchantStore, 'find' | 'list'>,
): Promise<Refusal | readonly Group[]> {
  const simulated = (await merchants.list()).filter(isSimulated)
  const groups = Map.groupBy(simulated, ({ profile }) => profile.acquirerLink.acquirerMerchantId)
  const all = [...groups].map(([acquirerMerchantId, members]): Group => {
    return { acquirerMerchantId, merchantIds: members.map(({ id }) => id) }
  })
  if (merchantId === undefined) return all
  if (!(await merchants.find(merchantId))) return refused(`There is no merchant ${merchantId}.`)
  const group = all.find(({ merchantIds }) => merchantIds.includes(merchantId))
  return group ? [group] : refused(`The acquirer of ${merchantId} does not show its books.`)
}

async function compare(
  group: Group,
  reading: { readonly store: Store; readonly books: AcquirerBooks },
): Promise<Report> {
  const merchantId = group.merchantIds.join(', ')
  const counted = countedReading(reading, (line) => process.stderr.write(`${merchantId}: ${line}\n`))
  return { merchantId, ...(await verifyBooks(group, counted)) }
}

/** Amounts have a currency; other things that differ are words. */
function amountText(text: string | undefined, currency: string | undefined): string {
  if (text === undefined || currency === undefined) return text ?? ''
  return `${formatMoney({ amountMinor: BigInt(text), currency })} ${currency}`
}

function tell(reports: readonly Report[], schemeTokens?: SchemeTokensReport): Result {
  const rows = reports.flatMap(({ merchantId, differences }) =>
    differences.map(({ kind, orderId = '', transactionId = '', reference = '', currency, ours, theirs }) => [
      merchantId,
      kind,
      orderId,
      transactionId,
      amountText(ours, currency),
      amountText(theirs, currency),
      reference,
    ]),
  )
  const tokenRows = (schemeTokens?.differences ?? []).map(
    ({ kind, repositoryId = '', token = '', ours = '', theirs = '', reference }) => [
      kind,
      repositoryId,
      token,
      ours,
      theirs,
      reference,
    ],
  )
  const count = rows.length + tokenRows.length
  const data = { merchants: reports, ...(schemeTokens && { schemeTokens }), differences: count }
  const counts = schemeTokens ? `${countsText(reports)}\n\n${schemeTokensText(schemeTokens)}` : countsText(reports)
  if (count === 0) return done(data, `${counts}\n\nThe books agree.`)
  const found = count === 1 ? 'There is 1 difference' : `There are ${count} differences`
  const tables = [
    { headings: ['MERCHANT', 'DIFFERENCE', 'ORDER', 'TRANSACTION', 'OURS', 'THEIRS', 'REFERENCE'], rows },
    { headings: ['DIFFERENCE', 'REPOSITORY', 'TOKEN', 'OURS', 'THEIRS', 'REFERENCE'], rows: tokenRows },
  ].filter((each) => each.rows.length > 0)
  const shown = tables.map((each) => table(each.headings, each.rows)).join('\n\n')
  return badNews(data, `${counts}\n\n${found}:\n\n${shown}`)
}

function schemeTokensText({ kept, entries, open, differences }: SchemeTokensReport): string {
  return table(
    ['SCHEME TOKENS', 'TOKEN SERVICE ENTRIES', 'STILL OPEN', 'DIFFERENCES'],
    [[kept, entries, open, differences.length].map(String)],
  )
}

function countsText(reports: readonly Report[]): string {
  if (reports.length === 0) return 'No merchants.'
  return table(
    ['MERCHANT', 'ORDERS', 'TRANSACTIONS', 'ACQUIRER ENTRIES', 'STILL OPEN', 'DIFFERENCES'],
    reports.map(({ merchantId, orders, transactions, entries, open, differences }) => [
      merchantId,
      ...[orders, transactions, entries, open, differences.length].map(String),
    ]),
  )
}

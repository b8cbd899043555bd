// Compares the gateway's books with those of acquirers and providers.

import { displayMoney } from '../../kernel/money.ts'
import { type Merchant, type MerchantStore, routesOf } from '../../merchants/index.ts'
import { type AcquirerBooks, BooksUnavailableError, type Store } from '../../payments/index.ts'
import { type BooksReport, mergeBooks, verifyBooks } from '../../settlement/index.ts'
import { type SchemeTokensReport, verifySchemeTokens } from '../../tokens/index.ts'
import { command } from '../command.ts'
import { merchantIdArgument } from '../options.ts'
import { type CommandRefusal, type CommandResult, commandDone, commandRefused, doneWithProblems } from '../result.ts'
import { optionalArgument } from '../rows.ts'
import { table } from '../table.ts'
import type { Terminal } from '../terminal.ts'
import { withOperations } from '../with-installation.ts'

/** Shows the progress of a long comparison. Short ones show nothing. */
const everyRows = 10_000

interface BooksSource {
  readonly store: Pick<Store, 'listOrders'>
  readonly books: AcquirerBooks
}

/** The same rows; every ten thousand rows a line reports progress. */
export function withReadingProgress({ store, books }: BooksSource, say: (line: string) => void): BooksSource {
  const orders = counter((count) => say(`${count} gateway orders read.`))
  const entries = counter((count) => say(`${count} acquirer entries compared.`))
  return {
    store: { listOrders: async (page) => orders(await store.listOrders(page)) },
    books: { list: async (page) => entries(await books.list(page)) },
  }
}

function counter(report: (count: number) => void): <Row>(page: readonly Row[]) => readonly Row[] {
  let count = 0
  return (page) => {
    const before = count
    count += page.length
    if (Math.floor(count / everyRows) > Math.floor(before / everyRows)) report(count)
    return page
  }
}

export const booksVerify = command({
  name: 'books verify',
  purpose:
    "Compares the gateway's orders with the books of the acquirer and providers; exits with 1 on any difference.",
  arguments: { merchantId: optionalArgument(merchantIdArgument) },
  options: {},
  example: 'TESTMERCHANT',
  notes: () =>
    `Without a merchant, all merchants whose acquirer shows its books are compared one after the other. A link
with the adapter gateway reads the feed of events of the gateway at the other end. In the sandbox, payments
on the sites of the simulated providers are compared with the providers' books, and the gateway's scheme
tokens with those of the simulated token service. Payments can continue meanwhile: only differences found
twice in a row are reported. Merchants that share one account at an acquirer or provider are compared
together.`,
  run: ({ merchantId }, context) =>
    withOperations(context, async ({ dependencies: { store, tokenClaims }, booksOf, tokenService, merchants }) => {
      const compared = await merchantsToCompare(merchantId, { merchants, store, booksOf })
      if ('kind' in compared) return compared
      const reports: Report[] = []
      for (const group of compared) {
        const ofRevisions = group.revisions.flatMap((revision) => booksOf(group.linkId, revision) ?? [])
        const books = mergeBooks([...new Set(ofRevisions)])
        try {
          reports.push(...isReported(group, await compare(group, { store, books }, context.terminal)))
        } catch (error) {
          if (!(error instanceof BooksUnavailableError)) throw error
          const merchants = group.merchantIds.join(', ')
          // A test host that does not run says nothing about merchants who have never paid there.
          if (merchantId !== undefined || (await hasUsed(group, store)))
            return commandRefused(`The books of ${merchants} cannot be compared: ${error.message}.`)
          context.terminal.stderr.write(`${merchants}: not compared, ${error.message}\n`)
        }
      }
      if (merchantId !== undefined || !tokenService) return resultOf(reports)
      return resultOf(reports, await verifySchemeTokens({ tokenClaims, books: tokenService }))
    }),
})

interface Report extends BooksReport {
  readonly merchantId: string
  /** Whose books they are, if not the acquirer's. */
  readonly provider?: string | undefined
}

/** Merchants that share an id at an acquirer or a provider. */
interface Group {
  readonly linkId: string
  readonly provider?: string
  readonly acquirerMerchantId: string
  readonly merchantIds: readonly string[]
  /** Of the link, that took payments; undefined for the present one. */
  readonly revisions: readonly (number | undefined)[]
}

type Link = Omit<Group, 'merchantIds' | 'revisions'> & { readonly merchantId: string; readonly revision?: number }

/** Of its routes and providers, and those that took payments before its profile was changed. */
async function linksOf(
  { id: merchantId, profile }: Merchant,
  { store }: { readonly store: Pick<Store, 'listUsedLinks'> },
): Promise<readonly Link[]> {
  return [
    ...routesOf(profile).map(({ linkId, acquirerMerchantId }) => ({ merchantId, linkId, acquirerMerchantId })),
    ...profile.providers.map(({ provider, adapter, account }) => {
      return { merchantId, linkId: adapter, provider, acquirerMerchantId: account }
    }),
    ...(await store.listUsedLinks(merchantId)).map((used) => ({ merchantId, ...used })),
  ]
}

async function hasUsed({ merchantIds, linkId }: Group, store: Pick<Store, 'listUsedLinks'>): Promise<boolean> {
  for (const merchantId of merchantIds)
    if ((await store.listUsedLinks(merchantId)).some((used) => used.linkId === linkId)) return true
  return false
}

function accountOf({ linkId, acquirerMerchantId }: Pick<Link, 'linkId' | 'acquirerMerchantId'>): string {
  return JSON.stringify([linkId, acquirerMerchantId])
}

/**
 * Most merchants have nothing at most providers; and the gateway's own copies were already checked with the acquirer's
 * books.
 */
function isReported({ provider }: Group, report: Report): readonly Report[] {
  if (provider === undefined) return [report]
  if (report.transactions === 0 && report.entries === 0) return []
  return [{ ...report, differences: report.differences.filter(({ reference }) => reference !== undefined) }]
}

async function merchantsToCompare(
  merchantId: string | undefined,
  {
    merchants,
    store,
    booksOf,
  }: {
    readonly merchants: Pick<MerchantStore, 'find' | 'list'>
    readonly store: Pick<Store, 'listUsedLinks'>
    readonly booksOf: (linkId: string) => AcquirerBooks | undefined
  },
): Promise<CommandRefusal | readonly Group[]> {
  const listed: Link[] = []
  for (const merchant of await merchants.list()) listed.push(...(await linksOf(merchant, { store })))
  const links = Map.groupBy(
    listed.filter(({ linkId }) => booksOf(linkId)),
    accountOf,
  )
  const all = [...links.values()].flatMap((members): readonly Group[] => {
    const [first] = members
    if (!first) return []
    const { merchantId: _, revision: __, ...group } = first
    const merchantIds = [...new Set(members.map(({ merchantId: id }) => id))]
    return [{ ...group, merchantIds, revisions: [...new Set(members.map(({ revision }) => revision))] }]
  })
  if (merchantId === undefined) return all
  if (!(await merchants.find(merchantId))) return commandRefused(`Merchant ${merchantId} does not exist.`)
  const groups = all.filter(({ merchantIds }) => merchantIds.includes(merchantId))
  return groups.some(({ provider }) => provider === undefined)
    ? groups
    : commandRefused(`The acquirer of ${merchantId} does not provide its books.`)
}

async function compare(
  group: Group,
  reading: { readonly store: Store; readonly books: AcquirerBooks },
  { stderr }: Terminal,
): Promise<Report> {
  const { provider } = group
  const merchantId = group.merchantIds.join(', ')
  const counted = withReadingProgress(reading, (line) => stderr.write(`${merchantId}: ${line}\n`))
  return { merchantId, provider, ...(await verifyBooks(group, counted)) }
}

/** Amounts have a currency; other differences are words. */
function amountText(text: string | undefined, currency: string | undefined): string {
  if (text === undefined || currency === undefined) return text ?? ''
  return `${displayMoney({ amountMinor: BigInt(text), currency })} ${currency}`
}

function resultOf(reports: readonly Report[], schemeTokens?: SchemeTokensReport): CommandResult {
  const rows = reports.flatMap((report) =>
    report.differences.map(({ kind, orderId = '', transactionId = '', reference = '', currency, ours, theirs }) => [
      comparedText(report),
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
  const data = { merchants: reports, schemeTokens, differences: count }
  const counts = schemeTokens ? `${countsText(reports)}\n\n${schemeTokensText(schemeTokens)}` : countsText(reports)
  if (count === 0) return commandDone(data, `${counts}\n\nThe books agree.`)
  const found = count === 1 ? 'There is 1 difference' : `There are ${count} differences`
  const tables = [
    { headings: ['MERCHANT', 'DIFFERENCE', 'ORDER', 'TRANSACTION', 'OURS', 'THEIRS', 'REFERENCE'], rows },
    { headings: ['DIFFERENCE', 'REPOSITORY', 'TOKEN', 'OURS', 'THEIRS', 'REFERENCE'], rows: tokenRows },
  ].filter((each) => each.rows.length > 0)
  const shown = tables.map((each) => table(each.headings, each.rows)).join('\n\n')
  return doneWithProblems(data, `${counts}\n\n${found}:\n\n${shown}`)
}

function schemeTokensText({ kept, entries, open, differences }: SchemeTokensReport): string {
  return table(
    ['SCHEME TOKENS', 'TOKEN SERVICE ENTRIES', 'STILL OPEN', 'DIFFERENCES'],
    [[kept, entries, open, differences.length].map(String)],
  )
}

function countsText(reports: readonly Report[]): string {
  if (reports.length === 0) return 'No merchant has an acquirer that shows its books.'
  return table(
    ['MERCHANT', 'ORDERS', 'TRANSACTIONS', 'THEIR ENTRIES', 'STILL OPEN', 'DIFFERENCES'],
    reports.map((report) => {
      const { orders, transactions, entries, open, differences } = report
      return [comparedText(report), ...[orders, transactions, entries, open, differences.length].map(String)]
    }),
  )
}

function comparedText({ merchantId, provider }: Report): string {
  return provider === undefined ? merchantId : `${merchantId} at ${provider}`
}

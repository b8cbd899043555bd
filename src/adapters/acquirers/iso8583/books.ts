// The records of a host that shows them, as the test host does: its messages have none.
import { currencyOfNumber } from '../../../domain/currency-numbers.ts'
import { omitUndefined } from '../../../domain/omit-undefined.ts'
import { type AcquirerBooks, type BookEntry, BooksUnavailableError } from '../../../ports/acquirers/acquirer-books.ts'

interface ListedEntry extends Omit<BookEntry, 'standingMinor'> {
  readonly standingMinor: string
}

const timeoutMs = 20_000

export function openBooks(url: string): AcquirerBooks {
  return {
    async list({ acquirerMerchantId: merchant, afterReference: after, limit }) {
      const query = new URLSearchParams({ merchant, limit: String(limit), ...omitUndefined({ after }) })
      const entries = await read(new URL(`/books?${query}`, url))
      return entries.map(({ reference, kind, currency, standingMinor, originalReference, ...entry }) => ({
        reference,
        kind,
        currency: currencyOfNumber(currency) ?? currency,
        standingMinor: BigInt(standingMinor),
        ...omitUndefined({ originalReference }),
        isApproved: entry.isApproved,
        isReversed: entry.isReversed,
        timesAsked: entry.timesAsked,
      }))
    },
  }
}

async function read(url: URL): Promise<readonly ListedEntry[]> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    return ((await response.json()) as { readonly entries: readonly ListedEntry[] }).entries
  } catch (error) {
    throw new BooksUnavailableError(`the books of the host cannot be read: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

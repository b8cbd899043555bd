// The records of a host that shows them, as the test host does: its messages have none.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { get as getSecurely } from 'node:https'
import { currencyOfNumber } from '../../kernel/money.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { type AcquirerBooks, type BookEntry, BooksUnavailableError } from '../../payments/index.ts'
import { permittedLookup, type RefuseAddress } from '../permitted-address.ts'

interface ListedEntry extends Omit<BookEntry, 'standingMinor'> {
  readonly standingMinor: string
}

const timeoutMs = 20_000
/** A page has some hundred bytes for each entry. */
const bytesMax = 4 * 1_048_576

export function openBooks(url: string, refuseAddress: RefuseAddress): AcquirerBooks {
  return {
    async list({ acquirerMerchantId: merchant, afterReference: after, limit }) {
      const query = new URLSearchParams({ merchant, limit: String(limit), ...omitUndefined({ after }) })
      const entries = await read(new URL(`/books?${query}`, url), refuseAddress)
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

async function read(url: URL, refuseAddress: RefuseAddress): Promise<readonly ListedEntry[]> {
  try {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const options = { ...permittedLookup(host, refuseAddress), agent: false, signal: AbortSignal.timeout(timeoutMs) }
    const request = url.protocol === 'https:' ? getSecurely(url, options) : get(url, options)
    // What happens to it after the response is the response's error, too.
    request.on('error', () => undefined)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    if (response.statusCode !== 200) {
      request.destroy()
      throw new Error(`HTTP ${response.statusCode}`)
    }
    return (JSON.parse(await textOf(response)) as { readonly entries: readonly ListedEntry[] }).entries
  } catch (error) {
    throw new BooksUnavailableError(`the books of the host cannot be read: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    // Leaving the loop ends the connection.
    if (bytes > bytesMax) throw new Error(`the answer is larger than ${bytesMax} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

// The upstream's records of a merchant, from its feed of events. The feed is an addition of this gateway to the API: an
// upstream without it cannot be compared.

import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { TransactionType } from '../../kernel/transaction-type.ts'
import {
  type AcquirerBooks,
  type AcquirerRequestKind,
  type BookEntry,
  BooksUnavailableError,
} from '../../payments/index.ts'
import { isUndone, recordedUndos, type UndoKind, undoneReference } from './recorded-orders.ts'
import { isSuccessful, moneyOf, type UpstreamResponse } from './responses.ts'
import type { Upstream } from './upstream.ts'

const eventsPerPage = 100

interface MerchantRecords {
  /** Up to where the feed was read. */
  after: string | undefined
  /** The newest response of each transaction, by its id. */
  readonly responses: Map<string, UpstreamResponse>
}

/** Reads what is new in the feed before each page, and keeps what it has read. */
export function openBooks(upstream: Upstream): AcquirerBooks {
  const merchants = new Map<string, MerchantRecords>()
  return {
    async list({ acquirerMerchantId, afterReference = '', limit }) {
      const records = merchants.get(acquirerMerchantId) ?? { after: undefined, responses: new Map() }
      merchants.set(acquirerMerchantId, records)
      await readEvents(acquirerMerchantId, records, upstream)
      return [...records.responses.keys()]
        .filter((reference) => reference > afterReference)
        .toSorted()
        .flatMap((reference) => entryOf(reference, records.responses) ?? [])
        .slice(0, limit)
    },
  }
}

interface EventsPage {
  readonly event?: readonly UpstreamResponse[]
  readonly page?: { readonly after?: string }
}

async function readEvents(merchantId: string, records: MerchantRecords, upstream: Upstream): Promise<void> {
  for (;;) {
    const query = { limit: String(eventsPerPage), ...omitUndefined({ after: records.after }) }
    const result = await upstream.retrieveEvents(merchantId, query)
    if (result.kind === 'REFUSAL' && result.status === 404)
      throw new BooksUnavailableError('the upstream gateway has no feed of events')
    const { event = [], page } = (result.kind === 'ANSWER' ? result.response : {}) as EventsPage
    if (page?.after === undefined)
      throw new BooksUnavailableError(
        `the upstream gateway did not answer with the events of its merchant ${merchantId}`,
      )
    for (const response of event) {
      const id = response.transaction?.id
      if (id !== undefined) records.responses.set(id, response)
    }
    records.after = page.after
    if (event.length < eventsPerPage) return
  }
}

const kindsOfTypes: Partial<Readonly<Record<TransactionType, AcquirerRequestKind>>> = {
  AUTHORIZATION: 'AUTHORIZE',
  AUTHORIZATION_UPDATE: 'UPDATE_AUTHORIZATION',
  CAPTURE: 'CAPTURE',
  PAYMENT: 'PAY',
  REFUND: 'REFUND',
  VERIFICATION: 'VERIFY',
  VOID_AUTHORIZATION: 'VOID',
  VOID_CAPTURE: 'VOID',
  VOID_PAYMENT: 'VOID',
  VOID_REFUND: 'VOID',
}

/** Undefined for entries that are not requests: a reversal belongs to the transaction it reverses. */
function entryOf(reference: string, responses: ReadonlyMap<string, UpstreamResponse>): BookEntry | undefined {
  const response = responses.get(reference) ?? {}
  const { transaction = {}, order = {} } = response
  const kind = transaction.type && kindsOfTypes[transaction.type]
  const { currency = order.currency } = transaction
  if (!kind || currency === undefined || isReversal(reference, responses)) return undefined
  const isApproved = isSuccessful(response)
  const undosOf = (undoKind: UndoKind) => recordedUndos(undoKind, reference, (id) => responses.get(id))
  const isReversed = isUndone({ VOID: undosOf('VOID'), REFUND: undosOf('REFUND') }, response)
  const approvedMinor = kind === 'VERIFY' ? 0n : (moneyOf(transaction)?.amountMinor ?? 0n)
  return {
    reference,
    kind: order.id === reference ? (standaloneKinds[kind] ?? kind) : kind,
    currency,
    standingMinor: isApproved && !isReversed ? approvedMinor : 0n,
    ...omitUndefined({ originalReference: transaction.targetTransactionId }),
    isApproved,
    isReversed,
    // The upstream does not return how often it was called.
    timesAsked: 1,
  }
}

const standaloneKinds: Partial<Readonly<Record<AcquirerRequestKind, AcquirerRequestKind>>> = {
  CAPTURE: 'STANDALONE_CAPTURE',
  REFUND: 'STANDALONE_REFUND',
}

function isReversal(reference: string, responses: ReadonlyMap<string, UpstreamResponse>): boolean {
  const original = undoneReference(reference)
  return original !== undefined && responses.has(original)
}

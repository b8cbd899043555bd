// What the gateway's records would have in each batch: every approved capture, payment and refund of the checks that was
// neither voided nor reversed. Batches are closed by it.
import { gatewayCodes } from '../../kernel/gateway-code.ts'
import type {
  Acquirer,
  AcquirerRequest,
  AcquirerResult,
  ClosingResult,
  OpenSettlementBatch,
  SettlementBatchProgress,
  SettlementBatchTotal,
  SettlementBatchTransaction,
} from '../../payments/index.ts'

interface LedgerEntry extends SettlementBatchTransaction {
  readonly kind: AcquirerRequest['kind']
  readonly currency: string
  readonly batch: number | undefined
  /** Of a void: what it voids. */
  readonly voids: string | undefined
}

export interface SettlementBatchLedger {
  note(request: AcquirerRequest, result: AcquirerResult): void
  noteReversal(reference: string): void
  /** The numbers of batches with something in them that are not closed, the oldest first. */
  unclosed(): readonly number[]
  openBatch(number: number): OpenSettlementBatch
  /** This one, and those before it. */
  noteClosed(upTo: number): void
}

const settledKinds: ReadonlySet<string> = new Set([
  ...(['PAY', 'CAPTURE', 'STANDALONE_CAPTURE', 'REFUND', 'STANDALONE_REFUND'] as const),
])

export function openBatchLedger(): SettlementBatchLedger {
  const entries = new Map<string, LedgerEntry>()
  const reversed = new Set<string>()
  const progress = new Map<number, SettlementBatchProgress>()
  let closedUpTo = Number.NEGATIVE_INFINITY

  function standing(number: number): readonly LedgerEntry[] {
    const valid = [...entries.values()].filter(({ reference }) => !reversed.has(reference))
    const voided = new Set(valid.map(({ voids }) => voids))
    return valid.filter(
      ({ kind, batch, reference }) => settledKinds.has(kind) && batch === number && !voided.has(reference),
    )
  }

  return {
    note(request, acquirerResult) {
      if (acquirerResult.kind !== 'ANSWERED' || request.kind === 'VERIFY') return
      const { gatewayCode, approvedMinor: amountMinor = request.amountMinor, batch } = acquirerResult.response
      const { result, isOpen } = gatewayCodes[gatewayCode] ?? {}
      if (result !== 'SUCCESS' || isOpen) return
      const { reference, kind, currency, wire } = request
      const voids = kind === 'VOID' ? request.original.reference : undefined
      const isRefund = kind === 'REFUND' || kind === 'STANDALONE_REFUND'
      entries.set(reference, { reference, kind, currency, amountMinor, isRefund, batch, voids, ...(wire && { wire }) })
    },
    noteReversal: (reference) => void reversed.add(reference),
    unclosed() {
      const numbers = new Set([...entries.values()].flatMap(({ batch }) => batch ?? []))
      return [...numbers].filter((each) => each > closedUpTo && standing(each).length > 0).sort((a, b) => a - b)
    },
    openBatch: (number) => ({
      number,
      ...(progress.has(number) && { progress: progress.get(number) as SettlementBatchProgress }),
      count: async () => totalsOf(standing(number)),
      async *transactions(currency) {
        yield* standing(number).filter((entry) => entry.currency === currency)
      },
      async save(next) {
        // As a database keeps it.
        progress.set(number, JSON.parse(JSON.stringify(next)) as SettlementBatchProgress)
        return true
      },
    }),
    noteClosed(upTo) {
      closedUpTo = Math.max(closedUpTo, upTo)
    },
  }
}

/** Where totals are compared one batch after the other, as the gateway does it. The response is about the newest. */
export async function closeOpenBatches(
  {
    acquirer,
    acquirerMerchantId,
    ledger,
  }: { readonly acquirer: Acquirer; readonly acquirerMerchantId: string; readonly ledger: SettlementBatchLedger },
  changed: (batch: OpenSettlementBatch) => Partial<OpenSettlementBatch> = () => ({}),
): Promise<ClosingResult> {
  const isReconciled = acquirer.capabilities.batchTotals === 'RECONCILED'
  const unclosed = ledger.unclosed()
  let result: ClosingResult = { kind: 'NOTHING_OPEN' }
  for (const number of isReconciled ? unclosed : unclosed.slice(-1)) {
    const batch = ledger.openBatch(number)
    result = await acquirer.closeBatch({ acquirerMerchantId, batch: { ...batch, ...changed(batch) } })
    if (result.kind === 'CLOSED') ledger.noteClosed(result.batch)
    if (result.kind === 'NOTHING_OPEN' && !isReconciled) ledger.noteClosed(number)
    if (result.kind !== 'CLOSED') return result
  }
  return unclosed.length > 0 ? result : acquirer.closeBatch({ acquirerMerchantId })
}

function totalsOf(entries: readonly LedgerEntry[]): readonly SettlementBatchTotal[] {
  return [...Map.groupBy(entries, ({ currency }) => currency)].map(([currency, ofCurrency]) => {
    const refunds = ofCurrency.filter(({ isRefund }) => isRefund)
    const captures = ofCurrency.filter(({ isRefund }) => !isRefund)
    return {
      currency,
      capturedCount: captures.length,
      capturedMinor: sumOf(captures),
      refundedCount: refunds.length,
      refundedMinor: sumOf(refunds),
    }
  })
}

function sumOf(entries: readonly LedgerEntry[]): bigint {
  return entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
}

// The gateway of a bank as the acquirer whose books are compared: its orders are those of ours, under the references of our
// transactions, and it undoes what it is told to undo by voids and refunds of its own.
import { merchantId } from '../clients/client.ts'
import type { BookedLine } from './fault-oracle.ts'
import type { GatewaySide } from './two-gateways-world.ts'
import type { ReversedAttempt, WorldAcquirer } from './world-acquirer.ts'

interface BankRow {
  readonly orderId: string
  readonly transactionId: string
  readonly type: string
  readonly currency: string
  readonly amountMinor: number
  readonly gatewayCode: string | null
  readonly target: string | null
  readonly hasAccount: boolean
  /** Its batch is closed at the bank's own acquirer. */
  readonly isInClosedBatch: boolean
}

const rowsText = `select order_id as "orderId", transaction_id as "transactionId", t.type, o.currency,
    t.amount_minor::float8 as "amountMinor", t.gateway_code as "gatewayCode", t.target_transaction_id as target,
    t.request -> 'sourceOfFunds' is not null as "hasAccount", exists (
      select from simulated_acquirer.book b join simulated_acquirer.batch s
        on s.acquirer_merchant_id = b.acquirer_merchant_id and s.number = b.batch
      where b.reference = t.acquirer_reference and s.closed_at is not null) as "isInClosedBatch"
  from transactions t join orders o using (merchant_id, order_id) where merchant_id = '${merchantId}'
  order by order_id, position`

const successes: ReadonlySet<string> = new Set(['APPROVED', 'APPROVED_PENDING_SETTLEMENT', 'PARTIALLY_APPROVED'])

const kinds: Readonly<Record<string, string>> = {
  AUTHORIZATION: 'AUTHORIZE',
  AUTHORIZATION_UPDATE: 'UPDATE_AUTHORIZATION',
  PAYMENT: 'PAY',
  VERIFICATION: 'VERIFY',
  VOID_AUTHORIZATION: 'VOID',
  VOID_CAPTURE: 'VOID',
  VOID_PAYMENT: 'VOID',
  VOID_REFUND: 'VOID',
}

/** The gateway's tries to undo a request are numbered from the second one on. */
const undoIds = /^(?<reference>.+)-(?<kind>RF?)(?<number>[2-9]|[1-9]\d)?$/

/** The request that a transaction of the bank undoes for our gateway, and which void or refund of it this is. */
function undoOf(transactionId: string) {
  const { reference, kind, number = 1 } = undoIds.exec(transactionId)?.groups ?? {}
  return reference === undefined ? undefined : { reference, kind, number: Number(number) }
}

function undoneBy({ transactionId }: BankRow): string | undefined {
  return undoOf(transactionId)?.reference
}

export function bankAcquirer(bank: GatewaySide, lateArrivalMs: number): WorldAcquirer {
  const readRows = () => bank.query<BankRow>(rowsText)
  return {
    linkId: 'north-bank',
    lateArrivalMs,
    leavesToOperators: false,
    environmentFor: () => ({}),
    async booked() {
      const rows = await readRows()
      const isDone = ({ gatewayCode }: BankRow) => gatewayCode !== null && successes.has(gatewayCode)
      const undone = new Set(rows.filter(isDone).map(undoneBy))
      return rows
        .filter((row) => undoneBy(row) === undefined)
        .map((row): BookedLine => {
          const isApproved = isDone(row)
          return {
            reference: row.transactionId,
            kind: kindOf(row),
            currency: row.currency,
            original: row.target,
            approvedMinor: isApproved ? row.amountMinor : 0,
            isApproved,
            isReversed: undone.has(row.transactionId),
            asked: 1,
            // What was captured can be refunded then; a refund cannot be taken back.
            isSettled: row.type === 'REFUND' && row.isInClosedBatch,
          }
        })
    },
    async history(references) {
      const rows = await readRows()
      return new Map(
        references.map((reference) => {
          const own = rows.filter((row) => row.transactionId === reference || undoneBy(row) === reference)
          return [reference, own.map((row) => JSON.stringify(row)).join('\n    ')]
        }),
      )
    },
    /** Undone by a void or a refund, unless the bank has done nothing that could be. */
    async unreversed(reversed: readonly ReversedAttempt[]) {
      const rows = await readRows()
      const isDone = ({ gatewayCode }: BankRow) => gatewayCode !== null && successes.has(gatewayCode)
      const undone = new Set(rows.filter(isDone).map(undoneBy))
      const standing = new Set(
        rows.filter((row) => isDone(row) && kindOf(row) !== 'VERIFY').map((row) => row.transactionId),
      )
      return reversed.filter(({ reference }) => standing.has(reference) && !undone.has(reference))
    },
    isHeardTwice: () => false,
    countFaults: async () => ({}),
    kill: () => bank.kill({ gateway: true }),
    stop: () => bank.stop(),
  }
}

function kindOf({ type, target }: BankRow): string {
  const isStandalone = target === null && (type === 'CAPTURE' || type === 'REFUND')
  return isStandalone ? `STANDALONE_${type}` : (kinds[type] ?? type)
}

/** What is wrong with the ids under which our gateway has tried to undo requests: each try has the number after the one before. */
export async function findStrayUndos(
  bank: Pick<GatewaySide, 'query'>,
  ours: ReadonlySet<string>,
): Promise<readonly string[]> {
  const rows = await bank.query<BankRow>(rowsText)
  const stray: string[] = []
  const done = new Map<string, string[]>()
  const tries = new Map<string, number>()
  for (const row of rows) {
    if (ours.has(row.transactionId)) continue
    const undo = undoOf(row.transactionId)
    if (undo === undefined || !ours.has(undo.reference)) {
      stray.push(`${row.transactionId} of ${row.orderId} is no request of ours`)
      continue
    }
    const { reference, kind, number } = undo
    const before = tries.get(`${reference} ${kind}`) ?? 0
    if (number !== before + 1) stray.push(`${row.transactionId} comes after ${before} tries`)
    tries.set(`${reference} ${kind}`, before + 1)
    if (row.gatewayCode === null || !successes.has(row.gatewayCode)) continue
    const earlier = done.get(reference) ?? []
    if (earlier.length > 0) stray.push(`${row.transactionId} undoes what ${earlier.join()} has undone`)
    done.set(reference, [...earlier, row.transactionId])
  }
  return stray
}

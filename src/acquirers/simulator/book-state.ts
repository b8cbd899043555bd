// Reads the state that a decision depends on, and locks it until the decision is written: originals, batches, gift
// cards.
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { AcquirerRequest } from '../../payments/index.ts'
import { prepared } from '../../platform/postgres/database.ts'
import { batchText, findClosed, type SimulatedSettlementBatch } from './batches.ts'
import { faceValueMinor } from './gift-cards.ts'
import type { BookState, TargetState } from './refusals.ts'
import type { SimulatorClient } from './unit-of-work.ts'

/** A request with the hash of the gift card it is about, if it is one. */
export interface BookRequest {
  readonly question: AcquirerRequest
  readonly giftCard: string | null
  /** It is not written after this time of the monotonic clock. */
  readonly sendBefore: number
  /** A fault requests half of it. */
  readonly isInPart: boolean
}

const lockOriginals = prepared(
  'simulator-lock-originals',
  `select from unnest($1::text[], $2::text[]) as w(m, r)
   join simulated_acquirer.book b on b.acquirer_merchant_id = w.m and b.reference = w.r
   order by w.m, w.r for update of b`,
)

const sumOf = (kind: string) => `(
  select coalesce(sum(s.approved_minor), 0)::text from simulated_acquirer.standing s
  where s.acquirer_merchant_id = t.acquirer_merchant_id and s.original_reference = t.reference and s.kind = '${kind}')`

// A separate statement, after the lock: only then it sees what the previous holder of the lock has written.
const readOriginals = prepared(
  'simulator-read-originals',
  `select w.position::integer as position, t.kind, t.currency, t.is_approved as "isApproved",
     t.reversed_at is not null as "isReversed", t.batch, t.gift_card as "giftCard",
     exists (
       select from simulated_acquirer.book v
       where v.acquirer_merchant_id = t.acquirer_merchant_id and v.original_reference = t.reference
         and v.kind = 'VOID' and v.is_approved and v.reversed_at is null) as "isVoided",
     coalesce((
       select u.approved_minor from simulated_acquirer.standing u
       where u.acquirer_merchant_id = t.acquirer_merchant_id and u.original_reference = t.reference
         and u.kind = 'UPDATE_AUTHORIZATION'
       order by u.written_at desc limit 1), t.approved_minor, 0)::text as reserved,
     ${sumOf('CAPTURE')} as captured, ${sumOf('REFUND')} as refunded
   from unnest($1::text[], $2::text[]) with ordinality as w(m, r, position)
   join simulated_acquirer.book t on t.acquirer_merchant_id = w.m and t.reference = w.r
   where t.kind is not null`,
)

type FollowUpRequest = Extract<AcquirerRequest, { original: unknown }>

interface StoredTarget extends Omit<TargetState, 'reservedMinor' | 'capturedMinor' | 'refundedMinor'> {
  readonly position: number
  readonly reserved: string
  readonly captured: string
  readonly refunded: string
}

/** The state for each request, in their order. */
export async function readStates(
  runner: SimulatorClient,
  items: readonly BookRequest[],
): Promise<readonly BookState[]> {
  const later = items
    .map(({ question }) => question)
    .filter((question): question is FollowUpRequest => 'original' in question)
  const targets = await readTargets(runner, later)
  const voids = later.filter(({ kind }) => kind === 'VOID')
  const closed = await findClosed(
    runner,
    voids.flatMap((question) => batchesOf(question, targets.get(question))),
  )
  const balances = await readBalances(runner, items)
  return items.map((item) => {
    const { question } = item
    const target = 'original' in question ? targets.get(question) : undefined
    const giftCardBalanceMinor = balances.get(item)
    return {
      ...omitUndefined({ target }),
      isSettlementBatchClosed: batchesOf(question, target).some((batch) => closed.has(batchText(batch))),
      ...omitUndefined({ giftCardBalanceMinor }),
    }
  })
}

async function readTargets(
  runner: SimulatorClient,
  later: readonly FollowUpRequest[],
): Promise<ReadonlyMap<AcquirerRequest, TargetState>> {
  if (later.length === 0) return new Map()
  const keys = [
    later.map(({ acquirerMerchantId }) => acquirerMerchantId),
    later.map(({ original }) => original.reference),
  ]
  await runner.query(lockOriginals(keys))
  const { rows } = await runner.query<StoredTarget>(readOriginals(keys))
  return new Map(
    rows.map(({ position, reserved, captured, refunded, ...target }) => [
      later[position - 1] as AcquirerRequest,
      {
        ...target,
        reservedMinor: BigInt(reserved),
        capturedMinor: BigInt(captured),
        refundedMinor: BigInt(refunded),
      },
    ]),
  )
}

/** The batches that must be open for a void: the one its target is in, and the one the gateway believes it is in. */
function batchesOf(question: AcquirerRequest, target: TargetState | undefined): readonly SimulatedSettlementBatch[] {
  if (question.kind !== 'VOID') return []
  const { acquirerMerchantId } = question
  return [target?.batch, question.batch]
    .filter((batch) => batch !== undefined && batch !== null)
    .map((batch) => ({ acquirerMerchantId, batch }))
}

/** Any fixed number serves: it separates these locks from others in the same database. */
const giftCardLocks = 7_310_512

const lockGiftCards = prepared(
  'simulator-lock-gift-cards',
  `select pg_advisory_xact_lock(${giftCardLocks}, hashtext(g))
   from (select distinct g from unnest($1::text[]) g order by g) ordered`,
)

// Captures use what their authorization has already taken from the card.
const readSpent = prepared(
  'simulator-read-spent',
  `select w.position::integer as position, coalesce((
     select sum(case when s.kind in ('AUTHORIZE', 'PAY', 'STANDALONE_CAPTURE') then s.approved_minor
                     when s.kind in ('REFUND', 'STANDALONE_REFUND') then -s.approved_minor else 0 end)
     from simulated_acquirer.standing s
     where s.gift_card = w.g and s.acquirer_merchant_id = w.m and s.currency = w.c), 0)::text as spent
   from unnest($1::text[], $2::text[], $3::text[]) with ordinality as w(g, m, c, position)`,
)

async function readBalances(
  runner: SimulatorClient,
  items: readonly BookRequest[],
): Promise<ReadonlyMap<BookRequest, bigint>> {
  const onCards = items.filter(({ giftCard }) => giftCard !== null)
  if (onCards.length === 0) return new Map()
  const cards = onCards.map(({ giftCard }) => giftCard)
  await runner.query(lockGiftCards([cards]))
  const { rows } = await runner.query<{ position: number; spent: string }>(
    readSpent([
      cards,
      onCards.map(({ question }) => question.acquirerMerchantId),
      onCards.map(({ question }) => question.currency),
    ]),
  )
  return new Map(
    rows.map(({ position, spent }) => {
      const item = onCards[position - 1] as BookRequest
      return [item, balanceOf(item.question, BigInt(spent))]
    }),
  )
}

function balanceOf(question: AcquirerRequest, spentMinor: bigint): bigint {
  if (!('instrument' in question) || question.instrument.kind !== 'GIFT_CARD') return 0n
  const left = faceValueMinor(question.instrument, question.currency) - spentMinor
  return left > 0n ? left : 0n
}

// The simulated acquirer: decides by published test data and keeps books of its own, so that both sides can be compared.
import type { Acquirer, AcquirerAnswer, AcquirerFate, AcquirerReply, Verification } from '../../../ports/acquirer.ts'
import type { Clock } from '../../../ports/clock.ts'
import { type Database, prepared } from '../../postgres/database.ts'
import type { MigrationTrack } from '../../postgres/migrate.ts'
import { addressCheck, outcomeOf, securityCodeCheck, wordsFor } from './outcomes.ts'

export const simulatorSchema: MigrationTrack = {
  name: 'simulated-acquirer',
  folder: new URL('./migrations/', import.meta.url),
}

/** What the acquirer decided, and what it said at first when that was less than the decision. */
interface BookEntry {
  readonly fate: AcquirerAnswer
  readonly first_word: FirstWord | null
}
type FirstWord = 'SILENCE' | 'UNKNOWN' | 'PENDING'

const writeEntry = prepared(
  'simulator-write',
  `insert into simulated_acquirer.book as b
     (acquirer_merchant_id, reference, kind, currency, card, fate, first_word)
   values ($1, $2, $3, $4, $5, $6::jsonb, $7)
   on conflict (acquirer_merchant_id, reference) do update set asked = b.asked + 1
   returning fate, first_word`,
)

const readEntry = prepared(
  'simulator-read',
  'select fate from simulated_acquirer.book where acquirer_merchant_id = $1 and reference = $2',
)

export function simulatedAcquirer(database: Database, clock: Clock): Acquirer {
  return {
    async isReachable() {
      await database.query('select 1')
      return true
    },

    async verify(verification) {
      const { fate, firstWord } = decide(verification, await nextStan(), clock.now())
      const { rows } = await database.query<BookEntry>(
        writeEntry([
          verification.acquirerMerchantId,
          verification.reference,
          'VERIFICATION',
          verification.currency,
          verification.card.number.masked,
          JSON.stringify(fate),
          firstWord,
        ]),
      )
      return spoken(rows[0] ?? { fate, first_word: firstWord })
    },

    async inquire({ acquirerMerchantId, reference }): Promise<AcquirerFate> {
      const { rows } = await database.query<Pick<BookEntry, 'fate'>>(readEntry([acquirerMerchantId, reference]))
      return rows[0] ? { kind: 'answered', answer: rows[0].fate } : { kind: 'notFound' }
    },
  }

  async function nextStan(): Promise<string> {
    const { rows } = await database.query<{ stan: string }>("select nextval('simulated_acquirer.stan') as stan")
    return (rows[0]?.stan ?? '0').padStart(6, '0')
  }
}

function spoken({ fate, first_word }: BookEntry): AcquirerReply {
  switch (first_word) {
    case 'SILENCE':
      return { kind: 'noAnswer' }
    case 'UNKNOWN':
    case 'PENDING':
      return {
        kind: 'answered',
        answer: { gatewayCode: first_word, ...(first_word === 'PENDING' && wordsFor('PENDING')) },
      }
    case null:
      return { kind: 'answered', answer: fate }
  }
}

/** Cards that stand for silence or an open outcome are approved in the end; only the first word differs. */
const firstWords: Readonly<Record<string, FirstWord>> = { TIMED_OUT: 'SILENCE', UNKNOWN: 'UNKNOWN', PENDING: 'PENDING' }

function decide(
  { card, billingAddress, acquirerMerchantId }: Verification,
  stan: string,
  now: Date,
): { fate: AcquirerAnswer; firstWord: FirstWord | null } {
  const wanted = outcomeOf(card)
  const firstWord = firstWords[wanted] ?? null
  // A verification has no amount that could be approved in part.
  const gatewayCode = firstWord || wanted === 'PARTIALLY_APPROVED' ? 'APPROVED' : wanted
  const isApproved = gatewayCode === 'APPROVED' || gatewayCode === 'APPROVED_PENDING_SETTLEMENT'
  const day = now.toISOString().slice(0, 10)
  const fate: AcquirerAnswer = {
    gatewayCode,
    ...wordsFor(gatewayCode),
    ...(isApproved && { authorizationCode: stan }),
    stan,
    receipt: receiptNumber(now, stan),
    batch: Number(day.replaceAll('-', '')),
    transactionId: `${acquirerMerchantId}-${stan}`,
    terminal: '0001',
    date: day.slice(5).replace('-', ''),
    time: now.toISOString().slice(11, 19).replaceAll(':', ''),
    timeZone: '+0000',
    settlementDate: day,
    cardSecurityCode: securityCodeCheck(card.securityCode?.open()),
    cardholderVerification: { avs: addressCheck(billingAddress) },
  }
  return { fate, firstWord }
}

/** Twelve digits: the year's last digit, day of the year, hour, trace number. */
function receiptNumber(now: Date, stan: string): string {
  const startOfYear = Date.UTC(now.getUTCFullYear(), 0, 1)
  const day = Math.floor((now.getTime() - startOfYear) / 86_400_000) + 1
  const hour = String(now.getUTCHours()).padStart(2, '0')
  return `${now.getUTCFullYear() % 10}${String(day).padStart(3, '0')}${hour}${stan}`
}

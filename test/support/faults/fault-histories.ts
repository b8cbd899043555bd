// What merchants, and the users who work for them, do with an order: every operation, in currencies with none, two, three and four
// decimals. A later step names an earlier one by its position in the history.
import { pickRandom } from '../builders/seeded.ts'
import { cardSource } from '../clients/client.ts'

/** The decimals of each currency, and how many of them an amount in a request may have. */
export const faultCurrencies = {
  USD: { exponent: 2, shown: 2 },
  JPY: { exponent: 0, shown: 0 },
  KWD: { exponent: 3, shown: 3 },
  CLF: { exponent: 4, shown: 3 },
} as const satisfies Readonly<Record<string, { readonly exponent: number; readonly shown: number }>>

export type FaultCurrency = keyof typeof faultCurrencies
export const faultCurrencyNames = Object.keys(faultCurrencies) as readonly FaultCurrency[]

/** Payments with a card of this range wait for a review. */
export const reviewedRange = '450875'
const reviewedCard = '4508750015741019'

/** What a user decides, a merchant asks of its acquirer, or the acquirer does by its own schedule. */
export type UserAction = 'ACCEPT' | 'REJECT' | 'APPROVE_REFUND' | 'DECLINE_REFUND' | 'CLOSE_BATCH' | 'BATCH_ENDS'

/** The transaction ids of the steps before. */
type EarlierIds = readonly string[]

export type Step =
  | {
      readonly send: (ids: EarlierIds) => object
      readonly mayConflict?: boolean
      /** Of the API, where it is not the newest. */
      readonly version?: number
    }
  /** The payment stores its card first, and is made with the token. */
  | { readonly sendWithToken: (token: string) => object; readonly mayConflict?: boolean }
  | { readonly act: UserAction }

/** The amounts of one history: whole numbers of a unit, so that parts add up to the whole. */
interface HistoryMoney {
  readonly currency: FaultCurrency
  readonly unitMinor: number
}

/** Its refunds need not say which capture they are taken from. */
const untargetedVersion = 61

/** The whole of an order, in units. */
const whole = 10
const unitMax = 3_000

export function randomMoney(random: () => number): HistoryMoney {
  const currency = pickRandom(faultCurrencyNames, random)
  const { exponent, shown } = faultCurrencies[currency]
  const step = 10 ** (exponent - shown)
  return { currency, unitMinor: step * (1 + Math.floor(random() * unitMax)) }
}

const plainMoney: HistoryMoney = { currency: 'USD', unitMinor: 100 }

/** The text of an amount in a request. */
export function amountText(minor: number, currency: FaultCurrency): string {
  const { exponent, shown } = faultCurrencies[currency]
  const digits = String(minor).padStart(exponent + 1, '0')
  const split = digits.length - exponent
  return shown === 0 ? digits : `${digits.slice(0, split)}.${digits.slice(split, split + shown)}`
}

interface OpeningTraits {
  readonly card?: object
  readonly order?: object
  readonly agreement?: object
}

/** The requests of an order in one currency. */
function requestsIn({ currency, unitMinor }: HistoryMoney) {
  const money = (units: number) => ({ amount: amountText(units * unitMinor, currency), currency })
  const order = money(whole)
  const opening = (
    apiOperation: 'AUTHORIZE' | 'PAY',
    { card, order: traits, ...others }: OpeningTraits = {},
  ): Step => ({
    send: () => ({ apiOperation, order: { ...order, ...traits }, sourceOfFunds: cardSource(card), ...others }),
  })
  return {
    opening,
    withToken: (apiOperation: 'AUTHORIZE' | 'PAY', others: object = {}): Step => ({
      sendWithToken: (token) => ({ apiOperation, order, sourceOfFunds: { type: 'CARD', token }, ...others }),
    }),
    verify: {
      send: () => ({ apiOperation: 'VERIFY', order: { currency }, sourceOfFunds: cardSource() }),
    } satisfies Step as Step,
    capture: (units: number): Step => ({ send: () => ({ apiOperation: 'CAPTURE', transaction: money(units) }) }),
    refund: (units: number, target?: number, others: object = {}): Step => ({
      send: (ids) => ({
        apiOperation: 'REFUND',
        transaction: {
          ...money(units),
          ...(target !== undefined && { targetTransactionId: ids[target - 1] }),
          ...others,
        },
      }),
    }),
    /** Taken from the oldest captures first, as only versions without a target permit. */
    refundOfSeveral: (units: number): Step => ({
      send: () => ({ apiOperation: 'REFUND', transaction: money(units) }),
      version: untargetedVersion,
    }),
    // The batch of what it voids may have been closed meanwhile.
    undo: (target: number): Step => ({
      send: (ids) => ({ apiOperation: 'VOID', transaction: { targetTransactionId: ids[target - 1] } }),
      mayConflict: true,
    }),
    update: (units?: number): Step => ({
      send: () => ({
        apiOperation: 'UPDATE_AUTHORIZATION',
        ...(units !== undefined && { transaction: money(units) }),
      }),
    }),
    standalone: (apiOperation: 'CAPTURE' | 'REFUND'): Step => ({
      send: () => ({
        apiOperation,
        transaction: { ...money(7), ...(apiOperation === 'CAPTURE' && { authorizationCode: 'A12345' }) },
        sourceOfFunds: cardSource(),
      }),
    }),
  }
}

type Requests = ReturnType<typeof requestsIn>
type Course = (requests: Requests, agreementId: string) => readonly Step[]

const expiring = (month: string) => ({ card: { expiry: { month, year: '39' } } })
const partial = { order: { acceptPartialAmount: true } }
const reviewed = { card: { number: reviewedCard } }
const act = (action: UserAction): Step => ({ act: action })
/** Whether a review has been decided, and what may be done with the order, depends on what else went wrong. */
const maybe = (step: Step): Step => ({ ...step, mayConflict: true })
const requested = { priorApproval: 'REQUESTED' }
const terms = { type: 'UNSCHEDULED' }

/** Of cards alone, without users. */
const plainCourses: readonly Course[] = [
  ({ opening, refund }) => [opening('PAY'), refund(4, 1), refund(6, 1)],
  ({ opening, refund, undo }) => [opening('PAY'), refund(4, 1), undo(2), refund(3, 1), undo(4), undo(1)],
  ({ opening, undo }) => [opening('PAY'), undo(1)],
  ({ opening, capture, refund }) => [opening('AUTHORIZE'), capture(4), capture(6), refund(3, 2), refund(6, 3)],
  ({ opening, capture, undo }) => [opening('AUTHORIZE'), capture(10), undo(2), undo(1)],
  ({ opening, capture, undo }) => [opening('AUTHORIZE'), capture(3), capture(3), undo(3), capture(7), undo(2)],
  ({ opening, undo }) => [opening('AUTHORIZE'), undo(1)],
  ({ opening, capture, refundOfSeveral }) => [opening('AUTHORIZE'), capture(3), capture(7), refundOfSeveral(8)],
  ({ opening, update, undo }) => [opening('AUTHORIZE'), update(9), update(12), update(10), update(), undo(1)],
  ({ opening, update, capture }) => [opening('AUTHORIZE'), update(12), capture(5), update(14), capture(9)],
  ({ opening, update, undo }) => [opening('AUTHORIZE'), update(9), undo(1)],
  ({ opening, capture, undo }) => [opening('AUTHORIZE'), capture(4), undo(2), capture(6), undo(4), undo(1)],
  // Declined; approved in part without asking, and so reversed; pending initially. Other faults are random.
  ({ opening }) => [opening('PAY', expiring('5'))],
  ({ opening }) => [opening('AUTHORIZE', expiring('7'))],
  ({ opening, capture, undo }) => [opening('AUTHORIZE', expiring('11')), capture(10), undo(2), undo(1)],
]

/** Refunds in parts, each of another capture, and with what was taken from one of them before. */
const coursesInParts: readonly Course[] = [
  ({ opening, capture, refundOfSeveral }) => [
    opening('AUTHORIZE'),
    capture(2),
    capture(3),
    capture(5),
    refundOfSeveral(10),
  ],
  ({ opening, capture, refund, refundOfSeveral, undo }) => [
    opening('AUTHORIZE'),
    capture(4),
    capture(6),
    refund(3, 2),
    refundOfSeveral(6),
    refundOfSeveral(1),
    undo(4),
  ],
]

const courses: readonly Course[] = [
  ...plainCourses,
  // In part, as the merchant permits: of an odd amount the half is rounded down.
  ({ opening, refund }) => [opening('PAY', { ...expiring('7'), ...partial }), maybe(refund(2, 1)), maybe(refund(3, 1))],
  ({ opening, capture, undo }) => [opening('AUTHORIZE', { ...expiring('7'), ...partial }), maybe(capture(5)), undo(2)],
  ({ verify, opening, refund }) => [verify, opening('PAY'), refund(10, 2)],
  ({ verify, withToken, refund }) => [verify, maybe(withToken('PAY')), maybe(refund(5))],
  ({ withToken, capture, refund }) => [withToken('AUTHORIZE'), capture(10), refund(10)],
  ({ opening }, id) => [opening('PAY', { agreement: { id, ...terms } })],
  ({ withToken, refund }, id) => [withToken('PAY', { agreement: { id, ...terms } }), refund(10, 1)],
  ...coursesInParts,
  // More than was paid, and what no payment came before.
  ({ opening, refund, undo }) => [opening('PAY'), refund(13, 1), undo(2)],
  ({ standalone, undo }) => [standalone('REFUND'), undo(1)],
  ({ standalone, refund }) => [standalone('CAPTURE'), refund(7, 1)],
  ({ opening, refund }) => [opening('PAY'), refund(4, 1, requested), act('APPROVE_REFUND'), maybe(refund(6, 1))],
  ({ opening, refund }) => [opening('PAY'), refund(4, 1, requested), act('DECLINE_REFUND'), maybe(refund(10, 1))],
  ({ opening, capture }) => [opening('AUTHORIZE', reviewed), act('ACCEPT'), maybe(capture(10))],
  ({ opening, capture }) => [opening('AUTHORIZE', reviewed), act('REJECT'), maybe(capture(4))],
  ({ opening }) => [opening('PAY', reviewed), act('REJECT')],
  ({ opening, refund }) => [opening('PAY', reviewed), maybe(refund(3, 1)), act('REJECT'), maybe(refund(2, 1))],
  // It is too late for a void: the rejected payment is refunded.
  ({ opening }) => [opening('PAY', reviewed), act('BATCH_ENDS'), act('REJECT')],
  ({ opening, refund }) => [opening('PAY', reviewed), act('CLOSE_BATCH'), maybe(refund(2, 1)), act('REJECT')],
  ({ opening }) => [opening('PAY', reviewed), act('BATCH_ENDS'), act('REJECT'), maybe(opening('PAY'))],
  ({ opening, refund, undo }) => [opening('PAY'), act('CLOSE_BATCH'), undo(1), refund(10, 1), undo(4)],
]

export interface History {
  readonly currency: FaultCurrency
  readonly steps: readonly Step[]
  /** What another client may do with the order at the same time, or the same one at the end. */
  readonly rivals: readonly Step[]
  readonly agreementId: string
}

let histories = 0

interface HistoryOptions {
  readonly isPlain?: boolean
  /** The share of histories with a refund in parts beyond the usual. */
  readonly inParts?: number
}

export function randomHistory(random: () => number, { isPlain = false, inParts = 0 }: HistoryOptions = {}): History {
  histories += 1
  const agreementId = `agreement-${histories}`
  const money = isPlain ? plainMoney : randomMoney(random)
  const requests = requestsIn(money)
  const { opening, undo, refund, capture, update } = requests
  const usual = isPlain ? plainCourses : courses
  const chosen = inParts > 0 && random() < inParts ? coursesInParts : usual
  return {
    currency: money.currency,
    steps: pickRandom(chosen, random)(requests, agreementId),
    // What another client does with the same order at the same time.
    rivals: [opening('PAY'), opening('AUTHORIZE'), undo(1), refund(2, 1), refund(3), capture(3), update(13)],
    agreementId,
  }
}

/** Whether a step can be the first of its order. */
export function opensOrder(body: object): boolean {
  return 'sourceOfFunds' in body && 'order' in body && !('transaction' in body)
}

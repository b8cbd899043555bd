// How the simulated acquirer misbehaves on request: by words in order.reference or transaction.reference, or at random.
import { type GatewayCode, gatewayCodes } from '../../kernel/gateway-code.ts'
import type { PurchaseDetails } from '../../payments/index.ts'
import { type RandomFaults, seededChance } from './random-faults.ts'

type OpenResponse = 'UNKNOWN' | 'PENDING'

/** What goes wrong with one request. */
export interface Fault {
  /** The request never leaves the gateway. */
  readonly isNotSent: boolean
  /** Carried out, but the response is lost. */
  readonly isSilent: boolean
  /** The response is lost, and the request itself arrives only after this time. */
  readonly lateMs?: number
  /** The response takes this long; the books have the request at once. */
  readonly slowMs?: number
  /** The response is impossible: more is approved than was requested. */
  readonly isWrong: boolean
  /** Half is approved. The books have the half of an authorization or a payment, and the whole of everything else. */
  readonly isPartial: boolean
  /** The response leaves the outcome open, though the books have it. */
  readonly openWord?: OpenResponse
  /** The request arrives twice. */
  readonly isTwice: boolean
}

/** What goes wrong with one reversal. */
export interface ReversalFault {
  readonly isRefused: boolean
  /** No response, and nothing is reversed. */
  readonly isSilent: boolean
  /** It is executed, but its response is lost. */
  readonly isLost: boolean
  /** No response, and it is executed only after this time. */
  readonly lateMs?: number
}

/** What goes wrong with one inquiry. */
export interface InquiryFault {
  readonly isSilent: boolean
  readonly slowMs?: number
  /**
   * - AMOUNT: more is reported as approved than was requested.
   * - CODE: an outcome that only a gateway can give.
   * - OUTCOME: a failure for a success, a success for a failure. This one cannot be distinguished from a correct
   *   answer.
   */
  readonly wrong?: 'AMOUNT' | 'CODE' | 'OUTCOME'
  /** It leaves the outcome open, though the books have it. */
  readonly openWord?: OpenResponse
}

/** The members of a request that faults depend on. For one that is not in the books only the reference is known. */
interface FaultSubject {
  readonly reference: string
  readonly details: PurchaseDetails
}

/** The words of the references, the transaction's first: it is more specific. */
function wordsOf({ transaction, order }: PurchaseDetails): readonly string[] {
  if (transaction?.reference === undefined && order?.reference === undefined) return []
  return `${transaction?.reference ?? ''} ${order?.reference ?? ''}`.split(/[\s,;]+/).filter((word) => word !== '')
}

function faultWordsOf(details: PurchaseDetails): readonly string[] {
  return wordsOf(details).filter((word) => word.startsWith('SIM-'))
}

/** The outcome that `.FAIL` and a gateway code request; UNKNOWN when there is no such code. */
export function requestedOutcome(details: PurchaseDetails): GatewayCode | undefined {
  for (const word of wordsOf(details)) {
    const code = /\.FAIL([A-Z0-9_]*)$/.exec(word)?.[1]
    if (code !== undefined) return isGatewayCode(code) ? code : 'UNKNOWN'
  }
  return undefined
}

function isGatewayCode(text: string): text is GatewayCode {
  return Object.hasOwn(gatewayCodes, text)
}

/** Words of the request take precedence over chance: a test that requests one fault gets only that one. */
export function requestFaultOf({ reference, details }: FaultSubject, random: RandomFaults | undefined): Fault {
  const words = faultWordsOf(details)
  if (words.length > 0) {
    return {
      isNotSent: words.includes('SIM-NOTSENT'),
      isSilent: words.includes('SIM-SILENT'),
      isWrong: words.includes('SIM-WRONG'),
      isPartial: words.includes('SIM-PARTIAL'),
      isTwice: words.includes('SIM-TWICE'),
      ...numbered('lateMs', words, /^SIM-LATE-(\d{1,6})$/),
      ...numbered('slowMs', words, /^SIM-SLOW-(\d{1,6})$/),
    }
  }
  if (!random) return noFault
  const happens = (what: 'silent' | 'wrong' | 'partial' | 'open' | 'twice' | 'late' | 'slow') =>
    seededChance(random, reference, what) < random[what]
  return {
    isNotSent: false,
    isSilent: happens('silent'),
    isWrong: happens('wrong'),
    isPartial: happens('partial'),
    isTwice: happens('twice'),
    ...(happens('open') && { openWord: openResponseOf(random, reference) }),
    ...(happens('late') && { lateMs: upTo(random.lateMs, random, reference) }),
    ...(happens('slow') && { slowMs: random.slowMs }),
  }
}

const noFault: Fault = { isNotSent: false, isSilent: false, isWrong: false, isPartial: false, isTwice: false }

/** By words in the books or, for a request that is still in transit, in the request; calls are counted from 1. */
export function reversalFaultByWords(details: PurchaseDetails, time: number): ReversalFault {
  const words = faultWordsOf(details)
  const isWithin = (pattern: RegExp) => time <= (numbered('times', words, pattern).times ?? 0)
  return {
    isRefused: words.includes('SIM-NO-REVERSAL'),
    isSilent: isWithin(/^SIM-SLOW-REVERSAL-(\d{1,4})$/),
    isLost: isWithin(/^SIM-LOST-REVERSAL-(\d{1,4})$/),
    ...(time === 1 && numbered('lateMs', words, /^SIM-LATE-REVERSAL-(\d{1,6})$/)),
  }
}

/** Each reversal of a request meets its own fault, except for a refusal, which is permanent. */
export function reversalFaultByChance(reference: string, random: RandomFaults, time: number): ReversalFault {
  const subject = `${reference} ${time}`
  const happens = (what: 'silentReversals' | 'lostReversals' | 'lateReversals') =>
    seededChance(random, subject, what) < random[what]
  return {
    isRefused: seededChance(random, reference, 'refuseReversals') < random.refuseReversals,
    isSilent: happens('silentReversals'),
    isLost: happens('lostReversals'),
    ...(happens('lateReversals') && { lateMs: upTo(random.lateReversalMs, random, subject) }),
  }
}

/** Calls are counted from 1. Words take precedence over chance, as with requests. */
export function inquiryFaultOf({ reference, details }: FaultSubject, random: RandomFaults | undefined, time: number) {
  const words = faultWordsOf(details)
  if (words.length > 0) return inquiryFaultByWords(words, time)
  return random ? inquiryFaultByChance(reference, random, time) : noInquiryFault
}

const noInquiryFault: InquiryFault = { isSilent: false }

function inquiryFaultByWords(words: readonly string[], time: number): InquiryFault {
  const isWithin = (pattern: RegExp) => time <= (numbered('times', words, pattern).times ?? 0)
  return {
    isSilent: isWithin(/^SIM-SILENT-INQUIRY-(\d{1,4})$/),
    ...(isWithin(/^SIM-WRONG-INQUIRY-(\d{1,4})$/) && { wrong: 'AMOUNT' as const }),
    ...(isWithin(/^SIM-FALSE-INQUIRY-(\d{1,4})$/) && { wrong: 'OUTCOME' as const }),
    ...(isWithin(/^SIM-OPEN-INQUIRY-(\d{1,4})$/) && { openWord: 'UNKNOWN' as const }),
    ...numbered('slowMs', words, /^SIM-SLOW-INQUIRY-(\d{1,6})$/),
  }
}

/** Random faults are only detectably wrong: with an acquirer that lies no gateway can keep its books right. */
function inquiryFaultByChance(reference: string, random: RandomFaults, time: number): InquiryFault {
  const subject = `${reference} ${time}`
  const happens = (what: 'silentInquiries' | 'wrongInquiries' | 'openInquiries' | 'slowInquiries') =>
    seededChance(random, subject, what) < random[what]
  return {
    isSilent: happens('silentInquiries'),
    ...(happens('wrongInquiries') && { wrong: seededChance(random, subject, 'which wrong') < 0.5 ? 'AMOUNT' : 'CODE' }),
    ...(happens('openInquiries') && { openWord: openResponseOf(random, subject) }),
    ...(happens('slowInquiries') && { slowMs: random.slowInquiryMs }),
  }
}

/** Whether inquiries about a request, or its reversals, are counted: only where the count matters. */
export function countsInquiries(details: PurchaseDetails, random: RandomFaults | undefined): boolean {
  if (faultWordsOf(details).some((word) => word.includes('-INQUIRY-'))) return true
  if (!random) return false
  const { slowInquiries, silentInquiries, wrongInquiries, openInquiries } = random
  return slowInquiries + silentInquiries + wrongInquiries + openInquiries > 0
}

export function countsReversals(details: PurchaseDetails, random: RandomFaults | undefined): boolean {
  if (faultWordsOf(details).some((word) => word.includes('-REVERSAL'))) return true
  if (!random) return false
  const { refuseReversals, silentReversals, lostReversals, lateReversals } = random
  return refuseReversals + silentReversals + lostReversals + lateReversals > 0
}

function openResponseOf(random: RandomFaults, subject: string): OpenResponse {
  return seededChance(random, subject, 'open word') < 0.5 ? 'UNKNOWN' : 'PENDING'
}

function upTo(ms: number, random: RandomFaults, subject: string): number {
  return Math.round(ms * seededChance(random, subject, 'how late'))
}

function numbered<Name extends string>(
  name: Name,
  words: readonly string[],
  pattern: RegExp,
): { readonly [N in Name]?: number } {
  const digits = words.map((word) => pattern.exec(word)?.[1]).find((found) => found !== undefined)
  return (digits === undefined ? {} : { [name]: Number(digits) }) as { readonly [N in Name]?: number }
}

// How the simulated acquirer misbehaves when told to: by words in order.reference or transaction.reference, or by chance
// from a seed, so that the same seed and reference always give the same fault.
import { createHash } from 'node:crypto'
import { type GatewayCode, gatewayCodes } from '../../../domain/gateway-code.ts'
import type { Details } from '../../../ports/acquirer.ts'

/** What goes wrong with one request. */
export interface Fault {
  /** The request never leaves the gateway. */
  readonly isNotSent: boolean
  /** Acted upon, but the answer is lost. */
  readonly isSilent: boolean
  /** The answer is lost, and the request itself arrives only after this time. */
  readonly lateMs?: number
  /** The answer takes this long; the books have the request at once. */
  readonly slowMs?: number
  /** The answer cannot be: more is approved than was asked for. */
  readonly isWrong: boolean
  /** The request arrives twice. */
  readonly isTwice: boolean
}

/** What goes wrong with the reversals of one request. */
export interface ReversalFault {
  readonly isRefused: boolean
  /** So many reversals get no answer, and nothing is undone. */
  readonly unanswered: number
}

/** Faults by chance. Probabilities are from 0 to 1. */
export interface RandomFaults {
  readonly seed: number
  readonly slow: number
  readonly slowMs: number
  readonly silent: number
  readonly late: number
  readonly lateMs: number
  readonly wrong: number
  readonly twice: number
  readonly refuseReversals: number
  /** Out of reach for the last `awaySeconds` of every period of so many seconds; 0 for never. */
  readonly awayEverySeconds: number
  readonly awaySeconds: number
}

const noFaults: RandomFaults = {
  seed: 0,
  slow: 0,
  slowMs: 0,
  silent: 0,
  late: 0,
  lateMs: 0,
  wrong: 0,
  twice: 0,
  refuseReversals: 0,
  awayEverySeconds: 0,
  awaySeconds: 0,
}

const probabilities: ReadonlySet<string> = new Set(['slow', 'silent', 'late', 'wrong', 'twice', 'refuseReversals'])

/** Reads `seed=7,silent=0.05,slow=0.1,slowMs=200`. What is not named is never. */
export function parseFaults(text: string): RandomFaults {
  const given: Record<string, number> = {}
  for (const part of text.split(',')) {
    const [name = '', value = ''] = part.split('=').map((side) => side.trim())
    const isProbability = probabilities.has(name)
    if (!Object.hasOwn(noFaults, name)) throw new Error(`${name || 'nothing'} is none of ${names()}`)
    if (Object.hasOwn(given, name)) throw new Error(`${name} is given twice`)
    if (!(isProbability ? /^(0(\.\d+)?|1(\.0+)?)$/ : /^\d{1,9}$/).test(value))
      throw new Error(`${name} must be ${isProbability ? 'a number from 0 to 1' : 'a whole number'}`)
    given[name] = Number(value)
  }
  const faults = { ...noFaults, ...given }
  if (faults.awaySeconds > faults.awayEverySeconds) throw new Error('awaySeconds is longer than awayEverySeconds')
  return faults
}

function names(): string {
  return Object.keys(noFaults).join(', ')
}

/** The words of the references, the transaction's first: it is the nearer one. */
function wordsOf({ transaction, order }: Details): readonly string[] {
  if (transaction?.reference === undefined && order?.reference === undefined) return []
  return `${transaction?.reference ?? ''} ${order?.reference ?? ''}`.split(/[\s,;]+/).filter((word) => word !== '')
}

/** The outcome that `.FAIL` and a gateway code asks for; UNKNOWN when there is no such code. */
export function steeredOutcome(details: Details): GatewayCode | undefined {
  for (const word of wordsOf(details)) {
    const code = /\.FAIL([A-Z0-9_]*)$/.exec(word)?.[1]
    if (code !== undefined) return isGatewayCode(code) ? code : 'UNKNOWN'
  }
  return undefined
}

function isGatewayCode(text: string): text is GatewayCode {
  return Object.hasOwn(gatewayCodes, text)
}

/** Words of the request win over chance: a test that asks for one fault gets that one alone. */
export function faultOf(
  { reference, details }: { readonly reference: string; readonly details: Details },
  random: RandomFaults | undefined,
): Fault {
  const words = wordsOf(details).filter((word) => word.startsWith('SIM-'))
  if (words.length > 0) {
    return {
      isNotSent: words.includes('SIM-NOTSENT'),
      isSilent: words.includes('SIM-SILENT'),
      isWrong: words.includes('SIM-WRONG'),
      isTwice: words.includes('SIM-TWICE'),
      ...numbered('lateMs', words, /^SIM-LATE-(\d{1,6})$/),
      ...numbered('slowMs', words, /^SIM-SLOW-(\d{1,6})$/),
    }
  }
  if (!random) return sound
  const happens = (what: string, probability: number) => chance(random.seed, reference, what) < probability
  return {
    isNotSent: false,
    isSilent: happens('silent', random.silent),
    isWrong: happens('wrong', random.wrong),
    isTwice: happens('twice', random.twice),
    ...(happens('late', random.late) && { lateMs: random.lateMs }),
    ...(happens('slow', random.slow) && { slowMs: random.slowMs }),
  }
}

const sound: Fault = { isNotSent: false, isSilent: false, isWrong: false, isTwice: false }

/** A reversal names no more than the request; what it was told is read from the books. */
export function reversalFaultOf(
  { reference, details }: { readonly reference: string; readonly details: Details },
  random: RandomFaults | undefined,
): ReversalFault {
  const words = wordsOf(details)
  const { unanswered = 0 } = numbered('unanswered', words, /^SIM-SLOW-REVERSAL-(\d{1,4})$/)
  const isByChance = random !== undefined && chance(random.seed, reference, 'refuseReversals') < random.refuseReversals
  return { isRefused: words.includes('SIM-NO-REVERSAL') || isByChance, unanswered }
}

export function isAway(now: Date, random: RandomFaults | undefined): boolean {
  if (!random || random.awayEverySeconds === 0) return false
  const second = Math.floor(now.getTime() / 1000) % random.awayEverySeconds
  return second >= random.awayEverySeconds - random.awaySeconds
}

function numbered<Name extends string>(
  name: Name,
  words: readonly string[],
  pattern: RegExp,
): { readonly [N in Name]?: number } {
  const digits = words.map((word) => pattern.exec(word)?.[1]).find((found) => found !== undefined)
  return (digits === undefined ? {} : { [name]: Number(digits) }) as { readonly [N in Name]?: number }
}

/** A number from 0 to below 1, the same for the same seed, reference and question. */
function chance(seed: number, reference: string, what: string): number {
  const digest = createHash('sha256').update(`${seed} ${what} ${reference}`).digest()
  return digest.readUInt32BE(0) / 2 ** 32
}

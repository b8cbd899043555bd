// What is returned of a canonical answer: masked as the merchant's profile says or, for a caller who may see them, with
// its account numbers in clear. Answers are recorded once and read by many, so nothing here changes its input.
import { type CardMasking, holdsPrivilege, type Merchant } from '../../domain/merchants/merchant.ts'

export interface UnmaskingContext {
  readonly merchant: Merchant
  readonly hasCertificate: boolean
  /** The request says responseControls.sensitiveData=UNMASK. */
  readonly asksUnmasked: boolean
}

/** All three are required: one stolen password, or one careless line in a program, must not be enough. */
export function mayUnmask({ merchant, hasCertificate, asksUnmasked }: UnmaskingContext): boolean {
  return holdsPrivilege(merchant, 'UNMASK') && hasCertificate && asksUnmasked
}

type Members = Readonly<Record<string, unknown>>
type Step = string | number

const placesOfNumbers: readonly (readonly string[])[] = [
  ['sourceOfFunds', 'provided', 'card', 'number'],
  ['sourceOfFunds', 'provided', 'card', 'maskedFpan'],
  ['sourceOfFunds', 'provided', 'giftCard', 'number'],
  ['schemeToken', 'number'],
]

/**
 * Where card numbers are in an answer, and in each item of its lists: the transactions of an order, tokens, events of
 * orders and of tokens.
 */
const cardNumberPaths = [...placesOfNumbers, ...placesOfNumbers.map((place) => ['token', ...place])]
const recipientAccount = ['accountFunding', 'recipient', 'account'] as const

const blanked: Readonly<Record<Exclude<CardMasking, 'SIX_FOUR'>, (number: string) => string>> = {
  LAST_FOUR: (number) => 'x'.repeat(Math.max(number.length - 4, 0)) + number.slice(-4),
  HIDDEN: (number) => 'x'.repeat(number.length),
}

/** A number that is masked already, with more digits masked if the profile requires it. */
export function maskNumberFurther(number: string, masking: CardMasking): string {
  return masking === 'SIX_FOUR' ? number : blanked[masking](number)
}

/** Masks more of every card number than recorded answers do, if the profile requires it. */
export function maskFurther(answer: object, masking: CardMasking): object {
  if (masking === 'SIX_FOUR') return answer
  const blank = blanked[masking]
  const lists = Object.entries(answer)
    .filter(([, member]) => Array.isArray(member))
    .map(([name, items]) => [name, (items as readonly unknown[]).map((item) => maskCards(item, blank))] as const)
  return maskCards({ ...answer, ...Object.fromEntries(lists) }, blank) as object
}

function maskCards(answer: unknown, blank: (number: string) => string): unknown {
  const masked = cardNumberPaths.reduce((known, path) => changedAt(known, path, blank), answer)
  const isCard = valueAt(masked, [...recipientAccount, 'identifierType']) === 'CARD_NUMBER'
  return hideFirstDigits(isCard ? changedAt(masked, [...recipientAccount, 'identifier'], blank) : masked)
}

const appliedRules = ['risk', 'response', 'rule'] as const

/** A risk rule about ranges of card numbers names the digits it checked: the very ones that must not be shown. */
function hideFirstDigits(answer: unknown): unknown {
  const rules = valueAt(answer, appliedRules)
  if (!Array.isArray(rules)) return answer
  return rules.reduce<unknown>((known, rule: unknown, index) => {
    const name = valueAt(rule, ['name'])
    if (typeof name !== 'string' || !name.endsWith('BIN_RANGE')) return known
    return changedAt(known, [...appliedRules, index, 'data'], (digits) => 'x'.repeat(digits.length))
  }, answer)
}

/**
 * Puts clear values at their paths, as named by sealAccounts; for an order, with `transaction[n].` before. A value is
 * placed only where the answer has a mask that fits it: what an answer does not show is not unmasked either.
 */
export function unmaskAccounts(answer: object, accounts: ReadonlyMap<string, string>): object {
  let shown: unknown = answer
  for (const [path, clear] of accounts) {
    shown = changedAt(shown, stepsOf(path), (masked) => (isMaskOf(masked, clear) ? clear : masked))
  }
  return shown as object
}

function stepsOf(path: string): readonly Step[] {
  return path.split(/[.[]/).map((part) => (/^\d+\]$/.test(part) ? Number.parseInt(part, 10) : part))
}

function isMaskOf(masked: string, clear: string): boolean {
  if (masked.length !== clear.length) return false
  return masked.split('').every((character, at) => character === 'x' || character === clear[at])
}

function valueAt(value: unknown, steps: readonly Step[]): unknown {
  return steps.reduce((at, step) => (hasMember(at, step) ? at[step] : undefined), value)
}

/** A copy with the text at a path changed, sharing everything else; the same value when there is no text. */
function changedAt(value: unknown, steps: readonly Step[], change: (text: string) => string): unknown {
  const [step, ...rest] = steps
  if (step === undefined) return typeof value === 'string' ? change(value) : value
  if (!hasMember(value, step)) return value
  const changed = changedAt(value[step], rest, change)
  if (changed === value[step]) return value
  return Array.isArray(value) ? value.with(Number(step), changed) : { ...value, [step]: changed }
}

function hasMember(value: unknown, step: Step): value is Members {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, step)
}

// The host's decision on a request that is not a repeat, as a pure function of the request and what the books hold about
// its original.
import { creditKinds, type HostEntry, isStanding, isVoided, type TransactionKind } from './entry.ts'
import { type HostRequest, tags } from './request.ts'

export interface HostDecision {
  /** DE 39. */
  readonly code: string
  readonly isApproved: boolean
  readonly approvedMinor: bigint
  /** The host does as decided, but never answers. */
  readonly isSilent?: boolean
  /** DE 44: the checks of address and security code. */
  readonly checks?: string
}

export interface HostBookState {
  readonly target: HostEntry | undefined
  /** The batch of the target, or the one that a void names, is settled. */
  readonly isSettled: boolean
  /** The request's reversal came first. */
  readonly isReversedAlready: boolean
}

export const codes = {
  approved: '00',
  partial: '10',
  wrongKind: '12',
  unknownOriginal: '25',
  formatError: '30',
  wrongCurrency: '72',
  voided: '73',
  reversedItself: '74',
  notApproved: '76',
  hasEffectiveDependents: '77',
  notCaptured: '78',
  reversed: '79',
  unavailable: '91',
  duplicate: '94',
  batchClosed: '95',
} as const

/** A later request has no card; without the data of its original it is about something unknown. */
export function kindOf(
  { type, processingCode, amountMinor, original, purpose }: HostRequest,
  account: Buffer | undefined,
): TransactionKind {
  const isCredit = processingCode.startsWith('20')
  if (type === '0100') {
    if (original || purpose === 'INCR') return 'UPDATE_AUTHORIZATION'
    return amountMinor === 0n ? 'VERIFY' : 'AUTHORIZE'
  }
  if (isCredit) return original || !account ? 'REFUND' : 'STANDALONE_REFUND'
  if (type === '0220') return original || !account ? 'CAPTURE' : 'STANDALONE_CAPTURE'
  return 'PAY'
}

const hasCard: ReadonlySet<TransactionKind> = new Set<TransactionKind>([
  'VERIFY',
  'AUTHORIZE',
  'PAY',
  'STANDALONE_CAPTURE',
  'STANDALONE_REFUND',
])
const canBePartial: ReadonlySet<TransactionKind> = new Set<TransactionKind>(['AUTHORIZE', 'PAY'])

/** The only card whose payments are executed and never answered. */
const silentExpiry = '2808'

export function decide(
  kind: TransactionKind,
  request: HostRequest,
  { account, isInPart }: { readonly account: Buffer | undefined; readonly isInPart: boolean },
  state: HostBookState,
): HostDecision {
  const checks = checksOf(kind, request)
  const refused = (code: string) => ({ code, isApproved: false, approvedMinor: 0n, ...checks })
  if (state.isReversedAlready) return refused(codes.reversedItself)
  if (!hasCard.has(kind)) {
    const refusal = refuseFollowUp(kind, request, state)
    return refusal === undefined ? approved(request, codes.approved) : refused(refusal)
  }
  const chosen = codeOfCard(account, request.expiry)
  const code = chosen === codes.approved && isInPart ? codes.partial : chosen
  const isSilent = request.expiry === silentExpiry
  if (code === codes.partial) {
    // A verification has nothing that could be approved in part, and the smallest amount has no half.
    if (!canBePartial.has(kind) || request.amountMinor < 2n) return { ...approved(request, codes.approved), ...checks }
    return { code, isApproved: true, approvedMinor: request.amountMinor / 2n, ...checks }
  }
  if (!approvals.has(code) && !openCodes.has(code)) return refused(code)
  return { ...approved(request, code), ...(isSilent && { isSilent }), ...checks }
}

function approved({ amountMinor }: HostRequest, code: string): HostDecision {
  return { code, isApproved: true, approvedMinor: amountMinor }
}

function checksOf(kind: TransactionKind, { additional }: HostRequest): Pick<HostDecision, 'checks'> {
  if (kind !== 'VERIFY' && kind !== 'AUTHORIZE' && kind !== 'PAY') return {}
  const address = addressCheck(additional[tags.postcode], additional[tags.street])
  return { checks: `${address}${securityCodeCheck(additional[tags.securityCode])}` }
}

/** What each later request may refer to. */
const originals: Partial<Readonly<Record<TransactionKind, readonly string[]>>> = {
  CAPTURE: ['AUTHORIZE'],
  REFUND: ['AUTHORIZE', 'CAPTURE', 'PAY', 'STANDALONE_CAPTURE'],
  UPDATE_AUTHORIZATION: ['AUTHORIZE'],
  VOID: ['AUTHORIZE', 'CAPTURE', 'PAY', 'REFUND', 'STANDALONE_CAPTURE', 'STANDALONE_REFUND', 'UPDATE_AUTHORIZATION'],
}

function refuseFollowUp(
  kind: TransactionKind,
  { currency }: HostRequest,
  { target, isSettled }: HostBookState,
): string | undefined {
  if (!target) return codes.unknownOriginal
  const { record } = target
  if (!originals[kind]?.includes(record.kind)) return codes.wrongKind
  if (!record.isApproved) return codes.notApproved
  if (target.isReversed) return codes.reversed
  if (isVoided(target)) return codes.voided
  if (record.currency !== currency) return codes.wrongCurrency
  const effective = target.followers.filter(isStanding)
  const isCaptured = effective.some((follower) => follower.record.kind === 'CAPTURE')
  if (kind === 'VOID') {
    if (isSettled) return codes.batchClosed
    // Voiding an authorization under a capture, or a capture under a refund, would leave money without an owner.
    const isNeeded = isCaptured || effective.some((follower) => creditKinds.has(follower.record.kind))
    return isNeeded ? codes.hasEffectiveDependents : undefined
  }
  return kind === 'REFUND' && record.kind === 'AUTHORIZE' && !isCaptured ? codes.notCaptured : undefined
}

// What the published test cards choose: the outcome by the expiry date, the checks by security code and street. This is the
// host's own table, so that the gateway's mapping of response codes is compared with something that it did not make.

/** Response codes (DE 39) by the expiry date as it is on the line: year and month. Every other date is approved. */
const codeByExpiry: Readonly<Record<string, string>> = {
  '3903': 'N7',
  '3904': '93',
  '3905': '05',
  '3906': '51',
  '3907': '10',
  '3908': '01',
  '3909': '04',
  '3910': '57',
  '3911': '09',
  '3912': '08',
  '3801': 'N1',
  '3802': 'N3',
  '3803': 'N2',
  '3804': '94',
  '3805': '09',
  '3806': '96',
  '3807': '05',
  '3808': '55',
  '3809': '86',
  '3810': '1A',
  '3811': '1B',
  '3812': '75',
  '3701': '96',
  '3702': '06',
  '3703': '05',
  '3705': '68',
  '2704': '54',
  '2801': '06',
}

const alwaysDeclined = '5019994000124034'

/** Approved in the books, though the answer leaves it open. */
export const openCodes: ReadonlySet<string> = new Set(['09', '68'])

export const approvals: ReadonlySet<string> = new Set(['00', '08', '10'])

export function codeOfCard(account: Buffer | undefined, expiry: string | undefined): string {
  if (account?.equals(alwaysDeclinedAccount)) return '05'
  return codeByExpiry[expiry ?? ''] ?? '00'
}

const alwaysDeclinedAccount = Buffer.from(alwaysDeclined, 'latin1')

const checkBySecurityCode: Readonly<Record<string, string>> = { '101': 'P', '102': 'N', '103': 'U' }

/** American Express codes have a fourth digit, 0, after the same three. */
export function securityCodeCheck(code: string | undefined): string {
  if (code === undefined) return 'S'
  return checkBySecurityCode[code.length === 4 && code.endsWith('0') ? code.slice(0, 3) : code] ?? 'M'
}

const checkByStreet: Readonly<Record<string, string>> = {
  alpha: 'A',
  kilo: 'K',
  lima: 'L',
  november: 'N',
  oscar: 'O',
  romeo: 'R',
  sierra: 'S',
  uniform: 'U',
  victor: 'I',
  zulu: 'Z',
}

/** The word before "St" decides, with or without a house number: "1 Zulu St". */
export function addressCheck(postcode: string | undefined, street: string | undefined): string {
  if (postcode === undefined && street === undefined) return '0'
  const word = /(?:^|\s)([a-z]+) st\b/i.exec(street ?? '')?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(checkByStreet, word) ? (checkByStreet[word] ?? 'Y') : 'Y'
}

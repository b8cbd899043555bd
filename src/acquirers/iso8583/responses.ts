// Responses of a host as the gateway knows them.

import { type Iso8583Message, type MessageSpecification, readPositional } from '../../iso8583/index.ts'
import { type GatewayCode, gatewayCodes } from '../../kernel/gateway-code.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { AcquirerRequest, AcquirerResponse, AcquirerResult, ReversalResult } from '../../payments/index.ts'
import { operations } from './messages.ts'
import {
  addressChecks,
  adviceCodes,
  gatewayCodeOf,
  openCodes,
  reversalResultOf,
  securityCodeChecks,
} from './response-codes.ts'
import type { Iso8583Settings } from './settings/settings.ts'
import type { StoredIdentity } from './wire.ts'

const noAnswer = { kind: 'NO_ANSWER' } as const
/** No repeat will be answered otherwise. */
const noAnswerEver = { kind: 'NO_ANSWER', isFinal: true } as const

export interface MessageContext {
  readonly question: AcquirerRequest
  readonly identity: StoredIdentity
  /** It may have been sent before. */
  readonly isRepeat: boolean
  readonly settings: Pick<Iso8583Settings, 'responseCodes' | 'specification' | 'assignsReferences'>
  readonly now: Date
}

/** A response that says nothing definite is none: what it is about is repeated or reversed. */
export function resultOf(message: Iso8583Message, context: MessageContext): AcquirerResult {
  const { question, identity, settings } = context
  const code = message.text(39)
  if (code === undefined || openCodes.has(code)) return noAnswer
  const gatewayCode = operations[question.kind].isAdvice
    ? codeOfAdvice(code, context)
    : (settings.responseCodes[code] ?? codeOfRequest(code))
  if (gatewayCode === 'NO_ANSWER') return noAnswer
  if (gatewayCode === 'noAnswerEver') return noAnswerEver
  const isApproved = gatewayCodes[gatewayCode].result === 'SUCCESS'
  const amounts = additionalAmounts(message, settings.specification)
  // An approval of another amount than was asked for is about something else.
  const original = amounts.find(({ type }) => type === amountTypes.original)
  if (isApproved && original && original.minor !== BigInt(identity.amount)) return noAnswer
  if (isApproved && contradicts(message, identity, settings)) return noAnswer
  // An advice is taken as it is or not at all; its repeat may be answered rightly.
  if (isApproved && operations[question.kind].isAdvice && !isOfAmount(message, identity)) return noAnswer
  const response: AcquirerResponse = {
    gatewayCode,
    acquirerCode: code,
    ...(isApproved && omitUndefined({ authorizationCode: message.text(38)?.trim() || undefined })),
    ...(isApproved && approvedMinor(message, context)),
    ...(isApproved && batchOf(message)),
    stan: identity.trace,
    receipt: identity.rrn,
    // Not all digits, so that it is not mistaken for an account number.
    transactionId: `${identity.transmission}-${identity.trace}`,
    terminal: identity.terminal,
    date: identity.transmission.slice(0, 4),
    time: identity.transmission.slice(4),
    timeZone: '+0000',
    ...settlementDate(message.text(15), context.now),
    ...checks(message, question),
    ...authorizationResponse(code, context),
    ...balance(amounts, question),
  }
  return { kind: 'ANSWERED', response }
}

/** A message may be doubled on its way: one that is called a duplicate may have been approved before, and is reversed. */
function codeOfRequest(code: string): GatewayCode | 'NO_ANSWER' {
  return adviceCodes[code] === 'DUPLICATE' ? 'NO_ANSWER' : (gatewayCodeOf[code] ?? 'NO_ANSWER')
}

/** What the operator has said about a code comes first. */
function codeOfAdvice(
  code: string,
  { settings, isRepeat }: MessageContext,
): GatewayCode | 'NO_ANSWER' | 'noAnswerEver' {
  const given = settings.responseCodes[code]
  if (given) return given
  switch (adviceCodes[code]) {
    case 'REPEAT':
      return 'NO_ANSWER'
    case 'DUPLICATE':
      return isRepeat ? 'APPROVED' : 'NO_ANSWER'
    case 'UNREAD':
      return isRepeat ? 'NO_ANSWER' : (gatewayCodeOf[code] ?? 'NO_ANSWER')
    case 'UNCERTAIN':
      return isRepeat ? 'noAnswerEver' : (gatewayCodeOf[code] ?? 'NO_ANSWER')
    default:
      return gatewayCodeOf[code] ?? (isRepeat ? 'noAnswerEver' : 'NO_ANSWER')
  }
}

/** A duplicate of the first one may be another message under its identity; of a repeat, it is the first one. */
export function reversalResult(response: Iso8583Message, isRepeat: boolean): ReversalResult {
  const code = response.text(39)
  if (code === undefined || (adviceCodes[code] === 'DUPLICATE' && !isRepeat)) return noAnswer
  return { kind: reversalResultOf(code, isRepeat) }
}

/** An acknowledgement that names another amount, currency, processing code or reference is about something else. */
export function isAboutReversal(
  response: Iso8583Message,
  identity: StoredIdentity,
  settings: Pick<Iso8583Settings, 'assignsReferences'>,
): boolean {
  return isOfAmount(response, identity) && !contradicts(response, { ...identity, rrn: identity.reversalRrn }, settings)
}

function isOfAmount(response: Iso8583Message, { amount }: Pick<StoredIdentity, 'amount'>): boolean {
  const text = response.text(4)
  return text === undefined || BigInt(text) === BigInt(amount)
}

/**
 * What an answer repeats of its request, where it has it. Not the local time (DE 12, 13), which hosts replace by their own, nor
 * the account (DE 2), in place of which they return that of a token, or zeros.
 */
function contradicts(
  response: Iso8583Message,
  { processingCode, rrn, currency }: Pick<StoredIdentity, 'processingCode' | 'rrn' | 'currency'>,
  { assignsReferences }: Pick<Iso8583Settings, 'assignsReferences'>,
): boolean {
  const differs = (field: number, sent: string) => {
    const text = response.text(field)?.trimEnd()
    return text !== undefined && text !== sent.trimEnd()
  }
  return differs(3, processingCode) || differs(49, currency) || (!assignsReferences && differs(37, rrn))
}

/** DE 4 is what was approved; a part of it with code 10. */
function approvedMinor(
  response: Iso8583Message,
  { question }: MessageContext,
): Pick<AcquirerResponse, 'approvedMinor'> {
  const text = response.text(4)
  if (text === undefined || !('amountMinor' in question)) return {}
  const minor = BigInt(text)
  return minor === question.amountMinor ? {} : { approvedMinor: minor }
}

/** DE 63. */
function batchOf(response: Iso8583Message): Pick<AcquirerResponse, 'batch'> {
  const text = response.text(63)?.trim()
  return text !== undefined && /^\d{1,6}$/.test(text) ? { batch: Number(text) } : {}
}

/** DE 15 names no year. What is no day is left out. */
function settlementDate(day: string | undefined, now: Date): Pick<AcquirerResponse, 'settlementDate'> {
  if (day === undefined || !/^\d{4}$/.test(day)) return {}
  const month = Number(day.slice(0, 2))
  const isNextYear = month === 1 && now.getUTCMonth() === 11
  const isLastYear = month === 12 && now.getUTCMonth() === 0
  const year = now.getUTCFullYear() + (isNextYear ? 1 : 0) - (isLastYear ? 1 : 0)
  const date = `${year}-${day.slice(0, 2)}-${day.slice(2)}`
  const read = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(date) ? { settlementDate: date } : {}
}

/** DE 44: address, then security code. */
function checks(
  response: Iso8583Message,
  question: AcquirerRequest,
): Pick<AcquirerResponse, 'cardSecurityCode' | 'cardholderVerification'> {
  if (!('instrument' in question) || question.instrument.kind !== 'CARD') return {}
  const [address = ' ', securityCode = ' '] = response.text(44) ?? ''
  return {
    ...(address !== ' ' && {
      cardholderVerification: {
        avs: { acquirerCode: address, gatewayCode: addressChecks[address] ?? 'NOT_AVAILABLE' },
      },
    }),
    ...(securityCode !== ' ' && {
      cardSecurityCode: {
        acquirerCode: securityCode,
        gatewayCode: securityCodeChecks[securityCode] ?? 'NOT_PROCESSED',
      },
    }),
  }
}

function authorizationResponse(
  code: string,
  { question, identity }: MessageContext,
): Pick<AcquirerResponse, 'authorizationResponse'> {
  if (question.kind !== 'AUTHORIZE' && question.kind !== 'PAY') return {}
  const { transmission, trace: stan, processingCode } = identity
  return {
    authorizationResponse: {
      date: transmission.slice(0, 4),
      processingCode,
      responseCode: code,
      stan,
      time: transmission.slice(4),
    },
  }
}

/** DE 54. */
const amountTypes = { original: '57', available: '02' } as const

interface AdditionalAmount {
  readonly type: string
  readonly minor: bigint
}

function additionalAmounts(response: Iso8583Message, { fields }: MessageSpecification): readonly AdditionalAmount[] {
  const text = response.text(54)
  const parts = fields[54]?.parts
  if (text === undefined || parts?.kind !== 'positional') return []
  return readPositional(54, parts, text).map(({ amountType: type = '', amount = 'C0' }) => {
    const minor = BigInt(amount.slice(1))
    return { type, minor: amount.startsWith('D') ? -minor : minor }
  })
}

function balance(
  amounts: readonly AdditionalAmount[],
  question: AcquirerRequest,
): Pick<AcquirerResponse, 'giftCardBalanceMinor'> {
  if (!('instrument' in question) || question.instrument.kind !== 'GIFT_CARD') return {}
  const available = amounts.find(({ type }) => type === amountTypes.available)
  return available ? { giftCardBalanceMinor: available.minor } : {}
}

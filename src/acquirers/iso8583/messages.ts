// Requests as messages: which type and processing code each operation has, and what its fields hold.

import { Iso8583Message, writeTagged } from '../../iso8583/index.ts'
import type { CardInstrument, Instrument } from '../../kernel/instrument.ts'
import { numberOfCurrency } from '../../kernel/money.ts'
import type { AcquirerRequest, AcquirerRequestKind, RequestReference } from '../../payments/index.ts'
import type { Iso8583Settings } from './settings/settings.ts'
import { originalData, readWire, retrievalReference, type StoredIdentity, transmissionOf } from './wire.ts'

interface Operation {
  readonly type: '0100' | '0200' | '0220' | '0420'
  readonly processingCode: string
  /** Sent again until it is acknowledged. */
  readonly isAdvice?: true
  /** DE 60. */
  readonly purpose?: string
}

/** Read a row as: operation, message. */
export const operations: Readonly<Record<AcquirerRequestKind, Operation>> = {
  VERIFY: { type: '0100', processingCode: '000000' },
  AUTHORIZE: { type: '0100', processingCode: '000000' },
  UPDATE_AUTHORIZATION: { type: '0100', processingCode: '000000', purpose: 'INCR' },
  PAY: { type: '0200', processingCode: '000000' },
  CAPTURE: { type: '0220', processingCode: '000000', isAdvice: true },
  STANDALONE_CAPTURE: { type: '0220', processingCode: '000000' },
  REFUND: { type: '0200', processingCode: '200000' },
  STANDALONE_REFUND: { type: '0200', processingCode: '200000' },
  VOID: { type: '0420', processingCode: '020000', isAdvice: true },
}

/** DE 22 and 25, by the source of a transaction. */
const entryModes: Readonly<Record<string, readonly [entryMode: string, condition: string]>> = {
  CALL_CENTRE: ['012', '08'],
  CARD_PRESENT: ['012', '00'],
  INTERNET: ['812', '59'],
  MAIL_ORDER: ['012', '08'],
  MERCHANT: ['012', '08'],
  MOTO: ['012', '08'],
  TELEPHONE_ORDER: ['012', '08'],
  VOICE_RESPONSE: ['012', '08'],
}
const internet = ['812', '59'] as const

/** Tags of DE 48: two digits, and a length of two. */
export const additionalData = { kind: 'tagged', tagLength: 2, lengthLength: 2 } as const
export const tags = {
  securityCode: '01',
  postcode: '02',
  street: '03',
  eci: '10',
  cryptogram: '11',
  schemeTransactionId: '12',
  reference: '20',
  keyType: '30',
  key: '31',
  checkValue: '32',
} as const

/** DE 70. */
export const networkFunctions = { signOn: '001', signOff: '002', keyChange: '101', echo: '301' } as const

/** 0220 is repeated as 0221. */
export function repeatType(type: string): string {
  return `${type.slice(0, 3)}1`
}

/** 0230 answers 0220 and 0221. */
export function responseType(type: string): string {
  return `${type.slice(0, 2)}${Number(type[2]) + 1}0`
}

const amountDigits = 12

/** Why a request has no message, if so. */
export function reasonNoMessage(question: AcquirerRequest): string | undefined {
  if (numberOfCurrency(question.currency) === undefined) return `${question.currency} has no numeric code`
  if (amountOf(question).length > amountDigits) return `the amount has more than ${amountDigits} digits`
  if (!('instrument' in question) || question.instrument.kind === 'CARD') return undefined
  const { instrument } = question
  const isPlainGiftCard = instrument.kind === 'GIFT_CARD' && instrument.pin === undefined
  return isPlainGiftCard ? undefined : `${instrument.kind} has no message on this link`
}

function amountOf(question: AcquirerRequest): string {
  return String('amountMinor' in question ? question.amountMinor : 0n).padStart(amountDigits, '0')
}

/** The identity of a request, under two new trace numbers. */
export function identityFor(
  question: AcquirerRequest,
  { traces: [trace = '', reversalTrace = ''], at }: { readonly traces: readonly string[]; readonly at: Date },
  { institutionId: acquirerId, terminal }: Pick<Iso8583Settings, 'institutionId' | 'terminal'>,
): StoredIdentity {
  const { type: mti, processingCode } = operations[question.kind]
  const original = 'original' in question ? readWire(question.original.wire) : undefined
  return {
    transmission: transmissionOf(at),
    trace,
    acquirerId,
    rrn: retrievalReference(at, trace),
    // A host finds an original by its terminal, too.
    terminal: original?.terminal ?? question.terminals?.[0] ?? terminal,
    mti,
    processingCode,
    amount: amountOf(question),
    currency: numberOfCurrency(question.currency) ?? '',
    reversalTrace,
    reversalRrn: retrievalReference(at, reversalTrace),
  }
}

/** The same identity, reference and amount always give the same message, so that a repeat is one. */
export function requestMessage(
  question: AcquirerRequest,
  identity: StoredIdentity,
  { categoryCode, isRepeat }: { readonly categoryCode: string; readonly isRepeat: boolean },
): Iso8583Message {
  const { type, processingCode, purpose } = operations[question.kind]
  const message = baseMessage(isRepeat ? repeatType(type) : type, identity, question.acquirerMerchantId)
    .set(3, processingCode)
    .set(4, identity.amount)
    .set(49, identity.currency)
  if (purpose !== undefined) message.set(60, purpose)
  const additional: Record<string, string> = { [tags.reference]: printable(question.reference, 40) }
  if ('instrument' in question) {
    const [entryMode, condition] = entryModes[question.details.transaction?.source ?? ''] ?? internet
    message
      .set(18, question.details.order?.merchantCategoryCode ?? categoryCode)
      .set(22, entryMode)
      .set(25, condition)
    setInstrument(message, question.instrument)
    Object.assign(additional, additionalOf(question, question.instrument))
  } else {
    const { original } = question
    const wire = readWire(original.wire)
    if (wire) message.set(90, originalData(wire))
    if (original.authorizationCode !== undefined) message.set(38, printable(original.authorizationCode, 6))
    if (question.kind === 'VOID' && question.batch !== undefined) message.set(63, batchNumber(question.batch))
  }
  return withAdditional(message, additional)
}

/** Cancels a request, whether or not it was received: 0420, then 0421, with the same content. */
export function reversalMessage(
  { reference, acquirerMerchantId }: RequestReference,
  identity: StoredIdentity,
  isRepeat: boolean,
): Iso8583Message {
  const type = isRepeat ? '0421' : '0420'
  const own = { ...identity, trace: identity.reversalTrace, rrn: identity.reversalRrn }
  const message = baseMessage(type, own, acquirerMerchantId)
    .set(3, identity.processingCode)
    .set(4, identity.amount)
    .set(49, identity.currency)
    .set(90, originalData(identity))
  return withAdditional(message, { [tags.reference]: printable(reference, 40) })
}

/** What every message about money has. */
export function baseMessage(
  type: string,
  {
    transmission,
    trace,
    acquirerId,
    rrn,
    terminal,
  }: Pick<StoredIdentity, 'transmission' | 'trace' | 'acquirerId' | 'rrn' | 'terminal'>,
  acquirerMerchantId: string,
): Iso8583Message {
  return new Iso8583Message(type)
    .set(7, transmission)
    .set(11, trace)
    .set(12, transmission.slice(4))
    .set(13, transmission.slice(0, 4))
    .set(32, acquirerId)
    .set(37, rrn)
    .set(41, terminal)
    .set(42, acquirerMerchantId)
}

/** A field may hold a security code: its bytes are overwritten with those of the account number. */
export function withAdditional(message: Iso8583Message, values: Readonly<Record<string, string>>): Iso8583Message {
  return message.setSecret(48, Buffer.from(writeTagged(48, additionalData, values), 'latin1'))
}

export function batchNumber(batch: number): string {
  return String(batch % 1_000_000).padStart(6, '0')
}

function setInstrument(message: Iso8583Message, instrument: Instrument): void {
  message.setSecret(2, Buffer.from(instrument.number.open(), 'latin1'))
  if (instrument.kind !== 'CARD') return
  const { expiry, sequenceNumber, track2 } = instrument
  if (expiry) message.set(14, `${expiry.year.slice(-2)}${expiry.month.padStart(2, '0')}`)
  if (sequenceNumber !== undefined) message.set(23, sequenceNumber.padStart(3, '0'))
  if (track2) message.setSecret(35, Buffer.from(track2.open().replace(/^;|\?.*$/g, ''), 'latin1'))
}

function additionalOf({ details }: AcquirerRequest, instrument: Instrument): Record<string, string> {
  const { billing, threeDSecure, transaction } = details
  const card: Partial<CardInstrument> = instrument.kind === 'CARD' ? instrument : {}
  const wallet = card.devicePayment?.threeDSecure
  const { postcodeZip, street } = billing?.address ?? {}
  const values: Readonly<Record<string, string | undefined>> = {
    [tags.securityCode]: card.securityCode?.open(),
    [tags.postcode]: postcodeZip && printable(postcodeZip, 10),
    [tags.street]: street && printable(street, 40),
    [tags.eci]: wallet?.eciIndicator ?? threeDSecure?.acsEci,
    [tags.cryptogram]: wallet?.onlinePaymentCryptogram?.open() ?? threeDSecure?.authenticationToken,
    [tags.schemeTransactionId]: transaction?.acquirer?.traceId && printable(transaction.acquirer.traceId, 40),
  }
  const given: Record<string, string> = {}
  for (const tag in values) {
    const value = values[tag]
    if (value) given[tag] = value
  }
  return given
}

const isPrintable = /^[ -~]*$/

/** Letters without their accents; what a message cannot hold becomes a question mark. */
export function printable(text: string, length: number): string {
  if (isPrintable.test(text)) return text.slice(0, length)
  return [...text.normalize('NFKD').replaceAll(/\p{M}/gu, '')]
    .slice(0, length)
    .join('')
    .replaceAll(/[^ -~]/g, '?')
    .slice(0, length)
}

// Finds the instrument of a request: a card, a gift card, a bank account, or an agreement with provider A.

import { explain } from '../../kernel/explanation.ts'
import {
  accountIdentity,
  type BillingAgreementInstrument,
  cardKindOf,
  fundingMethodOf,
  type Instrument,
  type InstrumentKind,
} from '../../kernel/instrument.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { type Rejection, reject } from '../../kernel/rejection.ts'
import { Secret } from '../../kernel/secret.ts'
import type { Vault } from '../../keys/index.ts'
import {
  binLengthMax,
  type Merchant,
  type PaymentToRoute,
  permitsScheme,
  permitsSource,
} from '../../merchants/index.ts'
import { storableRequest } from '../masking/storable-request.ts'
import type { CardDetails, RequestWithSource } from '../ports/request-with-source.ts'
import type { StoredOrder } from '../ports/transactions.ts'

/** The instruments that each kind of request accepts. */
export const acceptedSources = {
  VERIFY: ['ACH', 'CARD', 'GIFT_CARD'],
  AUTHORIZE: ['CARD', 'GIFT_CARD', 'PROVIDER_A'],
  PAY: ['ACH', 'CARD', 'DIRECT_DEBIT_CANADA', 'GIFT_CARD', 'PROVIDER_A'],
  STANDALONE_CAPTURE: ['CARD'],
  STANDALONE_REFUND: ['ACH', 'CARD', 'GIFT_CARD'],
} as const satisfies Readonly<Record<string, readonly InstrumentKind[]>>

/** The group that holds the details of each kind. */
export const sourceGroups = {
  CARD: 'card',
  GIFT_CARD: 'giftCard',
  ACH: 'ach',
  DIRECT_DEBIT_CANADA: 'directDebitCanada',
  PROVIDER_A: 'providerA',
} as const

export function resolveInstrument(
  request: RequestWithSource,
  { merchant, taken }: { merchant: Merchant; taken: readonly InstrumentKind[] },
): Instrument | Rejection {
  const { sourceOfFunds } = request
  if (!sourceOfFunds) return reject('NO_SOURCE_OF_FUNDS', 'Mandatory parameter is missing.')
  const kind = kindOf(sourceOfFunds)
  if (!kind || !taken.includes(kind) || !permitsSource(merchant, kind))
    return reject(
      'SOURCE_NOT_SUPPORTED',
      explain('The operation does not support {name} here.', { name: String(kind ?? sourceOfFunds.type) }),
    )
  const instrument = readInstrument(kind, sourceOfFunds.provided ?? {})
  if (instrument.kind === 'CARD' && !permitsScheme(merchant, instrument.scheme))
    return reject(
      'SCHEME_NOT_PERMITTED',
      explain('The merchant profile does not permit {scheme} cards.', { scheme: instrument.scheme }),
    )
  return instrument
}

/** The properties of a card that routes may use. */
export function cardToRoute(instrument: Instrument): Pick<PaymentToRoute, 'scheme' | 'bin'> {
  if (instrument.kind !== 'CARD') return {}
  return { scheme: instrument.scheme, bin: instrument.number.open().slice(0, binLengthMax) }
}

/** The type as named, or the one whose details are given. */
function kindOf({ type, provided }: NonNullable<RequestWithSource['sourceOfFunds']>): InstrumentKind | undefined {
  const kinds = Object.keys(sourceGroups) as InstrumentKind[]
  if (type !== undefined) return kinds.find((kind) => kind === type)
  return kinds.find((kind) => provided?.[sourceGroups[kind]] !== undefined) ?? 'CARD'
}

type Provided = NonNullable<NonNullable<RequestWithSource['sourceOfFunds']>['provided']>

function readInstrument(kind: InstrumentKind, provided: Provided): Instrument | Rejection {
  switch (kind) {
    case 'CARD':
      return readCard(provided.card ?? {})
    case 'GIFT_CARD': {
      const { number, pin, localBrand } = provided.giftCard ?? {}
      if (!number) return missing('giftCard.number')
      return { kind, number, ...omitUndefined({ pin, localBrand }) }
    }
    case 'ACH': {
      const { bankAccountNumber: number, routingNumber, accountType, bankAccountHolder, secCode } = provided.ach ?? {}
      if (accountType === undefined) return missing('ach.accountType')
      if (bankAccountHolder === undefined) return missing('ach.bankAccountHolder')
      if (!number) return missing('ach.bankAccountNumber')
      if (routingNumber === undefined) return missing('ach.routingNumber')
      if (secCode === undefined) return missing('ach.secCode')
      return { kind, number, routingNumber, accountType, bankAccountHolder, secCode }
    }
    case 'DIRECT_DEBIT_CANADA': {
      const account = provided.directDebitCanada ?? {}
      const { bankAccountNumber: number, accountType, bankAccountHolder } = account
      const { financialInstitutionNumber, transitNumber } = account
      if (accountType === undefined) return missing('directDebitCanada.accountType')
      if (bankAccountHolder === undefined) return missing('directDebitCanada.bankAccountHolder')
      if (!number) return missing('directDebitCanada.bankAccountNumber')
      if (financialInstitutionNumber === undefined) return missing('directDebitCanada.financialInstitutionNumber')
      if (transitNumber === undefined) return missing('directDebitCanada.transitNumber')
      return { kind, number, accountType, bankAccountHolder, financialInstitutionNumber, transitNumber }
    }
    case 'PROVIDER_A': {
      const { id } = provided.providerA?.billingAgreement ?? {}
      return id === undefined ? missing('providerA.billingAgreement.id') : agreementInstrument(id)
    }
  }
}

/** The agreement's id is no secret, but it is stored and passed on like an account number. */
export function agreementInstrument(id: string): BillingAgreementInstrument {
  return { kind: 'PROVIDER_A', number: new Secret('BANK_ACCOUNT', id) }
}

function readCard({ number, pin, ...card }: CardDetails): Instrument | Rejection {
  if (!number) return missing('card.number')
  const digits = number.open()
  return {
    kind: 'CARD',
    number,
    ...cardKindOf(digits),
    fundingMethod: fundingMethodOf(digits),
    ...card,
    ...omitUndefined({ pinPayload: pin?.payload }),
  }
}

function missing(field: string): Rejection {
  return reject('FIELD_MISSING', 'Mandatory parameter is missing.', { field: `sourceOfFunds.provided.${field}` })
}

/** The source of funds of a response: masked, with the properties derived from the number. */
export function describeInstrument(instrument: Instrument, { sourceOfFunds }: RequestWithSource): object {
  const { kind } = instrument
  const details = storableRequest({ ...sourceOfFunds?.provided?.[sourceGroups[kind]] })
  const { token } = sourceOfFunds ?? {}
  return {
    type: kind,
    provided: { [sourceGroups[kind]]: { ...details, ...describeNumber(instrument) } },
    ...omitUndefined({ token }),
  }
}

/** The properties derived from the number. */
function describeNumber(instrument: Instrument): object {
  switch (instrument.kind) {
    case 'CARD': {
      const { brand, scheme, fundingMethod } = instrument
      return { brand, scheme, fundingMethod }
    }
    case 'GIFT_CARD':
      return { brand: 'LOCAL_BRAND_ONLY', scheme: 'OTHER' }
    default:
      return {}
  }
}

/** Whether a transaction of the order was made with the same account. */
export function sameAccountAs(
  instrument: Instrument,
  stored: StoredOrder | undefined,
  vault: Vault,
): (transactionId: string) => boolean {
  return (transactionId) => {
    const { accountHash } = stored?.transactions.find(({ key }) => key.transactionId === transactionId) ?? {}
    return accountHash !== undefined && vault.matches('ACCOUNT', accountIdentity(instrument), accountHash)
  }
}

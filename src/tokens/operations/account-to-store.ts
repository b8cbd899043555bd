// An account as a token stores it: what is stored of each kind, and nothing else.

import { accountFields, cardKindOf, type Expiry, fundingMethodOf, type Instrument } from '../../kernel/instrument.ts'
import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { Secret } from '../../kernel/secret.ts'
import type { Vault } from '../../keys/index.ts'
import type { StoredToken } from '../ports/token-store.ts'
import { storedIdentity } from '../rules/stored-identity.ts'
import type { StoredKind } from '../rules/token.ts'
import type { StoredTokenDetails } from '../rules/token-details.ts'
import type { SchemeTokenToKeep } from './scheme-tokens/obtain-scheme-token.ts'

export interface AccountToStore {
  readonly kind: StoredKind
  /** The account number; for an agreement its id. */
  readonly number: Secret
  /** As shown in responses. */
  readonly masked: string
  readonly details: StoredTokenDetails
  readonly scheme?: string | undefined
  readonly expiry?: Expiry | undefined
  /** What an acquirer could be asked to verify; none for an agreement. */
  readonly instrument?: Instrument | undefined
  /** The number of a card on a phone or watch: it has no scheme token, and the account updater does not know it. */
  readonly isDeviceNumber: boolean
  /** If the request contained it. */
  readonly field: string
  /** The scheme token that came with it. */
  readonly pushed?: SchemeTokenToKeep | undefined
}

export function cardToStore(
  { number, expiry }: { readonly number: Secret; readonly expiry?: Expiry | undefined },
  {
    localBrand,
    isDeviceNumber = false,
  }: { localBrand?: string | undefined; isDeviceNumber?: boolean | undefined } = {},
): AccountToStore {
  const digits = number.open()
  const kindOfCard = { ...cardKindOf(digits), fundingMethod: fundingMethodOf(digits) }
  return {
    kind: 'CARD',
    number,
    masked: number.masked,
    details: omitUndefined({ ...kindOfCard, localBrand, isDeviceNumber: isDeviceNumber || undefined }),
    scheme: kindOfCard.scheme,
    expiry,
    instrument: { kind: 'CARD', number, ...kindOfCard, expiry },
    isDeviceNumber,
    field: accountFields.CARD,
  }
}

type OtherInstrument = Exclude<Instrument, { kind: 'CARD' | 'PROVIDER_A' }>

/** A gift card without its PIN, or a bank account. */
export function otherToStore(instrument: OtherInstrument): AccountToStore {
  const { kind, number } = instrument
  return {
    kind,
    number,
    masked: number.masked,
    details: detailsOf(instrument),
    instrument,
    isDeviceNumber: false,
    field: accountFields[kind],
  }
}

function detailsOf(instrument: OtherInstrument): StoredTokenDetails {
  switch (instrument.kind) {
    case 'GIFT_CARD': {
      const { localBrand } = instrument
      return omitUndefined({ brand: 'LOCAL_BRAND_ONLY', scheme: 'OTHER', localBrand })
    }
    case 'ACH': {
      const { accountType, bankAccountHolder, routingNumber, secCode } = instrument
      return { accountType, bankAccountHolder, routingNumber, secCode }
    }
    case 'DIRECT_DEBIT_CANADA': {
      const { accountType, bankAccountHolder, financialInstitutionNumber, transitNumber } = instrument
      return { accountType, bankAccountHolder, financialInstitutionNumber, transitNumber }
    }
  }
}

/** A billing agreement with provider A. */
export interface ProviderAAccount {
  readonly billingAgreement: { readonly id: string }
}

/** The agreement's id is no secret, but it is stored like an account number. */
export function agreementToStore({ billingAgreement: agreement }: ProviderAAccount): AccountToStore {
  const { id, ...billingAgreement } = agreement
  return {
    kind: 'PROVIDER_A',
    number: new Secret('BANK_ACCOUNT', id),
    masked: id,
    details: { billingAgreement },
    isDeviceNumber: false,
    field: accountFields.PROVIDER_A,
  }
}

export function lookupHashesOf(account: AccountToStore, vault: Pick<Vault, 'lookupHashes'>): readonly KeyedHash[] {
  return vault.lookupHashes('ACCOUNT', storedIdentity(account, account.number.open()))
}

export function hashesToWriteOf(account: AccountToStore, vault: Pick<Vault, 'hashesToWrite'>): readonly KeyedHash[] {
  return vault.hashesToWrite('ACCOUNT', storedIdentity(account, account.number.open()))
}

/** Whether a token contains a device's number. */
export function holdsDeviceNumber({ details }: Pick<StoredToken, 'details'>): boolean {
  return details.isDeviceNumber === true
}

/** How secret the number of each kind is. */
const secretKinds = {
  CARD: 'ACCOUNT',
  GIFT_CARD: 'ACCOUNT',
  ACH: 'BANK_ACCOUNT',
  DIRECT_DEBIT_CANADA: 'BANK_ACCOUNT',
  PROVIDER_A: 'BANK_ACCOUNT',
} as const satisfies Readonly<Record<StoredKind, Secret['kind']>>

/** What a token contains, once its number has been opened. */
export function accountOfToken(
  { kind, details, expiry }: Pick<StoredToken, 'kind' | 'details' | 'expiry'>,
  clear: string,
): AccountToStore {
  const number = new Secret(secretKinds[kind], clear)
  if (kind === 'CARD') {
    const { localBrand, isDeviceNumber = false } = details
    return cardToStore({ number, expiry }, { localBrand, isDeviceNumber })
  }
  if (kind === 'PROVIDER_A') return agreementToStore({ billingAgreement: { ...details.billingAgreement, id: clear } })
  return otherToStore({ ...details, kind, number } as OtherInstrument)
}

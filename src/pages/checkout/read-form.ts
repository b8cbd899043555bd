// Reads the form that a payer sent: the payment source, or which fields are wrong. Every field is read by the
// contract's own row: the API would accept it as well.

import type { PayerDetails } from '../../checkout/index.ts'
import { address, contactRows } from '../../contract/groups/address.ts'
import { ach, card50, giftCard50, providerB } from '../../contract/groups/source-of-funds.ts'
import { FieldError, type FieldRow } from '../../contract/row.ts'
import { holdsCardNumber } from '../../kernel/account-numbers-in-text.ts'
import { cardKindOf, isPlausibleCardNumber } from '../../kernel/instrument.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { type Provider, providers } from '../../kernel/provider.ts'
import { Secret } from '../../kernel/secret.ts'
import { parseUrlEncoded } from '../../kernel/url-encoded.ts'
import type { Values } from '../../kernel/values.ts'
import type { Wallet } from '../../wallets/index.ts'
import { repeatedFields } from './entered-values.ts'
import { type FieldFault, type FormField, mandatoryBillingFields, type PostedSource } from './form-fields.ts'
import type { PayView, SavedAccountView } from './page-view.ts'
import type { ReadChoice } from './saved-accounts.ts'

export type Form = ReadonlyMap<string, string>

/** The fields of a posted form; of several with one name the first counts. */
export function parseForm(body: Buffer | undefined): Form {
  const fields = new Map<string, string>()
  for (const [name, value] of parseUrlEncoded(body?.toString('utf8') ?? ''))
    if (!fields.has(name)) fields.set(name, value)
  return fields
}

/** The fields that the page had. */
export type FormSpecification = Pick<PayView, 'sources' | 'saved' | 'billing' | 'email' | 'wallets'>

export type FormResult =
  | ({ readonly kind: 'READ' } & ReadChoice)
  | { readonly kind: 'FAULTY'; readonly faults: PayView['faults'] }

export function readForm(form: Form, specification: FormSpecification): FormResult {
  const reading = new FormReader(form)
  const wallet = walletIn(reading, specification)
  if (wallet) return readWalletForm(reading, wallet, specification)
  const source = chosenSource(reading, specification)
  const provider = providerIn(source)
  const saved = specification.saved.find((account) => account.source === source)
  const sourceOfFunds = saved ? readSaved(reading, saved) : readSource(reading, source)
  // A provider does not need it.
  const billing = provider ? undefined : readBilling(reading, specification)
  const customer = readCustomer(reading, specification)
  if (Object.keys(reading.faults).length > 0) return { kind: 'FAULTY', faults: reading.faults }
  return {
    kind: 'READ',
    isCard: source === 'CARD' || saved?.brand !== undefined,
    ...omitUndefined({ provider, saved }),
    details: { ...omitUndefined({ sourceOfFunds, billing, customer }) },
  }
}

/** The wallet that the form names, if the page offered it. */
function walletIn(reading: FormReader, { wallets }: FormSpecification): Wallet | undefined {
  const posted = reading.text('source')
  return wallets?.offered.find(({ wallet }) => wallet === posted)?.wallet
}

/** A wallet gives the card; the rest is what the payer entered on the page. */
function readWalletForm(reading: FormReader, wallet: Wallet, specification: FormSpecification): FormResult {
  const payload = reading.payload()
  const billing = readBilling(reading, specification)
  const customer = readCustomer(reading, specification)
  if (!payload) reading.fault('source', 'invalid')
  if (!payload || Object.keys(reading.faults).length > 0) return { kind: 'FAULTY', faults: reading.faults }
  return {
    kind: 'READ',
    isCard: false,
    wallet: { wallet, payload },
    details: {
      order: { walletProvider: wallet },
      sourceOfFunds: { type: 'CARD', provided: { card: { devicePayment: { paymentToken: payload } } } },
      ...omitUndefined({ billing, customer }),
    },
  }
}

/** The field in which the page's script posts what a wallet has encrypted. */
const payloadField = 'walletPayload'
const { paymentToken } = card50.rows.devicePayment.rows

class FormReader {
  readonly faults: Partial<Record<FormField, FieldFault>> = {}
  readonly #form: Form

  constructor(form: Form) {
    this.#form = form
  }

  text(name: FormField): string {
    return (this.#form.get(name) ?? '').trim()
  }

  /** How numbers are printed on cards and typed: in groups. */
  number(name: FormField): string {
    return this.text(name)
      .normalize('NFKC')
      .replace(/[\s\p{Pd}]/gu, '')
  }

  /** What a wallet has encrypted. */
  payload(): Secret | undefined {
    const value = this.#form.get(payloadField) ?? ''
    return paymentToken.type.read(value) instanceof FieldError ? undefined : new Secret('AUTHENTICATION', value)
  }

  fault(name: FormField, fault: FieldFault): undefined {
    this.faults[name] ??= fault
    return undefined
  }

  /** The value in the contract's form; undefined when it is absent or wrong, which is recorded. */
  read(name: FormField, row: FieldRow, { value = this.text(name), isNeeded = true } = {}): string | undefined {
    if (value === '') return isNeeded ? this.fault(name, 'missing') : undefined
    const read = row.type.read(value)
    // Only what is short enough is searched.
    const isWrong = read instanceof FieldError || (repeatedFields.includes(name) && holdsCardNumber(value))
    return isWrong ? this.fault(name, 'invalid') : String(read)
  }
}

/** The source whose fields are read; for one that the page did not offer, none are. */
function chosenSource(reading: FormReader, { sources, saved }: FormSpecification): PostedSource {
  const posted = reading.text('source')
  const offered: readonly PostedSource[] = [...saved.map(({ source }) => source), ...sources]
  const chosen = offered.find((source) => source === posted)
  if (chosen) return chosen
  // No other card takes the place of one that was deleted meanwhile.
  if (posted.startsWith('SAVED_')) reading.fault('source', 'invalid')
  else if (saved[0] && reading.text('cardNumber') === '') return saved[0].source
  return sources[0] ?? 'CARD'
}

function providerIn(source: PostedSource): Provider | undefined {
  return providers.find((provider) => provider === source)
}

function readSource(reading: FormReader, source: PostedSource): Values | undefined {
  switch (source) {
    case 'CARD':
      return readCard(reading)
    case 'GIFT_CARD':
      return readGiftCard(reading)
    case 'ACH':
      return readAch(reading)
    case 'PROVIDER_B':
      return readBank(reading)
    default:
      return undefined
  }
}

const { rows: cardRows } = card50

/** The token has the rest. */
function readSaved(reading: FormReader, { brand, needsSecurityCode }: SavedAccountView): Values | undefined {
  if (!needsSecurityCode) return undefined
  const code = readSecurityCode(reading, brand)
  return code && { provided: { card: { securityCode: code } } }
}

function readCard(reading: FormReader): Values {
  const digits = reading.read('cardNumber', cardRows.number, { value: reading.number('cardNumber') })
  if (digits !== undefined && !isPlausibleCardNumber(digits)) reading.fault('cardNumber', 'invalid')
  const brand = digits === undefined ? undefined : cardKindOf(digits).brand
  const { month, year } = cardRows.expiry.rows
  // The issuer decides whether it has passed; test cards of earlier years continue to work.
  const expiry = {
    month: reading.read('expiryMonth', month, { value: reading.number('expiryMonth') }),
    year: reading.read('expiryYear', year, { value: reading.number('expiryYear').replace(/^20(?=\d\d$)/, '') }),
  }
  const securityCode = brand === 'UATP' ? undefined : readSecurityCode(reading, brand)
  const nameOnCard = reading.read('nameOnCard', cardRows.nameOnCard, { isNeeded: false })
  const card = {
    ...(digits !== undefined && { number: new Secret('ACCOUNT', digits) }),
    expiry,
    ...omitUndefined({ securityCode, nameOnCard }),
  }
  return { type: 'CARD', provided: { card } }
}

/** Some cards have none printed on them. */
const brandsWithoutCode: readonly (string | undefined)[] = ['MAESTRO', 'UNKNOWN', 'LOCAL_BRAND_ONLY']

function readSecurityCode(reading: FormReader, brand: string | undefined): Secret | undefined {
  const isNeeded = !brandsWithoutCode.includes(brand)
  const value = reading.number('securityCode')
  const code = reading.read('securityCode', cardRows.securityCode, { value, isNeeded })
  if (code === undefined) return undefined
  const isRightLength = brand === undefined || code.length === (brand === 'AMEX' ? 4 : 3)
  return isRightLength ? new Secret('AUTHENTICATION', code) : reading.fault('securityCode', 'invalid')
}

function readGiftCard(reading: FormReader): Values {
  const { number: numberRow, pin: pinRow } = giftCard50.rows
  const number = reading.read('giftCardNumber', numberRow, { value: reading.number('giftCardNumber') })
  const pin = reading.read('giftCardPin', pinRow, { value: reading.number('giftCardPin'), isNeeded: false })
  const giftCard = {
    ...(number !== undefined && { number: new Secret('ACCOUNT', number) }),
    ...(pin !== undefined && { pin: new Secret('AUTHENTICATION', pin) }),
  }
  return { type: 'GIFT_CARD', provided: { giftCard } }
}

function readAch(reading: FormReader): Values {
  const { accountType, bankAccountHolder, bankAccountNumber, routingNumber } = ach.rows
  const value = reading.number('achAccountNumber')
  const number = reading.read('achAccountNumber', bankAccountNumber, { value })
  if (number !== undefined && reading.number('achAccountNumberAgain') !== number)
    reading.fault('achAccountNumberAgain', reading.number('achAccountNumberAgain') === '' ? 'missing' : 'invalid')
  const account = {
    accountType: reading.read('achAccountType', accountType),
    bankAccountHolder: reading.read('achAccountHolder', bankAccountHolder),
    ...(number !== undefined && { bankAccountNumber: new Secret('BANK_ACCOUNT', number) }),
    routingNumber: reading.read('achRoutingNumber', routingNumber, { value: reading.number('achRoutingNumber') }),
    // The payer has agreed to it on the internet.
    secCode: 'WEB',
  }
  return { type: 'ACH', provided: { ach: account } }
}

function readBank(reading: FormReader): Values {
  const value = reading.number('bankIdentifier')
  const bankIdentifier = reading.read('bankIdentifier', providerB.rows.bankIdentifier, { value })
  return { provided: { providerB: { ...omitUndefined({ bankIdentifier }) } } }
}

const addressFields = {
  billingStreet: 'street',
  billingStreet2: 'street2',
  billingCity: 'city',
  billingStateProvince: 'stateProvince',
  billingPostcodeZip: 'postcodeZip',
  billingCountry: 'country',
} as const

/** Fields that the page does not have stay as in the session, whatever was posted. */
function readBilling(reading: FormReader, { billing: { requirement } }: FormSpecification): PayerDetails['billing'] {
  if (requirement === 'HIDE' || requirement === 'READ_ONLY') return undefined
  const all = Object.keys(addressFields) as (keyof typeof addressFields)[]
  const names = requirement === 'POSTCODE' ? (['billingPostcodeZip'] as const) : all
  const isGiven = names.some((name) => reading.text(name) !== '')
  const given = names.flatMap((name) => {
    const member = addressFields[name]
    const isNeeded = requirement === 'MANDATORY' && mandatoryBillingFields.includes(name)
    const value = reading.read(name, address.rows[member], { isNeeded })
    return value === undefined ? [] : [[member, value]]
  })
  return isGiven ? { address: Object.fromEntries(given) as Values } : undefined
}

function readCustomer(reading: FormReader, { email: { requirement } }: FormSpecification): PayerDetails['customer'] {
  if (requirement === 'HIDE' || requirement === 'READ_ONLY') return undefined
  const email = reading.read('email', contactRows.email, { isNeeded: requirement === 'MANDATORY' })
  return email === undefined ? undefined : { email }
}

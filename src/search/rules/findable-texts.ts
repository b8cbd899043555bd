// By what people find a transaction: one list, from which the search index is filled and by which what it found is verified.

import { omitUndefined } from '../../kernel/omit-undefined.ts'

export const searchFields = [
  'ORDER',
  'TRANSACTION',
  'REFERENCE',
  'EMAIL',
  'PAYER',
  'AMOUNT',
  'ACCOUNT',
  'TOKEN',
  'RECEIPT',
  'AUTHORIZATION_CODE',
  'ACQUIRER_REFERENCE',
  'REQUEST_ID',
] as const
export type SearchField = (typeof searchFields)[number]

export interface FindableText {
  readonly field: SearchField
  readonly text: string
  /** Found by any three characters of it, by whole words only, or as an amount. */
  readonly by: 'PARTS' | 'WORDS' | 'AMOUNT'
}

/** The members of stored requests and answers that are read. */
interface FindableMessage {
  readonly requestId?: string
  readonly customer?: { readonly email?: string; readonly firstName?: string; readonly lastName?: string }
  readonly order?: { readonly amount?: string; readonly reference?: string }
  readonly sourceOfFunds?: {
    readonly token?: string
    readonly provided?: Readonly<Record<string, FindableAccount | undefined>>
  }
  readonly transaction?: {
    readonly amount?: string
    readonly reference?: string
    readonly receipt?: string
    readonly authorizationCode?: string
    readonly acquirer?: { readonly transactionId?: string }
  }
}

interface FindableAccount {
  readonly number?: string
  readonly bankAccountNumber?: string
  readonly nameOnCard?: string
}

export interface FindableTransaction {
  readonly orderId: string
  readonly transactionId: string
  /** The gateway's own, under which the acquirer knows it. */
  readonly acquirerReference: string | undefined
  readonly request: object
  readonly response: object
}

/** Nothing that the order does not show; accounts by their last four digits. */
export function findableTexts(found: FindableTransaction): readonly FindableText[] {
  const request: FindableMessage = found.request
  const response: FindableMessage = found.response
  const texts: FindableText[] = []
  const add = (field: SearchField, by: FindableText['by'], ...values: readonly (string | undefined)[]) => {
    for (const text of new Set(omitEmpty(values))) texts.push({ field, text, by })
  }
  const customer = { ...request.customer, ...omitUndefined({ ...response.customer }) }
  const accounts = Object.values({ ...request.sourceOfFunds?.provided, ...response.sourceOfFunds?.provided })
  add('ORDER', 'PARTS', found.orderId)
  add('TRANSACTION', 'PARTS', found.transactionId)
  add(
    'REFERENCE',
    'PARTS',
    response.order?.reference ?? request.order?.reference,
    response.transaction?.reference ?? request.transaction?.reference,
  )
  add('EMAIL', 'PARTS', customer.email)
  add('PAYER', 'PARTS', [customer.firstName, customer.lastName].filter(Boolean).join(' '))
  add('PAYER', 'PARTS', ...accounts.map((account) => account?.nameOnCard))
  add('AMOUNT', 'AMOUNT', response.order?.amount, response.transaction?.amount)
  add('ACCOUNT', 'WORDS', ...accounts.map((account) => lastFourOf(account?.number ?? account?.bankAccountNumber)))
  add('TOKEN', 'WORDS', response.sourceOfFunds?.token ?? request.sourceOfFunds?.token)
  add('RECEIPT', 'WORDS', response.transaction?.receipt)
  add('AUTHORIZATION_CODE', 'WORDS', response.transaction?.authorizationCode ?? request.transaction?.authorizationCode)
  add('ACQUIRER_REFERENCE', 'WORDS', found.acquirerReference, response.transaction?.acquirer?.transactionId)
  add('REQUEST_ID', 'WORDS', request.requestId)
  return texts
}

function omitEmpty(values: readonly (string | undefined)[]): readonly string[] {
  return values.filter((value) => typeof value === 'string' && value !== '') as readonly string[]
}

/** Of a masked number. */
function lastFourOf(account: string | undefined): string | undefined {
  return account?.match(/(?<=x)\d{4}$/)?.[0]
}

/** The numbers of all texts, sorted; without those that another transaction of the order has. */
export function keysOfTexts(
  merchantId: string,
  texts: readonly FindableText[],
  ofOthers: ReadonlySet<number>,
): readonly number[] {
  const keys = searchKeysOf(merchantId)
  const all = new Set<number>()
  for (const { text, by } of texts) {
    if (by === 'AMOUNT') all.add(keys.amount(text))
    else
      for (const word of wordsOf(text)) {
        all.add(keys.whole(word))
        if (by === 'PARTS') for (const part of keys.parts(word)) all.add(part)
      }
  }
  return [...all].filter((key) => !ofOthers.has(key)).sort((a, b) => a - b)
}

// Numbers by which searches find texts in one index: one for every three characters in a row, one for every whole word and
// one for every amount. The merchant is part of each number, so that a merchant's searches read nothing of the others.

const partLength = 3

/** Of a query: a few parts are as selective as all of them. */
const partsMax = 10

/** Upper and lower case, accents and kinds of spaces do not matter: "Müller" is found as "muller". */
export function normalizeText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

export function wordsOf(text: string): readonly string[] {
  return normalizeText(text)
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** Long enough to be found inside of other texts. */
export function hasParts(word: string): boolean {
  return word.length >= partLength
}

export interface SearchKeys {
  whole(word: string): number
  /** Of an amount without trailing zeros. */
  amount(decimal: string): number
  /** Of every place in a word; none of a short one. */
  parts(word: string): readonly number[]
  /** Enough of them to find the word. */
  somePartsOf(word: string): readonly number[]
}

export function searchKeysOf(merchantId: string): SearchKeys {
  const owner = mix(offsetBasis, `${merchantId}\0`)
  const start = { part: mix(owner, '*'), whole: mix(owner, '='), amount: mix(owner, '#') }
  const parts = (word: string) =>
    Array.from({ length: Math.max(word.length - partLength + 1, 0) }, (_, at) =>
      finish(mix(start.part, word.slice(at, at + partLength))),
    )
  return {
    whole: (word) => finish(mix(start.whole, word)),
    amount: (decimal) => finish(mix(start.amount, decimal)),
    parts,
    somePartsOf(word) {
      const all = parts(word)
      const step = Math.ceil(all.length / partsMax)
      return all.filter((_, index) => index % step === 0 || index === all.length - 1)
    },
  }
}

const offsetBasis = 0x811c9dc5

/** FNV-1a. */
function mix(state: number, text: string): number {
  let hash = state
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash
}

/** FNV-1a changes the upper bits too little for texts of three characters: this spreads them over all 32. */
function finish(state: number): number {
  let hash = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) | 0
}

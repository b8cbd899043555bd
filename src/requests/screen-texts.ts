// How card numbers in the texts of a request are handled: stored, masked or refused. It sees the canonical shape.

import type { OperationName } from '../contract/operation.ts'
import type { CanonicalObject } from '../contract/row.ts'
import { holdsCardNumber, maskCardNumbers } from '../kernel/account-numbers-in-text.ts'
import { type Rejection, reject } from '../kernel/rejection.ts'
import { isGroup } from '../kernel/values.ts'
import type { AccountNumbersInText } from '../merchants/index.ts'
import { type TextKind, textPlaces } from './text-fields.ts'

/** E.164 ends at 15 digits, so a longer number is no telephone number. */
const digitsMin: Readonly<Record<TextKind, number>> = { TEXT: 12, PHONE: 16, IDENTIFIER: 12 }

/** Where payers write about themselves: names, e-mail, addresses, telephone numbers. */
const payersOwn = /^(?:billing|customer|shipping|sourceOfFunds)\./

interface CardNumberInText {
  readonly kind: TextKind
  /** Canonical; items of a list by their number. */
  readonly field: string
}

/** Where a request, or its stored form, contains card numbers in its texts. */
export function cardNumbersInTexts(request: object): readonly CardNumberInText[] {
  const cardNumbers: CardNumberInText[] = []
  visit(request, (kind, field, text) => {
    if (holdsCardNumber(text, { digitsMin: digitsMin[kind] })) cardNumbers.push({ kind, field })
    return text
  })
  return cardNumbers
}

/** Refuses what a payer wrote about itself with a card number in it, also where it is to be an identifier, such as that of a voucher. */
export function refusePayerTexts(request: object): Rejection | undefined {
  const cardNumber = cardNumbersInTexts(request).find(({ field }) => payersOwn.test(field))
  return cardNumber && refused(cardNumber.field)
}

/** Refuses identifiers of a request that are card numbers, if the merchant's profile requires it. */
export function refuseIdentifiers(request: object, policy: AccountNumbersInText): Rejection | undefined {
  if (policy !== 'MASK_AND_REFUSE_IDS') return undefined
  const cardNumber = cardNumbersInTexts(request).find(({ kind }) => kind === 'IDENTIFIER')
  return cardNumber && refused(cardNumber.field)
}

/** Identifiers in the path that an operation assigns to something new; existing objects keep their ids. */
const newIds: Partial<Readonly<Record<OperationName, readonly string[]>>> = {
  AUTHORIZE: ['orderId', 'transactionId'],
  CAPTURE: ['transactionId'],
  CHECK_3DS_ENROLLMENT: ['threeDSecureId'],
  INITIATE_AUTHENTICATION: ['orderId', 'transactionId'],
  INITIATE_BROWSER_PAYMENT: ['orderId', 'transactionId'],
  PAY: ['orderId', 'transactionId'],
  REFUND: ['transactionId'],
  UPDATE_AUTHORIZATION: ['transactionId'],
  VERIFY: ['orderId', 'transactionId'],
  VOID: ['transactionId'],
}

const idFields: Readonly<Record<string, string>> = {
  orderId: 'order.id',
  transactionId: 'transaction.id',
  threeDSecureId: '3DSecureId',
}

/** The same for identifiers in the path. */
export function refusePathIds(
  operation: OperationName,
  ids: Readonly<Record<string, string>>,
  policy: AccountNumbersInText,
): Rejection | undefined {
  if (policy !== 'MASK_AND_REFUSE_IDS') return undefined
  const id = newIds[operation]?.find((name) => holdsCardNumber(ids[name] ?? ''))
  return id === undefined ? undefined : refused(idFields[id] ?? id)
}

/**
 * The request with card numbers in its texts masked, if the profile requires it; the request itself when nothing
 * changes.
 */
export function maskTexts(request: CanonicalObject, policy: AccountNumbersInText): CanonicalObject {
  if (policy === 'KEEP') return request
  return visit(request, (kind, _field, text) =>
    kind === 'IDENTIFIER' ? text : maskCardNumbers(text, { digitsMin: digitsMin[kind] }),
  ) as CanonicalObject
}

function refused(field: string): Rejection {
  return reject('FIELD_INVALID', 'Value is invalid. It contains digits that could be an account number.', { field })
}

type Visitor = (kind: TextKind, field: string, text: string) => string

/** Gives every text to the visitor and puts what it gives back in its place; what stays as it was is not copied. */
function visit(value: unknown, visitor: Visitor, { field = '', place: path = '' } = {}): unknown {
  if (typeof value === 'string') {
    const places = textPlaces()
    const kind = places.get(path) ?? places.get(path.replace(/[^.]*$/, '*'))
    return kind ? visitor(kind, field, value) : value
  }
  if (Array.isArray(value)) {
    const items = value.map((item, index) => visit(item, visitor, { field: `${field}[${index}]`, place: `${path}[]` }))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (!isGroup(value)) return value
  const entries = Object.entries(value).map(([name, member]) => {
    const inside = { field: field && `${field}.`, place: path && `${path}.` }
    const visited = visit(member, visitor, { field: inside.field + name, place: inside.place + name })
    return { name, member, visited }
  })
  if (entries.every(({ member, visited }) => member === visited)) return value
  return Object.fromEntries(entries.map(({ name, visited }) => [name, visited]))
}

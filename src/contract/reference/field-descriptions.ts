// What operations, groups and fields mean, in a sentence or two each: the texts of the reference.
import type { OperationName } from '../operation.ts'
import { callSentences, eventSentences, operationSentences } from './descriptions/operations.ts'
import { airlineSentences, orderSentences } from './descriptions/order.ts'
import { authorizationResponseSentences, outcomeSentences } from './descriptions/outcome.ts'
import { authenticationSentences, payerSentences } from './descriptions/payer.ts'
import { browserPaymentSentences, paymentOptionsSentences, sessionSentences } from './descriptions/session.ts'
import { sourceOfFundsSentences, tokenSentences } from './descriptions/source-of-funds.ts'
import { posTerminalSentences, transactionSentences } from './descriptions/transaction.ts'

const tables = [
  operationSentences,
  airlineSentences,
  authenticationSentences,
  authorizationResponseSentences,
  browserPaymentSentences,
  callSentences,
  eventSentences,
  orderSentences,
  outcomeSentences,
  payerSentences,
  paymentOptionsSentences,
  posTerminalSentences,
  sessionSentences,
  sourceOfFundsSentences,
  tokenSentences,
  transactionSentences,
]

const sentences: ReadonlyMap<string, string> = new Map(tables.flatMap((table) => Object.entries(table)))

/** Every name that has a sentence, once for each. */
export const describedNames: readonly string[] = tables.flatMap((table) => Object.keys(table))

/** Older names and places of what is described under its newer one. */
const newerNames: Readonly<Record<string, string>> = {
  'action.bypassMerchantRiskRules': 'risk.bypassMerchantRiskRules',
  'authentication.redirect.customizedHtml.3ds2': 'authentication.redirect.customized.3DS',
  'authentication.redirect.html': 'authentication.redirectHtml',
  'browserPayment.providerA.operation': 'browserPayment.operation',
  'customer.ani': 'device.ani',
  'customer.aniCallType': 'device.aniCallType',
  'customer.browser': 'device.browser',
  'customer.hostname': 'device.hostname',
  'customer.ipAddress': 'device.ipAddress',
  'initiator.userId': 'userId',
  item: 'order.item',
  'order.surchargeAmount': 'order.merchantCharge.amount',
  paymentPage: 'interaction',
  'posTerminal.name': 'posTerminal.lane',
  'response.risk': 'risk.response',
  'usage.lastUpdatedBy': 'usage.lastUpdated.merchantId',
  'usage.lastUsed': 'usage.lastUsedTime',
}

/**
 * The sentence of an operation, a group or a field.
 *
 * Found by the full name, or else by the longest described tail of two names or more: `billing.address.city` is
 * described as `address.city`. A single name is no tail: what a `status` is depends on whose it is. List brackets do
 * not matter. Where one name means two things the operation decides: the members of an order stand at the top level of
 * RETRIEVE_ORDER, and a sentence under `SEARCH_TOKENS token` is that operation's alone.
 */
export function descriptionOf(name: string, operation?: OperationName): string | undefined {
  const key = describedAs(name, operation)
  return key === undefined ? undefined : sentences.get(key)
}

/** The name under which a field is described. */
export function describedAs(name: string, operation?: OperationName): string | undefined {
  const plain = name.replace(/\[\w*\]/g, '')
  if (sentences.has(`${operation} ${plain}`)) return `${operation} ${plain}`
  // To others it makes no difference which operation it is.
  return describedIn(plain, operation === undefined || operation === 'RETRIEVE_ORDER' ? operation : 'ANY_OTHER')
}

type Whose = 'RETRIEVE_ORDER' | 'ANY_OTHER' | undefined

/** By whose and which name. Most names stand in many operations and versions, and are looked up for each of them. */
const found = new Map<string, string | undefined>()

function describedIn(name: string, whose: Whose): string | undefined {
  const place = `${whose} ${name}`
  if (!found.has(place)) found.set(place, findDescribed(name, whose))
  return found.get(place)
}

function findDescribed(name: string, whose: Whose): string | undefined {
  for (const place of placesOf(name, whose)) {
    const key = tailsOf(newerName(place)).find((tail) => sentences.has(tail))
    if (key !== undefined) return key
  }
  return undefined
}

/** Lists that contain whole responses: the transactions of an order, the tokens found, events. */
const embedded = /^(?:event\.token|event|token|transaction)\./

function* placesOf(name: string, whose: Whose): Iterable<string> {
  if (whose === 'RETRIEVE_ORDER') yield `order.${name}`
  yield name
  if (embedded.test(name)) yield name.replace(embedded, '')
  if (whose === undefined) yield `order.${name}`
}

function newerName(name: string): string {
  for (const [older, newer] of Object.entries(newerNames)) {
    const at = name.lastIndexOf(older)
    const isWhole = at === 0 || name[at - 1] === '.'
    if (at >= 0 && isWhole && /^(\.|$)/.test(name.slice(at + older.length)))
      return newer + name.slice(at + older.length)
  }
  return name
}

/** The name itself and its tails of two names or more, longest first. */
function tailsOf(name: string): readonly string[] {
  const parts = name.split('.')
  return [name, ...parts.slice(1, -1).map((_, index) => parts.slice(index + 1).join('.'))]
}

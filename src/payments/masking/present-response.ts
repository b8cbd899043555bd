// Presents a response to its caller: masked as the merchant's profile says, or with account numbers in clear for a
// caller who may see them and requests them, which is recorded in the audit log first.

import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { type CardMasking, holdsPrivilege, type Merchant } from '../../merchants/index.ts'
import type { Call, OperationResponse } from '../call.ts'
import type { TransactionResponse } from '../contract/transaction-response.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import type { StoredOrder, StoredTransaction, TransactionKey } from '../ports/transactions.ts'
import { openAccounts } from './storable-request.ts'

type ShowDependencies = Pick<PaymentDependencies, 'store' | 'vault' | 'audit' | 'clock'>

export async function presentResponse<Response extends object>(
  call: Call,
  result: OperationResponse<Response>,
  dependencies: ShowDependencies,
): Promise<OperationResponse<Response>> {
  const { merchant, key, reader } = call
  const visible = call.isDevice ? deviceResponseOf(result, call).response : result.response
  const response = maskFurther(visible, merchant.profile.cardMasking) as Response
  if (!mayUnmask({ merchant, ...reader })) return { ...result, response }
  const clear = result.reveal ? await result.reveal() : await revealOrder(response, key, dependencies)
  if (clear === response) return { ...result, response }
  // Committed before anyone sees the values that the entry is about.
  await dependencies.audit.append({
    merchantId: merchant.id,
    actor: `merchant.${merchant.id}`,
    action: 'ACCOUNTS_UNMASKED',
    subject: subjectOf(call),
    at: dependencies.clock.now(),
  })
  return { ...result, response: clear }
}

/** What was shown, by the names in the path. The id of a session is a credential and is left out. */
function subjectOf({ key: { orderId, transactionId }, tokenId, sessionId }: Call): object {
  return {
    ...(orderId && { orderId }),
    ...(transactionId && { transactionId }),
    ...omitUndefined({ token: tokenId }),
    ...(sessionId !== undefined && { session: true }),
  }
}

async function revealOrder<A extends object>(
  response: A,
  key: TransactionKey,
  dependencies: ShowDependencies,
): Promise<A> {
  const stored = key.orderId ? await dependencies.store.findOrder(key) : undefined
  return stored ? unmaskResponse(response, stored, dependencies) : response
}

/** The same response when there is nothing to unmask. */
async function unmaskResponse<A extends object>(
  response: A,
  stored: StoredOrder,
  dependencies: ShowDependencies,
): Promise<A> {
  const { transaction } = response as { transaction?: unknown }
  if (!Array.isArray(transaction)) {
    const { id } = transaction as { id: string }
    return unmaskAccounts(response, await accountsOf(id, stored, dependencies)) as A
  }
  const each = await Promise.all(
    transaction.map(async (member: { transaction: { id: string } }) =>
      unmaskAccounts(member, await accountsOf(member.transaction.id, stored, dependencies)),
    ),
  )
  const newest = stored.transactions.at(-1)?.key.transactionId ?? ''
  const whole = unmaskAccounts(response, await accountsOf(newest, stored, dependencies)) as A
  const isSame = whole === response && each.every((member, index) => member === transaction[index])
  return isSame ? response : { ...whole, transaction: each }
}

/** A transaction's own account numbers, and those of the instrument it moved. */
async function accountsOf(
  transactionId: string,
  { transactions }: StoredOrder,
  { vault }: Pick<PaymentDependencies, 'vault'>,
): Promise<ReadonlyMap<string, string>> {
  const find = (id: string | undefined) => transactions.find(({ key }) => key.transactionId === id)
  const own = find(transactionId)
  const open = async (transaction: StoredTransaction | undefined) =>
    transaction?.accounts ? [...(await openAccounts(transaction.accounts, transaction.key, vault))] : []
  const brought = await open(find(own?.instrumentTransactionId))
  return new Map([...brought.filter(([path]) => path.startsWith('sourceOfFunds.')), ...(await open(own))])
}

/**
 * What is returned of a canonical response: masked as the merchant's profile says or, for a caller who may see them, with
 * its account numbers in clear. Answers are recorded once and read by many, so nothing here changes its input.
 */
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
 * Where card numbers are in a response, and in each item of its lists: the transactions of an order, tokens, events of
 * orders and of tokens.
 */
const cardNumberPaths = [...placesOfNumbers, ...placesOfNumbers.map((path) => ['token', ...path])]
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
export function maskFurther(response: object, masking: CardMasking): object {
  if (masking === 'SIX_FOUR') return response
  const blank = blanked[masking]
  const lists = Object.entries(response)
    .filter(([, member]) => Array.isArray(member))
    .map(([name, items]) => [name, (items as readonly unknown[]).map((item) => maskCards(item, blank))] as const)
  return maskCards({ ...response, ...Object.fromEntries(lists) }, blank) as object
}

function maskCards(response: unknown, blank: (number: string) => string): unknown {
  const masked = cardNumberPaths.reduce((responseSoFar, path) => changedAt(responseSoFar, path, blank), response)
  const isCard = valueAt(masked, [...recipientAccount, 'identifierType']) === 'CARD_NUMBER'
  return hideFirstDigits(isCard ? changedAt(masked, [...recipientAccount, 'identifier'], blank) : masked)
}

const appliedRules = ['risk', 'response', 'rule'] as const

/** A risk rule about ranges of card numbers names the digits it checked: the very ones that must not be shown. */
function hideFirstDigits(response: unknown): unknown {
  const rules = valueAt(response, appliedRules)
  if (!Array.isArray(rules)) return response
  return rules.reduce<unknown>((responseSoFar, rule: unknown, index) => {
    const name = valueAt(rule, ['name'])
    if (typeof name !== 'string' || !name.endsWith('BIN_RANGE')) return responseSoFar
    return changedAt(responseSoFar, [...appliedRules, index, 'data'], (digits) => 'x'.repeat(digits.length))
  }, response)
}

/**
 * Puts clear values at their paths, as named by sealAccounts; for an order, with `transaction[n].` before. A value is
 * placed only where the response has a mask that fits it: what a response does not show is not unmasked either.
 */
export function unmaskAccounts(response: object, accounts: ReadonlyMap<string, string>): object {
  let shown: unknown = response
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

const ofTheResponse = ['merchant', 'result', 'response'] as const
const ofTheOrder = ['amount', 'authenticationStatus', 'currency', 'id'] as const
const ofTheTransaction = ['authenticationStatus', 'id', 'type'] as const

/**
 * What a payer's device is shown of an authentication: what its browser needs, and nothing that the shop or the
 * issuer has sent.
 */
function deviceResponseOf(answered: OperationResponse, { usedSession }: Pick<Call, 'usedSession'>): OperationResponse {
  // Devices also fill sessions, whose operations have their own answers for devices.
  if (!('transaction' in answered.response)) return answered
  const response = answered.response as TransactionResponse
  // The proof could be used to pay elsewhere.
  const { threeDs: _, ...authentication } = response.authentication ?? {}
  const shown = {
    ...only(response, ofTheResponse),
    ...(usedSession?.isAccountOfPayer && { sourceOfFunds: response.sourceOfFunds }),
    authentication,
    order: only(response.order, ofTheOrder),
    transaction: only(response.transaction, ofTheTransaction),
  }
  return { ...answered, response: shown }
}

function only(values: object, names: readonly string[]): object {
  const members = values as Readonly<Record<string, unknown>>
  return Object.fromEntries(names.flatMap((name) => (members[name] === undefined ? [] : [[name, members[name]]])))
}

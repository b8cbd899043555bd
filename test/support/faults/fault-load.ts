// Merchants that run through the histories of orders without end, at gateways that may be down, several of them on one order
// now and then, and that go on after failures. They record their requests and the responses, and accept no wrong response.
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { pickRandom } from '../builders/seeded.ts'
import { type ApiResponse, apiPath, cardSource, merchantId, newOrderId, send } from '../clients/client.ts'
import { testPassword } from '../gateway/database.ts'
import { opensOrder, randomHistory, type Step, type UserAction } from './fault-histories.ts'
import type { FailedResponse } from './fault-oracle.ts'

/** One request of a merchant, however often it was sent. */
export interface SentPayment {
  readonly orderId: string
  readonly transactionId: string
  readonly body: object
  /** Of the API, where it is not the newest. */
  readonly version?: number | undefined
  /** Answered, or broken off. */
  isOver: boolean
  /** The response to the merchant; undefined when the connection broke or the gateway failed. */
  response?: ApiResponse
  /** The only response was that nothing was done. */
  isRefused: boolean
}

export interface PaymentLoad {
  readonly sent: SentPayment[]
  /** Orders whose merchant wants to be notified. */
  readonly notified: Set<string>
  /** How many answers of each kind there were. */
  readonly heard: Record<string, number>
  /** Responses with neither an outcome nor a refusal. */
  readonly failures: FailedResponse[]
  /** Stored cards that a merchant has the token of, and agreements that a successful payment has established. */
  readonly tokens: Set<string>
  readonly agreements: Set<string>
  readonly random: () => number
  /** Histories of cards in one currency, without users, that end with their first failure. */
  readonly isPlain?: boolean
  /** The share of histories with a refund in parts beyond the usual. */
  readonly inParts?: number
  readonly notificationUrl: string
  /** A user decides about an order, or its merchant closes the batch. Whether it succeeds is not said. */
  act(action: UserAction, orderId: string): Promise<void>
  /** The address to send to next; undefined when the load is over. */
  next(): Promise<Address | undefined>
}

export interface Address {
  readonly httpUrl: string
  /** In place of the sandbox's merchant. */
  readonly merchant?: { readonly id: string; readonly password: string }
}

const sandboxMerchant = { id: merchantId, password: testPassword }

/** Results that may still change. */
export const openResults: readonly string[] = ['UNKNOWN', 'PENDING']

export function sendTo(address: Address, { orderId, transactionId, body, version }: SentPayment): Promise<ApiResponse> {
  return sendAs(address, { method: 'PUT', path: `/order/${orderId}/transaction/${transactionId}`, body, version })
}

/** Sends as the merchant whose address it is. */
export function sendAs(
  { httpUrl, merchant: { id, password } = sandboxMerchant }: Address,
  {
    version,
    ...request
  }: { readonly method: string; readonly path: string; readonly body?: object; readonly version?: number | undefined },
): Promise<ApiResponse> {
  const path = apiPath(request.path, { merchant: id, ...(version !== undefined && { version }) })
  return send(httpUrl, { ...request, path, login: `merchant.${id}:${password}` })
}

/** How often merchants do something else than their history says. */
const chances = { notified: 0.2, rival: 0.12, givesUpAfterFailure: 0.2, goesOnAtTheEnd: 0.15 }
const openingsMax = 3

/** Runs until there are no addresses any more. */
export async function runClient(load: PaymentLoad): Promise<void> {
  while ((await runHistory(load)) !== 'LOAD_IS_OVER');
}

/** One order, step by step; a failure is no end. */
async function runHistory(load: PaymentLoad): Promise<'LOAD_IS_OVER' | undefined> {
  const { random, notificationUrl } = load
  const orderId = newOrderId()
  const { steps, rivals, agreementId } = randomHistory(random, load)
  const isNotified = random() < chances.notified
  const ids: string[] = []
  // The request that opens the order sets the notification URL: what happened before another one did is not reported.
  const asSent = (body: object, isFirst = false): object => {
    if (!isNotified || !('order' in body) || !(isFirst || load.notified.has(orderId))) return body
    load.notified.add(orderId)
    return { ...body, order: { ...(body.order as object), notificationUrl } }
  }
  // From then on it depends on what else has happened whether a request fits the order.
  let isContended = false
  const all =
    !load.isPlain && random() < chances.goesOnAtTheEnd ? [...steps, ...rivals.filter(() => random() < 0.4)] : steps
  for (const [index, step] of all.entries()) {
    const transactionId = String(index + 1)
    ids.push(transactionId)
    if (index >= steps.length) isContended = true
    if ('act' in step) {
      if (!(await load.next())) return 'LOAD_IS_OVER'
      await load.act(step.act, orderId)
      isContended = true
      continue
    }
    const body = await bodyOf(step, ids, load)
    if (body === 'LOAD_IS_OVER') return body
    if (body === 'NO_TOKEN') break
    const rival = random() < chances.rival ? await bodyOf(pickRandom(rivals, random), ids, load) : undefined
    if (typeof rival === 'object') isContended = true
    const mayConflict = isContended || step.mayConflict === true
    const [result] = await Promise.all([
      request({ orderId, transactionId, body: asSent(body, index === 0), version: versionOf(step) }, mayConflict, load),
      typeof rival === 'object' &&
        request({ orderId, transactionId: `other-${transactionId}`, body: asSent(rival) }, true, load),
    ])
    if (result === 'LOAD_IS_OVER') return result
    if (result === 'SUCCESS') {
      if ('agreement' in body) load.agreements.add(agreementId)
      continue
    }
    isContended = true
    if (load.isPlain || random() < chances.givesUpAfterFailure) break
    if (!opensOrder(body)) continue
    const opened = await openAgain({ orderId, transactionId, body: asSent(body) }, load)
    if (opened === 'LOAD_IS_OVER') return opened
    if (opened !== undefined) ids[index] = opened
  }
  return undefined
}

function versionOf(step: Step): number | undefined {
  return 'send' in step ? step.version : undefined
}

async function bodyOf(
  step: Step,
  ids: readonly string[],
  load: PaymentLoad,
): Promise<object | 'LOAD_IS_OVER' | 'NO_TOKEN'> {
  if ('send' in step) return step.send(ids)
  if ('act' in step) return 'NO_TOKEN'
  const token = await storeCard(load)
  return token === 'LOAD_IS_OVER' || token === 'NO_TOKEN' ? token : step.sendWithToken(token)
}

const { securityCode: _code, ...storedCard } = (cardSource() as { provided: { card: Record<string, unknown> } })
  .provided.card

/** Each try that was answered has stored another token; one without a response may have. */
async function storeCard(load: PaymentLoad): Promise<string> {
  const body = { sourceOfFunds: { type: 'CARD', provided: { card: storedCard } } }
  for (let sends = 1; sends <= sendsMax; sends += 1) {
    const address = await load.next()
    if (!address) return 'LOAD_IS_OVER'
    const response = await sendAs(address, { method: 'POST', path: '/token', body }).catch(() => undefined)
    const token: string | undefined = response?.status === 201 ? response.body.token : undefined
    count(load, token === undefined ? 'no token' : 'token')
    if (token === undefined) continue
    load.tokens.add(token)
    return token
  }
  return 'NO_TOKEN'
}

/** The payer tries again on the same order, with a card that is good. */
async function openAgain(
  what: Pick<SentPayment, 'orderId' | 'transactionId' | 'body'>,
  load: PaymentLoad,
): Promise<string | undefined> {
  const body = { ...what.body, sourceOfFunds: cardSource() }
  for (let time = 2; time <= openingsMax; time += 1) {
    const transactionId = `${what.transactionId}-try-${time}`
    const result = await request({ ...what, transactionId, body }, true, load)
    if (result === 'LOAD_IS_OVER') return result
    if (result === 'SUCCESS') return transactionId
  }
  return undefined
}

export function count({ heard }: Pick<PaymentLoad, 'heard'>, what: string): void {
  heard[what] = (heard[what] ?? 0) + 1
}

const sendsMax = 4
const againAfterMs = 500

/** Sends a request, perhaps twice at once, and again without a response. Returns its result, if there was one. */
async function request(
  what: Pick<SentPayment, 'orderId' | 'transactionId' | 'body' | 'version'>,
  isContended: boolean,
  load: PaymentLoad,
): Promise<string | undefined> {
  const one: SentPayment = { ...what, isOver: false, isRefused: false }
  for (let sends = 1; sends <= sendsMax; sends += 1) {
    const address = await load.next()
    if (!address) {
      one.isOver = true
      return 'LOAD_IS_OVER'
    }
    if (sends === 1) load.sent.push(one)
    const beside = load.random() < 0.1 ? await load.next() : undefined
    const from = Date.now()
    const responses = await Promise.all(
      [address, ...(beside ? [beside] : [])].map((each) => sendTo(each, one).catch(() => undefined)),
    )
    const words = responses.map((response) => hear(response, one, isContended, load))
    for (const response of responses)
      if (response && isFailure(response))
        load.failures.push({ ...what, text: `${response.status} ${response.text}`, from, to: Date.now() })
    take(one, responses, words, sends === 1)
    if (one.response || !words.includes('CANNOT_SAY') || load.random() < 0.3) break
    // As programs do when the gateway does not answer.
    await delay(againAfterMs * load.random())
  }
  one.isOver = true
  return one.response?.body.result
}

/** SERVER_BUSY says that nothing was done, and may be said at any time; that it is true is found by comparing the books. */
function isFailure({ status, body }: ApiResponse): boolean {
  return status === 408 || (status >= 500 && body.error?.cause !== 'SERVER_BUSY')
}

type Word = 'ANSWERED' | 'LOCKED' | 'REFUSED' | 'CANNOT_SAY'

/** What a response says; fails for what must never be said. */
function hear(response: ApiResponse | undefined, one: SentPayment, isContended: boolean, load: PaymentLoad): Word {
  if (!response) {
    count(load, 'connection broken')
    return 'CANNOT_SAY'
  }
  const { status, text } = response
  const about = `${JSON.stringify(one.body)} as ${one.transactionId} of ${one.orderId} was answered ${status} ${text}`
  count(load, String(status))
  // One that slept has read nothing.
  if (status === 408) return 'CANNOT_SAY'
  const { result, error, response: outcome } = response.body
  if (status >= 500) {
    // A gateway without its database can only say that it does not know.
    assert.ok(result === 'ERROR' && ['SERVER_FAILED', 'SERVER_BUSY'].includes(error?.cause) && !outcome, about)
    return 'CANNOT_SAY'
  }
  if (status === 400 && isContended) {
    // What another client did first may conflict, and the error names the field of the conflict.
    assert.ok(result === 'ERROR' && error?.cause === 'INVALID_REQUEST' && !outcome, about)
    return 'REFUSED'
  }
  assert.ok(status === 200 || status === 201, about)
  if (outcome.gatewayCode !== 'LOCK_FAILURE') {
    count(load, `${(one.body as { apiOperation?: string }).apiOperation} ${result}`)
    return 'ANSWERED'
  }
  count(load, 'LOCK_FAILURE')
  return 'LOCKED'
}

/** A repeated request, even a concurrent one, gets the same response. */
function take(
  one: SentPayment,
  responses: readonly (ApiResponse | undefined)[],
  words: readonly Word[],
  isFirst: boolean,
): void {
  const answered = responses.filter((response, index) => response && words[index] === 'ANSWERED') as ApiResponse[]
  const definite = answered.filter(({ body }) => !openResults.includes(body.result))
  const before = one.response && !openResults.includes(one.response.body.result) ? [one.response] : []
  const [first, ...others] = [...before, ...definite]
  for (const other of others) assert.equal(other.text, first?.text, `${one.transactionId} of ${one.orderId}`)
  const latest = first ?? answered.at(-1)
  if (latest) {
    one.response = latest
    one.isRefused = false
    return
  }
  // An earlier one without a response may have been accepted, and may still be recorded.
  one.isRefused = !words.includes('CANNOT_SAY') && isFirst
}

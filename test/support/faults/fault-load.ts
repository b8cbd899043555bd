// Merchants that pay, capture, refund and void without end, at gateways that may be down, several of them on one order
// now and then. They record their requests and the responses, and accept no wrong response.
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { pickRandom } from '../builders/seeded.ts'
import { type Answer, apiPath, cardSource, merchantId, newOrderId, send } from '../clients/client.ts'
import { testPassword } from '../gateway/database.ts'
import type { FailedAnswer } from './fault-oracle.ts'

/** One request of a merchant, however often it was sent. */
export interface SentPayment {
  readonly orderId: string
  readonly transactionId: string
  readonly body: object
  /** Answered, or broken off. */
  isOver: boolean
  /** The response to the merchant; undefined when the connection broke or the gateway failed. */
  answer?: Answer
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
  readonly failures: FailedAnswer[]
  readonly random: () => number
  readonly notificationUrl: string
  /** The address to send to next; undefined when the load is over. */
  next(): Promise<Address | undefined>
}

export interface Address {
  readonly httpUrl: string
  /** In place of the sandbox's merchant. */
  readonly merchant?: { readonly id: string; readonly password: string }
}

const sandboxMerchant = { id: merchantId, password: testPassword }

const currency = 'USD'
const order = { amount: '10.00', currency }
const opening = (apiOperation: 'AUTHORIZE' | 'PAY', expiry: object = { month: '1', year: '39' }) => ({
  apiOperation,
  order,
  sourceOfFunds: cardSource({ expiry }),
})
const capture = (amount: string) => ({ apiOperation: 'CAPTURE', transaction: { amount, currency } })
const refund = (amount: string, targetTransactionId: string) => ({
  apiOperation: 'REFUND',
  transaction: { amount, currency, targetTransactionId },
})
const undo = (targetTransactionId: string) => ({ apiOperation: 'VOID', transaction: { targetTransactionId } })
const update = (amount: string) => ({ apiOperation: 'UPDATE_AUTHORIZATION', transaction: { amount, currency } })

/** What merchants do with an order, one transaction after the other as long as each succeeds. */
const courses: readonly (readonly object[])[] = [
  [opening('PAY'), refund('4.00', '1'), refund('6.00', '1')],
  [opening('PAY'), refund('4.00', '1'), undo('2'), undo('1')],
  [opening('PAY'), undo('1')],
  [opening('AUTHORIZE'), capture('4.00'), capture('6.00'), refund('3.00', '2')],
  [opening('AUTHORIZE'), capture('10.00'), undo('2'), undo('1')],
  [opening('AUTHORIZE'), undo('1')],
  [opening('AUTHORIZE'), update('9.00'), update('12.00'), update('10.00'), undo('1')],
  [opening('AUTHORIZE'), update('12.00'), capture('12.00')],
  [opening('AUTHORIZE'), update('12.00'), update('11.00'), undo('1')],
  // Declined; approved in part without asking, and so reversed; pending initially. Other faults are random.
  [opening('PAY', { month: '5', year: '39' })],
  [opening('AUTHORIZE', { month: '7', year: '39' })],
  [opening('AUTHORIZE', { month: '11', year: '39' }), capture('10.00'), undo('2'), undo('1')],
]

/** What another client does with the same order at the same time. */
const rivals: readonly object[] = [
  opening('PAY'),
  opening('AUTHORIZE'),
  undo('1'),
  refund('2.00', '1'),
  capture('3.00'),
  update('13.00'),
]

/** Results that may still change. */
export const openResults: readonly string[] = ['UNKNOWN', 'PENDING']

export function sendTo(
  { httpUrl, merchant = sandboxMerchant }: Address,
  { orderId, transactionId, body }: SentPayment,
): Promise<Answer> {
  const { id, password } = merchant
  const path = apiPath(`/order/${orderId}/transaction/${transactionId}`, { merchant: id })
  return send(httpUrl, { method: 'PUT', path, body, login: `merchant.${id}:${password}` })
}

/** Runs until there are no addresses any more. */
export async function runClient(load: PaymentLoad): Promise<void> {
  const { random } = load
  for (;;) {
    const orderId = newOrderId()
    const steps = pickRandom(courses, random)
    const isNotified = random() < 0.2
    if (isNotified) load.notified.add(orderId)
    const { notificationUrl } = load
    // The request that opens the order sets the notification URL.
    const asSent = (body: object) =>
      isNotified && 'order' in body ? { ...body, order: { ...order, notificationUrl } } : body
    let isContended = false
    for (const [index, step] of steps.entries()) {
      const body = asSent(step)
      const transactionId = String(index + 1)
      const rival = random() < 0.15 ? pickRandom(rivals, random) : undefined
      if (rival) isContended = true
      const [result] = await Promise.all([
        request({ orderId, transactionId, body }, isContended, load),
        rival && request({ orderId, transactionId: `other-${transactionId}`, body: asSent(rival) }, true, load),
      ])
      if (result === 'LOAD_IS_OVER') return
      if (result !== 'SUCCESS') break
    }
  }
}

const sendsMax = 4
const againAfterMs = 500

/** Sends a request, perhaps twice at once, and again without a response. Returns its result, if there was one. */
async function request(
  what: Pick<SentPayment, 'orderId' | 'transactionId' | 'body'>,
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
    const answers = await Promise.all(
      [address, ...(beside ? [beside] : [])].map((each) => sendTo(each, one).catch(() => undefined)),
    )
    const words = answers.map((answer) => hear(answer, one, isContended, load))
    for (const answer of answers)
      if (answer && isFailure(answer))
        load.failures.push({ ...what, text: `${answer.status} ${answer.text}`, from, to: Date.now() })
    take(one, answers, words, sends === 1)
    if (one.answer || !words.includes('CANNOT_SAY') || load.random() < 0.3) break
    // As programs do when the gateway does not answer.
    await delay(againAfterMs * load.random())
  }
  one.isOver = true
  return one.answer?.body.result
}

/** SERVER_BUSY says that nothing was done, and may be said at any time; that it is true is found by comparing the books. */
function isFailure({ status, body }: Answer): boolean {
  return status === 408 || (status >= 500 && body.error?.cause !== 'SERVER_BUSY')
}

type Word = 'ANSWERED' | 'LOCKED' | 'REFUSED' | 'CANNOT_SAY'

/** What an answer says; fails for what must never be said. */
function hear(answer: Answer | undefined, one: SentPayment, isContended: boolean, { heard }: PaymentLoad): Word {
  const count = (what: string) => {
    heard[what] = (heard[what] ?? 0) + 1
  }
  if (!answer) {
    count('connection broken')
    return 'CANNOT_SAY'
  }
  const { status, text } = answer
  const about = `${JSON.stringify(one.body)} as ${one.transactionId} of ${one.orderId} was answered ${status} ${text}`
  count(String(status))
  // One that slept has read nothing.
  if (status === 408) return 'CANNOT_SAY'
  const { result, error, response } = answer.body
  if (status >= 500) {
    // A gateway without its database can only say that it does not know.
    assert.ok(result === 'ERROR' && ['SERVER_FAILED', 'SERVER_BUSY'].includes(error?.cause) && !response, about)
    return 'CANNOT_SAY'
  }
  if (status === 400 && isContended) {
    // What another client did first may conflict, and the error names the field of the conflict.
    assert.ok(result === 'ERROR' && error?.cause === 'INVALID_REQUEST' && !response, about)
    return 'REFUSED'
  }
  assert.ok(status === 200 || status === 201, about)
  if (response.gatewayCode !== 'LOCK_FAILURE') return 'ANSWERED'
  count('LOCK_FAILURE')
  return 'LOCKED'
}

/** A repeated request, even a concurrent one, gets the same response. */
function take(
  one: SentPayment,
  answers: readonly (Answer | undefined)[],
  words: readonly Word[],
  isFirst: boolean,
): void {
  const answered = answers.filter((answer, index) => answer && words[index] === 'ANSWERED') as Answer[]
  const definite = answered.filter(({ body }) => !openResults.includes(body.result))
  const before = one.answer && !openResults.includes(one.answer.body.result) ? [one.answer] : []
  const [first, ...others] = [...before, ...definite]
  for (const other of others) assert.equal(other.text, first?.text, `${one.transactionId} of ${one.orderId}`)
  const latest = first ?? answered.at(-1)
  if (latest) {
    one.answer = latest
    one.isRefused = false
    return
  }
  // An earlier one without an answer may have been accepted, and may still be recorded.
  one.isRefused = !words.includes('CANNOT_SAY') && isFirst
}

// Merchants that pay, capture, refund and void without end, and remember what they asked for and what they were told.
import assert from 'node:assert/strict'
import { chosen } from '../builders/seeded.ts'
import { type Answer, apiPath, cardSource, merchantId, newOrderId, send } from '../clients/client.ts'
import { testPassword } from '../gateway/database.ts'

/** One request of a merchant. */
export interface Sent {
  readonly orderId: string
  readonly transactionId: string
  readonly body: object
  /** Answered, or broken off. */
  isOver: boolean
  /** What the merchant was told; nothing when the connection broke or the gateway could not say. */
  told?: Answer
}

/** Where requests can go at this moment. */
export interface Targets {
  /** A gateway that should answer; waits until there is one, undefined when the load is over. */
  next(random: () => number): Promise<{ readonly httpUrl: string } | undefined>
}

const currency = 'USD'
const order = { amount: '10.00', currency }
const approved = { month: '1', year: '39' }
const opening = (apiOperation: 'AUTHORIZE' | 'PAY', expiry: object = approved) => ({
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
  [opening('PAY')],
  [opening('PAY'), refund('4.00', '1'), refund('6.00', '1')],
  [opening('PAY'), refund('4.00', '1'), undo('2'), undo('1')],
  [opening('PAY'), undo('1')],
  [opening('AUTHORIZE'), capture('4.00'), capture('6.00'), refund('3.00', '2')],
  [opening('AUTHORIZE'), capture('10.00'), undo('2'), undo('1')],
  [opening('AUTHORIZE'), undo('1')],
  [opening('AUTHORIZE'), update('12.00'), capture('12.00')],
  // Declined; silent, and so reversed; approved in part without asking, and so reversed; unknown and pending at first.
  [opening('PAY', { month: '5', year: '39' })],
  [opening('PAY', { month: '8', year: '28' })],
  [opening('AUTHORIZE', { month: '8', year: '28' })],
  [opening('PAY', { month: '7', year: '39' })],
  [opening('PAY', { month: '5', year: '37' })],
  [opening('AUTHORIZE', { month: '11', year: '39' })],
]

/** Results that may still change. */
export const openResults: readonly string[] = ['UNKNOWN', 'PENDING']

export function sendTo({ httpUrl }: { readonly httpUrl: string }, { orderId, transactionId, body }: Sent) {
  const path = apiPath(`/order/${orderId}/transaction/${transactionId}`)
  return send(httpUrl, { method: 'PUT', path, body, login: `merchant.${merchantId}:${testPassword}` })
}

/** Runs until there are no targets any more. */
export async function runClient(sent: Sent[], targets: Targets, random: () => number): Promise<void> {
  for (;;) {
    const orderId = newOrderId()
    for (const [index, body] of chosen(courses, random).entries()) {
      const target = await targets.next(random)
      if (!target) return
      const one: Sent = { orderId, transactionId: String(index + 1), body, isOver: false }
      sent.push(one)
      const answer = await sendTo(target, one).catch(() => undefined)
      one.isOver = true
      // A gateway without its database can only say that it does not know; one that slept has read nothing.
      if (answer === undefined || answer.status >= 500 || answer.status === 408) break
      assert.equal(answer.status, 201, `${JSON.stringify(body)} on ${orderId} was answered ${answer.text}`)
      one.told = answer
      if (answer.body.result !== 'SUCCESS') break
    }
  }
}

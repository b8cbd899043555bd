// Requests that end without an answer and without an error.
import type { ClientRequest } from 'node:http'

/**
 * The platform closes a request in silence when the answer changes the protocol (101), and a deadline does not end it any more:
 * whoever waits for answer or error would wait for ever.
 */
export function rejectUnanswered(sent: ClientRequest, reject: (error: Error) => void): void {
  let hasAnswer = false
  sent.once('response', () => {
    hasAnswer = true
  })
  sent.once('close', () => {
    if (!hasAnswer) reject(Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' }))
  })
}

// Reads what a server that is not ours sends back: the beginning of a response, the delay that it requests, or
// nothing at all.
import type { ClientRequest, IncomingMessage } from 'node:http'
import { scrubAccountNumbers } from '../../kernel/account-numbers-in-text.ts'

const readMax = 4 * 1024
const shownMax = 256

/** Ends when the response does, or with its first bytes; rejects when it breaks off. */
export async function readExcerpt(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer) {
    chunks.push(chunk as Buffer)
    length += (chunk as Buffer).length
    // Leaving the loop closes the connection: no server can send for ever.
    if (length >= readMax) break
  }
  const text = Buffer.concat(chunks).subarray(0, readMax).toString('utf8')
  const printable = text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029\uFFFD]+/gu, ' ').trim()
  return [...scrubAccountNumbers(printable)].slice(0, shownMax).join('')
}

/** In milliseconds from now; undefined for any other text. */
export function parseRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  // Date.parse alone would also accept a year, or a month with a number.
  if (!/^[A-Z][a-z]+,? .*\d{2}:\d{2}:\d{2}/.test(text)) return undefined
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(at - now, 0)
}

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

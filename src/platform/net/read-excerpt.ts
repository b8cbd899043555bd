// Reads the beginning of a response, for users who investigate a failure; the rest is cut off.
import type { IncomingMessage } from 'node:http'
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

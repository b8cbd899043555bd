// What every refusal looks like, checked apart from the code that writes it.
import assert from 'node:assert/strict'
import type { IncomingHttpHeaders } from 'node:http'
import type { Body } from '../clients/client.ts'

interface Refusal {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** The headers that every response of the API has. */
export const standardHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json;charset=UTF-8',
  'cache-control': 'no-cache, no-store, must-revalidate',
  pragma: 'no-cache',
  expires: '0',
  'access-control-allow-origin': '*',
}

/** Everything a client may count on in a response with this status, whatever was asked. */
export function assertStandardHeaders(headers: IncomingHttpHeaders, about = ''): void {
  for (const [name, value] of Object.entries(standardHeaders)) assert.equal(headers[name], value, `${name} ${about}`)
  assert.match(String(headers['x-request-id']), /^[0-9a-zA-Z-]{8,100}$/, about)
}

const statusesByCause: Readonly<Record<string, readonly number[]>> = {
  INVALID_REQUEST: [400, 401, 404, 405, 408, 413, 415, 431],
  REQUEST_REJECTED: [403],
  SERVER_BUSY: [503],
  SERVER_FAILED: [500],
}

const nameValueType = 'application/x-www-form-urlencoded;charset=UTF-8'

/** The shape that the same response has in JSON. */
function ofNameValues(text: string): Body {
  const error: Record<string, string> = {}
  const others: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(text))
    if (name.startsWith('error.')) error[name.slice('error.'.length)] = value
    else others[name] = value
  return { error, ...others }
}

/** Exactly the error shape: the members that the cause has, no other, each within its bounds. Returns the error. */
export function assertErrorShape({ status, headers, text }: Refusal, about = text): Body {
  const isForm = headers['content-type'] === nameValueType
  assertStandardHeaders(isForm ? { ...headers, 'content-type': standardHeaders['content-type'] } : headers, about)
  const { correlationId, error, result, ...others } = isForm ? ofNameValues(text) : (JSON.parse(text) as Body)
  assert.deepEqual([result, others], ['ERROR', {}], about)
  assert.ok(correlationId === undefined || typeof correlationId === 'string', about)
  const { cause, explanation, field, supportCode, validationType, ...more } = error
  assert.deepEqual(more, {}, about)
  assert.ok(statusesByCause[cause]?.includes(status), `${status} with ${about}`)

  const isExplained = cause === 'INVALID_REQUEST' || cause === 'SERVER_BUSY'
  assertText(explanation, isExplained, 1000, about)
  assert.equal(supportCode, isExplained ? undefined : headers['x-request-id'], about)
  const isAboutField = field !== undefined
  assertText(field, isAboutField, 100, about)
  assert.equal(validationType !== undefined, isAboutField, about)
  if (isAboutField) {
    assert.ok(cause === 'INVALID_REQUEST' && status === 400, about)
    assert.ok(['INVALID', 'MISSING', 'UNSUPPORTED'].includes(validationType), about)
  }
  return error
}

function assertText(value: unknown, isExpected: boolean, lengthMax: number, about: string): void {
  if (!isExpected) {
    assert.equal(value, undefined, about)
    return
  }
  assert.ok(typeof value === 'string' && value.isWellFormed(), about)
  assert.ok(value.length > 0 && [...value].length <= lengthMax, about)
  assert.doesNotMatch(value, /\p{Cc}/u, about)
}

// What clients write costs time that grows with its length and no faster: every reader of foreign text, with texts made to keep it busy.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parseBasic } from '../src/api/authenticate.ts'
import { errorBody } from '../src/api/refusal.ts'
import { parseApiPath, parseVersion, unknownVersion } from '../src/api/routes.ts'
import { nameValueVersion } from '../src/api/write-response.ts'
import { readIds } from '../src/console/path-ids.ts'
import { readSessionToken } from '../src/console/session-cookie.ts'
import { parseNames } from '../src/contract/name-value/name-values.ts'
import { printableName, printableValue } from '../src/contract/printable.ts'
import type { FieldType, Row, Rows } from '../src/contract/row.ts'
import {
  holdsCardNumber,
  maskCardNumbers,
  mayHoldAccountNumber,
  scrubAccountNumbers,
} from '../src/kernel/account-numbers-in-text.ts'
import { parseIpAddress, parseIpRange } from '../src/kernel/ip-address.ts'
import { reject } from '../src/kernel/rejection.ts'
import { readBrowserReports } from '../src/pages/checkout/browser-reports.ts'
import { readDevice } from '../src/pages/checkout/read-device.ts'
import { parseForm } from '../src/pages/checkout/read-form.ts'
import { chooseLanguage } from '../src/pages/checkout/render/texts/index.ts'
import { isForeignPost } from '../src/platform/html/foreign-post.ts'
import { acceptsEncoding } from '../src/platform/http/cached-document.ts'
import { originOf, originsOnly } from '../src/platform/http/page-headers.ts'
import { forwardedAddresses } from '../src/platform/http/request-origin.ts'
import { openLog } from '../src/platform/telemetry/log.ts'
import { catalogue } from '../src/requests/catalogue.ts'
import { charsetOf } from '../src/requests/name-value.ts'
import { parseBody, parseQuery } from '../src/requests/read-request.ts'
import { redactedLogPaths } from '../src/requests/redaction.ts'
import { isSessionId } from '../src/sessions/rules/session.ts'

type Reader = (text: string) => unknown

const log = openLog({ level: 'info', redactedPaths: redactedLogPaths(), write: () => {} })
const report = (members: object) => JSON.stringify([{ type: 'csp-violation', url: 'x', body: members }])

const readers: Readonly<Record<string, Reader>> = {
  'the name in an explanation': printableName,
  'the value in an explanation': printableValue,
  'an explanation': (text) => errorBody(reject('FIELD_INVALID', text), { supportCode: 'x' }),
  'the search for account numbers': mayHoldAccountNumber,
  'the scrubber of account numbers': scrubAccountNumbers,
  'the search for card numbers': holdsCardNumber,
  'the mask of card numbers': maskCardNumbers,
  'a line of the log': (text) => log.info({ text }, text),
  'the report of a browser': (text) =>
    readBrowserReports(
      'application/reports+json',
      report({ blockedURL: text, effectiveDirective: text, documentURL: text }),
    ),
  'the report of a page': (text) =>
    readBrowserReports(
      'application/reports+json',
      JSON.stringify([{ type: 'page-change', url: text, body: { change: text, subject: text } }]),
    ),
  'a report that is none': (text) => readBrowserReports('application/csp-report', text),
  'a version': parseVersion,
  'an unknown version': unknownVersion,
  'a path': (text) => parseApiPath(`/${text}`),
  'the version in a path': (text) => parseApiPath(`/api/rest/version/${text}/merchant/x/order/1`),
  'the order in a path': (text) => parseApiPath(`/api/rest/version/100/merchant/x/order/${text}`),
  'a query': (text) => parseQuery(`/x?${text}`),
  'a body': (text) => parseBody(Buffer.from(text)),
  'text in a body': (text) => parseBody(Buffer.from(JSON.stringify({ [text]: text }))),
  'name-value pairs': (text) => parseNames(Buffer.from(text), 'UTF-8'),
  'names in name-value pairs': (text) =>
    parseNames(Buffer.from(`${encodeURIComponent(text.toWellFormed())}=1`), 'UTF-8'),
  'values in name-value pairs': (text) => parseNames(Buffer.from(`a=${text}`), 'ISO-8859-1'),
  'the character set of name-value pairs': (text) => charsetOf(`x;charset=${text}`, text),
  'the path of name-value pairs': (text) => nameValueVersion(`/api/nvp/version/${text}`),
  'a number in a body': (text) => parseBody(Buffer.from(`{"a":1${text}}`)),
  'the header Authorization': parseBasic,
  'credentials in Authorization': (text) => parseBasic(`Basic ${text}`),
  'the header X-Forwarded-For': (text) => forwardedAddresses('x-forwarded-for', text),
  'the header Forwarded': (text) => forwardedAddresses('forwarded', text),
  'the header Accept-Encoding': (text) => acceptsEncoding(text, 'gzip'),
  'the header Accept-Language': (text) => chooseLanguage(undefined, text),
  'the locale of a page': (text) => chooseLanguage(text, undefined),
  'the header Origin': (text) => isForeignPost({ origin: text, host: 'x' }),
  'the header Cookie': (text) => readSessionToken(text, 'https'),
  'the headers of a browser': (text) =>
    readDevice(new Map([['device', text]]), {
      headers: { 'user-agent': text, accept: text, 'accept-language': text },
      ip: '::1',
    }),
  'a form': (text) => parseForm(Buffer.from(text)),
  'the id of a session': isSessionId,
  'the address of a page': originOf,
  'the origin of a page': (text) => originsOnly([text]),
  'an IP address': parseIpAddress,
  'an IP range': parseIpRange,
  'identifiers of the console': (text) =>
    readIds({ merchantId: text, orderId: text, login: text, notificationId: text }),
}

/** Headers end at 16 KB; what costs too much in a body of 256 KB shows long before. */
const short = 256
const long = 64 * short

/** What regular expressions and scans are slow on: the same again and again, and something else at the end. */
const pieces = [
  '0',
  '1',
  '5',
  '05',
  '1 ',
  ' 1',
  '1-',
  '1.',
  '1/',
  '1  ',
  '１',
  'a',
  'A0',
  ' ',
  '\t',
  '\n',
  '"',
  '\\',
  '\\"',
  "'",
]
const more = [
  ',',
  ';',
  ':',
  '::',
  '=',
  '&',
  '%',
  '%2',
  '%20',
  '%F0',
  '/',
  '//',
  '[',
  '{"a":',
  '(',
  '.',
  '-',
  '+',
  'for=',
  'for="',
  'é',
  '😀',
  // No value, and outside the basic plane: the platform's own reader of queries is slow on them.
  '😀&',
  '&😀',
  '\u0000',
  '\ud800',
]
const piece = fc.constantFrom(...pieces, ...more)
const unit = fc.oneof(
  piece,
  fc.array(piece, { minLength: 2, maxLength: 4 }).map((parts) => parts.join('')),
)
const ending = fc.constantFrom('', '!', '0', '"', '\n', 'x', '/', '=')

const made = ([repeated, end]: readonly [string, string], length: number) =>
  repeated.repeat(Math.ceil(length / repeated.length)).slice(0, length - end.length) + end

/** Processor time: what else the machine does at the same time is not counted. (That of the thread alone is rounded to
 * the ticks of the system, several milliseconds.) */
function processorMs(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** The least of several times is the work itself; compiling and collecting garbage come on top of the others. */
function leastMs(work: () => unknown, times: number): number {
  return Math.min(...Array.from({ length: times }, () => processorMs(work)))
}

const times = long / short
/** One text of 64 times the length takes as long as 64 short ones, or 64 times as long where each character is
 * compared with every other. */
const factorMax = 16
const clockMs = 0.08

/** Both sides of the comparison take about as long, so that what slows the processor down slows both. */
function assertLinear(read: Reader, text: readonly [string, string], name: string): void {
  const [shortText, longText] = [made(text, short), made(text, long)]
  const readShort = () => {
    for (let time = 0; time < times; time += 1) read(shortText)
  }
  const readLong = () => read(longText)
  const ofLong = leastMs(readLong, 1)
  // Within the limit however little time the short ones take: most readers need no second look.
  if (ofLong <= factorMax * clockMs) return
  const ofShort = leastMs(readShort, 2)
  // Measured again together, and more often: the first of both may have been compiled in between.
  const isWithin = () => leastMs(readLong, 10) <= factorMax * Math.max(leastMs(readShort, 3), clockMs)
  const shown = JSON.stringify(text).slice(0, 100)
  assert.ok(
    ofLong <= factorMax * Math.max(ofShort, clockMs) || isWithin(),
    `${name}: ${ofShort.toFixed(3)} ms for ${times} of ${short}, ${ofLong.toFixed(3)} ms for one of ${long} of ${shown}`,
  )
}

it('the check finds a reader that scans from every position again', () => {
  const quadratic = (text: string) => {
    let found = 0
    for (let from = 0; from < text.length; from += 4)
      for (let at = from; at < text.length; at += 4) if (text.charCodeAt(at) === 0) found += 1
    return found
  }
  // Code that the engine has not compiled yet is as slow for a short text as compiled code is for a long one.
  const shortText = made([' ', '!'], short)
  leastMs(() => quadratic(shortText), 200)
  assert.throws(() => assertLinear(quadratic, [' ', '!'], 'quadratic'), /quadratic/)
})

describe('text from clients is read in time that grows with its length', () => {
  for (const [name, read] of Object.entries(readers)) {
    it(`as ${name}`, () => {
      for (const repeated of [...pieces, ...more]) assertLinear(read, [repeated, '!'], name)
      fc.assert(
        fc.property(unit, ending, (repeated, end) => assertLinear(read, [repeated, end], name)),
        { numRuns: 15 },
      )
    })
  }

  it('as any field of the contract', () => {
    const types = new Map<FieldType<unknown>, string>()
    const collect = (row: Row, path: string): void => {
      if (row.kind === 'FIELD') types.set(row.type, path)
      else if (row.kind === 'LIST') collect(row.item, `${path}[]`)
      else if (row.kind === 'MAP') collect(row.value, `${path}.x`)
      else collectAll(row.rows, path)
    }
    const collectAll = (rows: Rows, path: string) => {
      for (const [name, row] of Object.entries(rows)) collect(row, `${path}.${name}`)
    }
    for (const { name, versions } of catalogue)
      for (const { request } of Object.values(versions)) collectAll(request, name)
    assert.ok(types.size > 50, `${types.size} types`)
    for (const [type, path] of types)
      for (const repeated of ['0', '1', ' ', 'a', 'a.', '@', '-', '/', '%', '😀', 'https://a'])
        assertLinear((text) => type.read(text), [repeated, '!'], path)
  })
})

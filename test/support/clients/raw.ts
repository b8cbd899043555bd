// Bare sockets, for what an HTTP client would tidy up before sending it.
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { testPassword } from '../gateway/database.ts'
import { apiPath, type Body } from './client.ts'

export interface RawHttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Parsed; fails the test when the body is no JSON. */
  readonly body: Body
}

export const authorization = `Authorization: Basic ${btoa(`merchant.TESTMERCHANT:${testPassword}`)}`

/** A request line with the headers that every request here has, and more. */
export function requestHead(line: string, ...headers: readonly string[]): string {
  return `${[line, 'Host: localhost', authorization, ...headers].join('\r\n')}\r\n\r\n`
}

/** A whole PUT of a transaction. */
export function putRequest(orderId: string, body: string, ...headers: readonly string[]): string {
  const line = `PUT ${apiPath(`/order/${orderId}/transaction/1`)} HTTP/1.1`
  return requestHead(line, `Content-Length: ${Buffer.byteLength(body)}`, ...headers) + body
}

export function open(url: string): Socket {
  return connect(Number(new URL(url).port), '127.0.0.1')
}

/** Sends the bytes as they are, and reads until the gateway closes the connection. */
export async function exchange(url: string, bytes: string | Buffer): Promise<readonly RawHttpResponse[]> {
  const socket = open(url)
  socket.write(bytes)
  return parseResponses(await text(socket))
}

/** The same for bytes that are owed exactly one response. */
export async function exchangeOne(url: string, bytes: string | Buffer): Promise<RawHttpResponse> {
  const [response, ...more] = await exchange(url, bytes)
  if (!response || more.length > 0) throw new Error(`one answer was expected, not ${more.length + (response ? 1 : 0)}`)
  return response
}

/** The answers in what a connection carried, by their Content-Length; all of it must be answers. */
export function parseResponses(received: string): readonly RawHttpResponse[] {
  const responses: RawHttpResponse[] = []
  let rest = Buffer.from(received)
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n')
    const [line = '', ...lines] = rest.subarray(0, end).toString().split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1])
    if (end < 0 || !status) throw new Error(`this is no answer: ${rest.toString()}`)
    const headers = Object.fromEntries(
      lines.map((header) => {
        const colon = header.indexOf(':')
        return [header.slice(0, colon).toLowerCase(), header.slice(colon + 1).trim()]
      }),
    )
    const bodyEnd = end + 4 + Number(headers['content-length'] ?? 0)
    const shown = rest.subarray(end + 4, bodyEnd).toString()
    responses.push({
      status,
      headers,
      text: shown,
      get body(): Body {
        return JSON.parse(shown)
      },
    })
    rest = rest.subarray(bodyEnd)
  }
  return responses
}

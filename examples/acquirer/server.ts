// The bank's HTTP interface. The README describes it as the bank's manual would.
import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type Bank, type BankRequest, type RequestType, requestTypes, silentCard } from './bank.ts'

const bodyBytesMax = 100_000

export function bankServer(bank: Bank, apiKey: string): Server {
  return createServer((request, response) => {
    handle(request, response, bank, apiKey).catch(() => {
      if (response.headersSent) response.destroy()
      else send(response, 500, { error: 'The bank has a problem.' })
    })
  })
}

async function handle(request: IncomingMessage, response: ServerResponse, bank: Bank, apiKey: string): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://bank')
  if (!isKey(request.headers.authorization, apiKey)) return send(response, 401, { error: 'The API key is wrong.' })
  if (url.pathname === '/status') return send(response, 200, { status: 'open' })
  const [, merchant, reference] = /^\/merchants\/([\w-]{1,40})\/requests(?:\/([\w-]{1,40}))?$/.exec(url.pathname) ?? []
  if (merchant === undefined) return send(response, 404, { error: 'There is no such address.' })

  if (reference === undefined) {
    const { searchParams } = url
    const limit = Math.min(Number(searchParams.get('limit') ?? 100), 1000)
    return send(response, 200, { requests: bank.list(merchant, searchParams.get('after') ?? '', limit) })
  }
  switch (request.method) {
    case 'GET': {
      const record = bank.find(merchant, reference)
      return record ? send(response, 200, record) : send(response, 404, { error: 'There is no such request.' })
    }
    case 'DELETE':
      bank.reverse(merchant, reference)
      return send(response, 200, { reference, reversed: true })
    case 'PUT': {
      const body = readRequest(await readBody(request), merchant, reference)
      if (typeof body === 'string') return send(response, 400, { error: body })
      const record = bank.execute(body)
      if (record === 'DIFFERENT_REQUEST')
        return send(response, 409, { error: 'This reference belongs to another request.' })
      if (body.card?.number === silentCard) return void response.destroy()
      return send(response, 200, record)
    }
    default:
      return send(response, 405, { error: 'The method is not allowed.' })
  }
}

function isKey(header: string | undefined, apiKey: string): boolean {
  const [given, expected] = [Buffer.from(header ?? ''), Buffer.from(`Bearer ${apiKey}`)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bodyBytesMax) throw new Error('too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The request, or what is wrong with it. */
function readRequest(text: string, merchant: string, reference: string): BankRequest | string {
  let body: Record<string, unknown>
  try {
    body = JSON.parse(text) as Record<string, unknown>
  } catch {
    return 'The body is not JSON.'
  }
  const { type, amount, currency, target, card } = body
  if (!requestTypes.includes(type as RequestType)) return `The type must be one of ${requestTypes.join(', ')}.`
  if (typeof amount !== 'string' || !/^\d{1,15}$/.test(amount)) return 'The amount must be digits.'
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return 'The currency must be three letters.'
  return {
    merchant,
    reference,
    type: type as RequestType,
    amount,
    currency,
    ...(typeof target === 'string' && { target }),
    ...(isCard(card) && { card }),
  }
}

function isCard(card: unknown): card is NonNullable<BankRequest['card']> {
  const { number, expiry } = (card ?? {}) as { number?: unknown; expiry?: unknown }
  return typeof number === 'string' && /^\d{9,19}$/.test(number) && typeof expiry === 'string'
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

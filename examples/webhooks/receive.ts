// Takes notifications: verifies, keeps, then answers. Everything slow comes later, outside the response.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Inbox, InboxResult, OrderEvent } from './inbox.ts'
import { isGenuine, type Secrets } from './verify.ts'

const bodyBytesMax = 1024 * 1024

export function webhookHandler(
  inbox: Inbox,
  secrets: () => Secrets,
  onTaken: (event: OrderEvent, taken: InboxResult, attempt: number) => void,
) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST') return answer(response, 405)
    const body = await bodyOf(request)
    if (!body) return answer(response, 413)
    const { headers } = request
    // Not 200: while secrets are rotated it may be ours that are behind, and then it comes again.
    if (!isGenuine(headers, body, secrets())) return answer(response, 401)
    const event = eventOf(headers, body)
    // Genuine and yet not understood: it would be no better the next time.
    if (!event) return answer(response, 200)
    const taken = inbox.take(event)
    answer(response, 200)
    onTaken(event, taken, Number(headers['x-notification-attempt']))
  }
}

function eventOf(headers: IncomingMessage['headers'], body: Buffer): OrderEvent | undefined {
  const id = headers['webhook-id']
  const number = Number(headers['tollgate-event-number'])
  const { order, transaction, result, response } = JSON.parse(body.toString('utf8'))
  if (typeof id !== 'string' || !Number.isInteger(number) || !order?.id || !transaction?.id) return undefined
  return {
    id,
    number,
    orderId: order.id,
    transactionId: transaction.id,
    orderStatus: order.status ?? '',
    result,
    gatewayCode: response?.gatewayCode ?? '',
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bodyBytesMax) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function answer(response: ServerResponse, status: number): void {
  response.writeHead(status).end()
}

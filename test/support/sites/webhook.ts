// A merchant's webhook with TLS: records what arrives, and answers as the test says.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { ensureDevelopmentCertificates } from '../../../src/platform/certificates/development-ca.ts'
import type { Owner } from '../gateway/process.ts'

export interface Arrival {
  readonly id: string
  readonly attempt: number
  readonly eventNumber: number
  /** Undefined when the notification came without it. */
  readonly secret: string | undefined
  readonly orderId: string
  readonly transactionId: string
  readonly text: string
}

export type Behaviour = (response: ServerResponse, request: IncomingMessage, arrival: Arrival) => void

export const accepting: Behaviour = (response) => response.writeHead(200).end()
export const answering =
  (status: number, headers: Record<string, string> = {}, text = 'out of order'): Behaviour =>
  (response) =>
    response.writeHead(status, headers).end(text)
/** Takes the notification and never says so. */
export const silent: Behaviour = () => undefined
export const resetting: Behaviour = (_, request) => request.socket.destroy()

/** A byte now and then, without end. */
export const trickling: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'text/plain' })
  const timer = setInterval(() => response.write('.'), 20)
  response.on('close', () => clearInterval(timer))
}

export interface TestWebhook {
  readonly url: string
  readonly arrivals: readonly Arrival[]
  behave(behaviour: Behaviour): void
  /** Stops listening and breaks open connections. */
  close(): Promise<void>
  /** Listens again, at the same place, perhaps with a certificate from another authority. */
  reopen(certificates?: string): Promise<void>
}

/** Its certificate comes from the development authority of a data folder. */
export async function openWebhook(owner: Owner, dataDir: string, behaviour = accepting): Promise<TestWebhook> {
  const arrivals: Arrival[] = []
  let behaves = behaviour
  let server: Server | undefined

  async function listen(folder: string, port: number): Promise<number> {
    const { serverKeyFile, serverCertificateFile } = await ensureDevelopmentCertificates(folder)
    const [key, cert] = await Promise.all([readFile(serverKeyFile), readFile(serverCertificateFile)])
    const opened = createServer({ key, cert }, async (request, response) => {
      const chunks: Buffer[] = []
      try {
        for await (const chunk of request) chunks.push(chunk as Buffer)
      } catch {
        // The sender was killed in the middle of it.
        return
      }
      const arrival = arrivalOf(request, Buffer.concat(chunks).toString('utf8'))
      arrivals.push(arrival)
      behaves(response, request, arrival)
    })
    opened.listen(port, '127.0.0.1')
    await once(opened, 'listening')
    server = opened
    return (opened.address() as AddressInfo).port
  }

  async function close(): Promise<void> {
    const closing = server
    if (!closing) return
    server = undefined
    const closed = once(closing, 'close')
    closing.close()
    closing.closeAllConnections()
    await closed
  }

  const port = await listen(join(dataDir, 'tls'), 0)
  owner.after(close)
  return {
    url: `https://127.0.0.1:${port}/notify`,
    arrivals,
    behave(next) {
      behaves = next
    },
    close,
    async reopen(certificates = join(dataDir, 'tls')) {
      await close()
      await listen(certificates, port)
    },
  }
}

function arrivalOf({ headers }: IncomingMessage, text: string): Arrival {
  const body = JSON.parse(text)
  const header = (name: string) => String(headers[name] ?? assert.fail(`no ${name}`))
  return {
    id: header('x-notification-id'),
    attempt: Number(header('x-notification-attempt')),
    eventNumber: Number(header('tollgate-event-number')),
    secret: headers['x-notification-secret']?.toString(),
    orderId: body.order.id,
    transactionId: body.transaction.id,
    text,
  }
}

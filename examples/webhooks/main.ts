// A webhook that stores notifications, and reads the events that it missed from the feed.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { readFeed } from './feed.ts'
import { openInbox } from './inbox.ts'
import { webhookHandler } from './receive.ts'
import type { Secrets } from './verify.ts'

const { env } = process
const dataDir = resolve(env['TOLLGATE_DATA_DIR'] ?? join(import.meta.dirname, '..', '..', '.tollgate'))
const port = Number(env['WEBHOOK_PORT'] ?? 9445)
const gateway = {
  url: env['GATEWAY_URL'] ?? 'https://localhost:8443',
  merchantId: env['MERCHANT_ID'] ?? 'TESTMERCHANT',
  password: env['MERCHANT_PASSWORD'] ?? read('sandbox-password').trim(),
}
const secrets: Secrets = {
  sent: needed('WEBHOOK_SECRETS').split(','),
  signing: needed('WEBHOOK_SIGNING_SECRETS').split(','),
}
const reconcileMs = Number(env['RECONCILE_SECONDS'] ?? 60) * 1000

// In the sandbox both sides have a certificate of its own authority. A shop of yours has one that everybody trusts.
setDefaultCACertificates([...getCACertificates('default'), read('tls/ca-certificate.pem')])

const inbox = openInbox(env['INBOX_FILE'] ?? 'inbox.jsonl')
const receive = webhookHandler(
  inbox,
  () => secrets,
  (event, taken, attempt) => {
    report(`notification, attempt ${attempt}`, event.orderId, event.number, taken)
  },
)
const tls = { key: read('tls/server-key.pem'), cert: read('tls/server-certificate.pem') }
const server = createServer(tls, (request, response) => {
  receive(request, response).catch((error: unknown) => {
    console.error(error)
    // Not kept, so not 200: it comes again.
    if (response.headersSent) response.destroy()
    else response.writeHead(500).end()
  })
})
server.listen(port, 'localhost', () => {
  console.log(`Receiving on https://localhost:${(server.address() as AddressInfo).port}/`)
  void reconcile()
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))

let isUpToDate = false

/** One after the other, however long one takes. */
async function reconcile(): Promise<void> {
  try {
    await readFeed(gateway, inbox, (event, taken) => {
      if (taken !== 'KNOWN') report('feed', event.orderId, event.number, taken)
    })
    if (!isUpToDate) console.log('The feed is read up to now.')
    isUpToDate = true
  } catch (error) {
    isUpToDate = false
    console.error(`The feed could not be read and will be asked again: ${(error as Error).message}`)
  }
  setTimeout(() => void reconcile(), reconcileMs)
}

function report(way: string, orderId: string, number: number, taken: string): void {
  console.log(`${taken} by ${way}: order ${orderId}, event ${number}; it is ${inbox.find(orderId)?.orderStatus}`)
}

function read(file: string): string {
  return readFileSync(join(dataDir, file), 'utf8')
}

function needed(name: string): string {
  const value = env[name]
  if (value) return value
  console.error(
    `${name} is missing: "npx tollgate webhooks show ${env['MERCHANT_ID'] ?? 'TESTMERCHANT'} --reveal" shows it.`,
  )
  process.exit(1)
}

// A small shop that takes sandbox payments in four ways: `npm start` in one terminal, `npm run shop` in another.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { ensureDevelopmentCertificates } from '../../src/platform/certificates/development-ca.ts'
import { openGateway } from './gateway.ts'
import { wordPage } from './pages.ts'
import { shopHandler } from './shop.ts'

const { env } = process
const dataDir = resolve(env['TOLLGATE_DATA_DIR'] ?? join(import.meta.dirname, '..', '..', '.tollgate'))
const gatewayUrl = env['GATEWAY_URL'] ?? 'https://localhost:8443'
const port = Number(env['SHOP_PORT'] ?? 9443)

// The sandbox's own authority signs the certificate of this shop, too, and is the one that it trusts.
const certificates = await ensureDevelopmentCertificates(join(dataDir, 'tls'))
const authority = readFileSync(certificates.caCertificateFile, 'utf8')
setDefaultCACertificates([...getCACertificates('default'), authority])

const gateway = openGateway({ url: gatewayUrl, merchantId: 'TESTMERCHANT', password: readPassword() })
if (!(await gateway.isThere())) stop(`No gateway answers at ${gatewayUrl}. Start the sandbox first: npm start`)

let ownUrl = ''
const handle = shopHandler(gateway, () => ownUrl)
const server = createServer({
  key: readFileSync(certificates.serverKeyFile),
  cert: readFileSync(certificates.serverCertificateFile),
})
server.on('request', (request, response) => {
  handle(request, response).catch((error: unknown) => {
    console.error(error)
    if (response.headersSent) return response.destroy()
    const { text } = wordPage('Something went wrong', 'Please try again.')
    return response.writeHead(500, { 'content-type': 'text/html;charset=UTF-8' }).end(text)
  })
})
server.on('error', (error: NodeJS.ErrnoException) => stop(`The shop cannot listen on port ${port}: ${error.code}`))
server.listen(port, 'localhost', () => {
  ownUrl = `https://localhost:${(server.address() as AddressInfo).port}`
  console.log(`
  The shop is open: ${ownUrl}

  Card 5111 1111 1111 1118, expiry 01/39 is approved, 05/39 declined; security code 100.
  Card 5123 4500 0000 0008: the bank asks whether it is you. Or choose a provider.
  Browsers trust it once they trust ${certificates.caCertificateFile}
`)
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))

function readPassword(): string {
  try {
    return env['TOLLGATE_SANDBOX_PASSWORD'] ?? readFileSync(join(dataDir, 'sandbox-password'), 'utf8').trim()
  } catch {
    return stop(`There is no sandbox in ${dataDir}. Start it first: npm start`)
  }
}

function stop(reason: string): never {
  console.error(reason)
  process.exit(1)
}

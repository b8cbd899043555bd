// A link of the adapter `gateway` to an HTTPS server of a test, or to a sandbox gateway.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type GatewayLink, openGatewayLink } from '../../../src/acquirers/gateway/index.ts'
import { testCertificatesVariable, testPassword } from '../gateway/database.ts'

type LinkSettings = Parameters<typeof openGatewayLink>[0]['settings']

export interface OpenedTestLink extends GatewayLink {
  readonly logged: readonly { readonly message: string; readonly details?: object }[]
}

const realTime = { now: () => new Date() }

export function openTestLink(url: string, settings: LinkSettings = {}, clock = realTime): OpenedTestLink {
  const logged: { message: string; details?: object }[] = []
  const log = (message: string, details?: object) => logged.push({ message, ...(details && { details }) })
  const link = openGatewayLink({
    settings: { url, ca: developmentCa(), password: testPassword, ...settings },
    clock,
    log,
  })
  return { ...link, logged }
}

/** The authority that signed the certificates of the gateways under test. */
export function developmentCa(): string {
  return readFileSync(join(process.env[testCertificatesVariable] ?? '', 'ca-certificate.pem'), 'utf8')
}

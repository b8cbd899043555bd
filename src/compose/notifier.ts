// The parts that call addresses which merchants name, with what the mode allows them.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import packageManifest from '../../package.json' with { type: 'json' }
import { type LinkedLogos, openLinkedLogos } from '../checkout/index.ts'
import { type OpenNotifier, openNotifier } from '../events/index.ts'
import type { Config } from '../platform/config/config.ts'

/** How the gateway names itself to others. */
export const userAgent = `Tollgate/${packageManifest.version}`

export function openNotifierOf(config: Config): OpenNotifier {
  return openNotifier(policyOf(config))
}

/** The same destinations: both call addresses that merchants name. */
export function openLinkedLogosOf(config: Config): LinkedLogos {
  return openLinkedLogos(policyOf(config))
}

function policyOf(config: Config) {
  const { notificationPorts: ports, notificationAllowLoopback, mode, dataDir } = config
  const allowsLoopback = mode === 'sandbox' && notificationAllowLoopback
  const caFile = join(dataDir, 'tls', 'ca-certificate.pem')
  // Created on first use: a gateway with its own certificate does not need it.
  const developmentCa = () => readFile(caFile, 'utf8').catch(() => undefined)
  return { userAgent, ports, allowsLoopback, ...(allowsLoopback && { developmentCa }) }
}

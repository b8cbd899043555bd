// The part that sends notifications, with what the mode allows it.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import packageManifest from '../../package.json' with { type: 'json' }
import { type OpenNotifier, openNotifier } from '../adapters/webhooks/notifier.ts'
import type { Config } from '../config/config.ts'

/** How the gateway names itself to others. */
export const userAgent = `Tollgate/${packageManifest.version}`

export function openNotifierOf(config: Config): OpenNotifier {
  const { notificationPorts: ports, notificationAllowLoopback, mode, dataDir } = config
  const allowsLoopback = mode === 'sandbox' && notificationAllowLoopback
  const caFile = join(dataDir, 'tls', 'ca-certificate.pem')
  // Created on first use: a gateway with its own certificate does not need it.
  const developmentCa = () => readFile(caFile, 'utf8').catch(() => undefined)
  return openNotifier({
    userAgent,
    ports,
    allowsLoopback,
    ...(allowsLoopback && { developmentCa }),
  })
}

// Opens the listeners of the mode, with the TLS keys of the operator or of the sandbox.

import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { badConnectionResponse, type RefuseEarly } from '../api/index.ts'
import { type IpRange, parseIpRange } from '../kernel/ip-address.ts'
import { omitUndefined } from '../kernel/omit-undefined.ts'
import { ensureDevelopmentCertificates } from '../platform/certificates/development-ca.ts'
import { withTimeout } from '../platform/concurrency/with-timeout.ts'
import type { Config } from '../platform/config/config.ts'
import type { ConnectionProblem } from '../platform/http/listeners/bad-connections.ts'
import type { ConnectionRefusal } from '../platform/http/listeners/connections.ts'
import type { LoopDelay } from '../platform/http/listeners/loop-delay.ts'
import { type Listener, type ListenerOptions, openListener } from '../platform/http/listeners/open-listeners.ts'
import { type ListenerKind, withOrigin } from '../platform/http/request-origin.ts'
import { randomIdentifiers } from '../platform/system/identifiers.ts'
import type { Log } from '../platform/telemetry/log.ts'

export interface ListeningGateway {
  readonly server: FastifyInstance
  /** Answers what has to be refused before the server sees it. */
  readonly refuseEarly: RefuseEarly
  readonly setListenUrl: (url: string) => void
  readonly loopDelay: LoopDelay
  /** Called for every connection that is accepted. */
  readonly onConnection: (listener: ListenerKind) => void
  /** Called for every connection that is closed before a request is read from it. */
  readonly onConnectionRefused: (reason: ConnectionRefusal) => void
}

/** The listeners of the mode: the sandbox has plain HTTP on loopback, production has one for metrics and health. */
export async function openListeners(
  config: Config,
  gateway: ListeningGateway,
  log: Log,
  { acceptElsewhere }: Pick<ListenerOptions, 'acceptElsewhere'> = {},
) {
  const { server, refuseEarly, setListenUrl, loopDelay, onConnection, onConnectionRefused } = gateway
  const { caFile, ...tls } = await tlsFilesOf(config)
  const proxies = rangesOf(config.forwardedFrom)
  const forwarding = { proxies, header: config.forwardedHeader, hops: config.forwardedHops }
  const handle = refuseEarly(withOrigin(forwarding, server))
  const common = {
    backlog: config.listenBacklog,
    ...omitUndefined({ acceptElsewhere }),
    loopDelay,
    onConnection,
    headerTimeoutMs: config.headerTimeoutMs,
    bodyTimeoutMs: config.bodyTimeoutMs,
    onBadConnection: (problem: ConnectionProblem) => badConnectionResponse(problem, randomIdentifiers.requestId()),
    warn: (message: string) => log.warn(message),
    admission: {
      balancers: rangesOf(config.proxyProtocolFrom),
      proxies,
      connectionsPerAddress: config.connectionsPerAddress,
      onRefused: onConnectionRefused,
    },
  }
  const { host } = config
  const wanted: readonly Pick<
    ListenerOptions,
    'listenerKind' | 'host' | 'port' | 'portSetting' | 'hostSetting' | 'tls'
  >[] = [
    { listenerKind: 'https', host, port: config.httpsPort, portSetting: 'TOLLGATE_HTTPS_PORT', tls },
    { listenerKind: 'mtls', host, port: config.mtlsPort, portSetting: 'TOLLGATE_MTLS_PORT', tls },
    config.mode === 'sandbox'
      ? { listenerKind: 'http', host: 'localhost', port: config.httpPort, portSetting: 'TOLLGATE_HTTP_PORT' }
      : {
          listenerKind: 'metrics',
          host: config.metricsAddress,
          port: config.metricsPort,
          portSetting: 'TOLLGATE_METRICS_PORT',
          hostSetting: 'TOLLGATE_METRICS_ADDRESS',
        },
  ]
  const opened: Listener[] = []
  try {
    for (const options of wanted) {
      opened.push(await openListener(handle, { hostSetting: 'TOLLGATE_HOST', ...common, ...options }))
    }
  } catch (error) {
    await Promise.all(opened.map((listener) => listener.closeNow()))
    throw error
  }
  const urlOf = (kind: ListenerKind) => opened.find((listener) => listener.listenerKind === kind)?.url
  const httpsUrl = urlOf('https') ?? ''
  setListenUrl(httpsUrl)
  return {
    httpsUrl,
    mtlsUrl: urlOf('mtls') ?? '',
    httpUrl: urlOf('http'),
    metricsUrl: urlOf('metrics'),
    caFile,
    /** Reads keys and certificates again; false when the old ones stay in use. */
    async reload(): Promise<boolean> {
      const secure = opened.filter(({ listenerKind }) => listenerKind === 'https' || listenerKind === 'mtls')
      const reloaded = await Promise.all(secure.map((listener) => listener.reload()))
      return reloaded.every(Boolean)
    },
    /** True when everything in flight finished within the time; what did not is cut off. */
    async drain(timeoutMs: number, graceMs = 0): Promise<boolean> {
      const drained = Promise.all(opened.map((listener) => listener.stopAccepting(graceMs))).then(() => true)
      const isDrained = await withTimeout(drained, { timeoutMs, onTimeout: () => false })
      if (!isDrained) await Promise.all(opened.map((listener) => listener.closeNow()))
      return isDrained
    },
  }
}

function rangesOf(networks: readonly string[] = []): readonly IpRange[] {
  return networks.map(parseIpRange).filter((range) => range !== undefined)
}

/** Key and certificate of the TLS listeners: the operator's, or the sandbox's own from the development CA. */
export async function tlsFilesOf(
  config: Config,
): Promise<{ keyFile: string; certificateFile: string; caFile?: string }> {
  const { tlsKeyFile, tlsCertificateFile, dataDir } = config
  if (tlsKeyFile && tlsCertificateFile) return { keyFile: tlsKeyFile, certificateFile: tlsCertificateFile }
  const made = await ensureDevelopmentCertificates(join(dataDir, 'tls'))
  return { keyFile: made.serverKeyFile, certificateFile: made.serverCertificateFile, caFile: made.caCertificateFile }
}

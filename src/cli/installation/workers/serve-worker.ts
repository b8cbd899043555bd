// One of several processes that serve requests. The primary process has prepared the installation, owns the ports, and says when to
// start and stop.
import { composeGateway, type Gateway } from '../../../compose/gateway.ts'
import { composeAdministration, type Installation, openInstallation, openListeners } from '../../../compose/index.ts'
import { type Config, loadConfig } from '../../../config/config.ts'
import { explainFailure } from '../../start-failure.ts'
import { openServiceLog } from '../service-log.ts'
import { stopServing } from '../stop-serving.ts'
import { openChannel, type StartMessage, type WorkerChannel } from './channel.ts'

export async function serveAsWorker(env: Readonly<Record<string, string | undefined>>): Promise<number> {
  const channel = openChannel()
  const start = await channel.started
  try {
    return await serve(loadConfig(env), start, channel)
  } catch (error) {
    channel.send({ kind: 'failed', reason: explainFailure(error) })
    return 1
  } finally {
    process.disconnect?.()
  }
}

async function serve(config: Config, start: StartMessage, channel: WorkerChannel): Promise<number> {
  const { worker, server, isJson } = start
  const log = openServiceLog(config, { isJson, worker })
  const { acceptElsewhere, allMetrics } = channel
  let installation: Installation | undefined
  let gateway: Gateway | undefined
  try {
    installation = await openInstallation(config, log, { server })
    channel.onServerMoved(installation.followServer)
    const administration = await composeAdministration(config, installation, log)
    gateway = await composeGateway(config, installation, administration, log, { allMetrics })
    channel.onMetricsAsked(gateway.metricValues)
    const listeners = await openListeners(config, gateway, log, { acceptElsewhere })
    gateway.markReady()
    if (start.buildsConsole) gateway.buildConsole()
    const { httpsUrl, mtlsUrl, httpUrl, metricsUrl, caFile } = listeners
    channel.send({ kind: 'ready', reached: { httpsUrl, mtlsUrl, httpUrl, metricsUrl, caFile } })
    const graceMs = await channel.stopped
    log.info('stopping')
    await stopServing(config, { gateway, listeners, log, graceMs })
    channel.send({ kind: 'lastMetricValues', values: await gateway.metricValues() })
    return 0
  } finally {
    await gateway?.close()
    await installation?.close()
  }
}

// One of several processes that serve requests. The one above has prepared the installation, owns the listening sockets, and
// says when to start and stop.
import { composeGateway, type Gateway } from '../../../compose/gateway.ts'
import {
  composeAdministration,
  type Installation,
  openInstallation,
  openListeners,
  openLog,
} from '../../../compose/index.ts'
import { type Config, loadConfig } from '../../../config/config.ts'
import { explainFailure } from '../../start-failure.ts'
import { stopServing } from '../stop-serving.ts'
import type { MessageFromWorker, MessageToWorker } from './messages.ts'

type StartMessage = Extract<MessageToWorker, { kind: 'start' }>

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

async function serve(config: Config, start: StartMessage, channel: Channel): Promise<number> {
  const { worker, server, isJson } = start
  const log = openLog({
    level: config.logLevel,
    worker,
    ...(isJson && { write: (line: string) => process.stderr.write(line) }),
  })
  let installation: Installation | undefined
  let gateway: Gateway | undefined
  try {
    installation = await openInstallation(config, log, { server })
    channel.onServerMoved(installation.followServer)
    const administration = await composeAdministration(config, installation, log)
    gateway = await composeGateway(config, installation, administration, log, { allMetrics: channel.allMetrics })
    channel.onMetricsAsked(gateway.metricValues)
    const doors = await openListeners(config, gateway, log)
    gateway.markReady()
    if (start.buildsConsole) gateway.buildConsole()
    const { httpsUrl, mtlsUrl, httpUrl, metricsUrl, caFile } = doors
    channel.send({ kind: 'ready', reached: { httpsUrl, mtlsUrl, httpUrl, metricsUrl, caFile } })
    const graceMs = await channel.stopped
    log.info('stopping')
    await stopServing(config, { gateway, doors, log, graceMs })
    channel.send({ kind: 'lastMetricValues', values: await gateway.metricValues() })
    return 0
  } finally {
    await gateway?.close()
    await installation?.close()
  }
}

type Channel = ReturnType<typeof openChannel>

function openChannel() {
  const started = Promise.withResolvers<StartMessage>()
  const stopped = Promise.withResolvers<number>()
  const wanted = new Map<number, (text: string) => void>()
  let requests = 0
  let followServer: Installation['followServer'] | undefined
  let metricValues: Gateway['metricValues'] | undefined

  const send = (message: MessageFromWorker) => {
    if (process.connected) process.send?.(message)
  }
  process.on('message', (message: MessageToWorker) => {
    switch (message.kind) {
      case 'start':
        return started.resolve(message)
      case 'serverMoved':
        return followServer?.(message.server)
      case 'stop':
        return stopped.resolve(message.graceMs)
      case 'reportMetrics':
        return void metricValues?.().then((values) => send({ kind: 'metricValues', request: message.request, values }))
      case 'metrics':
        wanted.get(message.request)?.(message.text)
        wanted.delete(message.request)
        return undefined
    }
  })
  // The one above has ended, and its sockets with it: nobody is served any more, and what is in flight is finished.
  process.once('disconnect', () => stopped.resolve(0))
  process.once('SIGTERM', () => stopped.resolve(0))
  // From a terminal, the process above gets it too and decides.
  process.on('SIGINT', () => {})
  process.on('SIGHUP', () => {})

  return {
    send,
    started: started.promise,
    stopped: stopped.promise,
    onServerMoved(follow: Installation['followServer']) {
      followServer = follow
    },
    onMetricsAsked(values: Gateway['metricValues']) {
      metricValues = values
    },
    allMetrics(): Promise<string> {
      requests += 1
      const { promise, resolve } = Promise.withResolvers<string>()
      wanted.set(requests, resolve)
      send({ kind: 'metricsWanted', request: requests })
      return promise
    },
  }
}

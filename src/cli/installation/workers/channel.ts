// A worker's end of its conversation with the primary process.
import type { Socket } from 'node:net'
import type { Gateway } from '../../../compose/gateway.ts'
import type { Installation } from '../../../compose/index.ts'
import type { AcceptElsewhere } from '../../../platform/http/listeners/receive-connections.ts'
import type { MessageFromWorker, MessageToWorker } from './messages.ts'
import { portKey } from './shared-ports.ts'

export type StartMessage = Extract<MessageToWorker, { kind: 'START' }>
type ListenResult = Extract<MessageToWorker, { kind: 'LISTENING' }>['result']

export type WorkerChannel = ReturnType<typeof openChannel>

export function openChannel() {
  const started = Promise.withResolvers<StartMessage>()
  const stopped = Promise.withResolvers<number>()
  const gone = Promise.withResolvers<void>()
  const metricRequests = new Map<number, (text: string) => void>()
  const listenRequests = new Map<number, (result: ListenResult) => void>()
  const takers = new Map<string, (socket: Socket) => void>()
  const leaving = new Map<string, () => void>()
  let requests = 0
  let followServer: Installation['followServer'] | undefined
  let metricValues: Gateway['metricValues'] | undefined

  const send = (message: MessageFromWorker) => {
    if (process.connected) process.send?.(message)
  }

  /** A client that disconnected in between has no socket any more. */
  function receive(connection: number, key: string, socket: Socket | undefined): void {
    const take = takers.get(key)
    send({ kind: take ? 'TAKEN' : 'RETURNED', connection })
    if (socket) take?.(socket)
  }

  process.on('message', (message: MessageToWorker, socket?: Socket) => {
    switch (message.kind) {
      case 'START':
        started.resolve(message)
        break
      case 'SERVER_MOVED':
        followServer?.(message.server)
        break
      case 'LISTENING':
        listenRequests.get(message.request)?.(message.result)
        listenRequests.delete(message.request)
        break
      case 'CONNECTION':
        receive(message.connection, message.key, socket)
        break
      case 'LEFT':
        leaving.get(message.key)?.()
        break
      case 'STOP':
        stopped.resolve(message.graceMs)
        break
      case 'REPORT_METRICS':
        void metricValues?.().then((values) => send({ kind: 'METRIC_VALUES', request: message.request, values }))
        break
      case 'METRICS':
        metricRequests.get(message.request)?.(message.text)
        metricRequests.delete(message.request)
        break
    }
  })
  // The primary process has ended, and its ports with it: what is in flight is finished.
  process.once('disconnect', () => {
    stopped.resolve(0)
    gone.resolve()
  })
  process.once('SIGTERM', () => stopped.resolve(0))
  // From a terminal, the primary process gets it too and decides.
  process.on('SIGINT', () => {})
  process.on('SIGHUP', () => {})
  process.on('SIGUSR2', () => {})

  const acceptElsewhere: AcceptElsewhere = async (address, take) => {
    requests += 1
    const request = requests
    const { promise, resolve } = Promise.withResolvers<ListenResult>()
    listenRequests.set(request, resolve)
    // The first connection may come with the answer.
    const key = portKey(address)
    takers.set(key, take)
    send({ kind: 'LISTEN', request, address })
    const result = await promise
    if (typeof result === 'string') {
      takers.delete(key)
      return result
    }
    return {
      port: result.port,
      async stop() {
        takers.delete(key)
        const left = Promise.withResolvers<void>()
        leaving.set(key, left.resolve)
        send({ kind: 'LEAVE', key })
        // What was handed over before goes back; it takes a living process to say so.
        await Promise.race([left.promise, gone.promise])
      },
    }
  }

  return {
    send,
    acceptElsewhere,
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
      metricRequests.set(requests, resolve)
      send({ kind: 'METRICS_WANTED', request: requests })
      return promise
    },
  }
}

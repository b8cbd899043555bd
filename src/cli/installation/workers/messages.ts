// What the primary process and its workers say to each other.

import type { ListenElsewhere } from '../../../platform/http/listeners/receive-connections.ts'
import type { Connection as DatabaseServer } from '../../../platform/postgres/embedded/index.ts'
import type { MetricValues } from '../../../platform/telemetry/metrics.ts'

export interface ReachedGateway {
  readonly httpsUrl: string
  readonly mtlsUrl: string
  readonly httpUrl: string | undefined
  readonly metricsUrl: string | undefined
  readonly caFile: string | undefined
}

export type MessageToWorker =
  | {
      readonly kind: 'START'
      /** From 1 on; a worker's replacement has another one. */
      readonly worker: number
      /** The embedded server, if there is one. */
      readonly server: DatabaseServer | undefined
      readonly isJson: boolean
      /** One of them builds the console's pages. */
      readonly buildsConsole: boolean
    }
  | { readonly kind: 'SERVER_MOVED'; readonly server: DatabaseServer }
  /** The answer to `listen`: a text is the system's code for why the port cannot be opened. */
  | {
      readonly kind: 'LISTENING'
      readonly request: number
      readonly result: { readonly key: string; readonly port: number } | string
    }
  /** With the connection's socket. */
  | { readonly kind: 'CONNECTION'; readonly connection: number; readonly key: string }
  /** The answer to `leave`: no connection of this port is on its way any more. */
  | { readonly kind: 'LEFT'; readonly key: string }
  /** Finish what is in flight. With a grace time others take over, and clients have time to see it. */
  | { readonly kind: 'STOP'; readonly graceMs: number }
  | { readonly kind: 'REPORT_METRICS'; readonly request: number }
  | { readonly kind: 'METRICS'; readonly request: number; readonly text: string }

export type MessageFromWorker =
  | { readonly kind: 'READY'; readonly reached: ReachedGateway }
  /** One line for the operator. */
  | { readonly kind: 'FAILED'; readonly reason: string }
  | { readonly kind: 'LISTEN'; readonly request: number; readonly address: ListenElsewhere }
  | { readonly kind: 'TAKEN' | 'RETURNED'; readonly connection: number }
  | { readonly kind: 'LEAVE'; readonly key: string }
  /** A client wants the metrics of all processes. */
  | { readonly kind: 'METRICS_WANTED'; readonly request: number }
  | { readonly kind: 'METRIC_VALUES'; readonly request: number; readonly values: MetricValues }
  /** At its end. */
  | { readonly kind: 'LAST_METRIC_VALUES'; readonly values: MetricValues }

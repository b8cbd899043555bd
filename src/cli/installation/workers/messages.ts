// What the primary process and its workers say to each other.
import type { DatabaseServer, ListenElsewhere, MetricValues } from '../../../compose/index.ts'

export interface ReachedGateway {
  readonly httpsUrl: string
  readonly mtlsUrl: string
  readonly httpUrl: string | undefined
  readonly metricsUrl: string | undefined
  readonly caFile: string | undefined
}

export type MessageToWorker =
  | {
      readonly kind: 'start'
      /** From 1 on; a worker's replacement has another one. */
      readonly worker: number
      /** The embedded server, if there is one. */
      readonly server: DatabaseServer | undefined
      readonly isJson: boolean
      /** One of them builds the console's pages. */
      readonly buildsConsole: boolean
    }
  | { readonly kind: 'serverMoved'; readonly server: DatabaseServer }
  /** The answer to `listen`: a text is the system's code for why the port cannot be opened. */
  | {
      readonly kind: 'listening'
      readonly request: number
      readonly result: { readonly key: string; readonly port: number } | string
    }
  /** With the connection's socket. */
  | { readonly kind: 'connection'; readonly connection: number; readonly key: string }
  /** The answer to `leave`: no connection of this port is on its way any more. */
  | { readonly kind: 'left'; readonly key: string }
  /** Finish what is in flight. With a grace time others take over, and clients have time to see it. */
  | { readonly kind: 'stop'; readonly graceMs: number }
  | { readonly kind: 'reportMetrics'; readonly request: number }
  | { readonly kind: 'metrics'; readonly request: number; readonly text: string }

export type MessageFromWorker =
  | { readonly kind: 'ready'; readonly reached: ReachedGateway }
  /** One line for the operator. */
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'listen'; readonly request: number; readonly address: ListenElsewhere }
  | { readonly kind: 'taken' | 'returned'; readonly connection: number }
  | { readonly kind: 'leave'; readonly key: string }
  /** A client wants the metrics of all processes. */
  | { readonly kind: 'metricsWanted'; readonly request: number }
  | { readonly kind: 'metricValues'; readonly request: number; readonly values: MetricValues }
  /** At its end. */
  | { readonly kind: 'lastMetricValues'; readonly values: MetricValues }

// What the process above and its workers say to each other.
import type { DatabaseServer, MetricValues } from '../../../compose/index.ts'

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
  /** Finish what is in flight. With a grace time others take over, and clients have time to see it. */
  | { readonly kind: 'stop'; readonly graceMs: number }
  | { readonly kind: 'reportMetrics'; readonly request: number }
  | { readonly kind: 'metrics'; readonly request: number; readonly text: string }

export type MessageFromWorker =
  | { readonly kind: 'ready'; readonly reached: ReachedGateway }
  /** One line for the operator. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** A client wants the metrics of all processes. */
  | { readonly kind: 'metricsWanted'; readonly request: number }
  /** At its end. */
  | { readonly kind: 'lastMetricValues'; readonly values: MetricValues }
  | { readonly kind: 'metricValues'; readonly request: number; readonly values: MetricValues }

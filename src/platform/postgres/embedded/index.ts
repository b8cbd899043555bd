// The embedded PostgreSQL, as the rest of the gateway sees it.
export type { Connection } from './endpoint.ts'
export { EmbeddedPostgresFailure } from './failure.ts'
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  isEmbeddedPostgresRunning,
  startEmbeddedPostgres,
} from './start.ts'
export { type SupervisedPostgres, superviseEmbeddedPostgres } from './supervise.ts'

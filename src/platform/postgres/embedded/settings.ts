// The server's settings, as tables: defaults that suit a laptop, and settings that cannot be changed.
import type { Endpoint } from './endpoint.ts'
import { EmbeddedPostgresFailure } from './failure.ts'

/** Any of these can be replaced by the caller. */
const defaults: Readonly<Record<string, string>> = {
  shared_buffers: '128MB',
  max_connections: '100',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  cluster_name: 'tollgate',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
}

/**
 * Card data must never reach the log, in no statement, parameter or error. An error's own text also quotes values
 * (invalid input syntax for ...: "4111..."; Key (pan)=(4111...) already exists), therefore errors of sessions are not
 * logged at all: their client gets them. What remains is what the server reports about itself (LOG, FATAL, PANIC),
 * without details.
 */
const secrecy: Readonly<Record<string, string>> = {
  log_statement: 'none',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_min_duration_statement: '-1',
  log_min_duration_sample: '-1',
  log_transaction_sample_rate: '0',
  debug_print_parse: 'off',
  debug_print_rewritten: 'off',
  debug_print_plan: 'off',
}

/**
 * This adapter decides where the server listens and keeps its files. The log goes to the file that the gateway opens.
 */
const ours = [
  'listen_addresses',
  'port',
  'unix_socket_directories',
  'data_directory',
  'config_file',
  'hba_file',
  'ident_file',
  'external_pid_file',
  'logging_collector',
  'log_destination',
]

export function assertSettingsAllowed(settings: Readonly<Record<string, string>>): void {
  const refused = Object.keys(settings).find((name) => {
    const plain = name.toLowerCase()
    return plain in secrecy || ours.includes(plain)
  })
  if (refused === undefined) return
  throw new EmbeddedPostgresFailure(
    `The setting ${refused} of the embedded PostgreSQL cannot be changed: it keeps card data out of the log or the server where the gateway finds it. Remove it, or use a PostgreSQL of your own with DATABASE_URL.`,
  )
}

/** Command-line arguments: they override postgresql.conf. */
export function settingArguments(endpoint: Endpoint, settings: Readonly<Record<string, string>> = {}): string[] {
  const toOurFile = { logging_collector: 'off', log_destination: 'stderr' }
  const all = { ...defaults, ...settings, ...secrecy, ...whereToListen(endpoint), ...toOurFile }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function whereToListen(endpoint: Endpoint): Record<string, string> {
  switch (endpoint.kind) {
    case 'SOCKET':
      return {
        listen_addresses: '',
        port: String(endpoint.port),
        // A list of folders: quoted, because a comma or blank in the path would otherwise divide it.
        unix_socket_directories: `"${endpoint.folder.replaceAll('"', '""')}"`,
      }
    case 'TCP':
      return { listen_addresses: '127.0.0.1', port: String(endpoint.port), unix_socket_directories: '' }
  }
}

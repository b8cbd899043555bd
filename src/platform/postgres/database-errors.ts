// What an error of the database or the connection means for the work under way: one table for every caller that decides
// whether to retry, to split, to refuse for the moment, or to fail.

export type DatabaseErrorKind =
  /** Rolled back as a whole by a deadlock or a serialization failure: may be retried at once. */
  | 'CONFLICT'
  /** A value that the database refuses, or a constraint violation: one row is to blame. */
  | 'DATA'
  /** Another transaction holds a row for too long; rolled back as a whole. */
  | 'HELD'
  /** The connection broke or fell silent: whether the work was committed is unknown here. */
  | 'LOST'
  /**
   * Nothing was done: the disk is full, the server takes no writes or no connections. It recovers without the gateway.
   */
  | 'NOT_NOW'
  | 'OTHER'

/** Read from the top: the first pattern that fits the SQLSTATE, or the system's code of a socket error, decides. */
const kindsByCode: readonly (readonly [RegExp, DatabaseErrorKind])[] = [
  // Transaction integrity: its end is unknown, unlike that of its siblings.
  [/^40003$/, 'LOST'],
  [/^40(001|P01)$/, 'CONFLICT'],
  [/^2[23]...$/, 'DATA'],
  [/^(55P03|57014)$/, 'HELD'],
  // Resources (disk, memory, connections), a server that starts or stops, a server or session that is read-only.
  [/^(53...|57P03|25006)$/, 'NOT_NOW'],
  // The server ended the connection: shutdown, crash, or because of a time-out of a session or unit of work.
  [/^(57P0.|25P0[34]|08...)$/, 'LOST'],
  [/^(ECONN|ETIMEDOUT|EPIPE|ENOENT|ENOTCONN|EHOST|ENET|EADDRNOTAVAIL|ENOTFOUND|EAI_)/, 'LOST'],
  [/^ERR_(STREAM|SOCKET|SSL|TLS)_/, 'LOST'],
]

/** The driver's own messages, for errors without a code. */
const lostMessages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying|timeout expired|Query read timeout|There was an error establishing an SSL)/

export function databaseErrorKindOf(error: unknown): DatabaseErrorKind {
  const { code, message = '' } = (error ?? {}) as { readonly code?: unknown; readonly message?: string }
  const found = typeof code === 'string' ? kindsByCode.find(([pattern]) => pattern.test(code)) : undefined
  if (found) return found[1]
  return lostMessages.test(message) ? 'LOST' : 'OTHER'
}

/** The statement is right, and the role may not run it: a grant is missing, for instance after a restore. */
export function isPrivilegeMissing(error: unknown): boolean {
  return (error as { readonly code?: unknown } | undefined)?.code === '42501'
}

/** Why the database accepts nothing at the moment, in the operator's terms. */
export type OutageReason =
  | 'DISK_FULL'
  | 'OUT_OF_MEMORY'
  | 'TOO_MANY_CONNECTIONS'
  | 'READ_ONLY'
  | 'STARTING_OR_STOPPING'
  | 'RESOURCE_LIMIT'
  | 'UNREACHABLE'

/** Read from the top, like the kinds. */
const outagesByCode: readonly (readonly [RegExp, OutageReason])[] = [
  [/^53100$/, 'DISK_FULL'],
  [/^53200$/, 'OUT_OF_MEMORY'],
  [/^53300$/, 'TOO_MANY_CONNECTIONS'],
  [/^53...$/, 'RESOURCE_LIMIT'],
  [/^25006$/, 'READ_ONLY'],
  [/^57P03$/, 'STARTING_OR_STOPPING'],
]

/** Of an error of kind NOT_NOW, or of a connection that could not be opened. */
export function outageReasonOf(error: unknown): OutageReason {
  const { code } = (error ?? {}) as { readonly code?: unknown }
  const found = typeof code === 'string' ? outagesByCode.find(([pattern]) => pattern.test(code)) : undefined
  return found?.[1] ?? 'UNREACHABLE'
}

/** The connection broke during the statement. One that fell silent is not meant: its caller has waited long enough. */
export function isBrokenConnection(error: unknown): boolean {
  return databaseErrorKindOf(error) === 'LOST' && (error as { readonly code?: unknown }).code !== 'ETIMEDOUT'
}

/**
 * Only the statement was refused. After other errors a new connection may help: a plan or a prepared statement of this one is of no use
 * since a migration, or its server takes no writes.
 */
export function leavesConnectionUsable(error: unknown): boolean {
  return ['CONFLICT', 'DATA', 'HELD'].includes(databaseErrorKindOf(error))
}

/** The database could not be reached, or does not accept this at the moment: a later attempt may succeed. */
export function isTransient(error: unknown): boolean {
  return ['HELD', 'LOST', 'NOT_NOW'].includes(databaseErrorKindOf(error))
}

/**
 * Whether a constraint or index of this name was violated. On a node of a distributed database the name ends with the number of the
 * shard, and may be in the message alone.
 */
export function violates(error: unknown, constraint: string): boolean {
  const {
    constraint: named = '',
    code,
    message = '',
  } = (error ?? {}) as {
    readonly constraint?: string
    readonly code?: unknown
    readonly message?: string
  }
  if (typeof code !== 'string' || !code.startsWith('23')) return false
  const found = named || (/"([^"]+)"$/.exec(message)?.[1] ?? '')
  return found.replace(/_\d+$/, '') === constraint
}

/** The server that was asked answers, and could not reach another node of a distributed database: nothing was done. */
export function isOfAnotherNode(error: unknown): boolean {
  const { code, severity } = (error ?? {}) as { readonly code?: unknown; readonly severity?: unknown }
  return typeof code === 'string' && code.startsWith('08') && severity === 'ERROR'
}

// The log: one line for each event, JSON or text for a terminal, and no line contains anything that could be an account number.
import { pino } from 'pino'
import { scrubAccountNumbers } from '../../kernel/account-numbers-in-text.ts'
import { readableLine } from './readable-lines.ts'

export type Log = ReturnType<typeof openLog>

export interface LogOptions {
  readonly level: string
  readonly write?: ((line: string) => void) | undefined
  /** The worker that writes, where there are several. */
  readonly worker?: number | undefined
  /** Short lines for a person, in place of JSON. */
  readonly isReadable?: boolean
  /** Places of secrets in what is logged, whose values are never shown. */
  readonly redactedPaths?: readonly string[]
}

export function openLog({ level, write, worker, isReadable = false, redactedPaths = [] }: LogOptions) {
  const options = {
    level,
    base: worker === undefined ? null : { worker },
    // Milliseconds since 1970 are thirteen digits, and one in ten such numbers looks like a card number.
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
    redact: { paths: [...redactedPaths], censor: 'xxx' },
    hooks: { streamWrite: scrubLine },
  }
  const output = write ? { write } : standardOutput()
  return pino(options, isReadable ? readable(output) : output)
}

/** Each line has been scrubbed before it comes here. */
function readable(output: { write(text: string): unknown }) {
  return {
    write(json: string) {
      const line = readableLine(json)
      if (line !== undefined) output.write(line)
    },
  }
}

/**
 * As the gateway itself has written it: quotes inside a value are escaped, therefore nothing a client sends looks like
 * this.
 */
const clientAddress = /"clientAddress":"[0-9a-f.:]{2,39}"/

/**
 * One IPv4 address in ten would look like an account number, and the address is the only trace of an attack's origin.
 */
function scrubLine(line: string): string {
  const [address = ''] = clientAddress.exec(line) ?? []
  if (address === '') return scrubAccountNumbers(line)
  const at = line.indexOf(address)
  return scrubAccountNumbers(line.slice(0, at)) + address + scrubAccountNumbers(line.slice(at + address.length))
}

/**
 * A terminal whose window was closed takes no more lines (EIO); the gateway continues without them. Unhandled, the
 * error would end the process through pino's last flush, which retries for ever and ignores signals meanwhile.
 */
function standardOutput() {
  const output = pino.destination({ fd: process.stdout.fd, sync: true })
  output.on('error', () => Object.assign(output, { write: () => true, flushSync: () => {} }))
  return output
}

/** An error's own message and its stack. Other members may hold data, such as a database row, and are left out. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' && { code }),
    stack: error.stack,
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}

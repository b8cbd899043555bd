// The log: one line for each event, JSON or text for a terminal, and no line contains anything that could be an account number.

import { styleText } from 'node:util'
import { pino } from 'pino'
import { scrubAccountNumbers } from '../../kernel/account-numbers-in-text.ts'

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

// Log lines for a person at a terminal: a request is one short line, anything else its message with its values.

type LogLine = Readonly<Record<string, unknown>>
type Colour = Parameters<typeof styleText>[0]

/**
 * Pages fetch files and services as long as they are open, and probes ask all day. These lines would push away those of
 * payments; the JSON log has them all.
 */
const quietRoutes = /^\/(console|docs|health|metrics|static|form|3ds\/assets|checkout\/assets)(\/|$)/

/** Undefined for a line that is left out. `json` is a line as the log writes it, free of secrets and account numbers. */
export function readableLine(json: string): string | undefined {
  const line = JSON.parse(json) as LogLine
  return line['msg'] === 'request' ? requestLine(line) : `${messageLine(line)}\n`
}

/** `PUT PAY order-1/1 201 APPROVED 34 ms` */
function requestLine(line: LogLine): string | undefined {
  const { method, operation, route, order, transaction, status, gatewayCode, result, error, isDelivered, ms } = line
  const isFailure = Number(status) >= 400
  // Probes have no route.
  const isQuiet = operation === undefined && (route === undefined || quietRoutes.test(String(route)))
  if (!isFailure && isQuiet) return undefined
  const outcome = gatewayCode ?? error ?? (result === 'SUCCESS' && operation === undefined ? undefined : result)
  const words = [
    method,
    operation ?? route,
    [order, transaction].filter((id) => id !== undefined).join('/') || undefined,
    styleText(colourOf(Number(status), String(outcome)), [status, outcome].filter(isShown).join(' ')),
    isDelivered === false ? '(the client had left)' : undefined,
    durationText(Number(ms)),
  ]
  return `${words.filter(isShown).join(' ')}\n`
}

function isShown(word: unknown): boolean {
  return word !== undefined && word !== ''
}

const fineOutcomes = /^(APPROVED|SUCCESS|PARTIALLY_APPROVED|undefined)/

function colourOf(status: number, outcome: string): Colour {
  if (status >= 500) return 'red'
  return status >= 400 || !fineOutcomes.test(outcome) ? 'yellow' : 'green'
}

function durationText(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`
}

const levelColours: Readonly<Record<string, Colour>> = { warn: 'yellow', error: 'red', fatal: 'red' }

function messageLine({ level, time: _time, msg, err, worker, ...values }: LogLine): string {
  const colour = levelColours[String(level)]
  const prefix = colour ? `${styleText(colour, String(level))}: ` : ''
  const details = Object.entries({ ...values, ...(worker !== undefined && { worker }) })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
  const { message, stack } = (err ?? {}) as { message?: string; stack?: string }
  const reason = colour === 'red' ? (stack ?? message) : message
  return [`${prefix}${msg}${details.length > 0 ? ` (${details.join(', ')})` : ''}`, reason].filter(isShown).join('\n  ')
}

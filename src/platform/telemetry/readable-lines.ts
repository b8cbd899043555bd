// Log lines for a person at a terminal: a request is one short line, anything else its message with its values.
import { styleText } from 'node:util'

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

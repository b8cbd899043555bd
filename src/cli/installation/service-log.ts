// The log of a running gateway: text where a person reads along, JSON for programs.
import { type Log, openLog } from '../../compose/index.ts'
import type { Config } from '../../platform/config/config.ts'
import { redactedLogPaths } from '../../requests/redaction.ts'

interface ServiceLogOptions {
  /** The standard output is for a program, and the log goes to the standard error. */
  readonly isJson: boolean
  readonly worker?: number
}

export function openServiceLog(
  { logLevel: level, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>,
  { isJson, worker }: ServiceLogOptions,
): Log {
  return openLog({
    level,
    worker,
    redactedPaths: redactedLogPaths(),
    isReadable: isReadable(logFormat, isJson),
    write: isJson ? (line) => process.stderr.write(line) : undefined,
  })
}

/** Whether the log is written for a person. */
export function isReadable(logFormat: Config['logFormat'], isJson: boolean): boolean {
  return logFormat === 'text' || (logFormat === 'auto' && !isJson && process.stdout.isTTY)
}

// The ISO 8583 test host beside the sandbox: a process of its own, started once the gateway is ready and stopped with it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../../platform/config/config.ts'
import type { Log } from '../../platform/telemetry/log.ts'

export interface CardHostProcess {
  stop(): Promise<void>
}

/** Only beside a sandbox. */
export function hasCardHost({ mode, cardHostPort }: Config): boolean {
  return mode === 'sandbox' && cardHostPort !== 0
}

const program = resolve(import.meta.dirname, '..', '..', '..', 'bin', 'tollgate.js')
/** Answers that are being written have this long. */
const stopMs = 3_000

/** The sandbox works without it: when it cannot run, only its merchant's payments are not sent. */
export function startCardHost({ cardHostPort: port, dataDir }: Config, log: Log): CardHostProcess {
  const words = ['host', '--json', '--until-input-ends', '--port', String(port), '--data', join(dataDir, 'host')]
  const child = spawn(process.execPath, [program, ...words], {
    // It ends when this process does, however that ends.
    stdio: ['pipe', 'pipe', 'inherit'],
    // No secret of the gateway goes there.
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], TOLLGATE_DATA_DIR: dataDir },
  })
  let isStopping = false
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output = text
    if (text.includes('"adminUrl"')) log.info({ port }, 'the ISO 8583 test host is ready')
  })
  child.stdin.on('error', () => undefined)
  const ended = Promise.race([once(child, 'close'), once(child, 'error')]).then(
    () => {
      if (!isStopping) log.warn({ port, reason: reasonIn(output) }, 'the ISO 8583 test host does not run')
    },
    (err: unknown) => log.warn({ port, err }, 'the ISO 8583 test host could not be started'),
  )
  return {
    async stop() {
      isStopping = true
      child.stdin.end()
      await Promise.race([ended, delay(stopMs, undefined, { ref: false })])
      child.kill('SIGKILL')
    },
  }
}

function reasonIn(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { readonly error?: string }).error
  } catch {
    return undefined
  }
}

// Where a command reads from and prints to, and how the operator stops it.
import type { Readable } from 'node:stream'

export interface Terminal {
  readonly stdin: Readable
  readonly stdout: Screen
  readonly stderr: Screen
  /** Resolves when the operator stops a command that runs until then, with Ctrl-C for instance. */
  readonly interrupted: () => Promise<void>
}

export interface Screen {
  readonly write: (text: string) => unknown
  readonly isTTY?: boolean
}

/** The terminal of this process. Its input is opened only when a command reads it. */
export const processTerminal: Terminal = {
  get stdin() {
    return process.stdin
  },
  stdout: process.stdout,
  stderr: process.stderr,
  interrupted() {
    const { promise, resolve } = Promise.withResolvers<void>()
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
    return promise
  },
}

/** Reads standard input or a file; undefined when there are more bytes than the limit. */
export async function readAll(stream: Readable, bytesMax: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    const buffer = Buffer.from(chunk as Buffer | string)
    bytes += buffer.length
    if (bytes > bytesMax) return undefined
    chunks.push(buffer)
  }
  return Buffer.concat(chunks)
}

// Shows the progress of a long task: a bar in a terminal, a line at intervals elsewhere.

export interface Progress {
  /** What is being done, without a full stop. */
  readonly what: string
  readonly done: number
  /** 0 while unknown. */
  readonly total: number
}

export interface ProgressReporter {
  report(progress: Progress): void
  /** Leaves the line of the bar. */
  end(): void
}

const barWidth = 30
/** Outside a terminal a line is written when this much more of the whole is done. */
const shareOfLine = 0.1

/** Written to the standard error: the standard output contains the result alone. */
export function openProgressReporter(isSilent: boolean, stderr: Screen): ProgressReporter {
  if (isSilent) return { report: () => undefined, end: () => undefined }
  return stderr.isTTY ? bar(stderr) : lines(stderr)
}

function bar(screen: Screen): ProgressReporter {
  let isBegun = false
  return {
    report(progress) {
      isBegun = true
      const filled = Math.round(shareOf(progress) * barWidth)
      screen.write(`\r\u001b[2K[${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}] ${textOf(progress)}`)
    },
    end() {
      if (isBegun) screen.write('\n')
    },
  }
}

function lines(screen: Screen): ProgressReporter {
  let lastReport: { readonly what: string; readonly part: number } | undefined
  return {
    report(progress) {
      const part = Math.floor(shareOf(progress) / shareOfLine)
      if (lastReport?.what === progress.what && lastReport.part === part) return
      lastReport = { what: progress.what, part }
      screen.write(`${textOf(progress)}\n`)
    },
    end: () => undefined,
  }
}

/** An estimated total may turn out too small. */
function shareOf({ done, total }: Progress): number {
  return total === 0 ? 0 : Math.min(done / total, 1)
}

function textOf(progress: Progress): string {
  const { what, done, total } = progress
  return total === 0 ? what : `${what}: ${Math.floor(shareOf(progress) * 100)}% (${done} of about ${total} rows)`
}

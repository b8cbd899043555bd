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

// Reads standard input or a file, up to a limit.
import type { Readable } from 'node:stream'

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

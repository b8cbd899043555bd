// A private key from a file or the standard input, never as an argument: arguments show in lists of processes and in the
// history of a shell.
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { FieldError } from '../../contract/row.ts'
import { type CommandRefusal, commandRefused } from '../result.ts'
import type { ValueRow } from '../rows.ts'
import type { Terminal } from '../terminal.ts'

/** A key on P-256 is a few hundred bytes; a longer file is most likely the wrong one. */
const bytesMax = 16_384

export const keyFileOption: ValueRow<string> = {
  kind: 'value',
  placeholder: '<file>',
  description:
    'The private key on P-256, in PEM or PKCS #8 in base64, without a passphrase. Default: standard input, also with --key-file=-.',
  parse: (path) => (path === '' || path.includes('\0') ? new FieldError('must be a path') : path),
}

export async function readKeyText(
  file: string | undefined,
  { stdin }: Pick<Terminal, 'stdin'>,
): Promise<CommandRefusal | { readonly kind: 'read'; readonly text: string }> {
  const isStandardInput = file === undefined || file === '-'
  try {
    const text = await readAll(isStandardInput ? stdin : createReadStream(file))
    return text === undefined ? commandRefused(`The key is longer than ${bytesMax} bytes.`) : { kind: 'read', text }
  } catch (error) {
    // The name is not repeated, since a key may have been given in its place.
    return commandRefused(`The key cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** Undefined when it is too long. */
async function readAll(stream: Readable): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    const buffer = Buffer.from(chunk as Buffer | string)
    bytes += buffer.length
    if (bytes > bytesMax) return undefined
    chunks.push(buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}

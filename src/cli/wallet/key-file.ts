// A private key, or what belongs to it, from a file or the standard input, never as an argument: arguments show in lists of processes and in the
// history of a shell.
import { createReadStream } from 'node:fs'
import { FieldError } from '../../contract/row.ts'
import { readAll } from '../read-all.ts'
import { type CommandRefusal, commandRefused } from '../result.ts'
import type { ValueRow } from '../rows.ts'
import type { Terminal } from '../terminal.ts'

/** A key on P-256 is a few hundred bytes; a longer file is most likely the wrong one. */
const bytesMax = 16_384

export function fileOption(description: string): ValueRow<string> {
  return {
    kind: 'VALUE',
    placeholder: '<file>',
    description,
    parse: (path) => (path === '' || path.includes('\0') ? new FieldError('must be a path') : path),
  }
}

export const keyFileOption = fileOption(
  'The private key on P-256, in PEM or PKCS #8 in base64, without a passphrase. Default: standard input, also with --key-file=-.',
)

export async function readKeyText(
  file: string | undefined,
  { stdin }: Pick<Terminal, 'stdin'>,
): Promise<CommandRefusal | { readonly kind: 'READ'; readonly text: string }> {
  const isStandardInput = file === undefined || file === '-'
  try {
    const bytes = await readAll(isStandardInput ? stdin : createReadStream(file), bytesMax)
    if (!bytes) return commandRefused(`The key is longer than ${bytesMax} bytes.`)
    return { kind: 'READ', text: bytes.toString('utf8') }
  } catch (error) {
    // The name is not repeated, since a key may have been given in its place.
    return commandRefused(`The key cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

// The options of the commands about the ISO 8583 test host.
import { join, resolve } from 'node:path'
import { FieldError } from '../../contract/row.ts'
import { loadConfig } from '../../platform/config/config.ts'
import type { CommandContext } from '../command.ts'
import type { ValueRow } from '../rows.ts'

export const dataOption: ValueRow<string> = {
  kind: 'VALUE',
  placeholder: '<folder>',
  description: 'The folder of its books. Default: host in the data folder of the sandbox.',
  parse: (text) => (text === '' || text.includes('\0') ? new FieldError('must be the path of a folder') : text),
}

export function hostFolder(data: string | undefined, { env }: Pick<CommandContext, 'env'>): string {
  return data === undefined ? join(loadConfig(env).dataDir, 'host') : resolve(data)
}

export function fileOption(description: string): ValueRow<string> {
  return {
    kind: 'VALUE',
    placeholder: '<file>',
    description,
    parse: (text) => (text === '' || text.includes('\0') ? new FieldError('must be the path of a file') : text),
  }
}

// The option that names a message specification: a shipped one, or a file.
import { readFile } from 'node:fs/promises'
import { FieldError } from '../../contract/row.ts'
import {
  loadSpecification,
  type MessageSpecification,
  SpecificationError,
  shippedSpecifications,
} from '../../iso8583/index.ts'
import { type CommandRefusal, commandRefused } from '../result.ts'
import { requiredOption, type ValueRow } from '../rows.ts'

const names = shippedSpecifications.map(({ name }) => name).join(', ')

const specification: ValueRow<string> = {
  kind: 'VALUE',
  placeholder: '<name or file>',
  description: `The message specification: ${names}, or the path of a JSON file.`,
  parse: (text) => (text === '' || text.includes('\0') ? new FieldError('must be a name or a path') : text),
}

export const specificationOption = requiredOption(specification)

export async function findSpecification(named: string): Promise<MessageSpecification | CommandRefusal> {
  const shipped = shippedSpecifications.find(({ name }) => name === named)
  if (shipped) return shipped
  try {
    return loadSpecification(JSON.parse(await readFile(named, 'utf8')))
  } catch (error) {
    if (error instanceof SpecificationError) return commandRefused(`${named}: ${error.message}`)
    if (error instanceof SyntaxError) return commandRefused(`${named} is not JSON.`)
    const { code } = error as NodeJS.ErrnoException
    return commandRefused(
      `${named} is neither a shipped specification (${names}) nor a file that can be read (${code}).`,
    )
  }
}

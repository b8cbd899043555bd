// Commands that read and write ISO 8583 messages.
import { readFile } from 'node:fs/promises'
import { FieldError } from '../../contract/row.ts'
import {
  compileCodec,
  describeMessage,
  describeText,
  Iso8583Error,
  Iso8583Message,
  loadSpecification,
  type MessageSpecification,
  SpecificationError,
  shippedSpecifications,
} from '../../iso8583/index.ts'
import { command } from '../command.ts'
import { type CommandRefusal, commandDone, commandRefused } from '../result.ts'
import { requiredOption, type ValueRow } from '../rows.ts'
import { readAll, type Terminal } from '../terminal.ts'

/** The option that names a message specification: a shipped one, or a file. */
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

export const messageDescribe = command({
  name: 'message describe',
  purpose: 'Shows an ISO 8583 message from standard input field by field, with secrets masked.',
  arguments: {},
  options: { spec: specificationOption },
  example: '--spec iso87-ascii',
  notes: () => `Give the message as standard input, for instance with "< message.hex". It is read as it is on the
line, without the length in front of it: raw bytes, or the same bytes in hexadecimal.`,
  async run({ spec }, { terminal }) {
    const specification = await findSpecification(spec)
    if ('kind' in specification) return specification
    const input = await readInput(terminal)
    if (!input) return commandRefused(`A message has at most ${bytesMax} bytes.`)
    const codec = compileCodec(specification)
    try {
      const message = codec.unpack(messageIn(input, specification))
      return commandDone(describeMessage(message, specification), describeText(message, specification))
    } catch (error) {
      if (!(error instanceof Iso8583Error)) throw error
      return commandRefused(error.message)
    }
  },
})

const bytesMax = 100_000

function readInput({ stdin }: Pick<Terminal, 'stdin'>): Promise<Buffer | undefined> {
  return readAll(stdin, bytesMax)
}

/** How the first digits of a message look when its bytes are written in hexadecimal. */
const hexadecimalStart: Readonly<Record<MessageSpecification['messageType'], RegExp>> = {
  ascii: /^3[0-9]3[1-8]3[0-9]3[0-9]/,
  ebcdic: /^f[0-9]f[1-8]f[0-9]f[0-9]/i,
  bcd: /^[0-9][1-8][0-9]{2}/,
}

/** Raw bytes, or the same in hexadecimal: no raw message consists of hexadecimal characters and begins like that. */
function messageIn(input: Buffer, { messageType }: MessageSpecification): Buffer {
  const text = input.toString('latin1').replaceAll(/\s/g, '')
  const isHexadecimal = text.length % 2 === 0 && /^[0-9a-f]+$/i.test(text) && hexadecimalStart[messageType].test(text)
  return isHexadecimal ? Buffer.from(text, 'hex') : input
}

export const messageBuild = command({
  name: 'message build',
  purpose: 'Makes an ISO 8583 message from a JSON object on standard input, and prints it in hexadecimal.',
  arguments: {},
  options: { spec: specificationOption },
  example: '--spec iso87-ascii',
  notes: () => `Give the object as standard input, for instance with "< fields.json". It has the message type as "type"
and the values by field number, such as
{"type": "0800", "7": "1116093000", "11": "000001", "70": "301"}. Binary fields are given in hexadecimal. Shorter numbers
get zeros in front, shorter texts blanks behind.`,
  async run({ spec }, { terminal }) {
    const specification = await findSpecification(spec)
    if ('kind' in specification) return specification
    const input = await readInput(terminal)
    const message = input && messageFrom(input.toString('utf8'), specification)
    if (!message) return commandRefused('Standard input is not a JSON object with "type" and fields by number.')
    if ('kind' in message) return message
    try {
      const hexadecimal = compileCodec(specification).pack(message).toString('hex')
      return commandDone({ hexadecimal }, hexadecimal)
    } catch (error) {
      if (!(error instanceof Iso8583Error)) throw error
      return commandRefused(error.message)
    }
  },
})

function messageFrom(text: string, { fields }: MessageSpecification): Iso8583Message | CommandRefusal | undefined {
  const input = parsed(text)
  if (typeof input?.['type'] !== 'string') return undefined
  const message = new Iso8583Message(input['type'])
  for (const [number, value] of Object.entries(input)) {
    if (number === 'type') continue
    const field = fields[number]
    if (!field || typeof value !== 'string')
      return commandRefused(`"${number}" is not a field of this specification with a text.`)
    if (field.type === 'b' && !/^([0-9a-f]{2})*$/i.test(value))
      return commandRefused(`DE ${number} is given in hexadecimal.`)
    const isBytes = field.type === 'b' || field.isSecret === true
    message.set(Number(number), isBytes ? Buffer.from(value, field.type === 'b' ? 'hex' : 'latin1') : value)
  }
  return message
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined
  } catch {
    return undefined
  }
}

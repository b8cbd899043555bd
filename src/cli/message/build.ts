// Builds an ISO 8583 message from its fields.
import { compileCodec, Iso8583Error, Iso8583Message, type MessageSpecification } from '../../iso8583/index.ts'
import { command } from '../command.ts'
import { type CommandRefusal, commandDone, commandRefused } from '../result.ts'
import { readInput } from './describe.ts'
import { findSpecification, specificationOption } from './specification-option.ts'

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

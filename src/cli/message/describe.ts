// Shows an ISO 8583 message field by field.
import {
  compileCodec,
  describeMessage,
  describeText,
  Iso8583Error,
  type MessageSpecification,
} from '../../iso8583/index.ts'
import { command } from '../command.ts'
import { readAll } from '../read-all.ts'
import { commandDone, commandRefused } from '../result.ts'
import type { Terminal } from '../terminal.ts'
import { findSpecification, specificationOption } from './specification-option.ts'

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

export function readInput({ stdin }: Pick<Terminal, 'stdin'>): Promise<Buffer | undefined> {
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

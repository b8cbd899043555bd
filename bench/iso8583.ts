// Packing and unpacking ISO 8583 messages, beside the npm package iso_8583 on the same fields; the test host; and payments through the link to it.
import { compileCodec, Iso8583Message, shippedSpecifications } from '../src/iso8583/index.ts'
import { benchCardHost } from './card-host.ts'
import { loadPackage } from './comparison.ts'
import { benchIso8583Link } from './iso8583-link.ts'
import { rates, table } from './measure.ts'

/** A payment as a host receives it, by field number. */
const fields: Readonly<Record<number, string>> = {
  2: '5123450000000008',
  3: '000000',
  4: '000000001234',
  7: '1116124755',
  11: '123456',
  12: '124755',
  13: '1116',
  14: '3901',
  18: '5999',
  22: '012',
  25: '59',
  32: '12345678901',
  37: '632112123456',
  41: 'TERM0001',
  42: 'MERCHANT0000001',
  43: 'Shop, Springfield                       ',
  49: '840',
}
const numbers = Object.keys(fields).map(Number)
const account = Buffer.from(fields[2] ?? '', 'latin1')

interface OtherMessage {
  getBufferMessage(): Buffer
  getIsoJSON(message: Buffer): object
}
type OtherLibrary = new (fields?: object) => OtherMessage

function build(): Iso8583Message {
  const message = new Iso8583Message('0200').set(2, account)
  for (const number of numbers) if (number !== 2) message.set(number, fields[number] ?? '')
  return message
}

export async function benchIso8583(): Promise<void> {
  benchCodec()
  await benchCardHost()
  await benchIso8583Link()
}

function benchCodec(): void {
  const Other = loadPackage<OtherLibrary>('iso_8583')
  const theirs = new Other({ 0: '0200', ...fields }).getBufferMessage()
  const ours = shippedSpecifications
    .filter(({ name }) => name.startsWith('iso87'))
    .map((specification) => {
      const codec = compileCodec(specification)
      const bytes = codec.pack(build())
      const readAll = () => {
        const message = codec.unpack(bytes)
        for (const number of numbers) message.value(number)
      }
      return { name: specification.name, works: [() => codec.pack(build()), () => codec.unpack(bytes), readAll] }
    })
  const other = [() => new Other({ 0: '0200', ...fields }).getBufferMessage(), () => new Other().getIsoJSON(theirs)]
  const [pack = 1, unpack = 1, ...measured] = rates([...other, ...ours.flatMap(({ works }) => works)])
  table(`ISO 8583 messages a second, ${numbers.length} fields`, [
    {
      what: 'iso_8583',
      pack,
      unpack,
      'unpack and read all': unpack,
      'pack / other': 1,
      'unpack / other': 1,
      'read / other': 1,
    },
    ...ours.map(({ name }, at) => {
      const [packed = 0, unpacked = 0, read = 0] = measured.slice(at * 3)
      return {
        what: name,
        pack: packed,
        unpack: unpacked,
        'unpack and read all': read,
        'pack / other': packed / pack,
        'unpack / other': unpacked / unpack,
        'read / other': read / unpack,
      }
    }),
  ])
}

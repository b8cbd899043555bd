// Packing and unpacking: every field of every shipped specification at its bounds, messages as hosts write them, and bytes
// that are no message.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { compileCodec } from './codec.ts'
import { Iso8583Error } from './error.ts'
import { Iso8583Message } from './message.ts'
import type { FieldSpecification } from './specification.ts'
import { iso87Ascii, iso87Binary, iso93Ascii, iso93Binary, shippedSpecifications } from './specifications/index.ts'

const codecs = shippedSpecifications.map(compileCodec)
const filler = { n: '9', a: 'Z', an: 'z', ans: '~', z: '7' } as const

function sampleValue({ type, isSecret }: FieldSpecification, length: number): string | Buffer {
  if (type === 'b') return Buffer.alloc(length, 0xa5)
  const text = type === 'x+n' ? `C${'9'.repeat(length)}` : filler[type].repeat(length)
  return isSecret ? Buffer.from(text, 'latin1') : text
}

function messageWith(type: string, field: number, value: string | Buffer): Iso8583Message {
  return new Iso8583Message(type).set(field, value)
}

function rejects(work: () => unknown, part: Iso8583Error['part'], rule: RegExp): void {
  assert.throws(work, (error) => error instanceof Iso8583Error && error.part === part && rule.test(error.message))
}

describe('every field of every shipped specification', () => {
  for (const codec of codecs) {
    it(`is the same after packing and unpacking, at its bounds (${codec.specification.name})`, () => {
      let count = 0
      for (const [number, field] of Object.entries(codec.specification.fields)) {
        const lengths = field.length === undefined ? [0, 1, (field.max ?? 0) - 1, field.max ?? 0] : [field.length]
        for (const length of lengths) {
          const value = sampleValue(field, length)
          const bytes = codec.pack(messageWith('0100', Number(number), value))
          const message = codec.unpack(bytes)
          assert.deepEqual(message.fields(), [Number(number)])
          assert.deepEqual(message.value(Number(number)), value, `DE ${number} of ${length}`)
          count += 1
        }
      }
      assert.ok(count > 200, `${count} values`)
    })

    it(`is refused when it is longer, by number (${codec.specification.name})`, () => {
      for (const [number, field] of Object.entries(codec.specification.fields)) {
        const value = sampleValue(field, (field.length ?? field.max ?? 0) + 1)
        rejects(() => codec.pack(messageWith('0100', Number(number), value)), Number(number), /at most/)
      }
    })
  }
})

describe('encoded values', () => {
  /** Specification, field, value, and the bytes behind the bitmap. */
  const rows = [
    [iso87Ascii, 2, Buffer.from('4111111111111111'), Buffer.from('164111111111111111')],
    [iso87Binary, 2, Buffer.from('4111111111111111'), Buffer.from('164111111111111111', 'hex')],
    [iso87Binary, 2, Buffer.from('411111111111111'), Buffer.from('154111111111111110', 'hex')],
    [iso87Ascii, 4, '1234', Buffer.from('000000001234')],
    [iso87Binary, 4, '1234', Buffer.from('000000001234', 'hex')],
    [iso87Binary, 19, '840', Buffer.from('0840', 'hex')],
    [iso93Binary, 19, '840', Buffer.from('8400', 'hex')],
    [iso93Binary, 49, '840', Buffer.from('8400', 'hex')],
    [iso87Binary, 49, '840', Buffer.from('840')],
    [iso87Ascii, 28, 'D00000100', Buffer.from('D00000100')],
    [iso87Binary, 28, 'D00000100', Buffer.concat([Buffer.from('D'), Buffer.from('00000100', 'hex')])],
    [iso87Binary, 32, '12345678901', Buffer.from('11123456789010', 'hex')],
    [iso87Ascii, 35, Buffer.from('4111111111111111=3912'), Buffer.from('214111111111111111=3912')],
    [iso87Binary, 35, Buffer.from('4111111111111111=3912'), Buffer.from('214111111111111111d39120', 'hex')],
    [iso87Ascii, 41, 'T1', Buffer.from('T1      ')],
    [iso87Binary, 48, 'AB', Buffer.concat([Buffer.from('0002', 'hex'), Buffer.from('AB')])],
    [iso87Ascii, 52, Buffer.from('0123456789abcdef', 'hex'), Buffer.from('0123456789ABCDEF')],
    [iso87Binary, 52, Buffer.from('0123456789abcdef', 'hex'), Buffer.from('0123456789abcdef', 'hex')],
    [iso87Binary, 70, '301', Buffer.from('0301', 'hex')],
    [iso93Ascii, 39, '116', Buffer.from('116')],
    [iso93Ascii, 43, 'Shop', Buffer.from('04Shop')],
  ] as const
  for (const [specification, field, value, line] of rows)
    it(`DE ${field} of ${specification.name} is ${line.toString('hex')}`, () => {
      const bytes = compileCodec(specification).pack(messageWith('0100', field, value))
      const bitmaps = field > 64 ? 2 : 1
      const start = specification.messageType === 'bcd' ? 2 + bitmaps * 8 : 4 + bitmaps * 16
      assert.equal(bytes.toString('hex', start), line.toString('hex'))
    })
})

describe('a whole message', () => {
  it('of a sign-on is what hosts expect', () => {
    const signOn = new Iso8583Message('0800').set(7, '1116093000').set(11, '000001').set(70, '001')
    assert.equal(
      compileCodec(iso87Ascii).pack(signOn).toString('latin1'),
      '0800822000000000000004000000000000001116093000000001001',
    )
    assert.equal(
      compileCodec(iso87Binary).pack(signOn).toString('hex'),
      '08008220000000000000040000000000000011160930000000010001',
    )
  })

  it('has the fields that its bitmap names', () => {
    // Bitmaps as they are published in descriptions of the standard.
    const known = [
      ['4210001102C04804', [2, 7, 12, 28, 32, 39, 41, 42, 50, 53, 62]],
      ['7234054128C28805', [2, 3, 4, 7, 11, 12, 14, 22, 24, 26, 32, 35, 37, 41, 42, 47, 49, 53, 62, 64]],
    ] as const
    const codec = compileCodec(iso87Ascii)
    for (const [bitmap, numbers] of known) {
      const message = new Iso8583Message('0100')
      for (const number of numbers) {
        const field = iso87Ascii.fields[number] ?? assert.fail()
        message.set(number, sampleValue(field, field.length ?? 2))
      }
      const bytes = codec.pack(message)
      assert.equal(bytes.toString('latin1', 4, 20), bitmap)
      assert.deepEqual(codec.unpack(bytes).fields(), numbers)
      const lowerCase = Buffer.from(bytes)
      lowerCase.write(bitmap.toLowerCase(), 4, 'latin1')
      assert.deepEqual(codec.unpack(lowerCase).fields(), numbers)
    }
  })

  it('may have a third bitmap', () => {
    const field = { name: 'Of a host', type: 'n', length: 2, encoding: 'ascii' } as const
    const codec = compileCodec({ ...iso87Ascii, fields: { ...iso87Ascii.fields, 130: field, 192: field } })
    const bytes = codec.pack(new Iso8583Message('0100').set(3, '000000').set(130, '12').set(192, '34'))
    assert.equal(bytes.toString('latin1', 4, 52), 'A000000000000000800000000000000040000000000000010'.slice(0, 48))
    const message = codec.unpack(bytes)
    assert.deepEqual([message.text(3), message.text(130), message.text(192)], ['000000', '12', '34'])
  })

  it('in EBCDIC is the same after packing and unpacking', () => {
    const ebcdic = { encoding: 'ebcdic', lengthEncoding: 'ebcdic' } as const
    const codec = compileCodec({
      name: 'host',
      messageType: 'ebcdic',
      bitmap: 'binary',
      fields: {
        4: { name: 'Amount', type: 'n', length: 12, encoding: 'ebcdic' },
        43: { name: 'Name', type: 'ans', max: 40, prefix: 'LL', ...ebcdic },
      },
    })
    const bytes = codec.pack(new Iso8583Message('0200').set(4, '100').set(43, 'Café é'))
    assert.equal(bytes.toString('hex', 0, 4), 'f0f2f0f0')
    assert.equal(bytes.toString('hex', 12, 26), 'f0f0f0f0f0f0f0f0f0f1f0f0f0f6')
    assert.deepEqual([codec.unpack(bytes).text(4), codec.unpack(bytes).text(43)], ['000000000100', 'Café é'])
  })

  it('keeps every value, whatever the fields and values are', () => {
    const codec = compileCodec(iso87Binary)
    const fields = fc.uniqueArray(fc.constantFrom(...Object.keys(iso87Binary.fields)), { maxLength: 40 })
    fc.assert(
      fc.property(fields, fc.integer({ min: 0, max: 2 ** 31 }), (numbers, salt) => {
        const message = new Iso8583Message('0200')
        for (const number of numbers) {
          const field = iso87Binary.fields[number] ?? assert.fail()
          const length = field.length ?? (salt * (Number(number) + 1)) % ((field.max ?? 0) + 1)
          message.set(Number(number), sampleValue(field, length))
        }
        const read = codec.unpack(codec.pack(message))
        assert.deepEqual(read.fields(), message.fields())
        for (const number of read.fields()) assert.deepEqual(read.value(number), message.value(number))
      }),
      { numRuns: 300 },
    )
  })
})

describe('errors', () => {
  const codec = compileCodec(iso87Ascii)
  const good = codec.pack(new Iso8583Message('0210').set(4, '100').set(39, '00').set(48, 'abc'))

  it('name field, position and rule', () => {
    rejects(() => codec.pack(messageWith('0200', 4, '12x')), 4, /DE 4 at byte \d+: it holds digits/)
    rejects(() => codec.pack(messageWith('0200', 41, 'T\n')), 41, /printable/)
    rejects(() => codec.pack(messageWith('0200', 41, 'T€')), 41, /printable/)
    rejects(() => codec.pack(messageWith('0200', 52, '12')), 52, /bytes/)
    rejects(() => codec.pack(messageWith('0200', 28, '00000100')), 28, /C or D/)
    rejects(() => codec.pack(messageWith('02', 4, '1')), 'message type', /four digits/)
    rejects(() => codec.pack(messageWith('0200', 129, '1')), 129, /no such field/)
    rejects(() => codec.unpack(good.subarray(0, -1)), 48, /needs 3 bytes, and the message has 2 left/)
    rejects(() => codec.unpack(Buffer.concat([good, Buffer.from('x')])), 'bitmap', /1 bytes follow/)
    rejects(() => codec.unpack(good.subarray(0, 10)), 'bitmap', /needs 16 bytes/)
    rejects(() => codec.unpack(Buffer.from('02')), 'message type', /four digits/)
    const letter = Buffer.from(good)
    letter.write('x', 21, 'latin1')
    rejects(() => codec.unpack(letter), 4, /at byte 21: it holds digits/)
    const tooLong = Buffer.from(codec.pack(messageWith('0100', 32, '1')))
    tooLong.write('12', 20, 'latin1')
    rejects(() => codec.unpack(tooLong), 32, /its length is 12, at most 11/)
  })

  it('leave nothing of a secret behind in a message that is wiped', () => {
    const bytes = codec.pack(messageWith('0200', 2, Buffer.from('4111111111111111')))
    const message = codec.unpack(bytes)
    assert.equal(message.bytes(2)?.toString(), '4111111111111111')
    message.wipe()
    assert.equal(message.has(2), false)
    assert.ok(!bytes.includes('4111'))
  })

  it("are of the library's own type, and are found in bounded time", () => {
    const seed = Number(process.env['ISO8583_FUZZ_SEED'] ?? 1)
    const rounds = Number(process.env['ISO8583_FUZZ_ROUNDS'] ?? 40_000)
    const random = generator(seed)
    const samples = codecs.map((each) => sampleOf(each))
    let read = 0
    for (let round = 0; round < rounds; round += 1) {
      const at = round % codecs.length
      const bytes = mutated(samples[at] ?? assert.fail(), random)
      try {
        ;(codecs[at] ?? assert.fail()).unpack(bytes)
        read += 1
      } catch (error) {
        if (!(error instanceof Iso8583Error)) assert.fail(`seed ${seed}, round ${round}: ${String(error)}`)
        assert.ok(error.offset <= bytes.length + 4, `seed ${seed}, round ${round}: byte ${error.offset}`)
      }
    }
    assert.ok(read > 0 && read < rounds, `${read} of ${rounds} could be read`)
  })
})

function sampleOf(codec: (typeof codecs)[number]): Buffer {
  const message = new Iso8583Message('0200')
  for (const number of [2, 3, 4, 7, 11, 32, 35, 41, 43, 48, 52, 54, 55, 64, 70, 90, 97, 100, 128]) {
    const field = codec.specification.fields[number] ?? assert.fail()
    message.set(number, sampleValue(field, field.length ?? 7))
  }
  return codec.pack(message)
}

/** A few bytes changed, a piece cut out, doubled or put on, or nothing but noise. */
function mutated(sample: Buffer, random: () => number): Buffer {
  const kind = random() % 8
  if (kind === 0) return Buffer.from(Array.from({ length: random() % 300 }, () => random() & 255))
  const bytes = Buffer.from(sample)
  if (kind === 1) return bytes.subarray(0, random() % bytes.length)
  if (kind === 2) return Buffer.concat([bytes, bytes.subarray(random() % bytes.length)])
  for (let changes = 1 + (random() % 4); changes > 0; changes -= 1) bytes[random() % bytes.length] = random() & 255
  return bytes
}

/** The same numbers for the same seed. */
function generator(seed: number): () => number {
  let state = seed >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state
  }
}

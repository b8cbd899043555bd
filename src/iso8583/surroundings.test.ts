// What surrounds a message: frames, parts of values, message authentication, specifications from files, readable text.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileCodec } from './codec.ts'
import { describeMessage, describeText } from './describe.ts'
import { Iso8583Error } from './error.ts'
import { framing } from './framing.ts'
import { loadSpecification, SpecificationError } from './load-specification.ts'
import { isMacRight, keyCheckValue, messageMac } from './mac.ts'
import { Iso8583Message } from './message.ts'
import { readBer, readPositional, readTagged, writeBer, writePositional, writeTagged } from './parts.ts'
import { iso87Ascii } from './specifications/index.ts'

describe('frames', () => {
  const message = Buffer.from('0800')
  const tpdu = { kind: 'TPDU', bytes: Buffer.from('6000030004', 'hex') } as const
  const rows = [
    [{ length: 'binary-2' }, '000430383030'],
    [{ length: 'binary-2', isInclusive: true }, '000630383030'],
    [{ length: 'binary-4' }, '0000000430383030'],
    [{ length: 'ascii-4' }, '3030303430383030'],
    [{ length: 'ascii-4', isInclusive: true }, '3030303830383030'],
    [{ length: 'binary-2', header: tpdu }, '0009600003000430383030'],
  ] as const
  for (const [form, line] of rows)
    it(`${JSON.stringify({ ...form, header: 'header' in form })} is ${line}, read in any pieces`, () => {
      const framer = framing(form)
      const frame = framer.frame(message)
      assert.equal(frame.toString('hex'), line)
      const twice = Buffer.concat([frame, frame])
      for (let size = 1; size <= twice.length; size += 1) {
        const reader = framer.reader()
        const messages = []
        for (let at = 0; at < twice.length; at += size)
          for (const each of reader.push(Buffer.from(twice.subarray(at, at + size))))
            messages.push(each.message.toString())
        assert.deepEqual(messages, ['0800', '0800'])
        assert.equal(reader.waiting, 0)
      }
    })

  it('answer with the addresses of their header swapped', () => {
    const framer = framing({ length: 'binary-2', header: tpdu })
    assert.equal(framer.responseHeader(tpdu.bytes).toString('hex'), '6000040003')
  })

  it('may be empty, and may not be longer than any message', () => {
    const reader = framing({ length: 'binary-4' }).reader()
    assert.equal(reader.push(Buffer.alloc(4))[0]?.message.length, 0)
    assert.throws(() => reader.push(Buffer.from('7fffffff', 'hex')), Iso8583Error)
    assert.throws(() => framing({ length: 'ascii-4' }).reader().push(Buffer.from('00x4')), Iso8583Error)
  })
})

describe('composite values', () => {
  const original = iso87Ascii.fields['90']?.parts
  assert.ok(original?.kind === 'positional')

  it('may have fixed positions: the original data of a reversal', () => {
    const parts = {
      messageType: '0200',
      traceNumber: '1',
      transmissionTime: '1116093000',
      acquirer: '12345',
      forwarder: '',
    }
    const text = writePositional(90, original, [parts])
    assert.equal(text, '020000000111160930000000001234500000000000')
    assert.deepEqual(readPositional(90, original, text)[0]?.['traceNumber'], '000001')
    assert.throws(() => readPositional(90, original, text.slice(1)), /42 characters/)
  })

  it('may repeat: additional amounts', () => {
    const amounts = iso87Ascii.fields['54']?.parts
    assert.ok(amounts?.kind === 'positional')
    const text = '0057840C0000000100000002840D000000000500'
    assert.deepEqual(readPositional(54, amounts, text), [
      { accountType: '00', amountType: '57', currency: '840', amount: 'C000000010000' },
      { accountType: '00', amountType: '02', currency: '840', amount: 'D000000000500' },
    ])
    assert.equal(writePositional(54, amounts, readPositional(54, amounts, text)), text)
  })

  it('have tags', () => {
    const tagged = { kind: 'tagged', tagLength: 2, lengthLength: 2 } as const
    assert.deepEqual(readTagged(48, tagged, '0103ABC0900'), { '01': 'ABC', '09': '' })
    assert.equal(writeTagged(48, tagged, { '09': '', '01': 'ABC' }), '0103ABC0900')
    for (const wrong of ['0105ABC', '01', 'x103ABC', '0101A0101B'])
      assert.throws(() => readTagged(48, tagged, wrong), Iso8583Error)
  })

  it('are BER-TLV in chip data', () => {
    const bytes = Buffer.from('9f02060000000010005a084111111111111111820239009f360200ff', 'hex')
    const values = readBer(55, bytes)
    assert.deepEqual(
      values.map(({ tag, value }) => [tag, value.toString('hex')]),
      [
        ['9F02', '000000001000'],
        ['5A', '4111111111111111'],
        ['82', '3900'],
        ['9F36', '00ff'],
      ],
    )
    assert.deepEqual(writeBer(55, values), bytes)
    const long = [{ tag: '9F10', value: Buffer.alloc(300, 1) }]
    assert.deepEqual(readBer(55, writeBer(55, long)), long)
    for (const wrong of ['9f', '9f02', '9f0206', '5a80', '5a83000001ff', '1fffffff01'])
      assert.throws(() => readBer(55, Buffer.from(wrong, 'hex')), Iso8583Error, wrong)
  })
})

describe('message authentication', () => {
  it('by the retail MAC agrees with the example of ISO 9797-1', () => {
    const key = Buffer.from('0123456789abcdeffedcba9876543210', 'hex')
    assert.equal(messageMac('retail', key, Buffer.from('Now is the time for all ')).toString('hex'), 'a1c72e74ea3fa9b6')
    assert.equal(keyCheckValue('retail', key).toString('hex'), '08d7b4')
  })

  it('by AES-CMAC agrees with the examples of RFC 4493', () => {
    const key = Buffer.from('2b7e151628aed2a6abf7158809cf4f3c', 'hex')
    const rows = [
      ['', 'bb1d6929e9593728'],
      ['6bc1bee22e409f96e93d7e117393172a', '070a16b46b4d4144'],
      ['6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411', 'dfa66747de9ae630'],
    ] as const
    for (const [message, mac] of rows) {
      const bytes = Buffer.from(message, 'hex')
      assert.equal(messageMac('aes-cmac', key, bytes).toString('hex'), mac)
      assert.equal(isMacRight('aes-cmac', key, bytes, Buffer.from(mac, 'hex')), true)
      assert.equal(
        isMacRight('aes-cmac', key, Buffer.concat([bytes, Buffer.from('x')]), Buffer.from(mac, 'hex')),
        false,
      )
    }
    assert.throws(() => messageMac('retail', Buffer.alloc(8), Buffer.alloc(0)), RangeError)
  })
})

describe('a specification from a file', () => {
  it('is a shipped one with differences', () => {
    const specification = loadSpecification({
      name: 'north-bank',
      from: 'iso87-ascii',
      bitmap: 'binary',
      fields: {
        43: { max: 99, prefix: 'LL', lengthEncoding: 'ascii' },
        48: { parts: { kind: 'tagged', tagLength: 2, lengthLength: 2 } },
        52: null,
        63: { name: 'Host reference', type: 'n', length: 5, encoding: 'ascii' },
      },
    })
    const bytes = compileCodec(specification).pack(new Iso8583Message('0100').set(43, 'Shop').set(63, '7'))
    assert.equal(bytes.toString('hex', 4, 12), '0000000000200002')
    assert.equal(bytes.toString('latin1', 12), '04Shop00007')
    assert.equal(specification.fields['52'], undefined)
  })

  it('is refused with every problem, in words', () => {
    const rows: readonly (readonly [unknown, RegExp])[] = [
      [{}, /name.*fields/],
      [{ name: 'x', fields: {} }, /messageType is missing; bitmap is missing/],
      [{ name: 'x', from: 'iso87-ascii', fields: { 200: {} } }, /additional properties \(200\)/],
      [
        { name: 'x', from: 'iso87-ascii', fields: { 193: { name: 'x', type: 'n', length: 1, encoding: 'ascii' } } },
        /field 193: there is no such field/,
      ],
      [
        { name: 'x', from: 'iso87-ascii', fields: { 4: { encoding: 'binary' } } },
        /field 4: n is not written as binary/,
      ],
      [{ name: 'x', from: 'iso87-ascii', fields: { 41: { encoding: 'bcd' } } }, /field 41: ans is not written as BCD/],
      [{ name: 'x', from: 'iso87-ascii', fields: { 48: { max: 1000 } } }, /announces at most 999/],
      [{ name: 'x', from: 'iso87-ascii', fields: { 4: { colour: 'red' } } }, /colour/],
    ]
    for (const [file, problem] of rows)
      assert.throws(
        () => loadSpecification(file),
        (error) => error instanceof SpecificationError && problem.test(error.message),
      )
  })
})

describe('the description of a message', () => {
  it('shows every field with its name, and no secret', () => {
    const message = new Iso8583Message('0421')
      .set(2, Buffer.from('4111111111111111'))
      .set(4, '000000001000')
      .set(35, Buffer.from('4111111111111111=3912'))
      .set(52, Buffer.alloc(8, 7))
      .set(55, Buffer.from('9f02060000000010005a084111111111111111', 'hex'))
      .set(90, '020000000111160930000000001234500000000000')
    const text = describeText(message, iso87Ascii)
    assert.match(text, /^0421 {2}reversal advice \(repeated\)/)
    assert.match(text, /2 {2}Primary account number\s+411111xxxxxx1111/)
    assert.match(text, /traceNumber\s+000001/)
    assert.match(text, /9F02\s+000000001000/)
    assert.ok(!/4111111111111111|41111111111|0707/.test(text), text)
  })

  it('does not show what proves a payment: the cryptogram of a chip and the data of its issuer', () => {
    const chip = writeBer(55, [
      { tag: '9F10', value: Buffer.alloc(7, 0xab) },
      { tag: '9F26', value: Buffer.alloc(8, 0xcd) },
      { tag: '9F36', value: Buffer.from('0102', 'hex') },
    ])
    const text = describeText(new Iso8583Message('0200').set(55, chip), iso87Ascii)
    assert.match(text, /9F36\s+0102/)
    assert.ok(!/ABAB|CDCD/.test(text), text)
  })

  it('shows fields and tags as the two sides have agreed, and of all others how long they are', () => {
    const tagged = { kind: 'tagged', tagLength: 2, lengthLength: 2 } as const
    const message = new Iso8583Message('0200')
      .set(3, '000000')
      .set(48, Buffer.from('0103123020212'))
      .set(90, '020000000111160930000000001234500000000000')
    const { fields } = describeMessage(message, iso87Ascii, {
      shownFields: new Set([3]),
      tagged: { 48: { ...tagged, shownTags: new Set(['02']) } },
    })
    assert.deepEqual(
      fields.map(({ number, value, parts }) => [
        number,
        value,
        parts?.map(({ name, value: part }) => `${name}=${part}`),
      ]),
      [
        [3, '000000', undefined],
        [48, '************* (13)', ['01=*** (3)', '02=12']],
        [90, '**************** (42)', undefined],
      ],
    )
    const unsplit = describeMessage(new Iso8583Message('0200').set(48, '01'), iso87Ascii, {
      tagged: { 48: { ...tagged, shownTags: new Set(['01']) } },
    })
    assert.deepEqual(unsplit.fields[0]?.parts, [])
  })
})

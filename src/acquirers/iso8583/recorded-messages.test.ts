import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoCard, isoPayment } from '../../../test/support/builders/iso8583-link.ts'
import { compileCodec, Iso8583Message, shippedSpecifications, writeTagged } from '../../iso8583/index.ts'
import { Secret } from '../../kernel/secret.ts'
import type { RecordedExchange } from '../ports/exchanged-messages.ts'
import { additionalData, identityFor, requestMessage, reversalMessage } from './messages.ts'
import { fieldNamesOf, messageDescriber, openRecorder } from './recorded-messages.ts'

const specification = shippedSpecifications.find(({ name }) => name === 'iso87-binary') ?? assert.fail()
const recordedMessage = messageDescriber(specification)
const traces = { traces: ['000001', '000002'], at: new Date('2026-11-16T10:20:30Z') }
const key = { merchantId: 'SHOP1', orderId: 'order', transactionId: '1' }

const secrets = { account: '5123450000000008', code: '739', cryptogram: 'AAABBEg0VhI0VniQEjRWAAAAAAA=' }

function paymentMessage(): Iso8583Message {
  const question = isoPayment({
    instrument: isoCard({
      number: new Secret('ACCOUNT', secrets.account),
      securityCode: new Secret('AUTHENTICATION', secrets.code),
      track2: new Secret('AUTHENTICATION', `;${secrets.account}=39011010000012345678?`),
    }),
    details: {
      billing: { address: { postcodeZip: '8001', street: `Hill ${secrets.account}` } },
      threeDSecure: { enrollmentStatus: 'ENROLLED', acsEci: '05', authenticationToken: secrets.cryptogram },
    },
  })
  const identity = identityFor(question, traces, { institutionId: '123456', terminal: 'TERM0001' })
  return requestMessage(question, identity, { categoryCode: '5999', isRepeat: false })
}

describe('a recorded message', () => {
  it('shows what a request says, and no account number, security code, track or cryptogram', () => {
    const { title, fields } = recordedMessage(paymentMessage())
    const values = new Map(fields)
    assert.equal(title, '0200 financial request')
    assert.equal(values.get('2'), '512345xxxxxx0008')
    assert.deepEqual(
      ['4', '11', '48.02', '48.10', '49'].map((label) => values.get(label)),
      ['000000001000', '000001', '8001', '05', '840'],
    )
    assert.equal(values.get('48.01'), '*** (3)')
    const text = JSON.stringify(fields)
    for (const secret of [secrets.account, `"${secrets.code}"`, secrets.cryptogram, '=3901', '01037'])
      assert.ok(!text.includes(secret), `${secret} in ${text}`)
    const hex = (secret: string) => Buffer.from(secret, 'latin1').toString('hex').toUpperCase()
    for (const secret of [secrets.account, secrets.cryptogram]) assert.ok(!text.includes(hex(secret)))
  })

  it('shows only fields that are known to hold no secret, of whatever the other side sends', () => {
    const response = new Iso8583Message('0210')
      .set(39, '00')
      .set(44, `AM ${secrets.account}`)
      .set(46, secrets.account)
      .set(48, writeTagged(48, additionalData, { '01': secrets.code, '31': 'ABCDEF', '99': secrets.account }))
      .set(53, '1234567890123456')
      .set(62, secrets.account)
      .set(64, Buffer.from('0123456789ABCDEF', 'hex'))
      .set(102, secrets.account)
      .set(125, secrets.code)
    const values = new Map(recordedMessage(response).fields)
    assert.equal(values.get('39'), '00')
    assert.equal(values.get('44'), `AM ${'x'.repeat(16)}`)
    for (const label of ['46', '48', '48.01', '48.31', '48.99', '53', '62', '64', '102', '125'])
      assert.match(values.get(label) ?? '', /^\*+ \(\d+\)$/, label)
  })

  it('shows nothing of additional data that cannot be split', () => {
    const response = new Iso8583Message('0210').set(48, `01${secrets.account}`)
    assert.deepEqual(recordedMessage(response).fields, [['48', '**************** (18)']])
  })

  it('is kept without its fields when they cannot be read', () => {
    const codec = compileCodec(specification)
    const bytes = codec.pack(new Iso8583Message('0210').set(4, '000000001000').set(39, '00'))
    bytes.fill(0xff, 10, 16)
    const forEach = () => codec.unpack(bytes).text(4)
    const broken = { type: '0210', forEach }
    assert.deepEqual(recordedMessage(broken as unknown as Iso8583Message).fields, [])
  })

  it('names its fields, the parts of the original and the tags of the additional data', () => {
    const question = isoPayment()
    const identity = identityFor(question, traces, { institutionId: '123456', terminal: 'TERM0001' })
    const { title, fields } = recordedMessage(reversalMessage(question, identity, true))
    const names = fieldNamesOf(specification)
    assert.equal(title, '0421 reversal advice (repeated)')
    assert.deepEqual(
      fields.filter(([label]) => /^(90|48)/.test(label)).map(([label]) => `${label} ${names[label]}`),
      [
        '48 Additional data, private',
        '48.20 Reference',
        '90 Original data',
        '90.messageType Message type',
        '90.traceNumber Trace number',
        '90.transmissionTime Transmission time',
        '90.acquirer Acquirer',
        '90.forwarder Forwarder',
      ],
    )
  })
})

describe('the stored bytes of exchanged messages', () => {
  const track = `${secrets.account}=39011010000012345678`
  const bytesOf = { ascii: (text: string) => Buffer.from(text, 'latin1'), ebcdic: ebcdicOf, bcd: bcdOf } as const

  function ebcdicOf(text: string): Buffer {
    return Buffer.from([...text].map((each) => (each === '=' ? 0x7e : 0xf0 + Number(each))))
  }
  function bcdOf(text: string): Buffer {
    return Buffer.from(text.replace('=', 'd'), 'hex')
  }

  for (const shipped of shippedSpecifications)
    it(`hold no account number or track in ASCII, BCD or EBCDIC: ${shipped.name}`, () => {
      const kept: RecordedExchange[] = []
      const clock = { now: () => traces.at }
      const recorder = openRecorder({ keep: (each) => void kept.push(each) }, { specification: shipped, clock })
      for (const write of Object.values(bytesOf)) {
        // In the fields where they belong, and wherever else a host may put them.
        const response = new Iso8583Message('0210').set(2, bytesOf.ascii(secrets.account)).set(35, bytesOf.ascii(track))
        for (const field of [36, 44, 45, 46, 47, 48, 52, 53, 55, 59, 60, 61, 62, 63, 64, 102, 103, 120, 125, 127, 128])
          response.set(field, field % 2 === 0 ? write(secrets.account) : write(secrets.account).toString('latin1'))
        recorder.begin({ key }, paymentMessage())?.end({ kind: 'ANSWER', message: response })
      }
      assert.equal(kept.length, 3)
      const stored = Buffer.from(JSON.stringify(kept))
      for (const [encoding, write] of Object.entries(bytesOf))
        for (const secret of [write(secrets.account), write(track.slice(0, 30))]) {
          const hexadecimal = secret.toString('hex')
          const utf8 = Buffer.from(JSON.stringify(secret.toString('latin1')).slice(1, -1))
          for (const spelling of [secret, utf8, hexadecimal, hexadecimal.toUpperCase(), secret.toString('base64')])
            assert.ok(!stored.includes(spelling), `${encoding} ${spelling}`)
        }
    })
})

describe('the recorder of a link', () => {
  const clock = { now: () => new Date('2026-11-16T10:20:30Z') }
  const open = () => {
    const kept: RecordedExchange[] = []
    return { kept, recorder: openRecorder({ keep: (each) => void kept.push(each) }, { specification, clock }) }
  }

  it('keeps request and answer, or why there is none', () => {
    const { kept, recorder } = open()
    const response = new Iso8583Message('0210').set(39, '05')
    recorder.begin({ key }, paymentMessage())?.end({ kind: 'ANSWER', message: response })
    recorder.begin({ key }, paymentMessage())?.end({ kind: 'NO_ANSWER', why: 'no answer within 25 ms' })
    assert.deepEqual(
      kept.map(({ key: of, at, received, problem }) => [of, at, received?.fields, problem]),
      [
        [key, clock.now(), [['39', '05']], undefined],
        [key, clock.now(), undefined, 'no answer within 25 ms'],
      ],
    )
  })

  it('keeps nothing of what was not sent, of what is no transaction, and where nothing is kept', () => {
    const { kept, recorder } = open()
    recorder.begin({ key }, paymentMessage())?.end({ kind: 'NOT_SENT', why: 'not connected' })
    assert.equal(recorder.begin({}, paymentMessage()), undefined)
    const none = openRecorder(undefined, { specification, clock })
    assert.equal(none.begin({ key }, paymentMessage()), undefined)
    assert.deepEqual(kept, [])
  })
})

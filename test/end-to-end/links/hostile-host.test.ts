// A gateway whose ISO 8583 host repeats every secret it gets, sends old messages again, lies, floods, stalls and downgrades. Afterwards both
// sides agree on what was paid, and the secrets are looked for in everything that the gateway leaves behind.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { transmissionOf } from '../../../src/acquirers/iso8583/wire.ts'
import { Iso8583Message } from '../../../src/iso8583/index.ts'
import { hostKeyChange } from '../../support/builders/host-key-change.ts'
import { spellingsOf, walSegmentOf } from '../../support/checks/canary-search.ts'
import { assertNone, testsOfTraces } from '../../support/checks/no-secret-left.ts'
import { eventually, until } from '../../support/checks/poll.ts'
import { type ApiResponse, captureBody, newOrderId } from '../../support/clients/client.ts'
import { openShop, type Shop, settleEverything, totals } from '../../support/clients/shop.ts'
import { boardMerchant, testerStamp } from '../../support/fixtures/merchants.ts'
import { databaseUrl } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'
import { threadMsOf } from '../../support/hostile/thread-time.ts'
import {
  type HostScript,
  type ScriptedConnection,
  type ScriptedHost,
  startScriptedHost,
} from '../../support/sites/scripted-card-host.ts'
import { certificateFor, makeAuthority } from '../../support/sites/tls-server.ts'

// No other test uses it: the write-ahead log is that of the whole server.
const number = '3530111333300000'
const code = '8264'
const track2 = `${number}D39011010000082640000`
const marker = 'HOSTCODE'
const keys = {
  first: Buffer.from('1357246813572468ACE0BDF1ACE0BDF1', 'hex'),
  second: Buffer.from('2468135724681357BDF1ACE0BDF1ACE0', 'hex'),
  third: Buffer.from('98765432987654320F1E2D3C0F1E2D3C', 'hex'),
  strangers: Buffer.from('0011223344556677FFEEDDCCBBAA9988', 'hex'),
  under: Buffer.from('89ABCDEF0123456776543210FEDCBA98', 'hex'),
}

type Behaviour = (request: Iso8583Message, connection: ScriptedConnection) => unknown
const approve: Behaviour = (request, connection) => connection.answer(request)

let host: ScriptedHost
let gateway: TestGateway
let shop: Shop
let firstSegment: string
/** With the key of the moment, which a connection begins with. */
const mac: { algorithm: 'retail'; key: Buffer } = { algorithm: 'retail', key: keys.first }
let behaviour: Behaviour = approve
const responses: ApiResponse[] = []
const orders: string[] = []

/** What the host was sent, by type, trace number and time; and what was reversed of it. */
const taken = new Set<string>()
const reversed = new Set<string>()

const take: NonNullable<HostScript['take']> = (request, connection) => {
  if (request.type[2] === '1') return undefined
  if (request.type.startsWith('08')) return connection.answer(request)
  if (request.type.startsWith('04')) {
    reversed.add((request.text(90) ?? '').slice(0, 20))
    return connection.answer(request)
  }
  taken.add(`${request.type}${request.text(11)}${request.text(7)}`)
  return behaviour(request, connection)
}

before(async () => {
  host = await startScriptedHost({ mac, take })
  gateway = await startGateway()
  firstSegment = await walSegmentOf({ connectionString: databaseUrl(gateway.database) })
  shop = await boardAt(host, 'hostile-host')
})
after(async () => {
  await gateway.stop()
  await host.close()
})

async function boardAt({ address }: ScriptedHost, linkId: string, own: Record<string, string | boolean> = {}) {
  const acquirerLink = { linkId, adapter: 'iso8583', acquirerId: 'HOSTILE', acquirerMerchantId: 'SHOP' }
  const times = { responseTimeoutMs: 250, connectTimeoutMs: 500, reconnectMinMs: 10, reconnectMaxMs: 50 }
  const settings = { addresses: address, institutionId: '123456', mac: 'x9.19', ...times, lateArrivalMs: 1_000, ...own }
  const secrets = { macKey: keys.first.toString('hex'), keyEncryptingKey: keys.under.toString('hex') }
  const stored = { ...settings, failuresMax: 1_000 }
  await gateway.administration.links.create({ ...acquirerLink, settings: stored, secrets }, testerStamp())
  await until(() => gateway.dependencies.acquirers.current(linkId) !== undefined, 'the gateway knows the link')
  const { id } = await boardMerchant(gateway, { profile: { acquirerLink, privileges: ['DEBUG_INFORMATION'] } })
  return openShop(gateway, id)
}

const money = { amount: '10.00', currency: 'USD' }
const bodyOf = (apiOperation: string) => ({
  apiOperation,
  order: money,
  sourceOfFunds: {
    type: 'CARD',
    provided: { card: { number, expiry: { month: '1', year: '39' }, securityCode: code } },
  },
})

async function put(body: object, orderId = newOrderId(), transactionId = '1', at = shop): Promise<ApiResponse> {
  const response = await at.put(body, { orderId, transactionId })
  responses.push(response, await at.order(orderId))
  if (at === shop && !orders.includes(orderId)) orders.push(orderId)
  return response
}

function pay(next: Behaviour, body: object = bodyOf('PAY')): Promise<ApiResponse> {
  behaviour = next
  return put(body)
}

/** Once the connection that was lost is there again. */
const paysAgain = () => until(async () => (await pay(approve)).body.result === 'SUCCESS', 'payments work again')

const present = () => host.connections.at(-1) ?? assert.fail('there is no connection')
const answering =
  (fields: Readonly<Record<number, string>>): Behaviour =>
  (request, connection) =>
    connection.answer(request, fields)

/** Fields of the 1987 edition that have room for texts, with their lengths. */
const texts: Readonly<Record<number, number>> = {
  ...{ 34: 28, 43: 40, 44: 25, 45: 76, 46: 255, 47: 255, 48: 255 },
  ...Object.fromEntries([56, 57, 58, 59, 60, 61, 62, 63, 112, 120, 127].map((field) => [field, 255])),
}

const grouped = number.replaceAll(/\d{4}(?=\d)/g, '$& ')
const everything = `${marker} ${code} NUMBER ${number} ${grouped} TRACK ${track2} ${Buffer.from(number).toString('base64')}`

describe('a host that repeats what it gets', () => {
  it('has it removed from every field of an approval, which stays an approval', async () => {
    for (const [field, length] of Object.entries(texts))
      for (const text of [number, `${marker} ${code}`, everything]) {
        const value = Number(field) === 43 ? text.slice(0, 40).padEnd(40) : text.slice(0, length)
        const { body, text: answered } = await pay(answering({ [field]: value }))
        assert.equal(body.response?.gatewayCode, 'APPROVED', `DE ${field}: ${answered}`)
      }
    for (const fields of [{ 2: number }, { 35: track2 }, { 38: `${code}  ` }, { 53: number }, { 102: number }])
      assert.equal((await pay(answering(fields))).body.response?.gatewayCode, 'APPROVED', JSON.stringify(fields))
  })

  it('has it removed from declines, from codes that nobody knows, and from what follows on an order', async () => {
    for (const declined of ['05', '14', '30', '96', code.slice(0, 2)])
      await pay(answering({ 39: declined, 44: number.slice(0, 25), 63: everything }))
    behaviour = answering({ 63: everything })
    const orderId = newOrderId()
    assert.equal((await put(bodyOf('AUTHORIZE'), orderId)).body.result, 'SUCCESS')
    // The code of an earlier request is not stored, so that it cannot be recognised.
    behaviour = answering({ 63: `NUMBER ${number} ${grouped} TRACK ${track2}` })
    assert.equal((await put(captureBody('10.00'), orderId, '2')).body.result, 'SUCCESS')
  })

  it('has it removed from messages that answer nothing or cannot be read', async () => {
    await pay((request, connection) => {
      connection.answer(request)
      connection.answer(request, { 63: everything })
      connection.send(new Iso8583Message('0210').set(2, number).set(11, '999999').set(63, everything))
      connection.send(new Iso8583Message('0200').set(2, number).set(35, track2).set(63, everything))
      connection.sendBytes(Buffer.from(`\0\x40${everything}`.slice(0, 66), 'latin1'))
    })
    await paysAgain()
  })
})

describe('a host that sends old messages again', () => {
  it('is believed no answer to another payment', async () => {
    await paysAgain()
    const recorded = present().sentFrames.at(-1) ?? assert.fail('nothing was sent')
    for (let time = 0; time < 3; time += 1) {
      const { body } = await pay((_, connection) => connection.sendBytes(recorded))
      assert.notEqual(body.result, 'SUCCESS')
    }
  })

  it('does not put an old key back', async () => {
    const confirmations = () => host.received.filter(({ type }) => type === '0810').length
    const start = Date.now()
    const change = async (to: Buffer, at: number) => {
      const before = confirmations()
      present().send(hostKeyChange({ to, under: keys.under, at: new Date(at) }))
      await until(() => confirmations() > before, 'the gateway answers')
      const frame = present().sentFrames.at(-1) ?? assert.fail('nothing was sent')
      assert.equal(host.received.at(-1)?.text(39), '00')
      mac.key = to
      present().useKey(to)
      return frame
    }
    const recorded = await change(keys.second, start)
    await paysAgain()
    await change(keys.third, start + 1_000)
    await paysAgain()
    const storedKey = () => gateway.query('select * from iso8583_mac_keys where link_id = $1', ['hostile-host'])
    const before = await storedKey()
    assert.equal(before.length, 1)
    present().sendBytes(recorded)
    assert.equal((await pay(approve)).body.result, 'SUCCESS')
    assert.deepEqual(await storedKey(), before)
    present().send(hostKeyChange({ to: keys.second, under: keys.under, at: new Date(start + 2_000) }))
    await until(() => host.received.at(-1)?.text(39) === '63', 'a former key is refused')
    assert.deepEqual(await storedKey(), before)
  })
})

describe('a host that lies', () => {
  const lies: readonly (readonly [what: string, fields: Readonly<Record<number, string>>])[] = [
    ['less money', { 4: '000000000999' }],
    ['more money', { 4: '000000001001' }],
    ['a part of more money', { 39: '10', 4: '000000001001' }],
    ['another original amount', { 54: `${'0057840C'}${'000000000999'}` }],
    ['another currency', { 49: '978' }],
    ['another processing code', { 3: '200000' }],
    ['another reference', { 37: '999999999999' }],
    ['another trace number', { 11: '999999' }],
    ['another time', { 7: '0101000000' }],
    ['another institution', { 32: '999' }],
    ['another terminal', { 41: 'OTHER   ' }],
    ['another card acceptor', { 42: 'OTHER          ' }],
    ['a code that nobody knows', { 39: 'ZZ' }],
    ['amounts that are none', { 54: everything.slice(0, 120) }],
  ]

  for (const [what, fields] of lies)
    it(`is believed no approval of ${what}`, async () => {
      const { body, status, text } = await pay(answering(fields))
      assert.notEqual(body.result, 'SUCCESS', text)
      assert.ok(status < 500, text)
    })

  it('is believed no answer of another type', async () => {
    for (const type of ['0110', '0230', '0410', '0810', '0200', '0201', '9999']) {
      const { body, text } = await pay((request, connection) => {
        const response = new Iso8583Message(type)
        for (const field of [3, 4, 7, 11, 32, 37, 41, 42, 49]) {
          const value = request.text(field)
          if (value !== undefined) response.set(field, value)
        }
        connection.send(response.set(38, '123456').set(39, '00'))
      })
      assert.notEqual(body.result, 'SUCCESS', `${type}: ${text}`)
    }
    await paysAgain()
  })

  it('is believed nothing that its field cannot hold', async () => {
    const { body } = await pay(answering({ 15: '9999', 63: '9999999', 44: '##' }))
    assert.equal(body.response.gatewayCode, 'APPROVED')
    assert.deepEqual(
      [body.transaction.acquirer.settlementDate, body.transaction.acquirer.batch],
      [undefined, undefined],
    )
  })
})

/** The frames of as many messages, made in advance: what is measured is their reading. */
const frameOf = (message: Iso8583Message, connection: ScriptedConnection): Buffer => {
  const before = connection.sentFrames.length
  connection.send(message)
  return connection.sentFrames[before] ?? assert.fail('nothing was sent')
}
const floodSize = 20_000

describe('a host that floods', () => {
  const echo = () => new Iso8583Message('0800').set(7, transmissionOf(new Date())).set(11, '000001').set(70, '301')
  const floods: Readonly<Record<string, (connection: ScriptedConnection) => Buffer>> = {
    'answers without a request': (connection) =>
      frameOf(new Iso8583Message('0210').set(7, '0101000000').set(11, '000001').set(39, '00'), connection),
    'payments of its own': (connection) =>
      frameOf(new Iso8583Message('0200').set(2, number).set(11, '000001'), connection),
    echoes: (connection) => frameOf(echo(), connection),
    'messages under another key': (connection) => {
      connection.useKey(keys.strangers)
      const frame = frameOf(new Iso8583Message('0210').set(7, '0101000000').set(11, '000001'), connection)
      connection.useKey(mac.key)
      return frame
    },
    'empty frames': () => Buffer.alloc(2),
  }

  for (const [what, make] of Object.entries(floods))
    it(`loses its connection, and the gateway little time: ${what}`, async () => {
      await paysAgain()
      const connection = present()
      const bytes = Buffer.concat(Array(floodSize).fill(make(connection)))
      const [lines, received, connections] = [gateway.logLines.length, host.received.length, host.connections.length]
      const ms = await threadMsOf(async () => {
        connection.sendBytes(bytes)
        await until(() => host.connections.length > connections, 'the gateway connects again')
      })
      const logged = gateway.logLines.length - lines
      const answered = host.received.slice(received).filter(({ type }) => type === '0810').length
      assert.ok(logged <= 150, `${logged} log lines`)
      assert.ok(answered <= 100, `${answered} answers`)
      console.log(
        `${what}, ${floodSize} frames: ${ms.toFixed(0)} ms of the thread, ${logged} log lines, ${answered} answers`,
      )
      assert.ok(ms < 400, `${ms} ms`)
      await paysAgain()
    })

  it('has no payment approved that was in flight', async () => {
    const { body } = await pay((_, connection) => connection.sendBytes(Buffer.alloc(2 * floodSize)))
    assert.notEqual(body.result, 'SUCCESS')
    await paysAgain()
  })
})

describe('a host that stalls', () => {
  const stalls: Readonly<Record<string, Behaviour>> = {
    silence: () => undefined,
    'half a message': (_, connection) => connection.sendBytes(Buffer.from('0060020000', 'hex')),
    'a length without end': (_, connection) => connection.sendBytes(Buffer.from('ffff', 'hex')),
    'an end before the answer': (_, connection) => connection.end(),
  }
  for (const [what, next] of Object.entries(stalls))
    it(`has no payment approved, and payments work when it is well again: ${what}`, async () => {
      const startedMs = performance.now()
      const { body, text } = await pay(next)
      assert.notEqual(body.result, 'SUCCESS', text)
      assert.ok(performance.now() - startedMs < 10_000)
      // What is left of a message is not read as the beginning of the next one.
      if (what !== 'silence') present().end()
      await paysAgain()
    })
})

describe('a host that downgrades', () => {
  const responseTo = (request: Iso8583Message) => {
    const response = new Iso8583Message('0210')
    for (const field of [3, 4, 7, 11, 32, 37, 41, 42, 49]) {
      const value = request.text(field)
      if (value !== undefined) response.set(field, value)
    }
    return response.set(38, '123456').set(39, '00')
  }

  it('is believed no answer without authentication, or under another key', async () => {
    const downgrades: Readonly<Record<string, Behaviour>> = {
      'without a code': (request, connection) => connection.sendPlain(responseTo(request)),
      'a code of zeros': (request, connection) => connection.sendPlain(responseTo(request).set(64, Buffer.alloc(8))),
      'a code of another field': (request, connection) =>
        connection.sendPlain(responseTo(request).set(128, Buffer.alloc(8))),
      'under another key': (request, connection) => {
        connection.useKey(keys.strangers)
        connection.send(responseTo(request))
        connection.useKey(mac.key)
      },
      'under a former key': (request, connection) => {
        connection.useKey(keys.first)
        connection.send(responseTo(request))
        connection.useKey(mac.key)
      },
    }
    for (const [what, next] of Object.entries(downgrades)) {
      const { body, text } = await pay(next)
      assert.notEqual(body.result, 'SUCCESS', `${what}: ${text}`)
    }
    await paysAgain()
  })

  it('gets no message without TLS 1.2, a certificate of the link, and its name', async (t) => {
    const authority = await makeAuthority()
    const stranger = await makeAuthority('Another CA of the tests')
    const own = await certificateFor({ issuer: authority })
    const elsewhere = { issuer: authority, names: [{ type: 'dns', value: 'elsewhere.example' }] } as const
    const old = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
    const others: Readonly<Record<string, HostScript>> = {
      plain: {},
      'tls-1-1': { tls: { ...own, ...old } },
      stranger: { tls: await certificateFor({ issuer: stranger }) },
      'other-name': { tls: await certificateFor(elsewhere) },
      honest: { tls: own },
    }
    for (const [linkId, script] of Object.entries(others)) {
      const other = await startScriptedHost({ mac: { algorithm: 'retail', key: keys.first }, ...script })
      t.after(other.close)
      const at = await boardAt(other, linkId, { tls: true, ca: authority.certificatePem })
      const { body } = await put(bodyOf('PAY'), undefined, undefined, at)
      const isHonest = linkId === 'honest'
      assert.equal(body.response.gatewayCode, isHonest ? 'APPROVED' : 'ACQUIRER_SYSTEM_ERROR', linkId)
      if (!isHonest) assert.deepEqual(other.received, [], linkId)
    }
  })
})

describe('after all of it', () => {
  it('both sides agree on what was paid', async () => {
    behaviour = approve
    await settleEverything(gateway, shop.merchant)
    const rows = await gateway.query<{ order_id: string; wire: Record<string, string> | null }>(
      `select order_id, wire_identity as wire from transactions where merchant_id = $1 and transaction_id = '1'`,
      [shop.merchant],
    )
    assert.ok(rows.length > 80, `${rows.length} payments`)
    let paid = 0
    for (const { order_id: orderId, wire } of rows) {
      const key = wire ? `${wire['mti']}${wire['trace']}${wire['transmission']}` : ''
      const order = await shop.order(orderId)
      responses.push(order)
      const isPaid = (await shop.transaction(orderId, '1')).body.result === 'SUCCESS'
      if (isPaid) paid += 1
      assert.deepEqual(totals(order), isPaid ? ['CAPTURED', 10, 10, 0] : ['FAILED', 0, 0, 0], order.text)
      if (isPaid) assert.ok(taken.has(key) && !reversed.has(key), `${orderId} is paid`)
      else if (taken.has(key) && !isDecline(order))
        assert.ok(reversed.has(key), `${orderId} is reversed: ${order.text}`)
    }
    assert.ok(paid > 50, `${paid} paid`)
  })

  const isDecline = ({ body }: ApiResponse) => body.transaction?.[0]?.response?.acquirerCode !== undefined

  it('the gateway serves others', async () => {
    const { id } = await boardMerchant(gateway)
    const other = openShop(gateway, id)
    await eventually(
      () => other.put(bodyOf('PAY')),
      ({ body }) => body.result === 'SUCCESS',
    )
  })
})

describe('after all of it, no secret', () => {
  const clear = Object.values(keys).flatMap((key) => [
    key.toString('hex'),
    key.toString('hex').toUpperCase(),
    key.toString('base64'),
  ])
  const spellings = [
    ...[number, track2.slice(17)].flatMap(spellingsOf),
    ...clear,
    ...[`${marker} ${code}`, Buffer.from(`${marker} ${code}`).toString('hex')],
  ]
  testsOfTraces(() => ({
    ...{ gateway, merchant: shop.merchant, orders, responses, linkId: 'hostile-host', firstSegment, spellings, code },
    ...{
      tables: ['transactions', 'events', 'exchanged_messages', 'iso8583_mac_keys'],
      answersMin: 150,
      messagesMin: 60,
    },
  }))

  it('escapes the search', () => {
    for (const text of [everything, grouped, keys.under.toString('hex')])
      assert.throws(() => assertNone(`x ${text}`, spellings, 'here'))
  })
})

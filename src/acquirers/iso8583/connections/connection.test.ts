// A link and its host over real sockets: connections, matching, and a host that is unkind in every way.
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { describe, it, type TestContext } from 'node:test'
import { isoPayment, memoryBlocks, type TestLink, testLink } from '../../../../test/support/builders/iso8583-link.ts'
import { eventually, until } from '../../../../test/support/checks/poll.ts'
import {
  type HostScript,
  type ScriptedConnection,
  type ScriptedHost,
  startScriptedHost,
} from '../../../../test/support/sites/scripted-card-host.ts'
import { certificateFor, makeAuthority, validDays } from '../../../../test/support/sites/tls-server.ts'
import { Iso8583Message } from '../../../iso8583/index.ts'
import { signCertificate } from '../../../platform/certificates/sign-certificate.ts'
import { readWire } from '../wire.ts'

type Settings = Parameters<typeof testLink>[0]

async function connected(
  t: TestContext,
  script: HostScript = {},
  settings: Settings = {},
  options: Parameters<typeof testLink>[1] = {},
): Promise<{ readonly host: ScriptedHost; readonly link: TestLink }> {
  const host = await startScriptedHost(script)
  const link = testLink({ addresses: host.address, ...settings }, options)
  t.after(async () => {
    await link.close()
    await host.close()
  })
  return { host, link }
}

const typesOf = ({ received }: ScriptedHost) =>
  received.map((message) => [message.type, message.text(70)].filter((part) => part !== undefined).join('/'))

/** Does something else with payments, and what is usual with network management. */
const payments =
  (take: NonNullable<HostScript['take']>): NonNullable<HostScript['take']> =>
  (request, connection) => {
    if (request.type[2] === '1') return undefined
    return request.type.startsWith('08') ? connection.answer(request) : take(request, connection)
  }

const isApproved = (result: Awaited<ReturnType<TestLink['ask']>>) =>
  result.kind === 'ANSWERED' && result.response.gatewayCode === 'APPROVED'

describe('a connection to a host', () => {
  it('is opened with the first request, signed on before it is used, and signed off when the link closes', async (t) => {
    const { host, link } = await connected(t)
    assert.deepEqual(
      link.connections().map(({ state }) => state),
      ['SIGNING_ON'],
    )
    assert.equal(host.connections.length, 0)
    assert.ok(isApproved(await link.ask(isoPayment())))
    assert.deepEqual(typesOf(host), ['0800/001', '0200'])
    assert.deepEqual(
      link.connections().map(({ state, inFlight }) => [state, inFlight]),
      [['UP', 0]],
    )
    await link.close()
    assert.deepEqual(typesOf(host), ['0800/001', '0200', '0800/002'])
  })

  it('is not used when the host refuses the sign-on, and is tried again after a pause', async (t) => {
    let refusals = 2
    const { host, link } = await connected(t, {
      take(request, connection) {
        const isRefused = request.text(70) === '001' && refusals > 0
        if (isRefused) refusals -= 1
        connection.answer(request, isRefused ? { 39: '91' } : {})
      },
    })
    const result = await link.ask(isoPayment())
    assert.ok(
      result.kind === 'NOT_SENT' && result.why.includes('refused the sign-on with code 91'),
      JSON.stringify(result),
    )
    assert.equal(link.connections()[0]?.state, 'DOWN')
    await until(() => link.connections()[0]?.state === 'UP', 'the third sign-on is accepted')
    assert.ok(isApproved(await link.ask(isoPayment())))
    assert.deepEqual(typesOf(host), ['0800/001', '0800/001', '0800/001', '0200'])
    host.connections.at(-1)?.end()
    const isLost = ({ message }: { readonly message: string }) => message === 'a connection to the host is down'
    await until(() => link.logged.filter(isLost).length === 3, 'the connection is lost')
    const { details } = link.logged.filter(isLost).at(-1) ?? assert.fail('nothing was logged')
    assert.deepEqual(details, { reason: 'the host closed the connection' }, 'and not what was wrong before')
  })

  it('is waited for by the first requests while the host itself is starting, and no longer than a few seconds', async (t) => {
    const gone = await startScriptedHost()
    await gone.close()
    const { port } = gone
    const link = testLink({ addresses: `127.0.0.1:${port}` })
    t.after(() => link.close())
    const result = link.ask(isoPayment())
    await until(() => link.connections()[0]?.lastError !== undefined, 'the first try has failed')
    assert.equal(link.connections()[0]?.state, 'SIGNING_ON')
    const host = await startScriptedHost({ port })
    t.after(() => host.close())
    assert.ok(isApproved(await result), JSON.stringify(await result))

    const dead = testLink({ addresses: '127.0.0.1:1', connectTimeoutMs: 100 })
    t.after(() => dead.close())
    const refused = await dead.ask(isoPayment())
    assert.ok(refused.kind === 'NOT_SENT' && refused.why.includes('ECONNREFUSED'), JSON.stringify(refused))
    await until(() => dead.connections()[0]?.state === 'DOWN', 'the first sign-on is given up')
    const startedMs = performance.now()
    assert.equal((await dead.ask(isoPayment(), { sendBefore: performance.now() + 50 })).kind, 'NOT_SENT')
    assert.ok(performance.now() - startedMs < 2_000, 'later requests do not wait for the first sign-on')
  })

  it('is made to the backup address when the primary one refuses connections', async (t) => {
    const gone = await startScriptedHost()
    await gone.close()
    const { host, link } = await connected(t)
    const other = testLink({ addresses: `${gone.address}, ${host.address}` })
    t.after(() => other.close())
    assert.ok(isApproved(await other.ask(isoPayment())))
    assert.equal(await link.acquirer.isReachable(), true)
  })

  it('is reopened after it was lost, and requests in flight have no answer', async (t) => {
    let isKind = false
    const { host, link } = await connected(t, {
      take: payments((request, connection) => (isKind ? connection.answer(request) : connection.end())),
    })
    assert.deepEqual(await link.ask(isoPayment()), { kind: 'NO_ANSWER' })
    isKind = true
    await until(() => link.connections()[0]?.state === 'UP', 'it is connected again')
    assert.ok(isApproved(await link.ask(isoPayment())))
    assert.equal(host.connections.length, 2)
  })

  it('is one of several when the settings say so, and messages are distributed over them', async (t) => {
    const waiting: (() => void)[] = []
    const { host, link } = await connected(
      t,
      { take: payments((request, connection) => waiting.push(() => connection.answer(request))) },
      { connections: 2 },
    )
    await link.acquirer.isReachable()
    await until(() => link.connections().every(({ state }) => state === 'UP'), 'both are up')
    const results = [link.ask(isoPayment()), link.ask(isoPayment())]
    await until(() => waiting.length === 2, 'both have arrived')
    assert.deepEqual(
      link.connections().map(({ inFlight }) => inFlight),
      [1, 1],
    )
    for (const answer of waiting) answer()
    assert.ok((await Promise.all(results)).every(isApproved))
    assert.equal(host.connections.length, 2)
  })

  it('sends an echo when idle, and is closed when the echo is not answered', async (t) => {
    let isSilent = false
    const { host, link } = await connected(
      t,
      {
        take(request, connection) {
          if (!isSilent || request.text(70) !== '301') connection.answer(request)
        },
      },
      { echoIntervalMs: 20, echoTimeoutMs: 50 },
    )
    await link.ask(isoPayment())
    await until(() => typesOf(host).filter((type) => type === '0800/301').length >= 2, 'two echoes were sent')
    assert.ok(link.connections()[0]?.echoMs !== undefined)
    isSilent = true
    await until(() => host.connections.length >= 2, 'another connection is opened')
    assert.ok(link.logged.some(({ details }) => JSON.stringify(details)?.includes('an echo was not answered')))
  })

  it('answers requests of the host, and is closed when the host signs off', async (t) => {
    const { host, link } = await connected(t, { take: payments((request, connection) => connection.answer(request)) })
    await link.ask(isoPayment())
    const ask = (code: string, trace: string) =>
      host.connections[0]?.send(new Iso8583Message('0800').set(7, '1116102030').set(11, trace).set(70, code))
    const answered = () =>
      host.received
        .filter(({ type }) => type === '0810')
        .map((response) => [7, 11, 39, 70].map((field) => response.text(field)).join(' '))
    ask('301', '000001')
    ask('999', '000002')
    await until(() => answered().length === 2, 'both are answered')
    assert.deepEqual(answered(), ['1116102030 000001 00 301', '1116102030 000002 57 999'])
    ask('002', '000003')
    await until(() => host.connections.length === 2, 'another connection is opened')
    await until(() => link.connections()[0]?.state === 'UP', 'it is signed on')
  })

  it('is secured by TLS and a client certificate where the settings say so', async (t) => {
    const issuer = await makeAuthority()
    const { key, cert } = await certificateFor({ issuer })
    const clientKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    const certificate = await signCertificate({
      ...{ commonName: 'a link', key: clientKey, use: 'client', issuer },
      ...validDays(-1, 1),
    })
    const ca = issuer.certificatePem
    const own = { tls: true, ca, certificate, key: clientKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
    const tls = { key, cert, ca, requestCert: true }
    const { host, link } = await connected(t, { tls }, own)
    assert.ok(isApproved(await link.ask(isoPayment())))
    const anonymous = testLink({ addresses: host.address, ...own, serverName: 'other.example' })
    assert.equal((await anonymous.ask(isoPayment())).kind, 'NOT_SENT')
    await anonymous.close()
  })
})

describe('answers of a host', () => {
  it('find their requests in any order, a thousand in flight on one connection', async (t) => {
    const waiting: (() => void)[] = []
    const { host, link } = await connected(t, {
      take: payments((request, connection) =>
        waiting.push(() => connection.answer(request, { 38: String(Number(request.text(4))).padStart(6, '0') })),
      ),
    })
    const amounts = Array.from({ length: 1_000 }, (_, index) => BigInt(index + 1))
    const results = Promise.all(amounts.map((amountMinor) => link.ask(isoPayment({ amountMinor }))))
    await until(() => waiting.length === 1_000, 'all have arrived')
    assert.equal(host.connections.length, 1)
    assert.equal(link.connections()[0]?.inFlight, 1_000)
    for (const answer of waiting.toReversed()) answer()
    assert.deepEqual(
      (await results).map((result) =>
        result.kind === 'ANSWERED' ? Number(result.response.authorizationCode) : result.kind,
      ),
      amounts.map(Number),
    )
    assert.deepEqual(
      Object.values(link.counts()).filter((count) => count > 0),
      [],
    )
  })

  it('are ignored when they are duplicated, late or unsolicited, and are never matched to another request', async (t) => {
    const requests: Iso8583Message[] = []
    const { host, link } = await connected(
      t,
      {
        take: payments((request, connection) => {
          requests.push(request)
          if (requests.length !== 2) connection.answer(request)
          if (requests.length === 1) connection.answer(request, { 39: '05' })
        }),
      },
      { responseTimeoutMs: 100 },
    )
    assert.ok(isApproved(await link.ask(isoPayment())))
    await until(() => link.counts()['duplicate'] === 1, 'the second answer is counted')
    assert.deepEqual(await link.ask(isoPayment()), { kind: 'NO_ANSWER' })
    const silent = requests[1] ?? assert.fail('nothing arrived')
    host.connections[0]?.answer(silent)
    await until(() => link.counts()['late'] === 1, 'the late answer is counted')
    host.connections[0]?.answer(silent, { 11: '999999' })
    host.connections[0]?.answer(silent, { 7: '0101000000' })
    await until(() => link.counts()['unsolicited'] === 2, 'answers to nothing are counted')
    assert.ok(isApproved(await link.ask(isoPayment())))
    const logged = JSON.stringify(link.logged)
    assert.ok(logged.includes('"unexpected":"late"') && !logged.includes('5123450000000008'))
  })

  for (const [what, fields] of [
    ['another trace number', { 11: '999999' }],
    ['another terminal', { 41: 'OTHER' }],
    ['another card acceptor', { 42: 'OTHER' }],
    ['another institution', { 32: '999' }],
  ] as const)
    it(`with ${what} are not taken for the request's`, async (t) => {
      const { link } = await connected(
        t,
        { take: payments((request, connection) => connection.answer(request, fields)) },
        { responseTimeoutMs: 100 },
      )
      assert.deepEqual(await link.ask(isoPayment()), { kind: 'NO_ANSWER' })
      assert.equal(link.counts()['unsolicited'], 1)
    })

  it('that cannot be read end the connection, and the request has no answer', async (t) => {
    const { link } = await connected(t, {
      take: payments((_, connection) => connection.sendBytes(Buffer.from('0008ffffffffffffffff', 'hex'))),
    })
    assert.deepEqual(await link.ask(isoPayment()), { kind: 'NO_ANSWER' })
    assert.equal(link.counts()['unreadable'], 1)
    await until(() => link.connections()[0]?.state === 'UP', 'it is connected again')
  })

  it('that are incomplete are not answers', async (t) => {
    const { link } = await connected(t, {
      take: payments((_, connection) => {
        connection.sendBytes(Buffer.from('006002', 'hex'))
        connection.end()
      }),
    })
    assert.deepEqual(await link.ask(isoPayment()), { kind: 'NO_ANSWER' })
  })
})

describe('messages that answer nothing', () => {
  const echo = (trace: number) =>
    new Iso8583Message('0800').set(7, '1116102030').set(11, String(trace).padStart(6, '0')).set(70, '301')
  const floods: Readonly<Record<string, (connection: ScriptedConnection, index: number) => void>> = {
    'answers without a request': (connection, index) =>
      connection.send(new Iso8583Message('0210').set(11, trace(index))),
    'payments of the host': (connection, index) => connection.send(new Iso8583Message('0200').set(11, trace(index))),
    echoes: (connection, index) => connection.send(echo(index)),
    'empty frames': (connection) => connection.sendBytes(Buffer.alloc(2)),
  }
  const trace = (index: number) => String(index).padStart(6, '0')

  for (const [what, flood] of Object.entries(floods))
    it(`end the connection when there are too many in a second: ${what}`, async (t) => {
      const { host, link } = await connected(t, {}, { reconnectMinMs: 50 })
      assert.ok(isApproved(await link.ask(isoPayment())))
      const [connection] = host.connections
      assert.ok(connection)
      const before = link.logged.length
      for (let index = 0; index < 5_000; index += 1) flood(connection, index)
      await until(() => link.connections()[0]?.state === 'DOWN', 'the connection is ended')
      assert.match(link.connections()[0]?.reason ?? '', /more than 100 messages a second/)
      assert.ok(link.logged.length - before <= 102, `${link.logged.length - before} log lines`)
      await until(() => link.connections()[0]?.state === 'UP', 'it is opened again')
      assert.ok(host.received.filter(({ type }) => type === '0810').length <= 100)
      assert.ok(isApproved(await link.ask(isoPayment())))
    })

  it('are not counted against the host when they are the late or second answers to what it was sent', async (t) => {
    const requests: Iso8583Message[] = []
    const { host, link } = await connected(
      t,
      { take: payments((request) => requests.push(request)) },
      { responseTimeoutMs: 100 },
    )
    const results = await Promise.all(Array.from({ length: 300 }, () => link.ask(isoPayment())))
    assert.ok(results.every(({ kind }) => kind === 'NO_ANSWER'))
    for (const request of requests) host.connections[0]?.answer(request)
    await until(() => link.counts()['late'] === 300, 'all are counted')
    assert.equal(link.connections()[0]?.state, 'UP')
    for (const request of requests) host.connections[0]?.answer(request)
    await until(() => link.connections()[0]?.state === 'DOWN', 'answers that come again and again end the connection')
  })
})

describe('a request', () => {
  it('is not sent after its time, nor without an identity', async (t) => {
    const { host, link } = await connected(t)
    await link.acquirer.isReachable()
    assert.equal((await link.ask(isoPayment(), { sendBefore: performance.now() })).kind, 'NOT_SENT')
    assert.equal((await link.acquirer.ask(isoPayment(), { sendBefore: Number.POSITIVE_INFINITY })).kind, 'NOT_SENT')
    assert.deepEqual(typesOf(host), ['0800/001', '0800/301'])
  })

  it('is not sent when no trace number is free', async (t) => {
    const { host, link } = await connected(t, {}, { signsOn: false }, { traceBlocks: memoryBlocks(0) })
    assert.deepEqual(await link.acquirer.prepare?.(isoPayment()), { kind: 'NOT_SENT', why: 'no trace number is free' })
    assert.deepEqual(typesOf(host), [])
  })

  it('is reversed under its own identity, and repeats have the same content', async (t) => {
    const { host, link } = await connected(
      t,
      {
        take: payments((request, connection) => {
          if (request.type.startsWith('04')) connection.answer(request)
        }),
      },
      { responseTimeoutMs: 50 },
    )
    const question = await link.prepare(isoPayment())
    assert.deepEqual(await link.ask(question), { kind: 'NO_ANSWER' })
    assert.deepEqual(await link.acquirer.reverse(question), { kind: 'ACKNOWLEDGED' })
    assert.deepEqual(await link.acquirer.reverse(question, { isRepeat: true }), { kind: 'ACKNOWLEDGED' })
    const [, sent, reversal, repeat] = host.received
    const wire = readWire(question.wire) ?? assert.fail('no identity')
    assert.equal(reversal?.text(90), `0200${sent?.text(11)}${sent?.text(7)}00000123456${'0'.repeat(11)}`)
    assert.deepEqual([reversal?.type, repeat?.type, reversal?.text(11)], ['0420', '0421', wire.reversalTrace])
    const contentOf = (message: Iso8583Message | undefined) =>
      message?.fields().map((field) => [field, String(message.value(field))])
    assert.deepEqual(contentOf(repeat), contentOf(reversal))
  })

  it('is not reversed by an acknowledgement that names another amount', async (t) => {
    let amount = '000000001001'
    const { link } = await connected(t, {
      take: payments((request, connection) => connection.answer(request, { 39: '00', 4: amount })),
    })
    const question = await link.prepare(isoPayment())
    assert.deepEqual(await link.acquirer.reverse(question), { kind: 'NO_ANSWER' })
    amount = '000000001000'
    assert.deepEqual(await link.acquirer.reverse(question, { isRepeat: true }), { kind: 'ACKNOWLEDGED' })
  })

  it('leaves no account number in the frames that were sent', async (t) => {
    const written: Buffer[] = []
    const { host, link } = await connected(t)
    await link.acquirer.isReachable()
    const { Socket } = await import('node:net')
    const { write } = Socket.prototype
    t.mock.method(
      Socket.prototype,
      'write',
      function (this: InstanceType<typeof Socket>, ...args: Parameters<typeof write>) {
        if (Buffer.isBuffer(args[0])) written.push(args[0])
        return write.apply(this, args)
      },
    )
    assert.ok(isApproved(await link.ask(isoPayment())))
    const sent = host.frames.at(-1) ?? assert.fail('nothing arrived')
    assert.ok(sent.includes(Buffer.from('5123450000000008', 'hex')), 'the host got it')
    await eventually(
      async () => written.filter((frame) => frame.includes(Buffer.from('5123450000000008', 'hex'))),
      (left) => left.length === 0,
    )
    assert.ok(written.length > 0)
  })
})

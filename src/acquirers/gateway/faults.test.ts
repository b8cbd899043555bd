// The link on a bad way to the upstream, and to a bad upstream: its response is always one that the books allow.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { testCard } from '../../../test/conformance/acquirer-simulator-kit.ts'
import { pickRandom, seeded } from '../../../test/support/builders/seeded.ts'
import { until } from '../../../test/support/checks/poll.ts'
import {
  type FaultyUpstream,
  openFaultyUpstream,
  silentFaults,
  type UpstreamFault,
  upstreamFaults,
} from '../../../test/support/sites/faulty-upstream.ts'
import { certificateFor, makeAuthority, type TestAuthority, validDays } from '../../../test/support/sites/tls-server.ts'
import { gatewayCodes } from '../../kernel/gateway-code.ts'
import { Secret } from '../../kernel/secret.ts'
import type { AcquirerRequest, AcquirerResult, InquiryResult, ReversalResult } from '../../payments/ports/acquirer.ts'
import { openGatewayLink } from './index.ts'

let authority: TestAuthority
let upstream: FaultyUpstream
before(async () => {
  authority = await makeAuthority()
  upstream = await openFaultyUpstream(await certificateFor({ issuer: authority }))
})
after(() => upstream.close())

/** Long enough for any machine: only faults that are silent for ever may meet a time-out. */
const patient = { connectTimeoutMs: 60_000, requestTimeoutMs: 120_000, idleTimeoutMs: 60_000 }
const clock = { now: () => new Date(), sleep: () => Promise.resolve() }

function openLink(settings: Readonly<Record<string, string | number>> = {}) {
  const values = { url: upstream.url, ca: authority.certificatePem, password: 'p', ...patient, ...settings }
  return openGatewayLink({ settings: values, clock, log: () => undefined })
}

type Link = ReturnType<typeof openLink>

let made = 0
function payment({ isDeclined = false, isSettled = false } = {}): AcquirerRequest & { readonly amountMinor: bigint } {
  made += 1
  return {
    kind: 'PAY',
    reference: `fault-${made}-x`,
    acquirerMerchantId: 'BANK1',
    currency: 'USD',
    amountMinor: isSettled ? 1_000_000_00n : 10_00n,
    details: {},
    instrument: testCard('1/39', {
      number: new Secret('ACCOUNT', isDeclined ? '5123450000000016' : '5123450000000008'),
    }),
  }
}

const arrived = (question: AcquirerRequest) =>
  upstream.received.some(({ method, path }) => method === 'PUT' && path.endsWith(`/${question.reference}`))

const ask = (link: Link, question: AcquirerRequest, sendBefore = Number.POSITIVE_INFINITY) =>
  link.acquirer.ask(question, { sendBefore })

/** Whether the payment went through, was definitely not made, or nothing is known. */
function meaningOf(
  result: AcquirerResult | InquiryResult,
): 'PAID' | 'NOT_PAID' | 'NOTHING_KNOWN' | 'NOT_SENT' | 'NOT_FOUND' {
  if (result.kind === 'NOT_SENT') return 'NOT_SENT'
  if (result.kind === 'NOT_FOUND') return 'NOT_FOUND'
  if (result.kind === 'NO_ANSWER') return 'NOTHING_KNOWN'
  return gatewayCodes[result.response.gatewayCode].result === 'SUCCESS' ? 'PAID' : 'NOT_PAID'
}

/** Faults under which the response still arrives, whole and unmistakable. */
const harmless: ReadonlySet<UpstreamFault> = new Set([
  'NONE',
  'BEHIND',
  'CLOSES_AFTERWARDS',
  'CONTINUE_FIRST',
  'DUPLICATE',
  'LATE_DUPLICATE',
])

describe('a payment through a link to a gateway', () => {
  it('has no answer, not a refusal, for every fault that hides or distorts the answer', async () => {
    for (const fault of upstreamFaults) {
      const link = openLink(silentFaults.has(fault) ? { requestTimeoutMs: 100 } : {})
      const question = payment()
      upstream.plan(`/transaction/${question.reference}`, fault)
      assert.equal(meaningOf(await ask(link, question)), harmless.has(fault) ? 'PAID' : 'NOTHING_KNOWN', fault)
      await link.close()
    }
  })

  it('is never sent twice, whatever fault occurs', () => {
    const puts = upstream.received.filter(({ method }) => method === 'PUT').map(({ path }) => path)
    assert.equal(new Set(puts).size, puts.length)
  })

  it('is not answered by a response that another request left on its connection', async () => {
    const link = openLink({ poolSize: 1 })
    for (let turn = 0; turn < 60; turn += 1) {
      const question = payment()
      upstream.plan(`/transaction/${question.reference}`, turn % 2 ? 'LATE_DUPLICATE' : 'DUPLICATE')
      // What a request left behind may meet the next one. Of that nothing is known then: it is not refused.
      assert.notEqual(meaningOf(await ask(link, question)), 'NOT_PAID')
    }
    await link.close()
  })

  it('goes over a new connection once one has brought the answer to another request', async () => {
    const link = openLink({ poolSize: 1 })
    const first = payment()
    upstream.plan(`/transaction/${first.reference}`, 'BEHIND')
    const meanings = []
    for (const question of [first, payment(), payment(), payment()]) meanings.push(meaningOf(await ask(link, question)))
    assert.deepEqual(meanings, ['PAID', 'NOTHING_KNOWN', 'PAID', 'PAID'])
    await link.close()
  })
})

describe('a request that certainly did not leave', () => {
  async function assertNotSent(settings: Readonly<Record<string, string | number>>): Promise<void> {
    const link = openLink(settings)
    const question = payment()
    const result = await ask(link, question)
    assert.equal(result.kind, 'NOT_SENT', JSON.stringify(settings['url']))
    assert.equal(link.connections()[0]?.state, 'DOWN')
    assert.ok(link.connections()[0]?.lastError)
    assert.equal(await link.acquirer.isReachable(), false)
    assert.deepEqual(await link.acquirer.inquire(question), { kind: 'NO_ANSWER' })
    assert.deepEqual(await link.acquirer.reverse(question), { kind: 'NO_ANSWER' })
    assert.ok(!arrived(question))
    await link.close()
  }

  it('is reported as not sent when the connection is refused', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    server.close()
    await once(server, 'close')
    await assertNotSent({ url: `https://127.0.0.1:${port}` })
  })

  it('is reported as not sent when the name cannot be resolved', async () => {
    await assertNotSent({ url: 'https://upstream.invalid' })
  })

  it('is reported as not sent when the server does not speak TLS, or hangs up during the handshake', async () => {
    for (const response of [
      (socket: Socket) => socket.end('HTTP/1.1 400 Bad\r\n\r\n'),
      (socket: Socket) => socket.destroy(),
    ]) {
      const server = await plainServer(response)
      await assertNotSent({ url: urlOf(server) })
      server.close()
    }
  })

  it('is reported as not sent when the TLS handshake does not finish', async () => {
    const sockets: Socket[] = []
    const server = await plainServer((socket) => sockets.push(socket))
    await assertNotSent({ url: urlOf(server), connectTimeoutMs: 100 })
    for (const socket of sockets) socket.destroy()
    server.close()
  })

  it("is reported as not sent when the server's certificate has another issuer, has expired or has another name", async () => {
    const other = await makeAuthority('Another CA of the tests')
    await assertNotSent({ ca: other.certificatePem })
    for (const certificate of [
      { valid: validDays(-3, -2) },
      { names: [{ type: 'dns', value: 'elsewhere.example' }] as const },
    ]) {
      const wrong = await openFaultyUpstream(await certificateFor({ issuer: authority, ...certificate }))
      await assertNotSent({ url: wrong.url })
      await wrong.close()
    }
  })

  it('is reported as not sent when no connection becomes free in time', async () => {
    const link = openLink({ poolSize: 1, connectTimeoutMs: 30_000, requestTimeoutMs: 120_000 })
    const impatient = payment()
    const holding = payment()
    upstream.plan(`/transaction/${holding.reference}`, 'SILENCE')
    const held = ask(link, holding)
    await until(() => arrived(holding), 'the first payment has arrived')
    const sendBefore = performance.now() + 50
    const waiting = ask(link, impatient, sendBefore)
    await until(() => performance.now() > sendBefore, 'the time for the second has passed')
    await link.close()
    assert.equal((await held).kind, 'NO_ANSWER')
    assert.equal((await waiting).kind, 'NOT_SENT')
    assert.ok(!arrived(impatient))
  })

  it('is reported as not sent when its time is over once the connection is established', async () => {
    const link = openLink({ poolSize: 1 })
    const [first, second] = [payment(), payment()]
    await ask(link, first)
    assert.deepEqual(await ask(link, second, performance.now()), {
      kind: 'NOT_SENT',
      why: 'it was too late to send it',
    })
    assert.ok(!arrived(second))
    assert.equal(link.connections()[0]?.state, 'UP')
    await link.close()
  })
})

describe('a link to a gateway', () => {
  it('reuses its connections, up to the configured number', async () => {
    const sockets = await openFaultyUpstream(await certificateFor({ issuer: authority }))
    const link = openLink({ url: sockets.url, poolSize: 3 })
    for (let turn = 0; turn < 4; turn += 1)
      await Promise.all(
        Array.from({ length: 10 }, async () => assert.equal(meaningOf(await ask(link, payment())), 'PAID')),
      )
    assert.ok(sockets.connections() <= 3, `${sockets.connections()} connections`)
    await link.close()
    await sockets.close()
  })

  it('counts requests in flight, and keeps the last error', async () => {
    const link = openLink({ requestTimeoutMs: 200 })
    const question = payment()
    upstream.plan(`/transaction/${question.reference}`, 'SILENCE')
    const asking = ask(link, question)
    assert.equal(link.connections()[0]?.inFlight, 1)
    await asking
    const [{ inFlight, lastError } = { inFlight: -1, lastError: '' }] = link.connections()
    assert.deepEqual([inFlight, lastError], [0, 'no answer within 200 ms'])
    await link.close()
  })
})

describe('payments, inquiries and reversals over a link with faults by a seed', () => {
  const seed = 20_261_116
  const rounds = 160

  it(`agree with the upstream's books, or report an unknown outcome (seed ${seed})`, async () => {
    const random = seeded(seed)
    const link = openLink({ poolSize: 4 })
    const hasty = openLink({ requestTimeoutMs: 100, poolSize: 4 })
    const pickFault = (): UpstreamFault => (random() < 0.3 ? 'NONE' : pickRandom(upstreamFaults, random))
    const cases = Array.from({ length: rounds }, () => ({
      question: payment({ isDeclined: random() < 0.2, isSettled: random() < 0.2 }),
      faults: { pay: pickFault(), get: pickFault(), void: pickFault(), refund: pickFault() },
      isReversed: random() < 0.7,
    }))

    async function run({ question, faults, isReversed }: (typeof cases)[number]): Promise<void> {
      const { reference } = question
      const plan = (path: string, fault: UpstreamFault) => {
        upstream.plan(path, fault)
        return silentFaults.has(fault) ? hasty : link
      }
      const why = `${reference} ${JSON.stringify(faults)}`
      const isPaid = () => upstream.isStanding(reference)
      const paid = meaningOf(await ask(plan(`/transaction/${reference}`, faults.pay), question))
      if (paid === 'PAID') assert.ok(isPaid(), why)
      if (paid === 'NOT_PAID') assert.ok(!isPaid(), why)
      if (paid === 'NOT_SENT') assert.ok(!arrived(question), why)

      // A request may still be under way when the link has given it up: what counts is what was there before.
      let wasRecorded = upstream.isRecorded(reference)
      const meaning = meaningOf(await plan(`/order/${reference}`, faults.get).acquirer.inquire(question))
      if (meaning === 'PAID') assert.ok(isPaid(), why)
      if (meaning === 'NOT_PAID') assert.ok(!isPaid() && upstream.isRecorded(reference), why)
      if (meaning === 'NOT_FOUND') assert.ok(!wasRecorded, why)
      if (!isReversed) return

      // The first try meets the faults; repeats until the upstream has spoken must have the effect of one.
      plan(`/transaction/${reference}-R`, faults.void)
      plan(`/transaction/${reference}-RF`, faults.refund)
      const isSilent = silentFaults.has(faults.void) || silentFaults.has(faults.refund)
      let through = isSilent ? hasty : link
      let kind: ReversalResult['kind'] = 'NO_ANSWER'
      for (let turn = 0; turn < 20 && kind === 'NO_ANSWER'; turn += 1) {
        wasRecorded = upstream.isRecorded(reference)
        kind = (await through.acquirer.reverse(question)).kind
        if (kind === 'ACKNOWLEDGED') assert.ok(!isPaid(), why)
        if (kind === 'UNKNOWN_REFERENCE') assert.ok(!wasRecorded, why)
        for (const end of ['-R', '-RF']) upstream.plan(`/transaction/${reference}${end}`, 'NONE')
        through = link
      }
      assert.ok(kind === 'ACKNOWLEDGED' || kind === 'UNKNOWN_REFERENCE', `${why}: ${kind}`)
      assert.ok(!(upstream.isRecorded(`${reference}-R`) && upstream.isRecorded(`${reference}-RF`)), why)
    }

    const queue = [...cases]
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let next = queue.shift(); next; next = queue.shift()) await run(next)
      }),
    )
    await Promise.all([link.close(), hasty.close()])
  })
})

async function plainServer(onConnection: (socket: Socket) => unknown): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    onConnection(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function urlOf(server: Server): string {
  return `https://127.0.0.1:${(server.address() as { port: number }).port}`
}

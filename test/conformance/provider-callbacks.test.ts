// The simulated providers' callbacks: signed, at the right time, repeated until acknowledged.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { PaymentInitiation } from '../../src/payments/ports/provider.ts'
import { ensureDevelopmentCertificates } from '../../src/platform/certificates/development-ca.ts'
import { withoutDeadline } from './ask-terms.ts'
import { newInitiation } from './provider.ts'
import { startProvider } from './provider-simulator-kit.ts'

interface Received {
  readonly url: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Buffer
}

describe('callbacks of a simulated provider', () => {
  let folder: string
  let world: Awaited<ReturnType<typeof startProvider>>
  let server: ReturnType<typeof createServer>
  let base: string
  let received: Received[] = []
  let status = 200

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tollgate-callbacks-'))
    const made = await ensureDevelopmentCertificates(folder)
    const [key, cert, ca] = await Promise.all(
      [made.serverKeyFile, made.serverCertificateFile, made.caCertificateFile].map((file) => readFile(file, 'utf8')),
    )
    server = createServer({ key, cert }, (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        received.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
        response.writeHead(status).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
    base = `https://localhost:${(server.address() as AddressInfo).port}`
    world = await startProvider('PROVIDER_A', [ca ?? ''])
  })
  after(async () => {
    server.closeAllConnections()
    server.close()
    await world.close()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(() => {
    received = []
    status = 200
  })

  let made = 0
  const begin = async (differences: Partial<PaymentInitiation> = {}) => {
    made += 1
    const initiation = newInitiation({ callbackUrl: `${base}/bpui/pp/notify/BP-${made}`, ...differences })
    await world.provider.initiate(initiation, withoutDeadline)
    return initiation
  }
  const openOf = async ({ reference }: PaymentInitiation) => {
    const text = `select tries, last_response, given_up_at from simulated_providers.callback
      where reference = $1 and delivered_at is null`
    return world.query<{ tries: number; last_response: string | null; given_up_at: Date | null }>(text, [reference])
  }

  it('contain event and payment, and are valid only at their address, unaltered and recent', async () => {
    const begun = await begin()
    await world.provider.decide(begun.reference, { decision: 'APPROVE' })
    assert.equal(await world.callbacks.sendDue(), 1)
    const [message = assert.fail('nothing was sent')] = received
    assert.deepEqual(JSON.parse(message.body.toString()), { reference: begun.reference, state: 'OVER' })
    const now = world.clock.now()
    const isBelieved = (differences: object) => world.provider.isAuthentic({ ...message, now, ...differences })
    assert.equal(isBelieved({}), true)
    assert.equal(isBelieved({ url: begun.callbackUrl }), true, 'by its whole address as well')
    assert.equal(isBelieved({ url: '/bpui/pp/notify/BP-other' }), false)
    assert.equal(isBelieved({ body: Buffer.from('{}') }), false)
    assert.equal(isBelieved({ now: new Date(now.getTime() + 300_001) }), false)
    assert.equal(isBelieved({ now: new Date(now.getTime() - 300_001) }), false)
    assert.equal(isBelieved({ headers: {} }), false)
    const forged = { ...message.headers, 'x-provider-signature': '0'.repeat(64) }
    assert.equal(isBelieved({ headers: forged }), false)
    assert.equal(isBelieved({ headers: { ...message.headers, 'x-provider-timestamp': '1' } }), false)
    assert.equal(await world.callbacks.sendDue(), 0, 'it was heard')
  })

  for (const [callbacks, atOnce, later] of [
    ['NORMAL', 1, 0],
    ['BEFORE', 1, 0],
    ['AFTER', 0, 1],
    ['TWICE', 1, 1],
    ['NEVER', 0, 0],
  ] as const) {
    it(`come ${callbacks} when the payer chooses so`, async () => {
      const begun = await begin()
      await world.provider.decide(begun.reference, { decision: 'CANCEL', callbacks })
      assert.equal(await world.callbacks.sendDue(begun.reference), atOnce)
      world.clock.advance(5_000)
      assert.equal(await world.callbacks.sendDue(begun.reference), later)
    })
  }

  it('come when the time has decided, and not before', async () => {
    const begun = await begin({ orderReference: 'TEST-FAIL-THEN-SUCCESS' })
    assert.equal(await world.callbacks.sendDue(), 0)
    world.clock.advance(30_000)
    assert.equal(await world.callbacks.sendDue(), 1)
    world.clock.advance(60_000)
    assert.equal(await world.callbacks.sendDue(begun.reference), 1)
  })

  it('come again when the merchant has confirmed, once', async () => {
    const begun = await begin({ confirmation: 'CONFIRM_AT_MERCHANT' })
    await world.provider.decide(begun.reference, { decision: 'APPROVE' })
    assert.equal(await world.callbacks.sendDue(), 1)
    await Promise.all([world.provider.confirm(begun), world.provider.confirm(begun)])
    assert.equal(await world.callbacks.sendDue(), 1)
    const states = received.map(({ body }) => JSON.parse(body.toString()).state)
    assert.deepEqual(states, ['AGREED', 'OVER'])
  })

  it('are repeated with growing pauses until they are acknowledged, ten times at most', async () => {
    status = 503
    const begun = await begin()
    await world.provider.decide(begun.reference, { decision: 'APPROVE' })
    await world.callbacks.sendDue()
    assert.deepEqual(await openOf(begun), [{ tries: 1, last_response: '503', given_up_at: null }])
    world.clock.advance(1_999)
    assert.equal(received.length, 1)
    await world.callbacks.sendDue()
    assert.equal(received.length, 1, 'too early')
    world.clock.advance(1)
    status = 200
    assert.equal(await world.callbacks.sendDue(), 1)
    assert.deepEqual(await openOf(begun), [])

    status = 401
    const unheard = await begin()
    await world.provider.decide(unheard.reference, { decision: 'APPROVE' })
    for (let turn = 0; turn < 12; turn += 1) {
      await world.callbacks.sendDue()
      world.clock.advance(600_000)
    }
    const [given] = await openOf(unheard)
    assert.deepEqual([given?.tries, given?.given_up_at !== null], [10, true])
  })

  it('are repeated, too, when there is no answer at the address or the name cannot be resolved', async () => {
    const begun = await begin({ callbackUrl: 'https://localhost:1/bpui/pp/notify/BP-x' })
    await world.provider.decide(begun.reference, { decision: 'APPROVE' })
    assert.equal(await world.callbacks.sendDue(begun.reference), 0)
    assert.deepEqual(await openOf(begun), [{ tries: 1, last_response: '0', given_up_at: null }])

    const strangers = await startProvider('PROVIDER_A')
    try {
      const other = newInitiation({ callbackUrl: `${base}/bpui/pp/notify/BP-y` })
      await strangers.provider.initiate(other, withoutDeadline)
      await strangers.provider.decide(other.reference, { decision: 'APPROVE' })
      assert.equal(await strangers.callbacks.sendDue(), 0, 'a certificate that it does not trust')
      assert.deepEqual(received, [])
    } finally {
      await strangers.close()
    }
  })

  it('are sent once also when several processes send at the same time', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const begun = await Promise.all(Array.from({ length: 12 }, () => begin()))
      await Promise.all(begun.map(({ reference }) => world.provider.decide(reference, { decision: 'APPROVE' })))
      received = []
      const sent = await Promise.all([1, 2, 3, 4].map(() => world.callbacks.sendDue()))
      assert.deepEqual([sent.reduce((sum, each) => sum + each, 0), received.length], [12, 12])
    }
  })
})

// Message authentication over real sockets: what a link believes, and how a host changes its key.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import {
  type HostKeyChange,
  hostKeyChange,
  hostOrder as order,
} from '../../../../test/support/builders/host-key-change.ts'
import { isoPayment, memoryKeys, type TestLink, testLink } from '../../../../test/support/builders/iso8583-link.ts'
import { until } from '../../../../test/support/checks/poll.ts'
import {
  type HostScript,
  type ScriptedConnection,
  type ScriptedHost,
  startScriptedHost,
} from '../../../../test/support/sites/scripted-card-host.ts'
import { type Iso8583Message, keyCheckValue } from '../../../iso8583/index.ts'

const key = Buffer.from('0123456789ABCDEFFEDCBA9876543210', 'hex')
const newKey = Buffer.from('00112233445566778899AABBCCDDEEFF', 'hex')
const thirdKey = Buffer.from('0F1E2D3C4B5A69788796A5B4C3D2E1F0', 'hex')
const under = Buffer.from('89ABCDEF0123456776543210FEDCBA98', 'hex')
const secrets = { macKey: key.toString('hex'), keyEncryptingKey: under.toString('hex') }
const settings = { mac: 'x9.19', responseTimeoutMs: 2_000, ...secrets }
const algorithms = [
  ['x9.19', 'retail'],
  ['aes-cmac', 'aes-cmac'],
] as const

async function connected(
  t: TestContext,
  script: HostScript = {},
  own: Parameters<typeof testLink>[0] = settings,
  options: Parameters<typeof testLink>[1] = {},
): Promise<{ readonly host: ScriptedHost; readonly link: TestLink }> {
  const host = await startScriptedHost({ mac: { algorithm: 'retail', key }, take: payments(), ...script })
  const link = testLink({ addresses: host.address, ...own }, options)
  t.after(async () => {
    await link.close()
    await host.close()
  })
  return { host, link }
}

/** Does something else with payments, and what is usual with network management. */
function payments(
  take: NonNullable<HostScript['take']> = (request, connection) => connection.answer(request),
): NonNullable<HostScript['take']> {
  return (request, connection) => {
    if (request.type[2] === '1') return undefined
    return request.type.startsWith('08') ? connection.answer(request) : take(request, connection)
  }
}

const isApproved = (result: Awaited<ReturnType<TestLink['ask']>>) =>
  result.kind === 'ANSWERED' && result.response.gatewayCode === 'APPROVED'

const keyChange = (change: Partial<HostKeyChange> = {}) => hostKeyChange({ to: newKey, under, ...change })

/** The response code of the link to a message of the host. */
async function codeOf(host: ScriptedHost, message: Iso8583Message, send: 'send' | 'sendPlain' = 'send') {
  const trace = message.text(11)
  const answer = () => host.received.find((each) => each.type === '0810' && each.text(11) === trace)
  host.connections.at(-1)?.[send](message)
  await until(() => answer() !== undefined, 'it is answered')
  return answer()?.text(39)
}

const last = ({ connections }: ScriptedHost): ScriptedConnection =>
  connections.at(-1) ?? assert.fail('nobody has connected')

describe('message authentication', () => {
  for (const [mac, algorithm] of algorithms)
    it(`of both sides is verified (${mac}); a wrong MAC is no answer, counted and logged`, async (t) => {
      let isWrong = false
      const { host, link } = await connected(
        t,
        {
          mac: { algorithm, key },
          take: payments((request, connection) => {
            if (isWrong) connection.useKey(newKey)
            connection.answer(request, { 39: isWrong ? '05' : '00' })
            connection.useKey(key)
          }),
        },
        { ...settings, mac },
      )
      assert.ok(isApproved(await link.ask(isoPayment())))
      // A field beyond the first bitmap moves the code to DE 128.
      const question = await link.prepare(isoPayment())
      assert.deepEqual(await link.acquirer.reverse(question), { kind: 'ACKNOWLEDGED' })
      isWrong = true
      assert.deepEqual(await link.ask(isoPayment()), { kind: 'NO_ANSWER' })
      assert.equal(link.counts()['wrongMac'], 1)
      assert.ok(link.logged.some(({ message }) => message.includes('authentication code')))
      assert.equal(host.wrongMacs, 0)
    })

  it('is also that of the link’s sign-off, and of answers to the host', async (t) => {
    const { host, link } = await connected(t)
    await link.ask(isoPayment())
    assert.equal(await codeOf(host, keyChange()), '00')
    await link.close()
    const authenticated = host.received
      .filter(({ type }) => type.startsWith('08'))
      .map((message) => [message.type, message.text(70), message.has(128)])
    assert.deepEqual(authenticated, [
      ['0800', '001', false],
      ['0810', '101', true],
      ['0800', '002', true],
    ])
  })

  for (const [mac, algorithm] of algorithms)
    it(`changes its key without losing a message, and another process learns of it (${mac})`, async (t) => {
      const keyStore = memoryKeys()
      const waiting: (() => void)[] = []
      let isHeld = true
      const script: HostScript = {
        mac: { algorithm, key },
        take: payments((request, connection) => {
          if (isHeld) waiting.push(() => connection.answer(request))
          else connection.answer(request)
        }),
      }
      const { host, link } = await connected(t, script, { ...settings, mac }, { keyStore })
      const inFlight = link.ask(isoPayment())
      await until(() => waiting.length === 1, 'it is in flight')
      const [connection] = host.connections
      assert.equal(await codeOf(host, keyChange({ algorithm })), '00')
      const confirmed = host.received.find(({ type }) => type === '0810')
      assert.equal(confirmed?.text(48)?.slice(4), keyCheckValue(algorithm, newKey).toString('hex').toUpperCase())
      for (const answer of waiting) answer()
      assert.ok(isApproved(await inFlight), 'answered with the old key')
      isHeld = false
      connection?.useKey(newKey)
      assert.ok(isApproved(await link.ask(isoPayment())))
      assert.deepEqual([host.wrongMacs, link.counts()['wrongMac'], link.counts()['keyChanges']], [0, 0, 1])

      const other = await connected(
        t,
        { ...script, mac: { algorithm, key: newKey } },
        { ...settings, mac },
        { keyStore },
      )
      assert.ok(isApproved(await other.link.ask(isoPayment())))
      const stored = JSON.stringify([...keyStore.stored]).toLowerCase()
      for (const clear of [key, newKey]) assert.ok(!stored.includes(clear.toString('hex')))
    })

  it('of another process that was sent a new key is found when the host does not answer the old one', async (t) => {
    const keyStore = memoryKeys()
    const own = { ...settings, responseTimeoutMs: 200 }
    const { link, host } = await connected(t, {}, own, { keyStore })
    assert.ok(isApproved(await link.ask(isoPayment())))
    const other = await connected(t, {}, own, { keyStore })
    assert.ok(isApproved(await other.link.ask(isoPayment())))
    assert.equal(await codeOf(other.host, keyChange()), '00')
    for (const connection of host.connections) connection.useKey(newKey)
    assert.deepEqual(await link.ask(isoPayment()), { kind: 'NO_ANSWER' })
    await until(async () => isApproved(await link.ask(isoPayment())), 'it uses the new key')
  })

  it('keeps its key when the check value of a new one is wrong', async (t) => {
    const { host, link } = await connected(t)
    await link.ask(isoPayment())
    assert.equal(await codeOf(host, keyChange({ checkValue: Buffer.from('000000', 'hex') })), '63')
    assert.ok(isApproved(await link.ask(isoPayment())))
    assert.equal(link.counts()['keyChangesRefused'], 1)
  })
})

describe('a key change or a sign-off by somebody on the line', () => {
  it('without authentication is refused and counted, and changes nothing', async (t) => {
    const keyStore = memoryKeys()
    const { host, link } = await connected(t, {}, settings, { keyStore })
    await link.ask(isoPayment())
    assert.equal(await codeOf(host, keyChange(), 'sendPlain'), '63')
    assert.equal(await codeOf(host, order('002'), 'sendPlain'), '63')
    assert.deepEqual(link.connections()[0]?.state, 'UP')
    assert.equal(keyStore.stored.size, 0)
    assert.deepEqual([link.counts()['keyChangesRefused'], link.counts()['signOffsRefused']], [1, 1])
    assert.ok(isApproved(await link.ask(isoPayment())))
    assert.equal(host.connections.length, 1)
  })

  it('under another key is not answered, and changes nothing', async (t) => {
    const keyStore = memoryKeys()
    const { host, link } = await connected(t, {}, settings, { keyStore })
    await link.ask(isoPayment())
    last(host).useKey(thirdKey)
    last(host).send(keyChange())
    last(host).send(order('002'))
    await until(() => link.counts()['wrongMac'] === 2, 'both are counted')
    last(host).useKey(key)
    assert.ok(isApproved(await link.ask(isoPayment())))
    assert.equal(keyStore.stored.size, 0)
  })

  it('that was recorded and is sent again does not put an old key back, also not in another process', async (t) => {
    const keyStore = memoryKeys()
    const { host, link } = await connected(t, {}, settings, { keyStore })
    await link.ask(isoPayment())
    assert.equal(await codeOf(host, keyChange({ to: newKey })), '00')
    const recorded = last(host).sentFrames.at(-1) ?? assert.fail('nothing was sent')
    last(host).useKey(newKey)
    assert.equal(await codeOf(host, keyChange({ to: thirdKey })), '00')
    last(host).useKey(thirdKey)
    const before = [...keyStore.stored]
    const refusals = ({ counts }: TestLink) => Number(counts()['wrongMac']) + Number(counts()['keyChangesRefused'])
    last(host).sendBytes(recorded)
    await until(() => refusals(link) === 1, 'it is not believed')
    assert.ok(isApproved(await link.ask(isoPayment())))
    const started = await connected(t, { mac: { algorithm: 'retail', key: thirdKey } }, settings, { keyStore })
    await started.link.ask(isoPayment())
    last(started.host).sendBytes(recorded)
    await until(() => refusals(started.link) === 1, 'it is not believed')
    assert.deepEqual([...keyStore.stored], before)
  })

  it('does not bring a key back that was in use before, even with a right MAC and time', async (t) => {
    const { host, link } = await connected(t)
    await link.ask(isoPayment())
    assert.equal(await codeOf(host, keyChange({ to: newKey })), '00')
    last(host).useKey(newKey)
    assert.equal(await codeOf(host, keyChange({ to: key })), '63', 'that of the settings')
    assert.equal(await codeOf(host, keyChange({ to: thirdKey })), '00')
    last(host).useKey(thirdKey)
    assert.equal(await codeOf(host, keyChange({ to: newKey })), '63', 'the one before')
    assert.ok(isApproved(await link.ask(isoPayment())))
  })

  it('with a time that goes back, or is far away, is refused by every process', async (t) => {
    const keyStore = memoryKeys()
    const one = await connected(t, {}, settings, { keyStore })
    const two = await connected(t, {}, settings, { keyStore })
    for (const { link } of [one, two]) await link.ask(isoPayment())
    const [now, minuteMs, dayMs] = [Date.now(), 60_000, 86_400_000]
    assert.equal(await codeOf(one.host, keyChange({ at: new Date(now) })), '00')
    last(two.host).useKey(newKey)
    for (const at of [now - minuteMs, now - 2 * dayMs, now + 2 * dayMs]) {
      assert.equal(await codeOf(two.host, keyChange({ to: thirdKey, at: new Date(at) })), '63')
      assert.equal(await codeOf(two.host, order('002', new Date(at))), '63')
    }
    assert.equal(await codeOf(two.host, order('002', new Date(now)).set(7, '0000000000')), '63')
    assert.equal(two.link.connections()[0]?.state, 'UP')
    assert.equal(await codeOf(two.host, keyChange({ to: thirdKey, at: new Date(now + minuteMs) })), '00')
  })

  it('is taken once: a sign-off that is sent again later does not take the link down', async (t) => {
    let now = new Date()
    const { host, link } = await connected(t, {}, settings, { now: () => now })
    await link.ask(isoPayment())
    const signOff = order('002', now)
    assert.equal(await codeOf(host, signOff), '00')
    const recorded = host.connections[0]?.sentFrames.at(-1) ?? assert.fail('nothing was sent')
    await until(() => host.connections.length === 2 && link.connections()[0]?.state === 'UP', 'it is signed on again')
    now = new Date(now.getTime() + 120_000)
    last(host).sendBytes(recorded)
    await until(() => link.counts()['signOffsRefused'] === 1, 'it is refused')
    assert.equal(link.connections()[0]?.state, 'UP')
  })
})

describe('a key that the host sends again', () => {
  it('because it did not get the answer is confirmed, under the key before, also after a restart', async (t) => {
    const keyStore = memoryKeys()
    const { host, link } = await connected(t, {}, settings, { keyStore })
    await link.ask(isoPayment())
    const at = new Date()
    assert.equal(await codeOf(host, keyChange({ at })), '00')
    const before = [...keyStore.stored]
    assert.equal(await codeOf(host, keyChange({ at })), '00')
    const started = await connected(t, {}, settings, { keyStore })
    await started.link.acquirer.isReachable()
    assert.equal(await codeOf(started.host, keyChange({ at })), '00', 'the host still has the first key')
    assert.deepEqual([...keyStore.stored], before)
    // The same key does not let it sign off.
    assert.equal(await codeOf(started.host, order('002')), '63')
  })

  it('to several processes at once is taken by all of them and stored once', async (t) => {
    const keyStore = memoryKeys()
    const processes = await Promise.all([1, 2, 3].map(() => connected(t, {}, settings, { keyStore })))
    for (const { link } of processes) await link.ask(isoPayment())
    const at = new Date()
    const codes = await Promise.all(processes.map(({ host }) => codeOf(host, keyChange({ at }))))
    assert.deepEqual(codes, ['00', '00', '00'])
    for (const { host, link } of processes) {
      last(host).useKey(newKey)
      assert.ok(isApproved(await link.ask(isoPayment())))
    }
    assert.equal([...keyStore.stored.values()][0]?.formerKeys.length, 1)
  })
})

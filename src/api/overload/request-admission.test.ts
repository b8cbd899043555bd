import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Store } from '../../payments/ports/store.ts'
import type { Attempt, AttemptResult, Outcome } from '../../payments/ports/transactions.ts'
import type { IncomingWork, RequestAdmissionLimits, ShedReason } from './admission-types.ts'
import { admitRequests } from './request-admission.ts'

const usual: RequestAdmissionLimits = { delayMs: 500, recordingMax: 2, progressMin: 64, merchantMax: 100, linkMax: 100 }
const payment: IncomingWork = { isRead: false, isKnown: false, isPayment: true, hasLeft: () => false }
const read: IncomingWork = { isRead: true, isKnown: true, isPayment: false, hasLeft: () => false }
const repeat: IncomingWork = { isRead: false, isKnown: true, isPayment: true, hasLeft: () => false }

const attempt = { link: { adapter: 'simulator', acquirerId: 'A' } } as Attempt
const attemptElsewhere = { link: { adapter: 'simulator', acquirerId: 'B' } } as Attempt

/** Enough turns of the loop for everything that may begin. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

function open(limits: Partial<RequestAdmissionLimits> = {}) {
  let nowMs = 0
  let tick = () => {}
  let loopDelayMs = 0
  const shed: ShedReason[] = []
  const counts = { abandoned: 0 }
  const admission = admitRequests({
    limits: { ...usual, ...limits },
    loopDelay: {
      now: () => loopDelayMs,
      within: () => 0,
      onTick: (listener) => {
        tick = () => listener(0)
      },
      stop: () => {},
    },
    onShed: (reason) => shed.push(reason),
    onAbandoned: () => {
      counts.abandoned += 1
    },
    clock: () => nowMs,
  })
  const order: string[] = []
  return {
    admission,
    shed,
    counts,
    order,
    /** Lets the time pass, as the loop's ticks do. */
    async pass(ms: number) {
      for (const untilMs = nowMs + ms; nowMs < untilMs; nowMs += 20) tick()
      tick()
      await settled()
    },
    setLoopDelay(ms: number) {
      loopDelayMs = ms
    },
    /** One tick after this much time, with hardly a turn of the loop for anything else. */
    async tickAfter(ms: number) {
      nowMs += ms
      tick()
      await Promise.resolve()
      await Promise.resolve()
    },
    /** Enters; when its turn comes, the name is added to `order`, or with a minus when it is refused. */
    enter(name: string, arrival: IncomingWork) {
      return admission.enter(arrival).then((work) => {
        order.push(work ? name : `-${name}`)
        return work
      })
    },
  }
}

/** A store whose commits the test controls. */
function heldStore() {
  const waiting: ((result: AttemptResult) => void)[] = []
  const store = {
    recordAttempt: () => new Promise<AttemptResult>((resolve) => waiting.push(resolve)),
    recordOutcome: async () => 'RECORDED' as const,
  } as unknown as Store
  const recorded: AttemptResult = { kind: 'RECORDED', sendBefore: 0 }
  return { store, waiting, commit: () => waiting.splice(0).map((resolve) => resolve(recorded)) }
}

describe('requests are let in', () => {
  it('reads and repeats before new payments, each kind in the order of its arrival', async () => {
    const { enter, order } = open({ recordingMax: 10 })
    for (const name of ['p1', 'p2']) void enter(name, payment)
    for (const name of ['r1', 'r2']) void enter(name, read)
    void enter('a1', repeat)
    await settled()
    assert.deepEqual(order, ['r1', 'r2', 'a1', 'p1', 'p2'])
  })

  it('with a limit of payments before their attempts are recorded, and reads always', async () => {
    const { enter, order } = open()
    const { store, commit } = heldStore()
    const first = enter('p1', payment)
    for (const name of ['p2', 'p3', 'p4']) void enter(name, payment)
    await settled()
    assert.deepEqual(order, ['p1', 'p2'])
    const recorded = (await first)?.storeFrom(store).recordAttempt(attempt)
    void enter('r1', read)
    await settled()
    assert.deepEqual(order, ['p1', 'p2', 'r1'])
    commit()
    assert.equal((await recorded)?.kind, 'RECORDED')
    await settled()
    assert.deepEqual(order, ['p1', 'p2', 'r1', 'p3'])
  })

  it('also when earlier ones were answered without an attempt, or take long because of an external system', async () => {
    const { enter, order, pass } = open()
    const first = enter('p1', payment)
    for (const name of ['p2', 'p3', 'p4']) void enter(name, payment)
    await settled()
    ;(await first)?.closed()
    await settled()
    assert.deepEqual(order, ['p1', 'p2', 'p3'])
    await pass(500)
    assert.deepEqual(order, ['p1', 'p2', 'p3', 'p4'])
  })

  it('not beyond the slots of those that wait for their commit, however long they take', async () => {
    const { enter, order, pass, shed } = open({ recordingMax: 4 })
    const { store } = heldStore()
    for (const name of ['p1', 'p2', 'p3', 'p4'])
      void enter(name, payment).then((work) => work?.storeFrom(store).recordAttempt(attempt))
    await settled()
    void enter('p5', payment)
    await pass(400)
    assert.deepEqual([order, shed], [['p1', 'p2', 'p3', 'p4'], []])
  })
})

describe('under overload', () => {
  /** Two payments that wait for their commit for longer than allowed. */
  async function overloaded() {
    const gateway = open()
    const held = heldStore()
    for (const name of ['p1', 'p2'])
      void gateway.enter(name, payment).then((work) => work?.storeFrom(held.store).recordAttempt(attempt))
    await settled()
    await gateway.pass(620)
    gateway.order.length = 0
    return { ...gateway, ...held }
  }

  it('the queue is filled, further requests are refused at once, and queued ones after the time limit', async () => {
    const { enter, order, shed, pass } = await overloaded()
    for (let n = 1; n <= 16; n += 1) void enter(`p${n}`, payment)
    await settled()
    assert.deepEqual([order, shed], [[], []])
    void enter('late', payment)
    await settled()
    assert.deepEqual([order, shed], [['-late'], ['WAITING']])
    await pass(760)
    assert.equal(order.filter((name) => name.startsWith('-p')).length, 16)
    assert.equal(shed.length, 17)
  })

  it('queued requests are refused in time while outcomes are processed first, and the time before reading counts', async () => {
    const gateway = await overloaded()
    const { enter, order, store, setLoopDelay, tickAfter } = gateway
    setLoopDelay(300)
    void enter('unread', payment)
    setLoopDelay(0)
    void enter('read', payment)
    const known = (await enter('a1', repeat)) ?? assert.fail('a repeat is let in')
    for (let n = 0; n < 200; n += 1) void known.storeFrom(store).recordOutcome({} as Outcome)
    await tickAfter(360)
    assert.deepEqual(order, ['a1', '-unread'])
    await tickAfter(300)
    assert.deepEqual(order, ['a1', '-unread', '-read'])
  })

  it('a request can be refused synchronously when the queue is full, and only then', async () => {
    const { admission, enter, shed } = await overloaded()
    assert.deepEqual([admission.isOverloaded(), admission.refuseNew(), shed], [true, false, []])
    for (let n = 1; n <= 16; n += 1) void enter(`p${n}`, payment)
    assert.deepEqual([admission.refuseNew(), shed], [true, ['WAITING']])
    assert.deepEqual([open().admission.isOverloaded(), open().admission.refuseNew()], [false, false])
  })

  it('a request that may be a read is refused unread only when reads wait for too long, too', async () => {
    const { admission, enter, shed, setLoopDelay, tickAfter } = await overloaded()
    for (let n = 1; n <= 16; n += 1) void enter(`p${n}`, payment)
    assert.deepEqual([admission.refuseNew(), admission.refuseAny()], [true, false])
    setLoopDelay(5 * usual.delayMs)
    for (let n = 1; n <= 16; n += 1) void enter(`r${n}`, read)
    await tickAfter(200)
    await tickAfter(200)
    for (let n = 17; n <= 200; n += 1) void enter(`r${n}`, read)
    const before = shed.length
    assert.equal(admission.refuseAny(), true)
    assert.equal(shed.length, before + 1)
  })

  it('reads and repeats are let in', async () => {
    const { enter, order, shed } = await overloaded()
    void enter('r1', read)
    void enter('a1', repeat)
    await settled()
    assert.deepEqual([order, shed], [['r1', 'a1'], []])
  })

  it('a repeat is marked as preferred; a read, and a request without overload, is not', async () => {
    const { enter } = await overloaded()
    assert.equal((await enter('a1', repeat))?.isPreferred(), true)
    assert.equal((await enter('r1', read))?.isPreferred(), false)
    assert.equal((await open().enter('a1', repeat))?.isPreferred(), false)
  })

  it('new payments are let in again when the wait is over', async () => {
    const { enter, order, commit, pass } = await overloaded()
    commit()
    await settled()
    await pass(520)
    for (let n = 1; n <= 40; n += 1) void enter(`p${n}`, { ...payment, isPayment: false })
    await settled()
    assert.equal(order.filter((name) => !name.startsWith('-')).length, 40)
  })
})

describe('a request whose client has left', () => {
  it('is dropped when its turn comes', async () => {
    const { enter, order, counts } = open()
    void enter('p1', { ...payment, hasLeft: () => true })
    await settled()
    assert.deepEqual([order, counts.abandoned], [['-p1'], 1])
  })

  it('records no attempt', async () => {
    const { enter, counts } = open()
    const { store, waiting } = heldStore()
    let hasLeft = false
    const work = await enter('p1', { ...payment, hasLeft: () => hasLeft })
    hasLeft = true
    assert.deepEqual(await work?.storeFrom(store).recordAttempt(attempt), { kind: 'OVERLOADED' })
    assert.deepEqual([waiting.length, counts.abandoned], [0, 1])
  })

  it('records the outcome of an attempt that was recorded', async () => {
    const { enter } = open()
    const { store } = heldStore()
    const work = await enter('p1', { ...payment, hasLeft: () => false })
    assert.equal(await work?.storeFrom(store).recordOutcome({} as Outcome), 'RECORDED')
  })
})

describe('concurrency limits', () => {
  it('apply to requests of a merchant until they are over; reads and repeats beyond them, too', async () => {
    const { enter, shed } = open({ merchantMax: 1, recordingMax: 10 })
    const first = await enter('p1', payment)
    assert.equal(first?.countFor('M'), true)
    assert.equal((await enter('p2', payment))?.countFor('M'), false)
    assert.equal((await enter('p3', payment))?.countFor('N'), true)
    assert.equal((await enter('a1', repeat))?.countFor('M'), true)
    assert.deepEqual(shed, ['MERCHANT_LIMIT'])
  })

  it('count a request as long as its work lasts, also when its client has left', async () => {
    const { enter } = open({ merchantMax: 1, recordingMax: 10 })
    const first = await enter('p1', payment)
    first?.countFor('M')
    const { promise, resolve } = Promise.withResolvers<void>()
    const running = first?.during(promise)
    first?.closed()
    assert.equal((await enter('p2', payment))?.countFor('M'), false)
    resolve()
    await running
    assert.equal((await enter('p3', payment))?.countFor('M'), true)
  })

  it('apply to attempts on each acquirer link separately', async () => {
    const { enter, shed } = open({ linkMax: 1, recordingMax: 10 })
    const { store, commit } = heldStore()
    const first = await enter('p1', payment)
    const recorded = first?.storeFrom(store).recordAttempt(attempt)
    commit()
    await recorded
    // The same request may have to try again.
    const again = first?.storeFrom(store).recordAttempt(attempt)
    commit()
    assert.equal((await again)?.kind, 'RECORDED')
    const second = await enter('p2', payment)
    assert.deepEqual(await second?.storeFrom(store).recordAttempt(attempt), { kind: 'OVERLOADED' })
    assert.deepEqual(shed, ['LINK_LIMIT'])
    const elsewhere = (await enter('p3', payment))?.storeFrom(store).recordAttempt(attemptElsewhere)
    commit()
    assert.equal((await elsewhere)?.kind, 'RECORDED')
    first?.closed()
    const third = (await enter('p4', payment))?.storeFrom(store).recordAttempt(attempt)
    commit()
    assert.equal((await third)?.kind, 'RECORDED')
  })
})

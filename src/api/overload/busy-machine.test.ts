// Payers on a machine that is busy with other things, simulated: a clock that the test sets, and a database that commits in batches
// at a speed of its own. Each payer pays again when it has its response, and pauses when it is refused.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Store } from '../../payments/ports/store.ts'
import type { Attempt, AttemptResult, Outcome } from '../../payments/ports/transactions.ts'
import type { IncomingWork, ShedReason } from './admission-types.ts'
import { admitRequests } from './request-admission.ts'

interface World {
  readonly payers: number
  /** How many writes one batch takes, and how far batches are apart. */
  readonly batchRows: number
  readonly batchEveryMs: number
  readonly acquirerMs: number
  readonly seconds: number
}

interface Figures {
  /** Approved in the second half of the time, with what each took without the acquirer. */
  readonly ownMs: readonly number[]
  readonly approvedPerSecond: number
  readonly shed: readonly ShedReason[]
  /** How often overload began. */
  readonly begins: number
}

const tickMs = 20
const retryMs = 5_000
const payment: IncomingWork = { isRead: false, isKnown: false, isPayment: true, hasLeft: () => false }
const attempt = { link: { adapter: 'simulator', acquirerId: 'A' } } as Attempt
const recorded: AttemptResult = { kind: 'RECORDED', sendBefore: 0 }

async function simulate({ payers, batchRows, batchEveryMs, acquirerMs, seconds }: World): Promise<Figures> {
  let nowMs = 0
  let tick = () => {}
  const shed: ShedReason[] = []
  const admission = admitRequests({
    limits: { delayMs: 500, recordingMax: 384, progressMin: 64, merchantMax: 10_000, linkMax: 10_000 },
    loopDelay: {
      now: () => 0,
      within: () => 0,
      onTick: (listener) => {
        tick = () => listener(0)
      },
      stop: () => {},
    },
    onShed: (reason) => shed.push(reason),
    onAbandoned: () => {},
    clock: () => nowMs,
  })
  const writes: (() => void)[] = []
  const timers: { readonly dueMs: number; readonly resolve: () => void }[] = []
  const after = (ms: number) => new Promise<void>((resolve) => timers.push({ dueMs: nowMs + ms, resolve }))
  const written = () => new Promise<void>((resolve) => writes.push(resolve))
  const store = {
    recordAttempt: () => written().then(() => recorded),
    recordOutcome: () => written().then(() => 'RECORDED' as const),
  } as unknown as Store

  const ownMs: number[] = []
  const halfMs = seconds * 500
  let isOver = false
  async function pay(): Promise<void> {
    while (!isOver) {
      const startMs = nowMs
      const work = await admission.enter(payment)
      if (!work) {
        await after(retryMs)
        continue
      }
      const own = work.storeFrom(store)
      await own.recordAttempt(attempt)
      await after(acquirerMs)
      await own.recordOutcome({} as Outcome)
      work.closed()
      if (nowMs > halfMs) ownMs.push(nowMs - startMs - acquirerMs)
    }
  }
  for (let payer = 0; payer < payers; payer += 1) void pay()

  let begins = 0
  let wasOverloaded = false
  for (let batchMs = 0; nowMs < seconds * 1000; nowMs += tickMs) {
    if (nowMs >= batchMs) {
      for (const done of writes.splice(0, batchRows)) done()
      batchMs += batchEveryMs
    }
    for (const timer of timers.splice(0)) {
      if (timer.dueMs <= nowMs) timer.resolve()
      else timers.push(timer)
    }
    tick()
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    if (admission.isOverloaded() && !wasOverloaded) begins += 1
    wasOverloaded = admission.isOverloaded()
  }
  isOver = true
  return { ownMs: ownMs.toSorted((a, b) => a - b), approvedPerSecond: ownMs.length / (seconds / 2), shed, begins }
}

const at = (times: readonly number[], share: number) => times[Math.floor(times.length * share)] ?? 0

describe('payers on a busy machine', () => {
  it('of whom each would wait for 3 seconds are refused in part, and the others wait for less than 2', async () => {
    // 160 writes a second, two for each payment: 80 payments.
    const { ownMs, approvedPerSecond, shed, begins } = await simulate({
      ...{ payers: 256, batchRows: 64, batchEveryMs: 400, acquirerMs: 0, seconds: 30 },
    })
    assert.ok(shed.includes('IN_PROGRESS'), 'some are refused')
    assert.ok(at(ownMs, 0.5) < 2_000, `half of them take ${at(ownMs, 0.5)} ms`)
    assert.ok(at(ownMs, 0.99) < 3_000, `99 of 100 take less than ${at(ownMs, 0.99)} ms`)
    assert.ok(approvedPerSecond > 70, `${approvedPerSecond} a second are approved, of 80`)
    assert.equal(begins, 1, 'and it does not come and go')
  })

  it('are not refused because their acquirer takes 10 seconds', async () => {
    const { shed, ownMs } = await simulate({
      ...{ payers: 600, batchRows: 64, batchEveryMs: 100, acquirerMs: 10_000, seconds: 30 },
    })
    assert.deepEqual(shed, [])
    assert.ok(ownMs.length > 0)
  })

  it('are not refused because each commit takes 700 ms, when there is room in the commits', async () => {
    const { shed } = await simulate({
      ...{ payers: 300, batchRows: 400, batchEveryMs: 700, acquirerMs: 0, seconds: 20 },
    })
    assert.deepEqual(shed, [])
  })
})

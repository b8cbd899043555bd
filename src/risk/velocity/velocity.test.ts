// Card testing against the default limits, ten thousand probes each, while honest payers of the same merchant continue
// to pay.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CountBook } from '../../platform/counters/count-book.ts'
import { type VelocityLimit, velocityLimitsOf } from '../../platform/counters/limits.ts'
import type { VelocityAttempt, VelocityOutcome } from '../rules/velocity/admission.ts'
import { memoryVelocity, type VelocityRefusal } from './velocity.ts'

const limits = velocityLimitsOf(['DEFAULT'])
const startMs = Date.parse('2026-03-01T12:00:00Z')
const probesMax = 10_000
const honestMax = 2_000

type Payment = Pick<VelocityAttempt, 'account' | 'address' | 'bin'>

/** A process with its own memory, and an acquirer that decides a moment later. */
function openProcess(book = new CountBook()) {
  const refusals: VelocityRefusal[] = []
  const clock = { now: () => new Date(startMs) }
  const velocity = memoryVelocity({ book, clock, onRefusal: (refusal) => refusals.push(refusal) })
  let asked = 0
  return {
    book,
    velocity,
    refusals,
    asked: () => asked,
    async pay(payment: Payment, outcome: VelocityOutcome): Promise<boolean> {
      const common = { merchantId: 'SHOP1', limits, amountMinor: 100n, currency: 'USD' }
      const admission = await velocity.admit({ ...common, ...payment })
      if (admission.kind === 'REFUSED') {
        velocity.countRefusal('SHOP1', admission.limit)
        return false
      }
      asked += 1
      await new Promise((resolve) => setImmediate(resolve))
      admission.reportOutcome(outcome)
      return true
    },
  }
}

type Process = ReturnType<typeof openProcess>

/** Of a few issuers, as a shop has them; one in twenty is declined. Every tenth payer is in one office, behind one address. */
const honest = (n: number): readonly [Payment, VelocityOutcome] => [
  {
    account: `honest-${n}`,
    address: n % 10 === 0 ? '198.51.100.1' : `203.0.113.${n}`,
    bin: `45087${n % 7}`,
  },
  n % 20 === 7 || n % 200 === 190 ? 'DECLINED' : 'APPROVED',
]

/**
 * This many probes, this many at a time, spread over the processes; honest payers in between. Returns how many probes
 * got through.
 */
async function attack(
  processes: readonly Process[],
  probe: (n: number) => Payment,
  { parallel = 1, between = () => {} }: { readonly parallel?: number; readonly between?: () => void } = {},
) {
  let reached = 0
  const refusedHonest: number[] = []
  let paid = 0
  for (let n = 0; n < probesMax; n += parallel) {
    const wave = Array.from({ length: parallel }, (_, at) => n + at)
    const probes = wave.map((each) => processes[each % processes.length]?.pay(probe(each), 'DECLINED'))
    const due = Math.min(honestMax, Math.ceil(((n + parallel) * honestMax) / probesMax))
    const payers = Array.from({ length: due - paid }, (_, at) => paid + at)
    const payments = payers.map(async (each) => {
      const isPaid = await processes[each % processes.length]?.pay(...honest(each))
      if (!isPaid) refusedHonest.push(each)
    })
    paid = due
    reached += (await Promise.all(probes)).filter(Boolean).length
    await Promise.all(payments)
    between()
  }
  assert.deepEqual([paid, refusedHonest], [honestMax, []], 'every honest payment goes to the acquirer')
  return reached
}

describe('ten thousand probes on hosted pages, while two thousand honest payments go through', () => {
  it('from one address with many cards reach the acquirer at most 20 times', async () => {
    const probe = (n: number) => ({ account: `stolen-${n}`, address: '192.0.2.66', bin: String(400_000 + (n % 5_000)) })
    assert.ok((await attack([openProcess()], probe)) <= 20)
  })

  it('from a thousand addresses with one BIN reach the acquirer at most 20 times', async () => {
    const probe = (n: number) => ({ account: `made-up-${n}`, address: `192.0.2.${n % 1_000}`, bin: '555555' })
    assert.ok((await attack([openProcess()], probe)) <= 20)
  })

  it('with one card and many security codes reach the acquirer at most 20 times', async () => {
    const probe = (n: number) => ({ account: 'the-card', address: `192.0.2.${n}`, bin: '555555' })
    assert.ok((await attack([openProcess()], probe)) <= 20)
  })

  it('64 at a time over two processes reach the acquirer at most 20 + 64 times', async () => {
    const processes = [openProcess(), openProcess()]
    const exchange = () => {
      for (const [index, from] of processes.entries())
        for (const totals of from.book.takeChanges()) processes[1 - index]?.book.merge(String(index), totals)
    }
    let waves = 0
    const everyTenth = () => {
      waves += 1
      if (waves % 10 === 0) exchange()
    }
    const probe = (n: number) => ({ account: `stolen-${n}`, address: '192.0.2.66', bin: '555555' })
    const reached = await attack(processes, probe, { parallel: 64, between: everyTenth })
    assert.ok(reached <= 20 + 64, String(reached))
  })

  it('leave 20 refusals of each limit to be recorded, and count the others', async () => {
    const process = openProcess()
    await attack([process], () => ({ account: 'the-card', address: '192.0.2.66', bin: '555555' }))
    assert.equal(process.refusals.length, probesMax - 10)
    assert.equal(process.refusals.filter(({ isRecorded }) => isRecorded).length, 20)
  })
})

describe('honest payers behind one address', () => {
  it('may pay 200 at once: those beyond the limit wait for the outcomes of other payments', async () => {
    const process = openProcess()
    const payments = Array.from({ length: 200 }, (_, n) =>
      process.pay({ account: `honest-${n}`, address: '198.51.100.1', bin: '450875' }, 'APPROVED'),
    )
    assert.ok((await Promise.all(payments)).every(Boolean))
  })

  it('are refused after a while when no outcome comes', async () => {
    const book = new CountBook()
    const velocity = memoryVelocity({ book, clock: { now: () => new Date(startMs) }, waitMs: 5 })
    const [limit] = velocityLimitsOf(['ADDRESS:DECLINES:HOUR:1']) as readonly [VelocityLimit]
    const attempt: VelocityAttempt = {
      merchantId: 'SHOP1',
      limits: [limit],
      account: 'a',
      address: '192.0.2.1',
      amountMinor: 1n,
      currency: 'USD',
    }
    assert.equal((await velocity.admit(attempt)).kind, 'ADMITTED')
    assert.deepEqual(await velocity.admit(attempt), { kind: 'REFUSED', limit })
  })
})

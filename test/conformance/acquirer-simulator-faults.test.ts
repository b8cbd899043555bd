// What the simulated acquirer does when it is told to misbehave, seen from the gateway and in its books.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { parseFaults } from '../../src/adapters/acquirers/simulator/index.ts'
import type { BookEntry } from '../../src/ports/acquirer-books.ts'
import { startSimulator, testPayment } from './acquirer-simulator-kit.ts'
import { withoutDeadline } from './ask-terms.ts'

type Simulator = Awaited<ReturnType<typeof startSimulator>>

let simulator: Simulator
before(async () => {
  simulator = await startSimulator()
})
after(() => simulator.close())

const withReference = (reference: string) => ({ details: { order: { reference } } })

async function booked({ acquirer }: Simulator, acquirerMerchantId: string): Promise<readonly BookEntry[]> {
  return acquirer.list({ acquirerMerchantId, limit: 1000 })
}

describe('an acquirer told to misbehave', () => {
  it('acts but says nothing', async () => {
    const merchant = simulator.newMerchant()
    const reply = await simulator.acquirer.ask(
      testPayment(merchant, withReference('order 17, SIM-SILENT')),
      withoutDeadline,
    )
    assert.deepEqual(reply, { kind: 'noAnswer' })
    assert.deepEqual(
      (await booked(simulator, merchant)).map(({ standingMinor }) => standingMinor),
      [10_00n],
    )
  })

  it('is never reached', async () => {
    const merchant = simulator.newMerchant()
    const reply = await simulator.acquirer.ask(testPayment(merchant, withReference('SIM-NOTSENT')), withoutDeadline)
    assert.equal(reply.kind, 'notSent')
    assert.deepEqual(await booked(simulator, merchant), [])
  })

  it('hears twice and acts once', async () => {
    const merchant = simulator.newMerchant()
    await simulator.acquirer.ask(testPayment(merchant, withReference('SIM-TWICE')), withoutDeadline)
    const [entry] = await booked(simulator, merchant)
    assert.deepEqual([entry?.timesAsked, entry?.standingMinor], [2, 10_00n])
  })

  it('approves more than was asked for in words, but not in its books', async () => {
    const merchant = simulator.newMerchant()
    const question = testPayment(merchant, withReference('SIM-WRONG'))
    const reply = await simulator.acquirer.ask(question, withoutDeadline)
    assert.ok(reply.kind === 'answered' && reply.answer.approvedMinor === 10_01n)
    const fate = await simulator.acquirer.inquire(question)
    assert.ok(fate.kind === 'answered' && fate.answer.approvedMinor === 10_00n)
  })

  it('answers late, though its books have the payment at once', async () => {
    const question = testPayment(simulator.newMerchant(), withReference('SIM-SLOW-700'))
    let isAnswered = false
    const asking = simulator.acquirer.ask(question, withoutDeadline).then((reply) => {
      isAnswered = true
      return reply
    })
    while (!simulator.clock.sleeping.includes(700)) await new Promise(setImmediate)
    assert.equal((await simulator.acquirer.inquire(question)).kind, 'answered')
    assert.equal(isAnswered, false)
    simulator.clock.advance(700)
    assert.equal((await asking).kind, 'answered')
  })

  it('gets a late request only after a while, and refuses it when its reversal was faster', async () => {
    const [heard, reversed] = [1, 2].map(() => testPayment(simulator.newMerchant(), withReference('SIM-LATE-5000')))
    assert.ok(heard && reversed)
    for (const question of [heard, reversed]) {
      assert.deepEqual(await simulator.acquirer.ask(question, withoutDeadline), { kind: 'noAnswer' })
      assert.deepEqual(await simulator.acquirer.inquire(question), { kind: 'notFound' })
    }
    assert.deepEqual(await simulator.acquirer.reverse(reversed), { kind: 'acknowledged' })
    simulator.clock.advance(5000)
    for (const [question, standing] of [
      [heard, 10_00n],
      [reversed, 0n],
    ] as const) {
      while ((await simulator.acquirer.inquire(question)).kind === 'notFound') await new Promise(setImmediate)
      const [entry] = await booked(simulator, question.acquirerMerchantId)
      assert.deepEqual([entry?.timesAsked, entry?.standingMinor], [1, standing])
    }
  })

  it('refuses a reversal, or leaves the first ones unanswered', async () => {
    const stubborn = testPayment(simulator.newMerchant(), withReference('SIM-NO-REVERSAL'))
    await simulator.acquirer.ask(stubborn, withoutDeadline)
    assert.deepEqual(await simulator.acquirer.reverse(stubborn), { kind: 'refused' })
    assert.equal((await booked(simulator, stubborn.acquirerMerchantId))[0]?.standingMinor, 10_00n)

    const slow = testPayment(simulator.newMerchant(), withReference('SIM-SILENT SIM-SLOW-REVERSAL-2'))
    await simulator.acquirer.ask(slow, withoutDeadline)
    const replies: string[] = []
    for (let turn = 0; turn < 3; turn += 1) replies.push((await simulator.acquirer.reverse(slow)).kind)
    assert.deepEqual(replies, ['noAnswer', 'noAnswer', 'acknowledged'])
    assert.equal((await booked(simulator, slow.acquirerMerchantId))[0]?.standingMinor, 0n)
  })

  it('gives the outcome that a reference asks for, to every kind of request', async () => {
    const merchant = simulator.newMerchant()
    const { ask } = simulator.acquirer
    const declined = await ask(testPayment(merchant, withReference('order-9.FAILREFERRED')), withoutDeadline)
    assert.ok(declined.kind === 'answered' && declined.answer.gatewayCode === 'REFERRED')
    const authorized = testPayment(merchant, { kind: 'AUTHORIZE' })
    await ask(authorized, withoutDeadline)
    const { instrument: _, ...later } = testPayment(merchant, {
      details: { transaction: { reference: '.FAILNOSUCHCODE' } },
    })
    const capture = await ask(
      { ...later, kind: 'CAPTURE', original: { reference: authorized.reference } },
      withoutDeadline,
    )
    assert.ok(capture.kind === 'answered' && capture.answer.gatewayCode === 'UNKNOWN')
  })
})

describe('an acquirer that fails by chance', () => {
  it('fails the same way for the same seed and reference, and about as often as told', async () => {
    const faults = parseFaults('seed=7,silent=0.5,refuseReversals=0.5')
    const unreliable = await startSimulator({ faults })
    try {
      const questions = Array.from({ length: 60 }, () => testPayment('ACQUIRED1'))
      const kinds = async () =>
        (await Promise.all(questions.map((question) => unreliable.acquirer.ask(question, withoutDeadline)))).map(
          ({ kind }) => kind,
        )
      const first = await kinds()
      assert.deepEqual(await kinds(), first)
      assert.ok(first.includes('noAnswer') && first.includes('answered'))
      const reversals = (await Promise.all(questions.map(unreliable.acquirer.reverse))).map(({ kind }) => kind)
      assert.ok(reversals.includes('refused') && reversals.includes('acknowledged'))
    } finally {
      await unreliable.close()
    }
  })

  it('is out of reach at the end of every period', async () => {
    const away = await startSimulator({ faults: parseFaults('awayEverySeconds=60,awaySeconds=10') })
    try {
      const question = testPayment('ACQUIRED1')
      assert.equal(await away.acquirer.isReachable(), true)
      away.clock.advance(20_000)
      assert.equal(await away.acquirer.isReachable(), false)
      assert.equal((await away.acquirer.ask(question, withoutDeadline)).kind, 'notSent')
      assert.equal((await away.acquirer.inquire(question)).kind, 'noAnswer')
      assert.equal((await away.acquirer.reverse(question)).kind, 'noAnswer')
      assert.equal((await away.acquirer.closeBatch(question)).kind, 'noAnswer')
      away.clock.advance(10_000)
      assert.equal((await away.acquirer.inquire(question)).kind, 'notFound')
    } finally {
      await away.close()
    }
  })
})

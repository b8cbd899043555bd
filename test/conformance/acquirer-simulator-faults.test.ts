// The simulated acquirer's faults, as seen by the gateway and in its books.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { parseFaults } from '../../src/acquirers/simulator/index.ts'
import type { AcquirerRequest } from '../../src/payments/ports/acquirer.ts'
import type { BookEntry } from '../../src/payments/ports/acquirer-books.ts'
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

describe('an acquirer with a simulated fault', () => {
  it('executes the request but does not answer', async () => {
    const merchant = simulator.newMerchant()
    const result = await simulator.acquirer.ask(
      testPayment(merchant, withReference('order 17, SIM-SILENT')),
      withoutDeadline,
    )
    assert.deepEqual(result, { kind: 'NO_ANSWER' })
    assert.deepEqual(
      (await booked(simulator, merchant)).map(({ standingMinor }) => standingMinor),
      [10_00n],
    )
  })

  it('never receives the request', async () => {
    const merchant = simulator.newMerchant()
    const result = await simulator.acquirer.ask(testPayment(merchant, withReference('SIM-NOTSENT')), withoutDeadline)
    assert.equal(result.kind, 'NOT_SENT')
    assert.deepEqual(await booked(simulator, merchant), [])
  })

  it('receives the request twice and executes it once', async () => {
    const merchant = simulator.newMerchant()
    await simulator.acquirer.ask(testPayment(merchant, withReference('SIM-TWICE')), withoutDeadline)
    const [entry] = await booked(simulator, merchant)
    assert.deepEqual([entry?.timesAsked, entry?.standingMinor], [2, 10_00n])
  })

  it('approves more than was requested in its answer, but not in its books', async () => {
    const merchant = simulator.newMerchant()
    const question = testPayment(merchant, withReference('SIM-WRONG'))
    const result = await simulator.acquirer.ask(question, withoutDeadline)
    assert.ok(result.kind === 'ANSWERED' && result.response.approvedMinor === 10_01n)
    const inquiryResult = await simulator.acquirer.inquire(question)
    assert.ok(inquiryResult.kind === 'ANSWERED' && inquiryResult.response.approvedMinor === 10_00n)
  })

  it('answers late, though its books have the payment at once', async () => {
    const question = testPayment(simulator.newMerchant(), withReference('SIM-SLOW-700'))
    let isAnswered = false
    const asking = simulator.acquirer.ask(question, withoutDeadline).then((result) => {
      isAnswered = true
      return result
    })
    while (!simulator.clock.sleeping.includes(700)) await new Promise(setImmediate)
    assert.equal((await simulator.acquirer.inquire(question)).kind, 'ANSWERED')
    assert.equal(isAnswered, false)
    simulator.clock.advance(700)
    assert.equal((await asking).kind, 'ANSWERED')
  })

  it('receives a late request only after a while, and refuses it when its reversal came first', async () => {
    const [heard, reversed] = [1, 2].map(() => testPayment(simulator.newMerchant(), withReference('SIM-LATE-5000')))
    assert.ok(heard && reversed)
    for (const question of [heard, reversed]) {
      assert.deepEqual(await simulator.acquirer.ask(question, withoutDeadline), { kind: 'NO_ANSWER' })
      assert.deepEqual(await simulator.acquirer.inquire(question), { kind: 'NOT_FOUND' })
    }
    assert.deepEqual(await simulator.acquirer.reverse(reversed), { kind: 'ACKNOWLEDGED' })
    simulator.clock.advance(5000)
    for (const [question, standing] of [
      [heard, 10_00n],
      [reversed, 0n],
    ] as const) {
      while ((await simulator.acquirer.inquire(question)).kind === 'NOT_FOUND') await new Promise(setImmediate)
      const [entry] = await booked(simulator, question.acquirerMerchantId)
      assert.deepEqual([entry?.timesAsked, entry?.standingMinor], [1, standing])
    }
  })

  it('refuses a reversal, or leaves the first ones unanswered', async () => {
    const stubborn = testPayment(simulator.newMerchant(), withReference('SIM-NO-REVERSAL'))
    await simulator.acquirer.ask(stubborn, withoutDeadline)
    assert.deepEqual(await simulator.acquirer.reverse(stubborn), { kind: 'REFUSED' })
    assert.equal((await booked(simulator, stubborn.acquirerMerchantId))[0]?.standingMinor, 10_00n)

    const slow = testPayment(simulator.newMerchant(), withReference('SIM-SILENT SIM-SLOW-REVERSAL-2'))
    await simulator.acquirer.ask(slow, withoutDeadline)
    const results: string[] = []
    for (let turn = 0; turn < 3; turn += 1) results.push((await simulator.acquirer.reverse(slow)).kind)
    assert.deepEqual(results, ['NO_ANSWER', 'NO_ANSWER', 'ACKNOWLEDGED'])
    assert.equal((await booked(simulator, slow.acquirerMerchantId))[0]?.standingMinor, 0n)
  })

  it('gives the outcome that a reference asks for, to every kind of request', async () => {
    const merchant = simulator.newMerchant()
    const { ask } = simulator.acquirer
    const declined = await ask(testPayment(merchant, withReference('order-9.FAILREFERRED')), withoutDeadline)
    assert.ok(declined.kind === 'ANSWERED' && declined.response.gatewayCode === 'REFERRED')
    const authorized = testPayment(merchant, { kind: 'AUTHORIZE' })
    await ask(authorized, withoutDeadline)
    const { instrument: _, ...later } = testPayment(merchant, {
      details: { transaction: { reference: '.FAILNOSUCHCODE' } },
    })
    const capture = await ask(
      { ...later, kind: 'CAPTURE', original: { reference: authorized.reference } },
      withoutDeadline,
    )
    assert.ok(capture.kind === 'ANSWERED' && capture.response.gatewayCode === 'UNKNOWN')
  })
})

describe('an acquirer with random faults', () => {
  it('fails the same way for the same seed and reference, and about as often as set', async () => {
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
      assert.ok(first.includes('NO_ANSWER') && first.includes('ANSWERED'))
      const reversals = (await Promise.all(questions.map((each) => unreliable.acquirer.reverse(each)))).map(
        ({ kind }) => kind,
      )
      assert.ok(reversals.includes('REFUSED') && reversals.includes('ACKNOWLEDGED'))
    } finally {
      await unreliable.close()
    }
  })

  it('is unreachable at the end of every period', async () => {
    const away = await startSimulator({ faults: parseFaults('awayEverySeconds=60,awaySeconds=10') })
    try {
      const question = testPayment('ACQUIRED1')
      assert.equal(await away.acquirer.isReachable(), true)
      away.clock.advance(20_000)
      assert.equal(await away.acquirer.isReachable(), false)
      assert.equal((await away.acquirer.ask(question, withoutDeadline)).kind, 'NOT_SENT')
      assert.equal((await away.acquirer.inquire(question)).kind, 'NO_ANSWER')
      assert.equal((await away.acquirer.reverse(question)).kind, 'NO_ANSWER')
      assert.equal((await away.acquirer.closeBatch(question)).kind, 'NO_ANSWER')
      away.clock.advance(10_000)
      assert.equal((await away.acquirer.inquire(question)).kind, 'NOT_FOUND')
    } finally {
      await away.close()
    }
  })
})

describe('an acquirer with unreliable answers to inquiries', () => {
  const settled = async (reference: string) => {
    const question = testPayment(simulator.newMerchant(), withReference(reference))
    await simulator.acquirer.ask(question, withoutDeadline)
    return question
  }
  const codesOf = async (question: ReturnType<typeof testPayment>, times: number) => {
    const codes: string[] = []
    for (let time = 0; time < times; time += 1) {
      const inquiryResult = await simulator.acquirer.inquire(question)
      codes.push(inquiryResult.kind === 'ANSWERED' ? inquiryResult.response.gatewayCode : inquiryResult.kind)
    }
    return codes
  }

  it('leaves the first ones unanswered, or the outcome open, and then answers correctly', async () => {
    assert.deepEqual(await codesOf(await settled('SIM-SILENT-INQUIRY-2'), 3), ['NO_ANSWER', 'NO_ANSWER', 'APPROVED'])
    assert.deepEqual(await codesOf(await settled('SIM-OPEN-INQUIRY-2'), 3), ['UNKNOWN', 'UNKNOWN', 'APPROVED'])
  })

  it('answers the first ones with something impossible, or with the opposite of its books', async () => {
    const wrong = await settled('SIM-WRONG-INQUIRY-1')
    const inquiryResult = await simulator.acquirer.inquire(wrong)
    assert.ok(inquiryResult.kind === 'ANSWERED' && inquiryResult.response.approvedMinor === 10_01n)
    assert.deepEqual(await codesOf(wrong, 1), ['APPROVED'])
    assert.deepEqual(await codesOf(await settled('SIM-FALSE-INQUIRY-1'), 2), ['DECLINED', 'APPROVED'])
    assert.deepEqual(await codesOf(await settled('SIM-FALSE-INQUIRY-1 x.FAILREFERRED'), 2), ['APPROVED', 'REFERRED'])
  })

  it('answers after a while, with the state of its books at that time', async () => {
    const question = await settled('SIM-SLOW-INQUIRY-800')
    const asking = simulator.acquirer.inquire(question)
    while (!simulator.clock.sleeping.includes(800)) await new Promise(setImmediate)
    await simulator.acquirer.reverse(question)
    simulator.clock.advance(800)
    const inquiryResult = await asking
    assert.ok(inquiryResult.kind === 'ANSWERED' && inquiryResult.response.gatewayCode === 'DECLINED')
  })
})

describe('an acquirer that loses its answers to reversals', () => {
  it('has reversed the payment all the same', async () => {
    const question = testPayment(simulator.newMerchant(), withReference('SIM-LOST-REVERSAL-2'))
    await simulator.acquirer.ask(question, withoutDeadline)
    assert.deepEqual(await simulator.acquirer.reverse(question), { kind: 'NO_ANSWER' })
    assert.equal((await booked(simulator, question.acquirerMerchantId))[0]?.standingMinor, 0n)
    assert.deepEqual(await simulator.acquirer.reverse(question), { kind: 'NO_ANSWER' })
    assert.deepEqual(await simulator.acquirer.reverse(question), { kind: 'ACKNOWLEDGED' })
  })

  it('reverses what was voided in the meantime, when the reversal itself is late', async () => {
    const { acquirer, clock } = simulator
    const paid = testPayment(simulator.newMerchant())
    await acquirer.ask(paid, withoutDeadline)
    const { instrument: _, ...later } = testPayment(paid.acquirerMerchantId, {
      details: { transaction: { reference: 'SIM-LATE-400 SIM-LATE-REVERSAL-900' } },
    })
    const undone: AcquirerRequest = { ...later, kind: 'VOID', original: { reference: paid.reference } }
    const standing = async () =>
      (await booked(simulator, paid.acquirerMerchantId)).find(({ reference }) => reference === paid.reference)
    assert.deepEqual(await acquirer.ask(undone, withoutDeadline), { kind: 'NO_ANSWER' })
    assert.deepEqual(await acquirer.inquire(undone), { kind: 'NOT_FOUND' })
    assert.deepEqual(await acquirer.reverse(undone), { kind: 'NO_ANSWER' })
    clock.advance(400)
    const inquiryResultOf = async () => {
      const inquiryResult = await acquirer.inquire(undone)
      return inquiryResult.kind === 'ANSWERED' ? inquiryResult.response.gatewayCode : inquiryResult.kind
    }
    while ((await inquiryResultOf()) !== 'APPROVED') await new Promise(setImmediate)
    clock.advance(500)
    while ((await inquiryResultOf()) !== 'DECLINED') await new Promise(setImmediate)
    assert.equal((await standing())?.standingMinor, 10_00n, 'the payment stands again')
    assert.deepEqual(await acquirer.reverse(undone), { kind: 'ACKNOWLEDGED' })
  })
})

/** One of each kind on the same merchant, each on an original of its own, under the same fault. */
async function oneOfEach(details: AcquirerRequest['details'], merchant: string): Promise<readonly AcquirerRequest[]> {
  const original = async (kind: 'AUTHORIZE' | 'PAY') => {
    const question = testPayment(merchant, { kind })
    await simulator.acquirer.ask(question, withoutDeadline)
    return { reference: question.reference }
  }
  const asked = () => {
    const { instrument: _, ...rest } = testPayment(merchant, { details })
    return rest
  }
  return [
    { ...asked(), kind: 'CAPTURE', original: await original('AUTHORIZE') },
    { ...asked(), kind: 'REFUND', original: await original('PAY'), isAuthorizedFirst: false },
    { ...asked(), kind: 'VOID', original: await original('PAY') },
    { ...asked(), kind: 'UPDATE_AUTHORIZATION', amountMinor: 12_00n, original: await original('AUTHORIZE') },
  ]
}

describe('captures, refunds, voids and updates', () => {
  const under = async (reference: string) =>
    oneOfEach({ transaction: { reference } }, simulator.newMerchant()) as Promise<
      readonly (AcquirerRequest & { readonly amountMinor: bigint })[]
    >
  const approvedInBooks = async (question: AcquirerRequest) => {
    const inquiryResult = await simulator.acquirer.inquire(question)
    return inquiryResult.kind === 'ANSWERED'
      ? [inquiryResult.response.gatewayCode, inquiryResult.response.approvedMinor]
      : [inquiryResult.kind]
  }

  it('can be answered with nonsense, though the books are correct', async () => {
    for (const question of await under('SIM-WRONG')) {
      const result = await simulator.acquirer.ask(question, withoutDeadline)
      assert.ok(
        result.kind === 'ANSWERED' && result.response.approvedMinor === question.amountMinor + 1n,
        question.kind,
      )
      assert.deepEqual(await approvedInBooks(question), ['APPROVED', question.amountMinor], question.kind)
    }
  })

  it('can be answered with a partial approval, though the books have the whole amount', async () => {
    for (const question of await under('SIM-PARTIAL')) {
      const result = await simulator.acquirer.ask(question, withoutDeadline)
      assert.ok(result.kind === 'ANSWERED', question.kind)
      const { gatewayCode, approvedMinor } = result.response
      assert.deepEqual([gatewayCode, approvedMinor], ['PARTIALLY_APPROVED', question.amountMinor / 2n], question.kind)
      assert.deepEqual(await approvedInBooks(question), ['APPROVED', question.amountMinor], question.kind)
    }
  })

  it('can be executed in part', async () => {
    for (const question of await under('x.FAILPARTIALLY_APPROVED')) {
      await simulator.acquirer.ask(question, withoutDeadline)
      const half = ['PARTIALLY_APPROVED', question.amountMinor / 2n]
      assert.deepEqual(await approvedInBooks(question), half, question.kind)
    }
  })

  it('can lose their answers, be answered late, or arrive late', async () => {
    const { acquirer, clock } = simulator
    for (const question of await under('SIM-SILENT')) {
      assert.deepEqual(await acquirer.ask(question, withoutDeadline), { kind: 'NO_ANSWER' }, question.kind)
      assert.deepEqual(await approvedInBooks(question), ['APPROVED', question.amountMinor], question.kind)
    }
    for (const question of await under('SIM-SLOW-600')) {
      const asking = acquirer.ask(question, withoutDeadline)
      while (!clock.sleeping.includes(600)) await new Promise(setImmediate)
      assert.deepEqual(await approvedInBooks(question), ['APPROVED', question.amountMinor], question.kind)
      clock.advance(600)
      assert.equal((await asking).kind, 'ANSWERED', question.kind)
    }
    for (const question of await under('SIM-LATE-600')) {
      assert.deepEqual(await acquirer.ask(question, withoutDeadline), { kind: 'NO_ANSWER' }, question.kind)
      assert.deepEqual(await approvedInBooks(question), ['NOT_FOUND'], question.kind)
      clock.advance(600)
      while ((await approvedInBooks(question))[0] === 'NOT_FOUND') await new Promise(setImmediate)
      assert.deepEqual(await approvedInBooks(question), ['APPROVED', question.amountMinor], question.kind)
    }
  })
})

describe('an acquirer without a capability', () => {
  it('answers no inquiry, or refuses every reversal', async () => {
    const plain = await startSimulator({ capabilities: { canInquire: false, canReverse: false } })
    try {
      const question = testPayment('ACQUIRED1')
      await plain.acquirer.ask(question, withoutDeadline)
      assert.deepEqual(await plain.acquirer.inquire(question), { kind: 'NO_ANSWER' })
      assert.deepEqual(await plain.acquirer.reverse(question), { kind: 'REFUSED' })
      const { canInquire, canReverse, holdsEarlyReversals } = plain.acquirer.capabilities
      assert.deepEqual([canInquire, canReverse, holdsEarlyReversals], [false, false, true])
    } finally {
      await plain.close()
    }
  })

  it('executes a request that arrives after its reversal, if it holds no early reversals, within its late-arrival time', async () => {
    const faults = parseFaults('forgetsEarlyReversals=1,late=1,lateMs=300,lateArrivalMs=600000')
    const forgetful = await startSimulator({ faults })
    try {
      const { acquirer, clock } = forgetful
      assert.deepEqual(
        [acquirer.capabilities.holdsEarlyReversals, acquirer.capabilities.lateArrivalMs],
        [false, 600_000],
      )
      const question = testPayment('ACQUIRED1')
      assert.deepEqual(await acquirer.ask(question, withoutDeadline), { kind: 'NO_ANSWER' })
      assert.deepEqual(await acquirer.reverse(question), { kind: 'UNKNOWN_REFERENCE' })
      clock.advance(300)
      while ((await acquirer.inquire(question)).kind === 'NOT_FOUND') await new Promise(setImmediate)
      assert.equal((await booked(forgetful, 'ACQUIRED1'))[0]?.standingMinor, 10_00n)
      assert.deepEqual(await acquirer.reverse(question), { kind: 'ACKNOWLEDGED' })
    } finally {
      await forgetful.close()
    }
  })
})

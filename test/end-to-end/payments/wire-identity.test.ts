// The identity of a request on the wire: made by the adapter before the attempt is recorded, stored with it, and handed back
// to whichever process repeats or reverses it.
import assert from 'node:assert/strict'
import { before, describe, it, type TestContext } from 'node:test'
import type {
  Acquirer,
  AcquirerRequest,
  AcquirerResult,
  Preparation,
  Repetition,
  RequestReference,
  WireIdentity,
} from '../../../src/payments/ports/acquirer.ts'
import { defaultTimeoutPolicies } from '../../../src/payments/rules/judgement.ts'
import { until } from '../../support/checks/poll.ts'
import { authorizeBody, captureBody, newOrderId, payBody, verifyBody } from '../../support/clients/client.ts'
import { openShop, outcome, type Shop, settleEverything, totals } from '../../support/clients/shop.ts'
import { constantAcquirer, replaceLinks, replacePort } from '../../support/faults/replaced-links.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let shop: Shop
before(async () => {
  gateway = await sharedGateway()
  const routes = [
    { linkId: 'traced', acquirerMerchantId: 'T1', terminals: ['TERM0001'] },
    { linkId: 'second', acquirerMerchantId: 'S1' },
  ]
  shop = openShop(gateway, (await boardMerchant(gateway, { profile: { routes } })).id)
})

const approved: AcquirerResult = { kind: 'ANSWERED', response: { gatewayCode: 'APPROVED' } }
const silence: AcquirerResult = { kind: 'NO_ANSWER' }

type Asked = AcquirerRequest & Repetition
type Reversed = RequestReference & Repetition

interface Traced {
  readonly acquirer: Acquirer
  readonly prepared: AcquirerRequest[]
  readonly asked: Asked[]
  readonly reversed: Reversed[]
}

/** An acquirer whose messages have trace numbers, and which repeats captures and voids. */
function tracedAcquirer(
  name: string,
  result: (question: AcquirerRequest) => AcquirerResult | Promise<AcquirerResult>,
  prepare: (wire: WireIdentity) => Preparation = (wire) => ({ kind: 'PREPARED', wire }),
): Traced {
  const prepared: AcquirerRequest[] = []
  const asked: Asked[] = []
  const reversed: Reversed[] = []
  const { acquirer } = constantAcquirer(silence)
  return {
    ...{ prepared, asked, reversed },
    acquirer: {
      ...acquirer,
      capabilities: {
        ...acquirer.capabilities,
        canInquire: false,
        timeoutPolicies: { ...defaultTimeoutPolicies, CAPTURE: 'REPEAT', VOID: 'REPEAT' },
      },
      async prepare(question) {
        prepared.push(question)
        return prepare({ trace: `${name}-${prepared.length}`, mti: '0200' })
      },
      async ask(question, { isRepeat = false }) {
        asked.push({ ...question, isRepeat })
        return result(question)
      },
      async reverse(target, { isRepeat = false } = {}) {
        reversed.push({ ...target, isRepeat })
        return { kind: reversed.length > 1 ? 'ACKNOWLEDGED' : 'NO_ANSWER' }
      },
    },
  }
}

function useLinks(t: TestContext, links: Readonly<Record<string, Traced>>): void {
  t.after(() => settleEverything(gateway, shop.merchant))
  const acquirers = Object.entries(links).map(([linkId, { acquirer }]) => [linkId, acquirer] as const)
  replaceLinks(t, gateway, { second: constantAcquirer(approved).acquirer, ...Object.fromEntries(acquirers) })
}

async function wireOf(orderId: string, transactionId = '1'): Promise<WireIdentity | null> {
  const [row] = await gateway.query<{ wire_identity: WireIdentity | null }>(
    'select wire_identity from transactions where merchant_id = $1 and order_id = $2 and transaction_id = $3',
    [shop.merchant, orderId, transactionId],
  )
  return row ? row.wire_identity : assert.fail('there is no such transaction')
}

const first = { trace: 'traced-1', mti: '0200' }

describe('the wire identity of a request', () => {
  it('is on the row before the acquirer is called, and is passed to the acquirer', async (t) => {
    const orderId = newOrderId()
    let recorded: WireIdentity | null = null
    const traced = tracedAcquirer('traced', async () => {
      recorded = await wireOf(orderId)
      return approved
    })
    useLinks(t, { traced })
    assert.deepEqual(outcome(await shop.put(payBody(), { orderId }))[2], 'APPROVED')
    assert.deepEqual(recorded, first)
    const [prepared] = traced.prepared
    const [asked] = traced.asked
    assert.deepEqual(asked, { ...prepared, wire: first, isRepeat: false })
    assert.deepEqual([prepared?.kind, prepared?.terminals, prepared?.wire], ['PAY', ['TERM0001'], undefined])
  })

  it('of an authorization is passed to its capture, which has its own', async (t) => {
    const orderId = newOrderId()
    const traced = tracedAcquirer('traced', () => approved)
    useLinks(t, { traced })
    await shop.put(authorizeBody(), { orderId })
    await shop.put(captureBody(), { orderId, transactionId: '2' })
    const [, capture] = traced.asked
    assert.ok(capture?.kind === 'CAPTURE')
    assert.deepEqual([capture.original.wire, capture.wire?.['trace']], [first, 'traced-2'])
    assert.deepEqual(await wireOf(orderId, '2'), capture.wire)
  })

  it('is not stored for an adapter without one', async (t) => {
    replaceLinks(t, gateway, { traced: constantAcquirer(approved).acquirer })
    const orderId = newOrderId()
    await shop.put(payBody(), { orderId })
    assert.equal(await wireOf(orderId), null)
  })

  it('is made for a verification that is not recorded, too', async (t) => {
    const traced = tracedAcquirer('traced', () => approved)
    useLinks(t, { traced })
    assert.equal((await shop.put(verifyBody())).body.result, 'SUCCESS')
    assert.deepEqual(traced.asked[0]?.wire, first)
  })

  it('is handed to the reversal of a silent payment, and to the repeats of that reversal', async (t) => {
    const traced = tracedAcquirer('traced', () => silence)
    useLinks(t, { traced })
    const orderId = newOrderId()
    assert.equal(outcome(await shop.put(payBody(), { orderId }))[2], 'TIMED_OUT')
    await settleEverything(gateway, shop.merchant)
    const reference = traced.asked[0]?.reference
    assert.deepEqual(
      traced.reversed.map((about) => [about.reference, about.wire, about.isRepeat]),
      [
        [reference, first, false],
        [reference, first, true],
      ],
    )
  })

  it('stays the same when an advice is repeated, which is marked as a repeat', async (t) => {
    let isSilent = true
    const traced = tracedAcquirer('traced', ({ kind }) => (kind === 'CAPTURE' && isSilent ? silence : approved))
    useLinks(t, { traced })
    const orderId = newOrderId()
    await shop.put(authorizeBody(), { orderId })
    assert.equal(outcome(await shop.put(captureBody(), { orderId, transactionId: '2' }))[2], 'UNKNOWN')
    isSilent = false
    await settleEverything(gateway, shop.merchant)
    assert.deepEqual(totals(await shop.order(orderId)), ['CAPTURED', 100, 100, 0])
    const [sent, ...repeats] = traced.asked.filter(({ kind }) => kind === 'CAPTURE')
    const { terminals: _, ...stored } = sent ?? assert.fail('nothing was sent')
    assert.ok(repeats.length > 0)
    for (const repeat of repeats) assert.deepEqual(repeat, { ...stored, isRepeat: true })
    assert.equal(traced.prepared.length, 2, 'nothing is prepared again')
    assert.deepEqual(traced.reversed, [])
  })
})

describe('a request that cannot be prepared', () => {
  const exhausted = (): Preparation => ({ kind: 'NOT_SENT', why: 'no trace number is free' })

  it('is not sent, and has failed when there is no other link', async (t) => {
    const traced = tracedAcquirer('traced', () => approved, exhausted)
    const second = tracedAcquirer(
      'second',
      () => approved,
      () => {
        throw new Error('the database did not answer')
      },
    )
    useLinks(t, { traced, second })
    const response = await shop.put(payBody())
    assert.deepEqual(outcome(response).slice(0, 3), [201, 'FAILURE', 'ACQUIRER_SYSTEM_ERROR'])
    assert.deepEqual([traced.asked, second.asked, traced.reversed, second.reversed], [[], [], [], []])
  })

  it('is taken by the next link under its own identity, which the row has before that link is called', async (t) => {
    const orderId = newOrderId()
    let recorded: WireIdentity | null = null
    const traced = tracedAcquirer('traced', () => approved, exhausted)
    const second = tracedAcquirer('second', async () => {
      recorded = await wireOf(orderId)
      return approved
    })
    useLinks(t, { traced, second })
    assert.equal(outcome(await shop.put(payBody(), { orderId }))[2], 'APPROVED')
    assert.deepEqual([recorded, second.asked[0]?.wire], [{ ...first, trace: 'second-1' }, recorded])
    assert.equal(traced.asked.length, 0)
  })

  it('leaves no identity of the first link on the row when the next one has none', async (t) => {
    const orderId = newOrderId()
    useLinks(t, { traced: tracedAcquirer('traced', () => ({ kind: 'NOT_SENT', why: 'connection refused' })) })
    assert.equal(outcome(await shop.put(payBody(), { orderId }))[2], 'APPROVED')
    assert.equal(await wireOf(orderId), null)
  })

  it('has failed when its process died before recording that, without a request to the acquirer', async (t) => {
    const traced = tracedAcquirer(
      'traced',
      () => approved,
      () => prepare(),
    )
    let prepare = (): Preparation => ({ kind: 'PREPARED', wire: first })
    useLinks(t, { traced })
    const orderId = newOrderId()
    await shop.put(authorizeBody(), { orderId })
    prepare = exhausted
    const { store } = gateway.dependencies
    const { promise: stopped, resolve: resume } = Promise.withResolvers<void>()
    let isRecorded = false
    replacePort(t, gateway.dependencies, 'store', {
      ...store,
      async recordAttempt(attempt) {
        const recorded = await store.recordAttempt(attempt)
        isRecorded = true
        await stopped
        return recorded
      },
    })
    const sending = shop.put(captureBody(), { orderId, transactionId: '2' })
    await until(() => isRecorded, 'the attempt is recorded')
    await settleEverything(gateway, shop.merchant)
    assert.deepEqual(totals(await shop.order(orderId)), ['AUTHORIZED', 100, 0, 0])
    resume()
    assert.equal((await sending).body.result, 'FAILURE')
    assert.deepEqual(
      traced.asked.map(({ kind }) => kind),
      ['AUTHORIZE'],
    )
  })
})

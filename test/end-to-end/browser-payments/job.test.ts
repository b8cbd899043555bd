// Browser payments abandoned by the payer, the merchant, the provider or a process of the gateway, and those with
// concurrent reports from all sources.

import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Dependencies } from '../../../src/compose/dependencies.ts'
import { createSubjects } from '../../../src/compose/subjects.ts'
import type { JsonObject } from '../../../src/contract/json/json.ts'
import { contractFor } from '../../../src/contract/operation.ts'
import { recoverAttempts } from '../../../src/payments/jobs/recover-attempts.ts'
import { processDueReversals } from '../../../src/payments/jobs/reverse-owed.ts'
import { catalogue } from '../../../src/requests/catalogue.ts'
import { eventually } from '../../support/checks/poll.ts'
import {
  atMerchant,
  type BrowserPayer,
  initiateBody,
  interactionOf,
  openPayer,
} from '../../support/clients/browser-payment.ts'
import { merchantId, newOrderId } from '../../support/clients/client.ts'
import { openShop, outcome, type Shop } from '../../support/clients/shop.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let shop: Shop
let payer: BrowserPayer
before(async () => {
  gateway = await sharedGateway()
  shop = openShop(gateway)
  payer = openPayer(gateway)
})

interface Place {
  readonly orderId: string
}

/** The job looks at the payment now, and not when it would be due. */
async function look({ orderId }: Place, dependencies: Dependencies = gateway.dependencies): Promise<void> {
  await gateway.query('update transactions set deadline_at = now() where order_id = $1 and deadline_at is not null', [
    orderId,
  ])
  await recoverAttempts(dependencies)
  await processDueReversals(dependencies)
}

/** As if the payment had begun so long ago. */
async function age({ orderId }: Place, minutes: number): Promise<void> {
  await gateway.query("update transactions set recorded_at = now() - $2 * interval '1 minute' where order_id = $1", [
    orderId,
    minutes,
  ])
}

async function initiated(
  provider: Parameters<typeof initiateBody>[0] = 'PROVIDER_A',
  differences = {},
): Promise<Place> {
  const orderId = newOrderId()
  const response = await shop.put(initiateBody(provider, differences), { orderId })
  assert.equal(response.body.response?.gatewayCode, 'SUBMITTED', response.text)
  return { orderId }
}

const now = ({ orderId }: Place) => shop.transaction(orderId, '1')
const codeOf = async (place: Place): Promise<string> => (await now(place)).body.response.gatewayCode

/** The jobs of the gateway itself are at work, too: whichever of them is first, it comes to this. */
const comesTo = (place: Place, code: string) =>
  eventually(async () => {
    await look(place)
    return (await codeOf(place)) === code || undefined
  })

async function isReversed(place: Place): Promise<boolean> {
  const sql = 'select 1 from simulated_providers.line where reference = $1 and reversed_at is not null'
  return (await gateway.query(sql, [await payer.referenceOf(place)])).length > 0
}

/** An operation in this process, with an outside world that can be cut off. */
async function inProcess(body: object, { orderId }: Place, dependencies: Dependencies): Promise<unknown> {
  const operation = catalogue.find(({ name }) => name === (body as { apiOperation: string }).apiOperation)
  const access = await dependencies.store.findMerchant(merchantId)
  assert.ok(operation && access)
  const caller = { kind: 'CALLER', merchant: access.merchant, hasCertificate: false, isDevice: false } as const
  const ids = { orderId, transactionId: '1' }
  const contract = contractFor(operation, 100)
  const { requests } = createSubjects(dependencies)
  return requests.handle({ caller, ids, operation, version: 100, contract, body: body as JsonObject })
}

const cut = new Error('the process was killed')

describe('a payment without a report', () => {
  it('is found by the job when the payer has paid and never returned', async () => {
    const place = await initiated('PROVIDER_C')
    await payer.leave(place)
    await payer.decide(place, 'APPROVE')
    await comesTo(place, 'APPROVED')
    assert.deepEqual(interactionOf(await now(place)), ['COMPLETED', 'timeCompleted', 'timeInitiated', 'timeRedirected'])
  })

  it('is reported to the merchant who retrieves it after the payer has come back', async () => {
    const place = await initiated('PROVIDER_B')
    // Long ago: the provider has not been queried since.
    await gateway.query(
      `update transactions set journey = jsonb_set(journey::jsonb, '{times,returned}', '"2026-01-01T00:00:00.000Z"')::json
       where order_id = $1`,
      [place.orderId],
    )
    await payer.decide(place, 'APPROVE')
    const { body } = await shop.order(place.orderId)
    assert.deepEqual([body.result, body.status], ['SUCCESS', 'CAPTURED'])
  })

  it('is not changed before its time', async () => {
    const place = await initiated()
    await age(place, 59)
    await look(place)
    assert.equal(await codeOf(place), 'SUBMITTED')
    const [row] = await gateway.query<{ seconds: number }>(
      'select extract(epoch from deadline_at - now())::float8 as seconds from transactions where order_id = $1',
      [place.orderId],
    )
    assert.ok(row && row.seconds > 60 && row.seconds <= 300, `looked at again after ${row?.seconds} s`)
    assert.deepEqual(await payer.events(place), ['OUTCOME SUBMITTED'])
  })

  it('is abandoned and cancelled after an hour', async () => {
    const place = await initiated()
    await payer.leave(place)
    await age(place, 61)
    await comesTo(place, 'ABORTED')
    assert.deepEqual(outcome(await now(place)), [200, 'FAILURE', 'ABORTED', 'FAILED'])
    await eventually(async () => {
      await look(place)
      return (await isReversed(place)) || undefined
    })
    assert.equal(await payer.decide(place, 'APPROVE'), false)
    assert.equal((await payer.notify(place)).status, 200)
    assert.equal(await codeOf(place), 'ABORTED')
  })

  it('is abandoned also when the merchant does not confirm it', async () => {
    const place = await initiated('PROVIDER_A', atMerchant)
    await payer.decide(place, 'APPROVE')
    await payer.comeBack(place)
    await age(place, 61)
    await comesTo(place, 'ABORTED')
  })

  it('is not abandoned while the provider processes it', async () => {
    const place = await initiated()
    await payer.decide(place, 'LEAVE')
    await age(place, 600)
    await comesTo(place, 'PENDING')
    await look(place)
    assert.equal(await codeOf(place), 'PENDING')
    await payer.decide(place, 'DECLINE')
    await comesTo(place, 'DECLINED')
  })

  it('that failed and might still succeed is cancelled after an hour', async () => {
    const place = await initiated('PROVIDER_A', { order: { reference: 'TEST-FAIL-THEN-SUCCESS' } })
    await payer.passTime(place, 30)
    await comesTo(place, 'DECLINED')
    await age(place, 61)
    await eventually(async () => {
      await look(place)
      return (await isReversed(place)) || undefined
    })
    await payer.passTime(place, 60)
    await payer.notify(place)
    assert.equal(await codeOf(place), 'DECLINED')
  })
})

describe('a process that is killed', () => {
  const cutOff = (): Dependencies => ({
    ...gateway.dependencies,
    store: { ...gateway.dependencies.store, recordOutcome: () => Promise.reject(cut) },
  })

  it('after the provider was asked leaves a payment that continues', async () => {
    const place = { orderId: newOrderId() }
    await assert.rejects(inProcess(initiateBody(), place, cutOff()), cut)
    assert.equal((await now(place)).body.result, 'PENDING')
    assert.equal((await payer.notify(place)).status, 503)
    await comesTo(place, 'SUBMITTED')
    const again = await shop.put(initiateBody(), place)
    assert.deepEqual(outcome(again), [200, 'SUCCESS', 'SUBMITTED', 'INITIATED'])
    assert.match(again.body.browserPayment.redirectUrl, /\/bpui\/pp\/out\/BP-/)
    await payer.decide(place, 'APPROVE')
    await payer.comeBack(place)
    assert.deepEqual(outcome(await now(place)), [200, 'SUCCESS', 'APPROVED', 'CAPTURED'])
  })

  it('after a provider that decides at once was asked leaves a payment with that outcome', async () => {
    for (const provider of ['PROVIDER_A', 'PROVIDER_C'] as const) {
      const place = { orderId: newOrderId() }
      await assert.rejects(
        inProcess(initiateBody(provider, { order: { reference: 'TEST-SUCCEED' } }), place, cutOff()),
        cut,
      )
      await comesTo(place, 'APPROVED')
    }
  })

  it('before the provider was asked leaves a payment that never begins', async () => {
    const place = { orderId: newOrderId() }
    const { providers } = gateway.dependencies
    const dependencies: Dependencies = {
      ...cutOff(),
      providers: {
        of: (link) =>
          ({ ...providers.of(link), initiate: () => Promise.reject(cut) }) as ReturnType<typeof providers.of>,
      },
    }
    await assert.rejects(inProcess(initiateBody(), place, dependencies), cut)
    await comesTo(place, 'TIMED_OUT')
    assert.deepEqual(outcome(await now(place)), [200, 'FAILURE', 'TIMED_OUT', 'FAILED'])
    assert.equal(interactionOf(await now(place))[0], 'COMPLETED')
    await eventually(async () => {
      await look(place)
      return (await payer.events(place)).at(-1) === 'REVERSAL TIMED_OUT' || undefined
    })
    const second = await shop.put(initiateBody(), { ...place, transactionId: '2' })
    assert.deepEqual(outcome(second), [201, 'SUCCESS', 'SUBMITTED', 'INITIATED'])
  })

  it('between a confirmation and the provider leaves a confirmation that the job finishes', async () => {
    const place = await initiated('PROVIDER_A', atMerchant)
    await payer.decide(place, 'APPROVE')
    const { providers } = gateway.dependencies
    const silent: Dependencies = {
      ...gateway.dependencies,
      providers: {
        of: (link) =>
          ({ ...providers.of(link), confirm: () => Promise.reject(cut) }) as ReturnType<typeof providers.of>,
      },
    }
    const confirm = { apiOperation: 'CONFIRM_BROWSER_PAYMENT', order: { amount: '70.00' } }
    await inProcess(confirm, place, silent)
    assert.equal((await now(place)).body.response.gatewayCode, 'SUBMITTED')
    await comesTo(place, 'APPROVED')
    const { body } = await now(place)
    assert.deepEqual([body.order.totalCapturedAmount, body.transaction.amount], [70, 70])
  })
})

describe('a provider', () => {
  const failing = (result: { kind: 'NOT_SENT'; why: string } | { kind: 'NO_ANSWER' }): Dependencies => {
    const { providers } = gateway.dependencies
    return {
      ...gateway.dependencies,
      providers: {
        of: (link) => ({ ...providers.of(link), initiate: async () => result }) as ReturnType<typeof providers.of>,
      },
    }
  }

  it('that cannot be reached fails the payment, without a reversal', async () => {
    const place = { orderId: newOrderId() }
    await inProcess(initiateBody(), place, failing({ kind: 'NOT_SENT', why: 'no line' }))
    const response = await now(place)
    assert.deepEqual(outcome(response), [200, 'FAILURE', 'ACQUIRER_SYSTEM_ERROR', 'FAILED'])
    assert.deepEqual(interactionOf(response), ['COMPLETED', 'timeCompleted'])
    assert.deepEqual(await payer.events(place), ['OUTCOME ACQUIRER_SYSTEM_ERROR'])
  })

  it('that does not answer fails the payment, and is asked to cancel it', async () => {
    const place = { orderId: newOrderId() }
    await inProcess(initiateBody(), place, failing({ kind: 'NO_ANSWER' }))
    assert.deepEqual(outcome(await now(place)), [200, 'FAILURE', 'TIMED_OUT', 'FAILED'])
    await eventually(async () => {
      await look(place)
      return (await isReversed(place)) || undefined
    })
  })
})

describe('concurrent reports from all sources', () => {
  it('make one outcome and one event', async () => {
    for (const decision of ['APPROVE', 'CANCEL'] as const) {
      const place = await initiated()
      await payer.leave(place)
      await payer.decide(place, decision)
      await gateway.query('update transactions set deadline_at = now() where order_id = $1', [place.orderId])
      const update = { apiOperation: 'UPDATE_BROWSER_PAYMENT' }
      const news = [
        ...Array.from({ length: 4 }, () => payer.comeBack(place)),
        ...Array.from({ length: 4 }, () => payer.notify(place)),
        ...Array.from({ length: 4 }, () => now(place)),
        ...Array.from({ length: 4 }, () => shop.put(update, place)),
        ...Array.from({ length: 4 }, () => recoverAttempts(gateway.dependencies)),
      ]
      await Promise.all(news)
      const code = decision === 'APPROVE' ? 'APPROVED' : 'CANCELLED'
      const events = await payer.events(place)
      assert.deepEqual(
        events.filter((event) => event.startsWith('OUTCOME')),
        ['OUTCOME SUBMITTED', `OUTCOME ${code}`],
      )
      assert.equal(events.length, 4, String(events))
      assert.equal(interactionOf(await now(place)).length, 5)
    }
  })
})

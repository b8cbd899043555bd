// A gateway is killed between two parts of one refund, at a bank that knows each capture by itself. Another process ends the
// refund with what the bank has executed, and sends no other part.
import assert from 'node:assert/strict'
import { before, describe, it, type TestContext } from 'node:test'
import type { AcquirerResult } from '../../../src/payments/ports/acquirer.ts'
import { eventually, until } from '../../support/checks/poll.ts'
import { type ApiResponse, authorizeBody, type Body, captureBody, refundBody } from '../../support/clients/client.ts'
import { openShop, orderOf, type Shop, settleEverything, totals } from '../../support/clients/shop.ts'
import { freePort } from '../../support/faults/fault-world.ts'
import { replaceLinks } from '../../support/faults/replaced-links.ts'
import { openTwoGateways, type TwoGateways } from '../../support/fixtures/two-gateways.ts'
import { tollgate } from '../../support/gateway/command-line.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { exitOf, type GatewayProcess, makeSite } from '../../support/gateway/process.ts'

let both: TwoGateways
before(async () => {
  both = await openTwoGateways()
})

interface KilledGateway extends GatewayProcess {
  readonly shop: Shop
}

/** Beside the one of the test's own process, on the same database. */
async function startAnother(t: TestContext): Promise<KilledGateway> {
  const site = await makeSite({ after: (clean) => t.after(clean) })
  const port = await freePort()
  const gateway = site.spawn({
    ...both.site.environment,
    TOLLGATE_DATA_DIR: site.dataDir,
    TOLLGATE_HTTPS_PORT: String(port),
  })
  await until(() => gateway.stdout.includes('"msg":"ready"') || gateway.hasExited, 'the gateway is ready')
  const listeners = { httpsUrl: `https://localhost:${port}` } as TestGateway['listeners']
  return Object.assign(Object.create(gateway) as GatewayProcess, {
    shop: openShop({ listeners }, both.shop.merchant, both.password),
  })
}

/** What the bank's own acquirer does with a refund. */
type Handle = (forward: () => Promise<AcquirerResult>) => Promise<AcquirerResult>

/** The refund that is handled, counted from 1; the others are executed. Returns how many have come. */
function onRefundAtBank(t: TestContext, which: number, handle: Handle): { readonly count: number } {
  const own = both.upstream.dependencies.acquirers.of({ linkId: 'simulator', revision: 1, adapter: 'simulator' })
  assert.ok(own)
  let count = 0
  replaceLinks(t, both.upstream, {
    simulator: {
      ...own,
      async ask(question, terms) {
        const forward = () => own.ask(question, terms)
        if (question.kind !== 'REFUND') return forward()
        count += 1
        return count === which ? handle(forward) : forward()
      },
    },
  })
  return {
    get count() {
      return count
    },
  }
}

const outcomeOf = ({ body: { result, response, transaction } }: ApiResponse) => [
  result,
  response.gatewayCode,
  transaction.amount,
  transaction.requestedAmount,
]

async function settle(): Promise<void> {
  await both.production.query(
    `update transactions set sendable_until = now() - interval '1 hour' where merchant_id = $1
     and (deadline_at is not null or reverse_at is not null)`,
    [both.shop.merchant],
  )
  await settleEverything(both.upstream, both.shopAtBank.merchant)
  await settleEverything(both.production, both.shop.merchant)
}

async function assertBooksAgree(orderId: string, refunded: number): Promise<void> {
  const expected = ['PARTIALLY_REFUNDED', 100, 100, refunded]
  assert.deepEqual(totals(await both.shop.order(orderId)), expected)
  const [first] = await both.production.query<{ reference: string }>(
    `select acquirer_reference as reference from transactions where merchant_id = $1 and order_id = $2 and position = 1`,
    [both.shop.merchant, orderId],
  )
  assert.deepEqual(totals(await both.shopAtBank.order(first?.reference ?? '')), expected)
  const verified = await eventually(
    async () => {
      const words = ['books', 'verify', both.shop.merchant, '--json']
      return (await tollgate(words, { env: both.site.environment })).json.merchants[0]
    },
    ({ differences }: Body) => differences.length === 0,
  )
  assert.deepEqual([verified.open, verified.differences], [0, []])
}

describe('a refund in parts whose gateway is killed', () => {
  const away: AcquirerResult = { kind: 'NOT_SENT', why: 'the line is down' }
  const kills: readonly (readonly [
    when: string,
    part: number,
    handle: (forward: () => Promise<AcquirerResult>, untilKilled: Promise<void>) => Promise<AcquirerResult>,
    outcome: readonly unknown[],
  ])[] = [
    [
      'when the first part is executed and not answered',
      1,
      async (forward, untilKilled) => {
        const result = await forward()
        await untilKilled
        return result
      },
      ['SUCCESS', 'PARTIALLY_APPROVED', 30, 80],
    ],
    [
      'when the second part is under way and executed afterwards',
      2,
      async (forward, untilKilled) => {
        await untilKilled
        return forward()
      },
      ['SUCCESS', 'APPROVED', 80, undefined],
    ],
    [
      'when the second part is under way and never executed',
      2,
      async (_, untilKilled) => {
        await untilKilled
        return away
      },
      ['SUCCESS', 'PARTIALLY_APPROVED', 30, 80],
    ],
  ]
  for (const [when, part, handle, expected] of kills)
    it(`${when} is ended by another process, which sends no other part`, async (t) => {
      const orderId = await orderOf(both.shop, authorizeBody(), captureBody('30.00'), captureBody('70.00'))
      const gateway = await startAnother(t)
      const { promise: untilKilled, resolve: goOn } = Promise.withResolvers<void>()
      t.after(() => goOn())
      let isUnderWay = false
      const atBank = onRefundAtBank(t, part, (forward) => {
        isUnderWay = true
        return handle(forward, untilKilled)
      })
      const place = { orderId, transactionId: 'refund', version: 61 }
      const answered = gateway.shop.put(refundBody('80.00'), place).then(
        ({ status, text }) => `${status} ${text}`,
        () => 'connection broken',
      )
      await until(() => isUnderWay, 'the part is under way')
      // With its workers: in production it has one for each processor.
      gateway.killGroup('SIGKILL')
      await exitOf(gateway)
      assert.equal(await answered, 'connection broken')
      goOn()
      await settle()
      const again = await both.shop.put(refundBody('80.00'), place)
      assert.deepEqual(outcomeOf(again), expected, again.text)
      assert.equal(atBank.count, part)
      await assertBooksAgree(orderId, expected[2] as number)
    })
})

// The conformance suite finds links that close batches wrongly: the link to the test host, with one defect at a time.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { conformanceChecks, runConformance } from '../../src/acquirers/conformance/index.ts'
import type { RunningHost } from '../../src/host/host.ts'
import type { Acquirer } from '../../src/payments/ports/acquirer.ts'
import { isoCard, testLink } from '../support/builders/iso8583-link.ts'
import { type CardHostWorld, makeCardHostWorld, newMerchant } from '../support/sites/card-host-world.ts'

let world: CardHostWorld
let host: RunningHost
before(async () => {
  world = await makeCardHostWorld()
  host = await world.start()
})
after(() => world.close())

type Defect = (good: Acquirer) => Partial<Acquirer>

/** What it is given of a batch is changed before the link sees it. */
const given =
  (change: (batch: NonNullable<Parameters<Acquirer['closeBatch']>[0]['batch']>) => object): Defect =>
  ({ closeBatch }) => ({
    closeBatch: (about) =>
      closeBatch(about.batch ? { ...about, batch: { ...about.batch, ...change(about.batch) } } : about),
  })

const defects: readonly (readonly [what: string, defect: Defect, check: string])[] = [
  [
    'says that a batch is closed whatever the acquirer counts',
    ({ closeBatch }) => ({
      async closeBatch(about) {
        const result = await closeBatch(about)
        return result.kind === 'OUT_OF_BALANCE'
          ? { kind: 'CLOSED', batch: about.batch?.number ?? 0, totals: [] }
          : result
      },
    }),
    'does not close a batch whose totals differ',
  ],
  [
    'does not wait for what is in flight',
    given(() => ({ count: async () => [] })),
    'does not close a batch while transactions of it are in flight',
  ],
  [
    'sends totals before they are recorded',
    given(({ save }) => ({
      async save(progress: object) {
        await save({ ...progress })
        return true
      },
    })),
    'sends no totals that could not be recorded before',
  ],
  [
    'forgets what it has begun',
    ({ closeBatch }) => ({
      async closeBatch(about) {
        if (!about.batch) return closeBatch(about)
        const { progress: _, ...batch } = about.batch
        return closeBatch({ ...about, batch })
      },
    }),
    'goes on with a batch that a process has begun to close and left',
  ],
  [
    'counts one transaction less',
    ({ closeBatch }) => ({
      async closeBatch(about) {
        const result = await closeBatch(about)
        if (result.kind !== 'CLOSED') return result
        return { ...result, totals: (result.totals ?? []).map((total) => ({ ...total, count: total.count - 1 })) }
      },
    }),
    'closes a batch with the sum of what stands in it',
  ],
  [
    'makes totals up',
    ({ capabilities }) => ({ capabilities: { ...capabilities, batchTotals: 'NONE' as const } }),
    'closes a batch without totals that it does not know',
  ],
  [
    'has a policy of its own for totals',
    ({ capabilities }) => ({ capabilities: { ...capabilities, batchTotals: 'SOMETIMES' as never } }),
    'declares its capabilities in full',
  ],
]

describe('the conformance suite', () => {
  for (const [what, defect, name] of defects)
    it(`finds a link that ${what}`, async () => {
      const link = testLink({ addresses: `127.0.0.1:${host.port}`, responseTimeoutMs: 5_000 })
      const acquirer = { ...link.acquirer, ...defect(link.acquirer) }
      const checks = conformanceChecks.filter((check) => check.name === name)
      const testData = { acquirerMerchantId: newMerchant(), currencies: ['USD'], cards: { approved: isoCard() } }
      const subject = { ...testData, link: { ...link, acquirer }, countsSuspensions: true }
      const [report] = await runConformance(subject, { checks })
      await link.close()
      assert.equal(report?.outcome, 'FAILED', JSON.stringify(report))
    })
})

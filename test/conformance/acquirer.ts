// Runs the acquirer conformance suite against a link, one test for each check. What does not apply to the link is listed by
// the test with the reason, so that nothing passes by not being carried out.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type CheckReport,
  type ConformanceSubject,
  conformanceChecks,
  runConformance,
} from '../../src/acquirers/conformance/index.ts'

export interface AcquirerUnderTest extends ConformanceSubject {
  /** Ends what the link needs, after the suite has closed the link itself. */
  close(): Promise<void>
}

/** Of links that do not send totals with a batch. */
export const withoutReconciliation = Object.fromEntries(
  conformanceChecks
    .filter(({ needs = [] }) => needs.includes('reconciliation'))
    .map(({ name }) => [name, 'the link does not compare totals']),
)

export function acquirerConformance(
  name: string,
  make: () => Promise<AcquirerUnderTest>,
  /** By the name of the check. */
  notPassed: Readonly<Record<string, string>> = {},
): void {
  describe(`${name}, as an acquirer`, () => {
    let subject: AcquirerUnderTest
    let reports: readonly CheckReport[] = []
    before(async () => {
      subject = await make()
      reports = await runConformance(subject)
    })
    after(() => subject.close())

    it('has a reason for each check that does not apply', () => {
      const names = conformanceChecks.map((check) => check.name)
      assert.deepEqual(
        Object.keys(notPassed).filter((each) => !names.includes(each)),
        [],
      )
    })

    for (const check of conformanceChecks) {
      const reason = notPassed[check.name]
      it(reason === undefined ? check.name : `need not show that it ${check.name}: ${reason}`, () => {
        const report = reports.find((each) => each.name === check.name)
        if (reason === undefined) assert.deepEqual([report?.outcome, report?.reason], ['PASSED', undefined])
        else assert.deepEqual([report?.outcome !== 'FAILED', report?.reason], [true, reason])
      })
    }
  })
}

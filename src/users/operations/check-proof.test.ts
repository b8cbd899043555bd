// A code of the second factor is accepted once.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { UserDependencies } from '../dependencies.ts'
import { stepOfSubmittedCode } from './check-proof.ts'

const secret = Buffer.from('12345678901234567890')
const at = new Date(59_000)
const dependencies = {
  clock: { now: () => at },
  oneTimeCodes: {
    stepOf: (code: string, of: Buffer, time: Date) =>
      code === '287082' && of === secret && time === at ? 5 : undefined,
  },
} as unknown as Pick<UserDependencies, 'oneTimeCodes' | 'clock'>
const submit = (code: string, lastStep: number) => stepOfSubmittedCode(code, { secret, lastStep }, dependencies)

describe('a submitted code', () => {
  it('is accepted once, and not after a later one', () => {
    assert.equal(submit('287082', 4), 5)
    assert.equal(submit('287082', 5), undefined)
    assert.equal(submit('287082', 6), undefined)
  })

  it('may be typed in groups', () => assert.equal(submit(' 287 082', 0), 5))

  it('is refused when it is wrong', () => assert.equal(submit('287083', 0), undefined))
})

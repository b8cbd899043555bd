import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { responseWithin, withTimeout } from './with-timeout.ts'

const never = new Promise<string>(() => {})

describe('a wait with a timeout', () => {
  it('gives the result that comes in time', async () => {
    assert.equal(await withTimeout(Promise.resolve('done'), { timeoutMs: 60_000, onTimeout: () => 'late' }), 'done')
  })

  it('gives the result of the timeout handler when nothing comes in time', async () => {
    assert.equal(await withTimeout(never, { timeoutMs: 1, onTimeout: () => 'late' }), 'late')
  })

  it('passes on a failure that comes in time', async () => {
    const failed = Promise.reject(new Error('broken'))
    await assert.rejects(withTimeout(failed, { timeoutMs: 60_000, onTimeout: () => 'late' }), /broken/)
  })

  it('fails when the timeout throws', async () => {
    const onTimeout = () => assert.fail('too late')
    await assert.rejects(withTimeout(never, { timeoutMs: 1, onTimeout }), /too late/)
  })

  it('ignores a failure that comes after the timeout', async () => {
    const { promise, reject } = Promise.withResolvers<string>()
    assert.equal(await withTimeout(promise, { timeoutMs: 1, onTimeout: () => 'late' }), 'late')
    reject(new Error('broken'))
    await assert.rejects(promise, /broken/)
  })
})

describe('a request with a timeout', () => {
  it('treats a broken connection as silence', async () => {
    assert.equal(
      await responseWithin(Promise.reject(new Error('reset')), { timeoutMs: 60_000, silence: 'silence' }),
      'silence',
    )
  })

  it('treats a missing response as silence', async () => {
    assert.equal(await responseWithin(never, { timeoutMs: 1, silence: 'silence' }), 'silence')
  })
})

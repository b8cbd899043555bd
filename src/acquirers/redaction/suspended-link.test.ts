// Deadlines across a suspension of the machine. In a process of its own: what has been suspended counts for as long as it runs.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { it } from 'node:test'
import { promisify } from 'node:util'

/** The monotonic clock stands still during a suspension; the wall clock does not. */
const script = `
  const { elapsedMs } = await import('${new URL('../../platform/concurrency/elapsed-time.ts', import.meta.url)}')
  const { openRedactedLink } = await import('${new URL('./redacted-link.ts', import.meta.url)}')
  const left = {}
  for (const countsSuspensions of [false, true]) {
    const clock = countsSuspensions ? elapsedMs : () => performance.now()
    const acquirer = {
      capabilities: {},
      async ask(_, { sendBefore }) {
        left[countsSuspensions ? 'builtIn' : 'outside'] = Math.round((sendBefore - clock()) / 1000)
        return { kind: 'NO_ANSWER' }
      },
    }
    const settings = { properties: {} }
    const adapter = { name: 'late', title: 'Late', settings, countsSuspensions, open: () => ({ acquirer }) }
    const link = openRedactedLink(adapter, { settings: {}, log() {} })
    const terms = { sendBefore: elapsedMs() + 100_000 }
    const present = Date.now.bind(Date)
    Date.now = () => present() + 40_000
    await link.acquirer.ask({ details: {} }, terms)
  }
  console.log(JSON.stringify(left))
`

it('a request that waited while the machine was suspended has less time left, by the clock that its adapter reads', async () => {
  const options = ['--input-type=module', '--no-warnings', '--eval', script]
  const { stdout } = await promisify(execFile)(process.execPath, options)
  assert.deepEqual(JSON.parse(stdout), { outside: 60, builtIn: 60 })
})

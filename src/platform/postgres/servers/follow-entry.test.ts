import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import type { ServerAnswer } from './choose-primary.ts'
import { followEntry } from './follow-entry.ts'
import type { PrimaryServer } from './follow-primary.ts'

const [coordinatorUrl, firstUrl, secondUrl] = ['postgres://c:1/x', 'postgres://w:1/x', 'postgres://w:2/x']

function entryOf(t: TestContext, alive: Set<string>, { slowAnswers = 0 } = {}) {
  const asked: (number | undefined)[] = []
  let slow = slowAnswers
  const coordinator = {
    url: coordinatorUrl,
    hasAlternatives: false,
    find: async (answerMs?: number) => {
      asked.push(answerMs)
      slow -= 1
      if (slow >= 0) throw new Error('the coordinator did not answer in time')
      if (!alive.has(coordinatorUrl)) throw new Error('the coordinator cannot be reached')
    },
    check: async () => {},
    onChanged() {},
    stop() {},
  } satisfies PrimaryServer
  const answerOf = (url: string): ServerAnswer =>
    alive.has(url)
      ? { kind: 'ANSWERED', url, systemIdentifier: url, isInRecovery: false, isReadOnly: false, timeline: 1 }
      : { kind: 'SILENT', url, reason: 'ECONNREFUSED' }
  const probe = (url: string) => ({ url, close() {}, ask: async () => answerOf(url) })
  const entry = followEntry(coordinator, () => [firstUrl, secondUrl], { probe, everyMs: 3_600_000 })
  t.after(() => entry.stop())
  const changes: string[] = []
  entry.onChanged((url) => changes.push(url))
  return { entry, changes, asked }
}

it('statements enter at the coordinator, at another node while it is down, and at the coordinator again', async (t) => {
  const alive = new Set([coordinatorUrl, firstUrl, secondUrl])
  const { entry, changes } = entryOf(t, alive)
  await entry.find()
  assert.equal(entry.url, coordinatorUrl)
  alive.delete(coordinatorUrl)
  alive.delete(firstUrl)
  await entry.find()
  assert.equal(entry.url, secondUrl)
  alive.add(firstUrl)
  await entry.find()
  assert.equal(entry.url, secondUrl, 'it stays where it is')
  alive.add(coordinatorUrl)
  await entry.find()
  assert.deepEqual(changes, [secondUrl, coordinatorUrl])
})

it('one slow answer of the coordinator does not move the entry: it is asked again, with more time', async (t) => {
  const { entry, changes, asked } = entryOf(t, new Set([coordinatorUrl, firstUrl]), { slowAnswers: 1 })
  await entry.find()
  assert.deepEqual([entry.url, changes, asked], [coordinatorUrl, [], [undefined, 5_000]])
})

it('a coordinator that does not answer twice is left', async (t) => {
  const { entry, changes } = entryOf(t, new Set([coordinatorUrl, firstUrl]), { slowAnswers: 2 })
  await entry.find()
  assert.deepEqual([entry.url, changes], [firstUrl, [firstUrl]])
})

it('the entry is not found while no node answers, with the reason of the coordinator', async (t) => {
  const { entry } = entryOf(t, new Set())
  await assert.rejects(entry.find(), /the coordinator cannot be reached/)
})

import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import type { ServerAnswer } from './choose-primary.ts'
import { followEntry } from './follow-entry.ts'
import type { PrimaryServer } from './follow-primary.ts'

const [coordinatorUrl, firstUrl, secondUrl] = ['postgres://c:1/x', 'postgres://w:1/x', 'postgres://w:2/x']

function entryOf(t: TestContext, alive: Set<string>) {
  const coordinator = {
    url: coordinatorUrl,
    hasAlternatives: false,
    find: async () => {
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
  return { entry, changes }
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

it('the entry is not found while no node answers, with the reason of the coordinator', async (t) => {
  const { entry } = entryOf(t, new Set())
  await assert.rejects(entry.find(), /the coordinator cannot be reached/)
})

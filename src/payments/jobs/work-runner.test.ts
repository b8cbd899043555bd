// Work is taken link by link: one acquirer that hangs does not delay the others, and newly due work starts at once.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type AcquirerLink, type LinkRevision, linkRevisionOf } from '../../merchants/rules/merchant.ts'
import { type DueWork, runDueWorkOnce, startDueWork } from './work-runner.ts'

const linkOf = (linkId: string): AcquirerLink => {
  return { linkId, revision: 1, adapter: 'a', acquirerId: 'A', acquirerMerchantId: 'M' }
}
const worked = { isEnded: true, isAnswered: true }

interface Item {
  readonly name: string
  readonly link: AcquirerLink
}

/** A store of due work that hands out as much as there is room for. */
function dueItems(items: readonly Item[]) {
  let left = [...items]
  const claim = async (roomFor: (link: LinkRevision) => number): Promise<readonly Item[]> => {
    const room = new Map<string, number>()
    const taken = left.filter(({ link }) => {
      const { linkId } = linkRevisionOf(link)
      const free = room.get(linkId) ?? roomFor(linkRevisionOf(link))
      room.set(linkId, free - 1)
      return free > 0
    })
    left = left.filter((item) => !taken.includes(item))
    return taken
  }
  return { claim, left: () => left.length, add: (item: Item) => left.push(item) }
}

const itemsOf = (linkId: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `${linkId}${index}`, link: linkOf(linkId) }))

describe('work that is due', () => {
  it('for one acquirer that hangs does not delay others', { timeout: 10_000 }, async () => {
    const due = dueItems([...itemsOf('HANGS', 500), ...itemsOf('BANK', 500)])
    const ended: string[] = []
    const { promise: never } = Promise.withResolvers<typeof worked>()
    const { promise: allEnded, resolve } = Promise.withResolvers<void>()
    const work: DueWork<Item> = {
      claim: due.claim,
      async work({ name, link }) {
        if (link.linkId === 'HANGS') return never
        ended.push(name)
        if (ended.length === 500) resolve()
        return worked
      },
      onError: (error) => assert.fail(`${error}`),
    }
    const job = startDueWork(work, { everyMs: 1 })
    await allEnded
    void job.stop()
    assert.ok(due.left() > 400, 'no more of the other is taken than it has room for')
  })

  it('is processed without a pause while there is some', async () => {
    const due = dueItems(itemsOf('BANK', 1_000))
    const all = { claim: due.claim, work: async () => worked, onError: () => {} }
    assert.equal(await runDueWorkOnce<Item>(all), 1_000)
  })

  it('that fails is reported and does not end the job', async () => {
    const due = dueItems(itemsOf('BANK', 3))
    const errors: unknown[] = []
    const failing = {
      claim: due.claim,
      work: ({ name }: Item) => (name === 'BANK1' ? Promise.reject(new Error(name)) : Promise.resolve(worked)),
      onError: (error: unknown) => errors.push(error),
    }
    assert.equal(await runDueWorkOnce(failing), 2)
    assert.deepEqual(errors.map(String), ['Error: BANK1'])
  })

  it('is finished before the job stops', async () => {
    const due = dueItems(itemsOf('BANK', 1))
    const { promise, resolve } = Promise.withResolvers<typeof worked>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const work: DueWork<Item> = {
      claim: due.claim,
      work() {
        begin()
        return promise
      },
      onError: () => {},
    }
    const job = startDueWork(work, { everyMs: 1 })
    await begun
    let isStopped = false
    const stopped = job.stop().then(() => {
      isStopped = true
    })
    await new Promise(setImmediate)
    assert.equal(isStopped, false)
    resolve(worked)
    await stopped
  })
})

// How much work of each acquirer link may begin, and how an unresponsive acquirer changes that.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openLanes } from './lanes.ts'

const bank = { linkId: 'bank', revision: 1 }
const other = { linkId: 'bank', revision: 2 }
const replied = async () => ({ isAnswered: true })
const silent = async () => ({ isAnswered: false })

describe('the lane of a link', () => {
  it('has its own limit of concurrent work', async () => {
    const lanes = openLanes()
    const room = lanes.roomFor(bank)
    const { promise, resolve } = Promise.withResolvers<{ isAnswered: boolean }>()
    const running = Array.from({ length: room }, () => lanes.run(bank, () => promise))
    assert.deepEqual([lanes.roomFor(bank), lanes.roomFor(other)], [0, room])
    resolve({ isAnswered: true })
    await Promise.all(running)
    assert.equal(lanes.roomFor(bank), room)
  })

  it('pauses when its acquirer does not answer, longer each time, and resumes with one piece of work', async () => {
    let nowMs = 0
    const lanes = openLanes(() => nowMs)
    const room = lanes.roomFor(bank)
    const silences = async (times: number) => {
      for (let time = 0; time < times; time += 1) await lanes.run(bank, silent)
    }
    await silences(4)
    assert.equal(lanes.roomFor(bank), room)
    await silences(1)
    assert.deepEqual([lanes.roomFor(bank), lanes.roomFor(other), lanes.silent()], [0, room, [bank]])
    for (const restMs of [1_000, 2_000, 4_000, 8_000, 15_000, 15_000]) {
      nowMs += restMs - 1
      assert.equal(lanes.roomFor(bank), 0, `${restMs}`)
      nowMs += 1
      assert.equal(lanes.roomFor(bank), 1, `${restMs}`)
      await silences(1)
    }
    nowMs += 15_000
    await lanes.run(bank, replied)
    assert.deepEqual([lanes.roomFor(bank), lanes.silent()], [room, []])
  })

  it('rests for the shortest time when everything under way is lost at once, as with one connection', async () => {
    let nowMs = 0
    const lanes = openLanes(() => nowMs)
    const lost = Promise.withResolvers<{ isAnswered: boolean }>()
    const running = Array.from({ length: 20 }, () => lanes.run(bank, () => lost.promise))
    lost.resolve({ isAnswered: false })
    await Promise.all(running)
    assert.equal(lanes.roomFor(bank), 0)
    nowMs += 1_000
    assert.equal(lanes.roomFor(bank), 1)
    await lanes.run(bank, silent)
    nowMs += 1_999
    assert.equal(lanes.roomFor(bank), 0)
    nowMs += 1
    assert.equal(lanes.roomFor(bank), 1)
  })

  it('gives the room back when work fails', async () => {
    const lanes = openLanes()
    const room = lanes.roomFor(bank)
    await assert.rejects(lanes.run(bank, () => Promise.reject(new Error('no'))))
    assert.equal(lanes.roomFor(bank), room)
  })
})

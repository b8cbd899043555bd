import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loopSlices } from './loop-slices.ts'

/** Blocks the processor for at least this long. */
function work(ms: number): void {
  for (const untilMs = performance.now() + ms; performance.now() < untilMs; );
}

/** Runs this many steps to the end; returns how many of them each turn of the loop had. */
async function stepsByTurn(steps: number, { stepMs, sliceMs }: { stepMs: number; sliceMs: number }) {
  const turns: number[] = []
  let left = steps
  let inThisTurn = 0
  const { promise: done, resolve } = Promise.withResolvers<void>()
  const slices = loopSlices({
    step() {
      if (left === 0) return false
      left -= 1
      inThisTurn += 1
      work(stepMs)
      if (left === 0) resolve()
      return true
    },
    sliceMs: () => sliceMs,
  })
  const endTurn = () => {
    if (inThisTurn > 0) turns.push(inThisTurn)
    inThisTurn = 0
    if (left > 0) setImmediate(endTurn)
  }
  slices.add(steps)
  // Node runs immediates in the order in which they were scheduled: this one comes after the steps of the turn.
  setImmediate(endTurn)
  await done
  endTurn()
  return turns
}

describe('work that is cut into slices', () => {
  it('yields to the event loop after each slice, whatever is left', async () => {
    const turns = await stepsByTurn(12, { stepMs: 4, sliceMs: 10 })
    assert.equal(
      turns.reduce((sum, each) => sum + each, 0),
      12,
    )
    assert.ok(Math.max(...turns) <= 3, `steps by turn: ${turns}`)
  })

  it('does at least one step a turn, even when a step is longer than a slice', async () => {
    assert.deepEqual(await stepsByTurn(3, { stepMs: 4, sliceMs: 1 }), [1, 1, 1])
  })

  it('runs the continuations of a step before the next step', async () => {
    const order: string[] = []
    const { promise: done, resolve } = Promise.withResolvers<void>()
    const names = ['a', 'b']
    const slices = loopSlices({
      step() {
        const name = names.shift()
        if (name === undefined) return false
        void Promise.resolve().then(() => order.push(`${name} went on`))
        order.push(name)
        if (names.length === 0) setImmediate(resolve)
        return true
      },
      sliceMs: () => Number.POSITIVE_INFINITY,
    })
    slices.add(2)
    await done
    assert.deepEqual(order, ['a', 'a went on', 'b', 'b went on'])
  })

  it('continues when more is added after a step found nothing to begin', async () => {
    let mayBegin = false
    let steps = 0
    const slices = loopSlices({
      step() {
        if (mayBegin) steps += 1
        return mayBegin
      },
      sliceMs: () => Number.POSITIVE_INFINITY,
    })
    const turn = () => new Promise((resolve) => setImmediate(resolve))
    slices.add(3)
    await turn()
    assert.equal(steps, 0)
    mayBegin = true
    slices.add(2)
    await turn()
    assert.equal(steps, 2)
  })
})

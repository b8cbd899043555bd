import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { limitInFlight } from './request-admission.ts'
import { createWaitQueue, loopSlices } from './wait-queue.ts'

describe('wait queue', () => {
  describe('a wait queue', () => {
    it('serves requests in the order of arrival, however many come and go', () => {
      const line = createWaitQueue<number>()
      let expected = 0
      for (let n = 0; n < 10_000; n += 1) {
        line.push(n)
        if (n % 3 === 0) continue
        assert.equal(line.first(), expected)
        assert.equal(line.serve(), expected)
        expected += 1
      }
      assert.equal(line.length, 10_000 - expected)
      for (; expected < 10_000; expected += 1) assert.equal(line.serve(), expected)
      assert.deepEqual([line.length, line.first(), line.serve()], [0, undefined, undefined])
    })

    it('measures its rate while requests wait, and does not count dropped ones', () => {
      const line = createWaitQueue<number>()
      for (let n = 0; n < 10_000; n += 1) line.push(n)
      for (let tick = 0; tick < 200; tick += 1) {
        for (let n = 0; n < 20; n += 1) line.serve()
        line.drop()
        line.average(20)
      }
      assert.ok(Math.abs(line.servedPerMs - 1) < 0.01, `${line.servedPerMs} a millisecond`)
      for (let tick = 0; tick < 200; tick += 1) line.average(20)
      assert.ok(line.servedPerMs < 0.01, 'none has been served recently, though many wait')
    })

    it('keeps its rate while nothing waits, however few requests come', () => {
      const line = createWaitQueue<number>()
      const pass = (come: number) => {
        for (let n = 0; n < come; n += 1) line.push(n)
        for (let n = 0; n < come; n += 1) line.serve()
        line.average(20)
      }
      for (let tick = 0; tick < 200; tick += 1) pass(20)
      const { servedPerMs } = line
      assert.ok(Math.abs(servedPerMs - 1) < 0.01, `${servedPerMs} a millisecond`)
      for (let tick = 0; tick < 200; tick += 1) pass(tick % 2)
      assert.equal(line.servedPerMs, servedPerMs)
      for (let tick = 0; tick < 200; tick += 1) pass(40)
      assert.ok(line.servedPerMs > 1.9, `${line.servedPerMs} a millisecond`)
    })
  })

  describe('requests in flight', () => {
    it('are limited by name, and a released slot can be taken again', () => {
      const inFlight = limitInFlight(2)
      const first = inFlight.take('a')
      assert.ok(first && inFlight.take('a') && inFlight.take('b'))
      assert.equal(inFlight.take('a'), undefined)
      first()
      assert.ok(inFlight.take('a'))
      assert.equal(inFlight.take('a'), undefined)
    })

    it('beyond the limit are counted where that is allowed', () => {
      const inFlight = limitInFlight(1)
      const known = inFlight.take('a', { isUnlimited: true })
      assert.ok(known && inFlight.take('a', { isUnlimited: true }))
      known()
      assert.equal(inFlight.take('a'), undefined)
    })
  })
})

describe('loop slices', () => {
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
      size: () => ({ ms: sliceMs, together: 1 }),
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

    it('runs the continuations of steps that begin together in turns, before the next steps', async () => {
      const order: string[] = []
      const { promise: done, resolve } = Promise.withResolvers<void>()
      const names = ['a', 'b', 'c']
      const slices = loopSlices({
        step() {
          const name = names.shift()
          if (name === undefined) return false
          const goOn = async () => {
            await undefined
            order.push(`${name} went on`)
            await undefined
            order.push(`${name} ended`)
          }
          void goOn()
          order.push(name)
          if (names.length === 0) setImmediate(resolve)
          return true
        },
        size: () => ({ ms: Number.POSITIVE_INFINITY, together: 2 }),
      })
      for (const _ of [...names]) slices.add(1)
      await done
      const together = ['a', 'b', 'a went on', 'b went on', 'a ended', 'b ended']
      assert.deepEqual(order, [...together, 'c', 'c went on', 'c ended'])
    })

    it('continues when more is added after a step found nothing to begin', async () => {
      let mayBegin = false
      let steps = 0
      const slices = loopSlices({
        step() {
          if (mayBegin) steps += 1
          return mayBegin
        },
        size: () => ({ ms: Number.POSITIVE_INFINITY, together: 1 }),
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
})

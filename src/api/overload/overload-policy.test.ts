import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { until } from '../../../test/support/checks/poll.ts'
import { type Load, measureLoopDelay, type OverloadReason, overloadPolicy } from './overload-policy.ts'

describe('overload policy', () => {
  const limits = { delayMs: 500, crowd: 100 }
  const calm: Load = { oldestMs: 0, loopDelayMs: 0, waiting: 0 }
  const waits: Load = { oldestMs: 500, loopDelayMs: 0, waiting: 100 }
  const slow: Load = { ...calm, progressMs: 1_000 }
  const isLate: Load = { oldestMs: 0, loopDelayMs: 500, waiting: 100 }

  /** Columns of a row: the case, the loads with the time since the previous row, and the final state. */
  const histories: readonly (readonly [string, readonly (readonly [number, Load])[], OverloadReason | undefined])[] = [
    [
      'nothing waits',
      [
        [0, calm],
        [1_000, calm],
      ],
      undefined,
    ],
    ['work has just begun to wait for too long', [[0, waits]], undefined],
    [
      'work waits for too long, but not for long',
      [
        [0, waits],
        [99, waits],
      ],
      undefined,
    ],
    [
      'work goes on waiting for too long',
      [
        [0, waits],
        [100, waits],
      ],
      'WAITING',
    ],
    [
      'a little less than too long is not too long',
      [
        [0, { ...waits, oldestMs: 499 }],
        [5_000, { ...waits, oldestMs: 499 }],
      ],
      undefined,
    ],
    [
      'few wait, however long',
      [
        [0, { ...waits, oldestMs: 60_000, waiting: 99 }],
        [5_000, { ...waits, oldestMs: 60_000, waiting: 99 }],
      ],
      undefined,
    ],
    [
      'the loop is late once, as after a pause of the machine',
      [
        [0, isLate],
        [20, calm],
        [2_000, isLate],
      ],
      undefined,
    ],
    [
      'the loop goes on being late',
      [
        [0, isLate],
        [100, isLate],
      ],
      'EVENT_LOOP',
    ],
    [
      'both are too long: the work that waits is what counts',
      [
        [0, waits],
        [100, { ...waits, loopDelayMs: 900 }],
      ],
      'WAITING',
    ],
    [
      'a moment without too long a wait begins the count again',
      [
        [0, waits],
        [60, calm],
        [1, waits],
        [60, waits],
      ],
      undefined,
    ],
    [
      'few wait, and those in progress take long, but not for long',
      [
        [0, slow],
        [99, slow],
      ],
      undefined,
    ],
    [
      'few wait, and those in progress go on taking long',
      [
        [0, slow],
        [100, slow],
      ],
      'IN_PROGRESS',
    ],
    [
      'those in progress take a little less than too long',
      [
        [0, { ...slow, progressMs: 999 }],
        [5_000, { ...slow, progressMs: 999 }],
      ],
      undefined,
    ],
    [
      'those in progress take half as long as too long, which is not little enough to end it',
      [
        [0, slow],
        [100, slow],
        [1, { ...calm, progressMs: 500 }],
        [9_000, { ...calm, progressMs: 500 }],
      ],
      'IN_PROGRESS',
    ],
    [
      'those in progress take little',
      [
        [0, slow],
        [100, slow],
        [1, { ...calm, progressMs: 499 }],
        [500, { ...calm, progressMs: 499 }],
      ],
      undefined,
    ],
    [
      'overload does not end at once',
      [
        [0, waits],
        [100, waits],
        [1, calm],
        [499, calm],
      ],
      'WAITING',
    ],
    [
      'overload ends after half a second of little waiting',
      [
        [0, waits],
        [100, waits],
        [1, calm],
        [500, calm],
      ],
      undefined,
    ],
    [
      'a quarter of the wait is not little enough',
      [
        [0, waits],
        [100, waits],
        [1, { ...calm, oldestMs: 125 }],
        [9_000, { ...calm, oldestMs: 125 }],
      ],
      'WAITING',
    ],
    [
      'a loop that is late keeps it up',
      [
        [0, waits],
        [100, waits],
        [1, { ...calm, loopDelayMs: 125 }],
        [9_000, { ...calm, loopDelayMs: 125 }],
      ],
      'WAITING',
    ],
    [
      'a wait in between begins the calm again',
      [
        [0, waits],
        [100, waits],
        [1, calm],
        [400, { ...waits, oldestMs: 200 }],
        [1, calm],
        [499, calm],
      ],
      'WAITING',
    ],
  ]

  function after(loads: (typeof histories)[number][1]) {
    const policy = overloadPolicy(limits)
    let nowMs = 1_000
    for (const [passedMs, load] of loads) {
      nowMs += passedMs
      policy.observe(load, nowMs)
    }
    return policy
  }

  describe('the gateway is overloaded or not:', () => {
    const full = { length: 1_000_000, servedPerMs: 1 }
    for (const [what, loads, expected] of histories) {
      it(`${what}: ${expected ?? 'no'}`, () => {
        const policy = after(loads)
        assert.equal(policy.isOverloaded(), expected !== undefined)
        assert.equal(policy.refuses(full), expected)
        assert.equal(policy.outdates(650), expected)
      })
    }
  })

  describe('under overload', () => {
    const overloaded = after([
      [0, waits],
      [100, waits],
    ])

    /** Columns of a row: how many are queued, how many are served in a millisecond, whether one more may join. */
    const lines = [
      [374, 1, true],
      [375, 1, false],
      [749, 2, true],
      [750, 2, false],
      [15, 0, true],
      [16, 0, false],
    ] as const
    for (const [length, servedPerMs, mayJoin] of lines) {
      const does = mayJoin ? 'takes' : 'refuses'
      it(`a line of ${length} that moves at ${servedPerMs} a millisecond ${does} one more`, () => {
        assert.equal(overloaded.refuses({ length, servedPerMs }), mayJoin ? undefined : 'WAITING')
      })
    }

    it('requests that have waited for less than 1.3 times the limit are still served, others are not', () => {
      assert.equal(overloaded.outdates(649), undefined)
      assert.equal(overloaded.outdates(750), 'WAITING')
    })
  })

  it('without overload a queue of any length takes one more request, and no request has waited too long', () => {
    const policy = after([[0, calm]])
    assert.equal(policy.refuses({ length: 100_000, servedPerMs: 0 }), undefined)
    assert.equal(policy.outdates(100_000), undefined)
  })
})

describe('loop delay', () => {
  describe('the delay of the event loop', () => {
    // A clock that the test sets: the delays of the machine itself are not seen.
    let nowMs = 1_000
    const delay = measureLoopDelay(() => nowMs)
    let ticks = 0
    const delays: number[] = []
    delay.onTick((ms) => {
      ticks += 1
      delays.push(ms)
    })
    const nextTick = () => {
      const before = ticks
      return until(() => ticks > before, 'the loop has turned')
    }
    after(delay.stop)

    it('is measured while it lasts, and once it is over', async () => {
      nowMs += 20
      assert.equal(delay.now(), 0)
      nowMs += 300
      assert.equal(delay.now(), 300)
      assert.equal(delay.within(10_000), 300)
      await nextTick()
      assert.ok(delays.includes(300))
      assert.equal(delay.within(10_000), 300)
    })

    it('is dropped after the observed interval', async () => {
      nowMs += 20
      await nextTick()
      assert.equal(delay.now(), 0)
      assert.equal(delay.within(19), 0)
      assert.equal(delay.within(10_000), 300)
    })

    it('adds up over several turns', async () => {
      nowMs += 20 + 50
      await nextTick()
      assert.equal(delay.within(10_000), 350)
    })
  })
})

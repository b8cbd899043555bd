// Readers of long responses: as fast as they like, but not for ever.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { streamWithTimeouts } from './stream-with-timeouts.ts'

async function* pieces() {
  for (let piece = 1; piece <= 3; piece += 1) yield piece
}

const patience = { pieceMs: 1_000, wholeMs: 2_500 }

/** Chunks that are passed on under a clock that stands still until the test moves it. */
function begin({ mock }: TestContext) {
  mock.timers.enable({ apis: ['setTimeout'] })
  let givenUp = 0
  const reading = streamWithTimeouts(pieces(), patience, () => {
    givenUp += 1
  })
  return { reading, givenUp: () => givenUp, wait: (ms: number) => mock.timers.tick(ms) }
}

describe('a slow reader of a response', () => {
  it('gets everything when it takes each piece in time', async (test) => {
    const { reading, givenUp, wait } = begin(test)
    const taken: number[] = []
    for await (const piece of reading) {
      taken.push(piece)
      wait(999)
    }
    wait(10_000)
    assert.deepEqual([taken, givenUp()], [[1, 2, 3], 0])
  })

  it('is disconnected when it leaves a piece unread', async (test) => {
    const { reading, givenUp, wait } = begin(test)
    await reading.next()
    wait(999)
    assert.equal(givenUp(), 0)
    wait(1)
    assert.equal(givenUp(), 1)
    await reading.return(undefined)
  })

  it('is disconnected when the total time is used up, however fast it is now', async (test) => {
    let nowMs = 0
    test.mock.method(performance, 'now', () => nowMs)
    const { reading, givenUp, wait } = begin(test)
    await reading.next()
    nowMs = 2_400
    await reading.next()
    wait(99)
    assert.equal(givenUp(), 0)
    wait(1)
    assert.equal(givenUp(), 1)
    await reading.return(undefined)
  })

  it('leaves no timer behind when it disconnects', async (test) => {
    const { reading, givenUp, wait } = begin(test)
    await reading.next()
    await reading.return(undefined)
    wait(10_000)
    assert.equal(givenUp(), 0)
  })
})

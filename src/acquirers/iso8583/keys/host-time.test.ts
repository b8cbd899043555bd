// The time of a message without a year, and which messages may have been recorded before.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hostTimeMs, lastMessageOf, reasonNotFresh } from './host-time.ts'

const now = new Date('2026-11-16T10:20:30.400Z')
const timeOf = (transmission: string, at = now) => {
  const time = hostTimeMs(transmission, at)
  return time === undefined ? undefined : new Date(time).toISOString().slice(0, 19)
}

describe('the transmission time of a host', () => {
  it('is in the year that is nearest', () => {
    assert.equal(timeOf('1116102030'), '2026-11-16T10:20:30')
    assert.equal(timeOf('0101000000'), '2027-01-01T00:00:00')
    assert.equal(timeOf('1231235959', new Date('2027-01-01T00:00:01Z')), '2026-12-31T23:59:59')
    assert.equal(timeOf('0101000001', new Date('2026-12-31T23:59:59Z')), '2027-01-01T00:00:01')
    assert.equal(timeOf('0229120000', new Date('2027-12-01T00:00:00Z')), '2028-02-29T12:00:00')
  })

  for (const wrong of ['', '0000000000', '1331000000', '0230120000', '1116246000', '111610203', 'A116102030'])
    it(`is none of ${wrong || 'nothing'}`, () => assert.equal(timeOf(wrong), undefined))
})

describe('a message that changes something', () => {
  const nowMs = now.getTime()
  const last = { lastSentMs: nowMs - 5_000, lastReceivedMs: nowMs - 4_000 }
  const isFresh = (sentMs: number | undefined, before: typeof last | 'NONE' = last, at = nowMs) =>
    reasonNotFresh(sentMs, before === 'NONE' ? undefined : before, at) === undefined

  it('is taken when it is newer than the last, or the first one of the day', () => {
    assert.ok(isFresh(nowMs))
    assert.ok(isFresh(last.lastSentMs + 1_000))
    assert.ok(isFresh(nowMs - 3_600_000, 'NONE'))
  })

  it('is refused when it is older, far away or no time', () => {
    assert.ok(!isFresh(last.lastSentMs - 1_000))
    assert.ok(!isFresh(nowMs - 86_401_000, 'NONE'))
    assert.ok(!isFresh(nowMs + 86_401_000, 'NONE'))
    assert.ok(!isFresh(undefined, 'NONE'))
  })

  it('may come on other connections in the same second, and not again a minute later', () => {
    assert.ok(isFresh(last.lastSentMs))
    assert.ok(!isFresh(last.lastSentMs, last, nowMs + 60_000))
    assert.deepEqual(lastMessageOf(last.lastSentMs, last, nowMs), last, 'a copy does not extend the time')
    assert.deepEqual(lastMessageOf(nowMs, last, nowMs), { lastSentMs: nowMs, lastReceivedMs: nowMs })
  })
})

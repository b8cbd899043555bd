// Response codes of an acquirer by hour, as the page of its link shows them.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { responseTable } from './responses.ts'

const ten = '2026-03-02T10:00:00.000Z'
const eleven = '2026-03-02T11:00:00.000Z'

describe('response codes by hour', () => {
  it('have a column for each code, the most frequent first, and a row for each hour, the latest first', () => {
    const { titles, hours } = responseTable([
      { hour: ten, code: '00', outcome: 'APPROVED', count: 3 },
      { hour: ten, code: '', outcome: 'NO_ANSWER', count: 4 },
      { hour: eleven, code: '00', outcome: 'APPROVED', count: 5 },
      { hour: eleven, code: '05', outcome: 'DECLINED', count: 1 },
    ])
    assert.deepEqual(titles, ['00 Approved', 'No answer', '05 Declined'])
    assert.deepEqual(hours, [
      { hour: eleven, total: 6, counts: { '00 Approved': 5, '05 Declined': 1 } },
      { hour: ten, total: 7, counts: { '00 Approved': 3, 'No answer': 4 } },
    ])
  })

  it('are counted together when there are more than fit', () => {
    const codes = Array.from({ length: 12 }, (_, place) => ({
      hour: ten,
      code: String(60 + place),
      outcome: 'DECLINED',
      count: 100 - place,
    }))
    const { titles, hours } = responseTable(codes)
    assert.deepEqual([titles.length, titles.at(-1)], [8, 'Other'])
    assert.equal(hours[0]?.counts['Other'], 93 + 92 + 91 + 90 + 89)
    assert.equal(responseTable(codes.slice(0, 8)).titles.length, 8)
    assert.equal(responseTable(codes.slice(0, 8)).titles.includes('Other'), false)
  })

  it('are none before the first response', () => {
    assert.deepEqual(responseTable([]), { titles: [], hours: [] })
  })
})

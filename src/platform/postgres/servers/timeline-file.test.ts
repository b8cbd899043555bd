import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { until } from '../../../../test/support/checks/poll.ts'
import { openTimelineFile, timelineFileName } from './timeline-file.ts'

async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-timelines-'))
  t.after(() => rm(folder, { recursive: true }))
  return folder
}

const fail = (error: unknown) => assert.fail(error as Error)

async function untilKept(folder: string, expected: object): Promise<void> {
  const read = async () =>
    JSON.parse(await readFile(join(folder, timelineFileName), 'utf8').catch(() => 'null')) as unknown
  await until(async () => JSON.stringify(await read()) === JSON.stringify(expected), 'the timelines are kept')
}

describe('the file of timelines', () => {
  it('is read by the next process', async (t) => {
    const folder = await newFolder(t)
    const memory = openTimelineFile(join(folder, 'new'), fail)
    assert.deepEqual(memory.timelines, {})
    memory.keep({ 77: 5 })
    await untilKept(join(folder, 'new'), { 77: 5 })
    assert.deepEqual(openTimelineFile(join(folder, 'new'), fail).timelines, { 77: 5 })
  })

  it('never loses a later timeline that another process has seen, nor another cluster', async (t) => {
    const folder = await newFolder(t)
    const [one, other] = [openTimelineFile(folder, fail), openTimelineFile(folder, fail)]
    one.keep({ 77: 6 })
    await untilKept(folder, { 77: 6 })
    other.keep({ 77: 5, 99: 1 })
    await untilKept(folder, { 77: 6, 99: 1 })
  })

  for (const text of ['', 'x', '[]', 'null', '{"77":"5"}'])
    it(`counts as empty when it contains ${JSON.stringify(text)}`, async (t) => {
      const folder = await newFolder(t)
      await writeFile(join(folder, timelineFileName), text)
      assert.deepEqual(openTimelineFile(folder, fail).timelines, {})
    })

  it('that cannot be written is reported, and stops nothing', async (t) => {
    const folder = await newFolder(t)
    await writeFile(join(folder, 'file'), '')
    const failures: unknown[] = []
    openTimelineFile(join(folder, 'file'), (error) => void failures.push(error)).keep({ 77: 5 })
    await until(() => failures.length === 1, 'the failure is reported')
  })
})

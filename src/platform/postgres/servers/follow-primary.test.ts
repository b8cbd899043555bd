import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { until } from '../../../../test/support/checks/poll.ts'
import type { ServerAnswer } from './choose-primary.ts'
import { type FollowOptions, followPrimary, openTimelineFile, timelineFileName } from './follow-primary.ts'

const [first, second] = ['postgres://u:secret@first:5432/x', 'postgres://u:secret@second:5432/x'] as const

interface Said {
  readonly isInRecovery?: boolean
  readonly isReadOnly?: boolean
  readonly timeline?: number
  readonly systemIdentifier?: string
  readonly followedTimeline?: number
}

const state = (url: string, said: Said): ServerAnswer => ({
  kind: 'ANSWERED',
  url,
  systemIdentifier: said.systemIdentifier ?? '77',
  isInRecovery: said.isInRecovery ?? false,
  isReadOnly: said.isReadOnly ?? said.isInRecovery ?? false,
  timeline: said.isInRecovery ? undefined : (said.timeline ?? 1),
  followedTimeline: said.followedTimeline,
})

/** Servers that say what the test lets them say; one without anything to say never answers. */
function servers(t: TestContext, says: Map<string, Said | 'refuses'>, options: Partial<FollowOptions> = {}) {
  let questions = 0
  const primary = followPrimary([first, second], {
    everyMs: 3_600_000,
    ...options,
    probe: (url) => ({
      url,
      close() {},
      ask() {
        questions += 1
        const said = says.get(url)
        if (said === undefined) return new Promise(() => {})
        return Promise.resolve(said === 'refuses' ? { kind: 'SILENT', url, reason: 'ECONNREFUSED' } : state(url, said))
      },
    }),
  })
  t.after(() => primary.stop())
  return { primary, questions: () => questions }
}

/** A connection to a server that says this. */
const connected = ({ isInRecovery = false, isReadOnly = false, timeline = 1, systemIdentifier = '77' }: Said) => {
  const row = {
    system_identifier: systemIdentifier,
    is_in_recovery: isInRecovery,
    is_read_only: isReadOnly,
    timeline: isInRecovery ? null : timeline,
  }
  return { query: () => Promise.resolve({ rows: [row] }) } as never
}

describe('following the primary', () => {
  it('finds it behind a standby, and says when it changes', async (t) => {
    const says = new Map<string, Said | 'refuses'>([
      [first, { isInRecovery: true }],
      [second, {}],
    ])
    const { primary } = servers(t, says)
    const changes: string[] = []
    primary.onChanged((url) => changes.push(url))
    await primary.find()
    assert.deepEqual([primary.url, changes], [second, [second]])
    says.set(first, { timeline: 2 }).set(second, 'refuses')
    await primary.find()
    assert.deepEqual([primary.url, changes], [first, [second, first]])
  })

  it('does not wait for a dead server when another was promoted', async (t) => {
    const says = new Map<string, Said | 'refuses'>([
      [first, {}],
      [second, { isInRecovery: true }],
    ])
    const { primary } = servers(t, says)
    await primary.find()
    says.delete(first)
    says.set(second, { timeline: 2 })
    await primary.find()
    assert.equal(primary.url, second)
  })

  it('notices a promotion although the former primary still answers', async (t) => {
    const says = new Map<string, Said | 'refuses'>([
      [first, {}],
      [second, { isInRecovery: true }],
    ])
    const { primary } = servers(t, says, { everyMs: 1 })
    await primary.find()
    says.set(second, { timeline: 2 })
    await until(() => primary.url === second, 'the promoted server is followed')
  })

  it('asks once for all who look for it at the same time', async (t) => {
    const { primary, questions } = servers(
      t,
      new Map<string, Said>([
        [first, {}],
        [second, { isInRecovery: true }],
      ]),
    )
    await Promise.all([primary.find(), primary.find(), primary.find()])
    assert.equal(questions(), 2)
  })

  it('says of every server why it is not the primary, without a password', async (t) => {
    const says = new Map<string, Said | 'refuses'>([
      [first, 'refuses'],
      [second, { isInRecovery: true }],
    ])
    const { primary } = servers(t, says)
    await assert.rejects(primary.find(), {
      code: '25006',
      message:
        'No database server is the primary: first:5432 cannot be reached (ECONNREFUSED); second:5432 is a standby.',
    })
  })

  it('refuses new connections to a standby, a former primary and another cluster', async (t) => {
    const says = new Map<string, Said>([
      [first, { timeline: 3 }],
      [second, { isInRecovery: true }],
    ])
    const { primary } = servers(t, says)
    await primary.find()
    await primary.check(connected({ timeline: 3 }), first)
    await assert.rejects(primary.check(connected({ isInRecovery: true }), second), /second:5432 is a standby/)
    await assert.rejects(primary.check(connected({ timeline: 2 }), second), /former primary \(timeline 2; 3 has/)
    await assert.rejects(primary.check(connected({ systemIdentifier: '8', timeline: 9 }), second), /another database/)
    await assert.rejects(primary.check(connected({ isReadOnly: true, timeline: 3 }), first), /is read-only/)
  })

  it('lets a single server be read that is set read-only', async (t) => {
    const primary = followPrimary([first])
    t.after(() => primary.stop())
    await primary.check(connected({ isReadOnly: true }), first)
    await assert.rejects(primary.check(connected({ isInRecovery: true, isReadOnly: true }), first), /is a standby/)
  })
})

describe('a process that has just started', () => {
  const alone = () =>
    new Map<string, Said | 'refuses'>([
      [first, { timeline: 4 }],
      [second, 'refuses'],
    ])

  it('does not use a server while another, which may have been promoted, does not answer', async (t) => {
    const says = alone()
    const { primary } = servers(t, says)
    await assert.rejects(primary.find(), {
      name: 'DoubtfulPrimary',
      code: '25006',
      message: 'The database server first:5432 may be a former primary: second:5432 cannot be reached.',
    })
    await assert.rejects(primary.check(connected({ timeline: 4 }), first), /may be a former primary/)
    says.set(second, { timeline: 5 })
    await primary.find()
    assert.equal(primary.url, second)
  })

  it('uses it at once when the other is its standby', async (t) => {
    const says = alone().set(second, { isInRecovery: true, followedTimeline: 4 })
    const { primary } = servers(t, says)
    await primary.find()
    assert.equal(primary.url, first)
  })

  it('uses it after a while when the other is still silent', async (t) => {
    const { primary } = servers(t, alone(), { doubtMs: 20 })
    await until(
      () =>
        primary.find().then(
          () => true,
          () => false,
        ),
      'it is used',
    )
    await primary.check(connected({ timeline: 4 }), first)
  })

  it('knows a former primary by a standby that follows a later one', async (t) => {
    const says = alone().set(second, { isInRecovery: true, followedTimeline: 5 })
    const { primary } = servers(t, says)
    await assert.rejects(primary.find(), /first:5432 is a former primary \(timeline 4; 5 has been seen\)/)
  })

  it('knows a former primary by what earlier processes have seen, however long the others are silent', async (t) => {
    const memory = { timelines: { 77: 5 }, keep() {} }
    const { primary } = servers(t, alone(), { memory, doubtMs: 0 })
    await assert.rejects(primary.find(), /first:5432 is a former primary \(timeline 4; 5 has been seen\)/)
    await assert.rejects(primary.check(connected({ timeline: 4 }), first), /former primary/)
  })

  it('uses the primary that earlier processes have seen without waiting for the others', async (t) => {
    const { primary } = servers(t, alone(), { memory: { timelines: { 77: 4 }, keep() {} } })
    await primary.find()
    assert.equal(primary.url, first)
  })

  it('keeps what it sees for later processes, and nothing of a server that it does not use', async (t) => {
    const kept: object[] = []
    const says = alone()
    const { primary } = servers(t, says, { memory: { timelines: { 8: 3 }, keep: (seen) => void kept.push(seen) } })
    await assert.rejects(primary.find())
    assert.deepEqual(kept, [])
    says.set(second, { timeline: 5 })
    await primary.find()
    await primary.find()
    assert.deepEqual(kept, [{ 8: 3, 77: 5 }])
  })
})

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

// Tells the run what became of the tests of this process: each failure at once, and the counts of each file when it is done. The
// runner's own way sends several messages for every test.
import { Writable } from 'node:stream'
import type { EventData } from 'node:test'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'
import type { Failure, FileResult, FromProcess } from './messages.ts'
import { isSentByTest } from './statement-senders.ts'

// Node's types are behind: events carry ids.
type Identified = { readonly testId: number; readonly parentId: number }
type Enqueued = EventData.TestEnqueue & Identified
type Completed = EventData.TestComplete & Identified

interface Named {
  readonly name: string
  readonly parentId: number
}

const named = new Map<number, Named>()
const fileListeners = new Set<(file: string) => void>()
let passed = 0
let skipped = new Map<string, number>()

/** Resolves when these files are done. */
export function untilDone(files: readonly string[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const left = new Set(files)
  const listener = (file: string) => {
    left.delete(file)
    if (left.size > 0) return
    fileListeners.delete(listener)
    resolve()
  }
  fileListeners.add(listener)
  return promise
}

/** As the runner wants it; there is nothing to print here. */
export default class Reporter extends Writable {
  constructor() {
    super({
      objectMode: true,
      write({ type, data }: TestEvent, _encoding, done) {
        if (type === 'test:enqueue') noteName(data as Enqueued)
        // Unlike test:pass and test:fail these come at once.
        else if (type === 'test:complete') noteEnd(data as Completed)
        // What went wrong outside of every test.
        else if (type === 'test:diagnostic' && /^(Error|Warning): /.test(data.message)) console.error(data.message)
        done()
      },
    })
  }
}

function noteName({ testId, parentId, name }: Enqueued): void {
  named.set(testId, { name, parentId })
}

function noteEnd({ testId, parentId, name, nesting, details, skip, file, line }: Completed): void {
  const error = details.error as (Error & { readonly failureType?: string }) | undefined
  const isSuite = details.type === 'suite'
  // A suite that failed because of its tests is counted by them; a hook or a file that broke counts itself.
  if (error && error.failureType !== 'subtestsFailed') {
    const cause = error.cause ?? error
    const sentence = [...namesAround(parentId), name].join(' ')
    noteFailure({ name: sentence, place: `${file}:${line}`, text: inspect(cause) }, cause)
  } else if (!error && skip !== undefined) noteSkipped(String(skip))
  else if (!error && !isSuite) passed += 1
  if (!isSuite) named.delete(testId)
  if (isSuite && nesting === 0) endFile(name, details.duration_ms / 1000)
}

function noteFailure(failure: Failure, error: unknown): void {
  if (isOwnStatementRefused(error)) {
    noteSkipped('on a cluster: prepares its case with statements that a distributed database refuses')
    send({ kind: 'REFUSED', failure: { ...failure, text: error.message } })
  } else send({ kind: 'FAILURE', failure })
}

/** On a cluster: a test changes rows behind the gateway's back in ways that only one server takes. A statement of the gateway is a failure. */
function isOwnStatementRefused(error: unknown): error is Error {
  if (!process.env['TEST_CITUS'] || !(error instanceof Error)) return false
  const { code, message } = error as Error & { readonly code?: string }
  return (code === '0A000' || /not supported on distributed tables/.test(message)) && isSentByTest(error)
}

function noteSkipped(reason: string): void {
  skipped.set(reason, (skipped.get(reason) ?? 0) + 1)
}

function endFile(file: string, seconds: number): void {
  const result: FileResult = { file, seconds, passed, skipped: [...skipped] }
  passed = 0
  skipped = new Map()
  send({ kind: 'FILE', result })
  for (const listener of fileListeners) listener(file)
}

/** The suites around a test, without the outermost, which is the file. */
function namesAround(id: number): readonly string[] {
  const names: string[] = []
  for (let each = named.get(id); each; each = named.get(each.parentId)) names.unshift(each.name)
  return names.slice(1)
}

export function send(message: FromProcess): void {
  process.send?.(message)
}

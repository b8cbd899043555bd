// Which file has sent a statement that the database refused. The stack of the error does not tell: it begins where the answer arrived, and
// ends where a function has passed a promise on without waiting for it. So the sender is noted when the statement is sent.
import pg from 'pg'

export interface RefusedStatement {
  /** The file, from the root of the repository. */
  readonly sentBy?: string
}

/** What passes statements on, and sends none of its own. */
const passing = /\/(database|watched-connections|pipelined-unit|caches|find-anywhere)\.ts$/
const framesMax = 40

type Query = (this: unknown, ...parameters: unknown[]) => unknown

/** For the process of a suite, on a cluster. */
export function noteSenders(): void {
  for (const prototype of [pg.Pool.prototype, pg.Client.prototype] as unknown as { query: Query }[]) {
    const { query } = prototype
    prototype.query = function (...parameters) {
      const sentBy = senderOf(stackHere())
      const answer = query.apply(this, parameters)
      if (!(answer instanceof Promise) || sentBy === undefined) return answer
      return answer.catch((error: unknown) => {
        // A pool sends by a connection, and has noted it before.
        if (error instanceof Error && !('sentBy' in error)) Object.assign(error, { sentBy } satisfies RefusedStatement)
        throw error
      })
    }
  }
}

/** The nearest file of the repository that has something to send. */
export function senderOf(stack: string): string | undefined {
  const files = [...stack.matchAll(/\/((?:src|test)\/[\w/.-]+\.ts):\d+/g)].map(([, name = '']) => name)
  return files.find((name) => !passing.test(name) && name !== 'test/runner/statement-senders.ts')
}

export function isSentByTest(error: object): boolean {
  const { sentBy } = error as RefusedStatement
  return sentBy !== undefined && (sentBy.startsWith('test/') || sentBy.endsWith('.test.ts'))
}

function stackHere(): string {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = framesMax
  const { stack = '' } = new Error('where')
  Error.stackTraceLimit = limit
  return stack
}

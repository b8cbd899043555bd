// The key-encryption key in a key-management service, called through the operator's program: it reads one JSON document
// from its standard input, writes one to its standard output and ends. This supports any vendor's service.
import { spawn } from 'node:child_process'
import type { KeyEncryption } from '../ports/key-encryption.ts'
import { KeyFailure } from './key-encryption-key.ts'

const timeoutMs = 10_000
const responseBytesMax = 65_536
const keyBytes = 32

/** The command is a program and its arguments separated by spaces; no shell interprets it. */
export function kmsCommand(command: string, { timeoutMs: waitMs = timeoutMs } = {}): KeyEncryption {
  const [program = '', ...words] = command.trim().split(/\s+/)

  async function ask(question: object, member: string): Promise<Buffer> {
    const text = await run(program, words, { input: JSON.stringify(question), waitMs })
    const response = parse(text)?.[member]
    if (typeof response !== 'string' || response === '')
      throw new KeyFailure(`The key-management command returned no "${member}" in a JSON document.`)
    return Buffer.from(response, 'base64')
  }

  async function askForKey(question: object): Promise<Buffer> {
    const key = await ask(question, 'key')
    if (key.length !== keyBytes)
      throw new KeyFailure('The key-management command returned a key that is not 32 bytes long.')
    return key
  }

  return {
    wrap: (key, context) => ask({ action: 'wrap', key: key.toString('base64'), context }, 'wrapped'),
    unwrap: (wrapped, context) => askForKey({ action: 'unwrap', wrapped: wrapped.toString('base64'), context }),
    derive: (label) => askForKey({ action: 'derive', label: `tollgate ${label}` }),
  }
}

/** No output of the program is in a message: it handles keys. Its standard error is for the operator. */
function run(
  program: string,
  words: readonly string[],
  { input, waitMs }: { readonly input: string; readonly waitMs: number },
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'], env: environmentFor(process.env) })
  const fail = (what: string) => {
    child.kill('SIGKILL')
    // Processes that it has started may continue to run, and must not keep the gateway waiting for their output.
    child.stdout.destroy()
    reject(new KeyFailure(`The key-management command ${what}.`))
  }
  const timer = setTimeout(() => fail(`did not respond within ${waitMs} ms`), waitMs)
  const chunks: Buffer[] = []
  let bytes = 0
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    chunks.push(chunk)
    if (bytes > responseBytesMax) fail(`returned more than ${responseBytesMax} bytes`)
  })
  child.on('error', (error: NodeJS.ErrnoException) => fail(`could not be started (${error.code})`))
  child.on('close', (code, signal) => {
    clearTimeout(timer)
    if (code === 0) resolve(Buffer.concat(chunks).toString())
    else fail(`exited with ${signal ?? code}`)
  })
  // A program that ends without reading is reported by its exit status.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  return promise
}

/** The program needs its own credentials, and none of the gateway's. */
function environmentFor(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isOurs = (name: string) => name.startsWith('TOLLGATE_') || name === 'DATABASE_URL'
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isOurs(name)))
}

/** The parser's own message is dropped: it quotes what it could not read. */
function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : undefined
  } catch {
    return undefined
  }
}

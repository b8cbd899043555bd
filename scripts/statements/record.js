// Loaded before everything else into each process of a test run (`node --import`): writes down every distinct statement that the
// sources of the gateway send, with an example of its values and the file that sends it. See scripts/statements.ts.
import { appendFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import v8 from 'node:v8'

const root = resolve(import.meta.dirname, '..', '..')
const folder = process.env['TOLLGATE_RECORD_STATEMENTS']
/** Some plans depend on the values. */
const examplesMax = 3
/** What passes statements on, and sends none of its own. */
const passing = /\/(database|watched-connections|pipelined-unit|caches|find-anywhere|statement-senders)\.ts$/

if (folder && process.cwd() === root) record(folder)

/** @param {string} to */
function record(to) {
  const pg = createRequire(`${root}/package.json`)('pg')
  const file = resolve(to, `${process.pid}-${Date.now()}.jsonl`)
  /** @type {Map<string, number>} */
  const examples = new Map()
  /** @type {Map<string, string>} */
  const sources = new Map()

  /** @param {unknown} query */
  const textOf = (query) => (typeof query === 'string' ? query : query?.text)

  /** The sending file: a pool sends later, when nothing on the stack names it any more. */
  const noteSource = (/** @type {string} */ text) => {
    if (sources.get(text)) return
    const limit = Error.stackTraceLimit
    Error.stackTraceLimit = 40
    const stack = new Error('where').stack ?? ''
    Error.stackTraceLimit = limit
    const files = [...stack.matchAll(/((?:src|test)\/[\w/.-]+\.ts):\d+/g)].map(([, name = '']) => name)
    const sender = files.find((name) => !passing.test(name)) ?? ''
    sources.set(text, sender.startsWith('src/') ? sender : '')
  }

  const poolQuery = pg.Pool.prototype.query
  pg.Pool.prototype.query = function (/** @type {unknown[]} */ ...parameters) {
    const text = textOf(parameters[0])
    if (typeof text === 'string') noteSource(text)
    return poolQuery.apply(this, parameters)
  }

  const clientQuery = pg.Client.prototype.query
  pg.Client.prototype.query = function (/** @type {unknown[]} */ ...parameters) {
    const [query, given] = parameters
    const text = textOf(query)
    // Copies of the template are distributed; others are empty, or on a server that a test has started for itself.
    if (typeof text === 'string' && /^(test_|tollgate_template)/.test(this.database)) {
      noteSource(text)
      const count = examples.get(text) ?? 0
      const source = sources.get(text)
      if (source && count < examplesMax) {
        examples.set(text, count + 1)
        const values = query?.values ?? (Array.isArray(given) ? given : [])
        const encoded = v8.serialize(values.map((value) => value ?? null)).toString('base64')
        appendFileSync(file, `${JSON.stringify({ text, source, values: encoded })}\n`)
      }
    }
    return clientQuery.apply(this, parameters)
  }
}

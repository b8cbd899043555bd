// The example programs of the reference, in every language: run where its interpreter is, and compiled for every operation.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { exampleFor } from '../../../src/contract/reference/examples.ts'
import { catalogue } from '../../../src/requests/catalogue.ts'
import { apiPath, merchantId, newOrderId, send } from '../../support/clients/client.ts'
import { testPassword } from '../../support/gateway/database.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

interface ExampleCall {
  readonly name: string
  readonly method: string
  readonly url: string
  readonly user: string
  readonly body?: object
}

interface Snippets {
  readonly languages: readonly { readonly language: Language; readonly file: (name: string) => string }[]
  readonly snippetOf: (language: Language, call: ExampleCall) => string
}

type Language = keyof typeof interpreters

/** For programs that check one file at a time: from a small process they start sooner than from the one of the tests. */
const eachBy = (command: string) => ['sh', '-c', `for file; do ${command} "$file" || exit 1; done`, 'sh'] as const

/** Does to many files in one process what `node --check` does to one. */
const checkTypeScript = `
  import { readFileSync } from 'node:fs'
  import { stripTypeScriptTypes } from 'node:module'
  import { SourceTextModule } from 'node:vm'
  for (const file of process.argv.slice(1)) new SourceTextModule(stripTypeScriptTypes(readFileSync(file, 'utf8')))`

/** Does to many files in one process what `php -l` does to one: all of a file is compiled, and nothing of it is run. */
const checkPhp = `foreach (array_slice($argv, 1) as $file) eval('return; ?>' . file_get_contents($file));`

/** The program that runs a file, how to find out whether it is here, and how to check files without running them. */
const interpreters = {
  curl: { run: ['sh'], needs: ['curl', '--version'], check: eachBy('sh -n') },
  typescript: {
    run: [process.execPath],
    needs: [process.execPath, '--version'],
    check: [process.execPath, '--experimental-vm-modules', '--input-type=module', '--eval', checkTypeScript],
  },
  python: { run: ['python3'], needs: ['python3', '--version'], check: ['python3', '-m', 'py_compile'] },
  php: {
    run: ['php'],
    needs: ['php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'],
    check: ['php', '-r', checkPhp],
  },
  java: { run: ['java'], needs: ['java', '--describe-module', 'jdk.compiler'], check: ['javac', '-d', '.'] },
} as const

const module = new URL('../../../web/docs/guides/snippets.js', import.meta.url).href
const { languages, snippetOf } = (await import(module)) as Snippets

let gateway: TestGateway
let folder: string
before(async () => {
  gateway = await sharedGateway()
  folder = await mkdtemp(join(tmpdir(), 'tg-snippets-'))
})
after(() => rm(folder, { recursive: true, force: true }))

const found = new Map<Language, boolean>()

/** Skips the test where the language cannot be run here. */
function isMissing(language: Language, t: TestContext): boolean {
  const [program, ...words] = interpreters[language].needs
  const isThere = found.get(language) ?? spawnSync(program, words).status === 0
  found.set(language, isThere)
  if (!isThere) t.skip(`needs ${program}`)
  return !isThere
}

/** For programs that run for a second: Java by itself takes nearly twice the processor time, to be faster later. */
const javaOptions = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC'

async function run([program = '', ...words]: readonly string[]): Promise<string> {
  const env = { ...process.env, TOLLGATE_PASSWORD: testPassword, NO_PROXY: '*', JAVA_TOOL_OPTIONS: javaOptions }
  const { stdout } = await promisify(execFile)(program, words, { cwd: folder, env })
  return stdout
}

async function place(language: Language, call: ExampleCall): Promise<string> {
  const file = languages.find((each) => each.language === language)?.file(call.name) ?? assert.fail()
  await writeFile(join(folder, file), `${snippetOf(language, call)}\n`)
  return file
}

/** Of the program as readers are to start it. */
async function outputOf(language: Language, call: ExampleCall): Promise<string> {
  return run([...interpreters[language].run, await place(language, call)])
}

/** Of a program that was checked: where that has compiled it, it need not be compiled again. */
async function outputOfChecked(language: Language, call: ExampleCall): Promise<string> {
  if (language !== 'java') return outputOf(language, call)
  await checkedPrograms(language)
  const file = await place(language, call)
  return run(['java', '-cp', '.', file.replace('.java', '')])
}

const checked = new Map<Language, Promise<void>>()

/** Checks those for every operation, and those that the tests run, at once. */
function checkedPrograms(language: Language): Promise<void> {
  const checking = checked.get(language) ?? checkPrograms(language)
  checked.set(language, checking)
  return checking
}

async function checkPrograms(language: Language): Promise<void> {
  const operations = catalogue.map(({ name, route }) => {
    const { merchantId: id, body } = exampleFor(name, 100)
    const url = `https://pay.example${route.path}`
    return { name, method: route.methods[0] ?? '', url, user: `merchant.${id}`, ...(body && { body }) }
  })
  const calls = [...operations, orderRead(orderIds[language]), refusedPayment()]
  const files = await Promise.all(calls.map((call) => place(language, call)))
  await run([...interpreters[language].check, ...files])
}

/** The order that each language pays. */
const orderIds = Object.fromEntries(languages.map(({ language }) => [language, newOrderId()])) as Record<
  Language,
  string
>

function orderRead(orderId: string): ExampleCall {
  const { body: _, ...call } = paymentOf(orderId)
  return { ...call, name: 'READ_PAID_ORDER', method: 'GET', url: call.url.replace('/transaction/1', '') }
}

const refusedOrderId = newOrderId()

function refusedPayment(): ExampleCall {
  return { ...paymentOf(refusedOrderId, { currency: 'ABC' }), name: 'PAY_IN_NO_CURRENCY' }
}

function paymentOf(orderId: string, order: object = {}): ExampleCall {
  const { body } = exampleFor('PAY', 100)
  const { httpUrl } = gateway.listeners
  return {
    name: 'PAY',
    method: 'PUT',
    url: `${httpUrl}${apiPath(`/order/${orderId}/transaction/1`)}`,
    user: `merchant.${merchantId}`,
    body: { ...body, order: { amount: '49.90', currency: 'USD', ...order } },
  }
}

/** What the quoting rules of the languages differ about. */
const awkward = `It's "5" \\ $HOME \${x} {y} """ %s é`

describe('the example programs', () => {
  for (const { language } of languages) {
    it(`in ${language} pay, with every character of a text as it was, and read the order`, async (t) => {
      if (isMissing(language, t)) return
      const orderId = orderIds[language]
      const output = await outputOf(language, paymentOf(orderId, { description: awkward }))
      assert.match(output, /APPROVED/)
      if (language !== 'curl') assert.match(output, /^201 /)
      const { body } = await send(gateway.listeners.httpsUrl, { path: apiPath(`/order/${orderId}`) })
      assert.deepEqual([body.status, body.description], ['CAPTURED', awkward])
      assert.match(await outputOfChecked(language, orderRead(orderId)), /CAPTURED/)
    })

    it(`in ${language} show the error of a refused request`, async (t) => {
      if (isMissing(language, t)) return
      const output = await outputOfChecked(language, refusedPayment())
      assert.match(output, /INVALID_REQUEST/)
      if (language !== 'curl') assert.match(output, /^400 /)
    })

    it(`in ${language} are right for every operation`, async (t) => {
      if (isMissing(language, t)) return
      await checkedPrograms(language)
    })
  }
})

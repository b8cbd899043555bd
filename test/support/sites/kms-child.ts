// A key-management service as small as can be, in the shape of TOLLGATE_KMS_COMMAND: its key is in the file that its
// first argument names, and it writes a line into `<file>.log` for every question.
import { appendFileSync, readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { keyInMemory } from '../../../src/keys/vault/data-keys.ts'

interface Question {
  readonly action: 'wrap' | 'unwrap' | 'derive'
  readonly key?: string
  readonly wrapped?: string
  readonly context?: readonly string[]
  readonly label?: string
}

const [file = ''] = process.argv.slice(2)
const kms = keyInMemory(Buffer.from(readFileSync(file, 'utf8'), 'base64'))
const question = JSON.parse(await text(process.stdin)) as Question
const environment = Object.keys(process.env).filter((name) => /^TOLLGATE_|^DATABASE_URL$/.test(name))
appendFileSync(`${file}.log`, `${JSON.stringify({ action: question.action, environment })}\n`)
// Without a word about why: a wrong key is the caller's to explain.
await answer(question).then(
  (given) => process.stdout.write(JSON.stringify(given)),
  () => {
    process.exitCode = 1
  },
)

async function answer({ action, key = '', wrapped = '', context = [], label = '' }: Question): Promise<object> {
  const bytes = (given: string) => Buffer.from(given, 'base64')
  switch (action) {
    case 'wrap':
      return { wrapped: (await kms.wrap(bytes(key), context)).toString('base64') }
    case 'unwrap':
      return { key: (await kms.unwrap(bytes(wrapped), context)).toString('base64') }
    case 'derive':
      return { key: (await kms.derive(label)).toString('base64') }
  }
}

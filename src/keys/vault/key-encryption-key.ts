// The sandbox's key-encryption key, created on first start. Production provides its own.
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { OperatorFailure } from '../../kernel/failures.ts'

/** A reason not to start that the operator can act upon; its message is a single line. */
export class KeyFailure extends OperatorFailure {}

const keyBytes = 32

/** Two concurrent starts end up with the same key: linking never overwrites. */
export async function ensureKeyEncryptionKey(file: string): Promise<Buffer> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const own = `${file}.${process.pid}`
  await writeFile(own, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600, flush: true })
  await link(own, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(own, { force: true })
  const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64')
  if (key.length !== keyBytes)
    throw new KeyFailure(`The key-encryption key in ${file} is damaged: it is not 32 bytes as Base64.`)
  return key
}

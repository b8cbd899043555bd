// Keyed hashes of the content of messages. The key is made once and stays in the host's folder.
import { createHmac, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Iso8583Message, MessageSpecification, PartValues } from '../iso8583/index.ts'
import { baseType, secretTags } from './request.ts'

const accountNumber = 2
const additionalField = 48
/** The message authentication code changes with the key. */
const macFields: ReadonlySet<number> = new Set([64, 128])

export interface Digests {
  /** Of everything that a repeat must not change, without security codes and the like: a hash of one is a stored one. */
  content(message: Iso8583Message, additional: PartValues): string
}

export function digestsWith(key: Buffer, { fields }: MessageSpecification): Digests {
  return {
    content(message, additional) {
      const hash = createHmac('sha256', key).update('content')
      let text = baseType(message.type)
      for (const field of message.fields()) {
        if (macFields.has(field)) continue
        if (field === additionalField) text += `|48=${withoutSecrets(additional)}`
        else if (field === accountNumber) hash.update(message.bytes(field) ?? '')
        else if (!fields[field]?.isSecret) {
          const value = message.value(field)
          text += `|${field}=${typeof value === 'string' ? value : value?.toString('hex')}`
        }
      }
      return hash.update(text).digest('base64url').slice(0, 22)
    },
  }
}

function withoutSecrets(additional: PartValues): string {
  return Object.entries(additional)
    .filter(([tag]) => !secretTags.has(tag))
    .map(([tag, value]) => `${tag}${value}`)
    .join(';')
}

export async function hashKeyIn(folder: string): Promise<Buffer> {
  const file = join(folder, 'hash-key')
  const stored = await readFile(file, 'utf8').catch(() => '')
  if (/^[0-9a-f]{64}$/.test(stored.trim())) return Buffer.from(stored.trim(), 'hex')
  const made = randomBytes(32)
  await writeFile(file, `${made.toString('hex')}\n`, { mode: 0o600, flush: true })
  return made
}

// Users' passwords by argon2id (RFC 9106), a few at a time: a hash takes a core and much memory for a tenth of a
// second, and guessing must not take them from payments.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import type { Passwords } from './ports/sign-in.ts'
import { normalizePassword } from './rules/new-password.ts'

export interface HashEffort {
  readonly memoryKib: number
  readonly passes: number
  readonly lanes: number
}

/** Above what OWASP recommends (19 MiB, two passes); about a tenth of a second on the bench machine. */
const usualEffort: HashEffort = { memoryKib: 32_768, passes: 3, lanes: 1 }

/**
 * At most half of the platform's threads, because files are read meanwhile, and never all cores: one is for payments.
 */
const usualAtOnce = Math.min(2, Math.max(1, availableParallelism() - 1))
/**
 * When this many wait in the same queue, a further one is refused and should retry: the wait would be a second or more.
 */
const waitingMax = 16

const saltBytes = 16
const tagBytes = 32

const derive = promisify(argon2)

export function argon2Passwords(effort: HashEffort = usualEffort, atOnceMax: number = usualAtOnce): Passwords {
  const inTurn = hashingQueue(atOnceMax)
  // Verified in place of the hash of an unknown user; no password matches it.
  const unknownUserHash: ParsedHash = { effort, salt: randomBytes(saltBytes), tag: randomBytes(tagBytes) }

  return {
    hash: (password) =>
      inTurn('TRUSTED', async () => {
        const salt = randomBytes(saltBytes)
        return phc({ effort, salt, tag: await tagOf(password, { effort, salt }) })
      }),

    async verify(password, hash, { isTrusted }) {
      const stored = hash === undefined ? unknownUserHash : parse(hash)
      const tag = await inTurn(isTrusted ? 'TRUSTED' : 'STRANGERS', () => tagOf(password, stored))
      if (tag === undefined) return 'busy'
      if (!timingSafeEqual(tag, stored.tag) || stored === unknownUserHash) return 'wrong'
      return isWeaker(stored.effort, effort) ? 'outdated' : 'right'
    },
  }
}

interface ParsedHash {
  readonly effort: HashEffort
  readonly salt: Buffer
  readonly tag: Buffer
}

function tagOf(password: string, { effort, salt }: Omit<ParsedHash, 'tag'>): Promise<Buffer> {
  return derive('argon2id', {
    message: normalizePassword(password),
    nonce: salt,
    parallelism: effort.lanes,
    tagLength: tagBytes,
    memory: effort.memoryKib,
    passes: effort.passes,
  })
}

/** In the PHC string format of the password hashing competition: algorithm, version, parameters, salt, hash. */
function phc({ effort: { memoryKib, passes, lanes }, salt, tag }: ParsedHash): string {
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${unpadded(salt)}$${unpadded(tag)}`
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

const phcPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]{43})$/

function parse(hash: string): ParsedHash {
  const [, memoryKib, passes, lanes, salt = '', tag = ''] = phcPattern.exec(hash) ?? []
  if (memoryKib === undefined) throw new Error("a stored password is not a hash in the gateway's format")
  return {
    effort: { memoryKib: Number(memoryKib), passes: Number(passes), lanes: Number(lanes) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

function isWeaker(one: HashEffort, other: HashEffort): boolean {
  return one.memoryKib < other.memoryKib || one.passes < other.passes
}

type Queue = 'TRUSTED' | 'STRANGERS'

/**
 * Runs a few at once and queues some; undefined for one that would have to wait too long. Each queue has its own
 * length, and trusted callers go first: a flood of unknown ones delays them by one hash at most.
 */
function hashingQueue(atOnceMax: number): <T>(queue: Queue, work: () => Promise<T>) => Promise<T | undefined> {
  const waiting: Readonly<Record<Queue, (() => void)[]>> = { TRUSTED: [], STRANGERS: [] }
  let running = 0
  return async (queue, work) => {
    if (running < atOnceMax) running += 1
    else if (waiting[queue].length >= waitingMax) return undefined
    else await new Promise<void>((resolve) => waiting[queue].push(resolve))
    try {
      return await work()
    } finally {
      // The next in the queue takes over the slot.
      const next = waiting.TRUSTED.shift() ?? waiting.STRANGERS.shift()
      if (next) next()
      else running -= 1
    }
  }
}

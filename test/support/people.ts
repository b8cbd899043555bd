// People on a database of their own, with a clock that tests move and hashes that take no time.
import assert from 'node:assert/strict'
import { postgresAudit } from '../../src/adapters/postgres/audit.ts'
import { type Database, openDatabase } from '../../src/adapters/postgres/database.ts'
import { postgresLogins } from '../../src/adapters/postgres/logins.ts'
import { postgresPeople } from '../../src/adapters/postgres/people.ts'
import { systemClock } from '../../src/adapters/system/clock.ts'
import { randomIdentifiers } from '../../src/adapters/system/identifiers.ts'
import { oneTimeCodes } from '../../src/adapters/system/one-time-codes.ts'
import { argon2Passwords } from '../../src/adapters/system/passwords.ts'
import { keyInMemory } from '../../src/adapters/vault/key-in-memory.ts'
import { type OpenedVault, openVault } from '../../src/adapters/vault/vault.ts'
import { codeOf, stepAt } from '../../src/domain/one-time-code.ts'
import { type PersonKey, type Right, rights } from '../../src/domain/person.ts'
import { acceptSecondFactor, offerSecondFactor } from '../../src/operations/set-up-second-factor.ts'
import { type SignInPorts, signIn } from '../../src/operations/sign-in.ts'
import type { Body } from './client.ts'
import { createTestDatabase, databaseUrl, testKey } from './database.ts'

export const password = 'a sentence that people keep'

const hourMs = 3_600_000

export interface PeopleWorld {
  readonly database: Database
  readonly vault: OpenedVault
  readonly clock: typeof systemClock
  /** As another process has them: with connections, and turns for hashing, of its own. */
  process(): SignInPorts
  pass(ms: number): void
  /** A person who has chosen the password, of TESTMERCHANT unless told otherwise. */
  newPerson(given?: { readonly merchantId?: string; readonly rights?: readonly Right[] }): Promise<PersonKey>
  /** Lines about a person, oldest first. */
  audited(key: PersonKey): Promise<readonly (readonly [actor: string, action: string, subject: Body])[]>
  close(): Promise<void>
}

export async function openPeopleWorld(): Promise<PeopleWorld> {
  const connectionString = databaseUrl(await createTestDatabase())
  const pools: Database[] = []
  const open = () => {
    const pool = openDatabase({ connectionString }, { poolSize: 4, onError: (error) => assert.fail(error) })
    pools.push(pool)
    return pool
  }
  const database = open()
  const vault = await openVault(database, keyInMemory(Buffer.from(testKey, 'base64')))
  let now = new Date('2026-11-15T10:00:00.000Z')
  let made = 0
  const clock = { ...systemClock, now: () => now }
  const process = (): SignInPorts => {
    const pool = open()
    return {
      people: postgresPeople(pool, { vault, clock }),
      logins: postgresLogins(pool, { vault, clock }, { lastsMs: 12 * hourMs, idleMs: hourMs / 2 }),
      passwords: argon2Passwords({ memoryKib: 64, passes: 1, lanes: 1 }),
      oneTimeCodes,
      audit: postgresAudit(pool),
      identifiers: randomIdentifiers,
      clock,
    }
  }
  const { people, passwords } = process()
  return {
    database,
    vault,
    clock,
    process,
    pass(ms) {
      now = new Date(now.getTime() + ms)
    },
    async newPerson({ merchantId = 'TESTMERCHANT', rights: held = rights } = {}) {
      made += 1
      const key = { merchantId, login: `person${made}` }
      const hash = (await passwords.hash(password)) ?? assert.fail('busy')
      const person = { ...key, name: `Person ${made}`, rights: held, mustChangePassword: false }
      assert.ok(await people.add(person, hash, { actor: 'test', at: now }))
      return key
    },
    async audited({ merchantId, login }) {
      const { rows } = await database.query(
        `select actor, action, subject from audit where merchant_id = $1 and subject ->> 'login' = $2 order by audit_id`,
        [merchantId, login],
      )
      return rows.map(({ actor, action, subject: { login: _, ...subject } }) => [actor, action, subject])
    },
    async close() {
      await vault.close()
      await Promise.all(pools.map((pool) => pool.end()))
    },
  }
}

/** The token of somebody who needs no more than a password. */
export async function signedInToken(key: PersonKey, ports: SignInPorts): Promise<string> {
  const signed = await signIn({ ...key, password }, ports)
  return signed.kind === 'signedIn' ? signed.token : assert.fail(signed.kind)
}

/** A device with the secret, as a person carries it around. */
export interface Device {
  code(offset?: number): string
  wrongCode(): string
}

/** Sets up a second factor, and leaves no login behind. */
export async function giveDevice(key: PersonKey, ports: SignInPorts): Promise<Device> {
  const token = await signedInToken(key, ports)
  const offered = await offerSecondFactor({ token, password }, ports)
  const secret = Buffer.from(base32Bytes(offered.kind === 'offered' ? offered.secret : assert.fail(offered.kind)))
  const device = deviceOf(secret, ports)
  const accepted = await acceptSecondFactor({ token, code: device.code(-1) }, ports)
  assert.equal(accepted.kind, 'accepted')
  await ports.logins.closeAll(key, { actor: 'test', at: ports.clock.now() })
  return device
}

export function deviceOf(secret: Buffer, { oneTimeCodes: codes, clock }: SignInPorts): Device {
  const codeAt = (offset: number) => codeOf(stepAt(clock.now()) + offset, (message) => codes.digest(secret, message))
  return {
    code: (offset = 0) => codeAt(offset),
    wrongCode() {
      const near = [-1, 0, 1].map(codeAt)
      return ['000000', '000001', '000002', '000003'].find((code) => !near.includes(code)) ?? ''
    },
  }
}

export function base32Bytes(text: string): readonly number[] {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
}

// Users at the console with a real password, and with a device that was shown a while ago.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { actorName, type Permission, permissions } from '../../../src/kernel/user.ts'
import { acceptSecondFactor } from '../../../src/users/operations/set-up-second-factor.ts'
import type { ConsoleUser } from '../clients/console.ts'
import { testerStamp } from '../fixtures/merchants.ts'
import { type Device, deviceOf } from '../fixtures/users.ts'
import type { TestGateway } from '../gateway/gateway.ts'

/** Of everybody whom this file makes. */
export const consolePassword = 'a password of nineteen'

/** A code is valid once and for a short time. Makes it valid again, so that tests need not wait for the next half minute. */
export async function forgetUsedCodes({ query }: Pick<TestGateway, 'query'>, login: string): Promise<void> {
  await query('update users set factor_last_step = 0 where login = $1', [login])
}

interface UserOptions {
  readonly merchantId: string
  readonly login: string
  /** All without. */
  readonly permissions?: readonly Permission[]
}

/** Signed in already, and able to do so again. */
export async function userWithPassword(
  { dependencies }: Pick<TestGateway, 'dependencies'>,
  { merchantId, login, permissions: held = permissions }: UserOptions,
): Promise<ConsoleUser> {
  const key = { merchantId, login }
  const passwordHash = (await dependencies.passwords.hash(consolePassword)) ?? assert.fail('hashing is busy')
  const token = randomBytes(24).toString('base64url')
  const actor = actorName(key)
  await dependencies.users.add(
    { ...key, name: login, permissions: held, mustChangePassword: false },
    passwordHash,
    testerStamp(),
  )
  assert.ok(await dependencies.consoleSessions.open(key, { passwordHash }, { token, actor, at: new Date() }))
  return { ...key, actor, token }
}

/** Gives a user a device, whose code was last seen an hour ago. */
export async function giveStaleDevice(
  { dependencies, query }: Pick<TestGateway, 'dependencies' | 'query'>,
  user: ConsoleUser,
): Promise<{ readonly user: ConsoleUser; readonly device: Device }> {
  const secret = dependencies.oneTimeCodes.makeSecret()
  assert.ok(await dependencies.users.offerSecondFactor(user, secret))
  const device = deviceOf(secret, dependencies)
  const accepted = await acceptSecondFactor({ token: user.token, code: device.code() }, dependencies)
  if (accepted.kind !== 'ACCEPTED') assert.fail(accepted.kind)
  await forgetUsedCodes({ query }, user.login)
  await query(
    `update console_sessions set second_factor_at = now() - interval '1 hour' where merchant_id = $1 and login = $2`,
    [user.merchantId, user.login],
  )
  return { user: { ...user, token: accepted.token }, device }
}

// Users in PostgreSQL, with their credentials. Console sessions that a change ends are ended in the commit of the
// change.
import type { PoolClient } from 'pg'
import type { AuditAction, AuditStamp } from '../../audit/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { UserKey } from '../../kernel/user.ts'
import { secondFactorSealContext, type Vault } from '../../keys/index.ts'
import { type AccessRightsSeals, accessRightsColumn, type StoredAccessRights } from '../../merchants/index.ts'
import { type Database, prepared } from '../../platform/postgres/database.ts'
import type { ConsoleTokenRenewal, UserCredentials, UserStore } from '../ports/users.ts'
import { passwordsRemembered } from '../rules/new-password.ts'
import { type SealedSessionRow, sealConsoleSession, sealedSessionColumns } from './console-session-mac.ts'
import { forgetPreferences } from './preferences.ts'
import {
  changeUser,
  declineRequestsFor,
  endAccess,
  forgetFailures,
  handOver,
  isLastManager,
  noteChange,
} from './user-changes.ts'
import { forgetEmailCode, informOfLostAlerts } from './user-emails.ts'
import { hashesOfToken, hashOfToken, keyValues, type UserRow, userOf } from './user-rows.ts'

const ofUser = 'where merchant_id = $1 and login = $2'

/** Of the merchant $1, which each part of a statement names: otherwise a distributed database asks all nodes. */
const withLock = `select p.*, (select max(c.locked_until) from sign_in_counters c
  where c.merchant_id = $1 and c.login = p.login) as last_lock from users p`

const find = prepared('find-user', `${withLock} ${ofUser}`)
const findWithAccessRights = prepared(
  'find-user-with-access-rights',
  `select p.*, ${accessRightsColumn(['USERS'], '$1')} as access_rights_of_owner from users p ${ofUser}`,
)
const list = prepared('list-users', `${withLock} where merchant_id = $1 order by login`)

const add = prepared(
  'add-user',
  `insert into users (merchant_id, login, name, permissions, password_hash, must_change_password, created_at)
   values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
)

/** The counters of gateways of the previous release. */
const unlocked = 'failed_sign_ins = 0, locked_until = null'

/** One by one: Citus 13 crashes on a slice of an array. */
const formerHashes = Array.from(
  { length: passwordsRemembered - 2 },
  (_, index) => `, former_password_hashes[${index + 1}]`,
).join('')

/** The replaced password joins those before it; together with the new one they are as many as are remembered. */
const newPassword = `password_hash = $3,
  former_password_hashes = array_remove(array[password_hash${formerHashes}], null)`

export function postgresUsers(
  database: Database,
  {
    vault,
    clock,
    accessRights,
  }: {
    readonly vault: Vault
    readonly clock: Pick<Clock, 'now' | 'expiryTime'>
    readonly accessRights: AccessRightsSeals
  },
): UserStore {
  const accessRightsOf = (ownerId: string) => ({ ownerId, parts: ['USERS'] as const })
  /** Requests are with the owner's access. */
  const accessRightsAndRequestsOf = (ownerId: string) => ({ ownerId, parts: ['ACCESS', 'USERS'] as const })
  const byGateway = () => ({ actor: 'gateway', at: clock.now() })

  async function readRow(key: UserKey): Promise<UserRow | undefined> {
    const { rows } = await database.query<UserRow>(find(keyValues(key)))
    return rows[0]
  }

  async function credentialsOf(row: UserRow): Promise<UserCredentials> {
    const { factor_key_id: keyId, factor_sealed: sealed, is_factor_in_use: isInUse } = row
    const user = userOf(row, clock.expiryTime())
    const credentials = {
      user,
      passwordHash: row.password_hash,
      formerPasswordHashes: row.former_password_hashes,
    }
    if (keyId === null || sealed === null) return credentials
    const secret = Buffer.from(await vault.open({ keyId, sealed }, secondFactorSealContext(user)), 'base64')
    const factor = { secret, lastStep: Number(row.factor_last_step), recoveryCodes: row.recovery_codes }
    return { ...credentials, ...(isInUse ? { secondFactor: factor } : { offeredSecondFactor: factor }) }
  }

  /** One statement about one user, with its consequences and its audit log entry; false when it was refused. */
  function changeOne(
    key: UserKey,
    {
      set,
      values = [],
      only = 'true',
      owner = accessRightsOf(key.merchantId),
    }: {
      readonly set: string
      readonly values?: readonly unknown[]
      readonly only?: string
      readonly owner?: Parameters<AccessRightsSeals['change']>[0]
    },
    line: AuditStamp & { readonly action: AuditAction; readonly subject?: object },
    after: (client: PoolClient) => Promise<boolean> = async () => true,
  ): Promise<boolean> {
    const work = async (client: PoolClient) => {
      const statement = `update users set ${set} ${ofUser} and ${only}`
      const { rowCount } = await client.query(statement, [...keyValues(key), ...values])
      if (rowCount !== 1 || !(await after(client))) return false
      await noteChange(client, key, line)
      return true
    }
    return accessRights.change(owner, line, work, { isKept: (isDone) => isDone })
  }

  /** The console session continues under its new token, and the others end. False when it has been ended meanwhile. */
  async function renewOne(
    client: PoolClient,
    key: UserKey,
    { token, newToken }: ConsoleTokenRenewal,
    secondFactorAt?: Date,
  ): Promise<boolean> {
    const { keyId, hash } = hashOfToken(vault, 'console-session', newToken)
    const { rows } = await client.query<SealedSessionRow>(
      `update console_sessions r set token_hash = $4, token_key_id = $5, second_factor_at = coalesce($6, second_factor_at)
       ${ofUser} and token_hash = any ($3::bytea[]) and not is_awaiting returning ${sealedSessionColumns}`,
      [...keyValues(key), hashesOfToken(vault, 'console-session', token), hash, keyId, secondFactorAt ?? null],
    )
    await client.query(`delete from console_sessions ${ofUser} and token_hash <> $3`, [...keyValues(key), hash])
    for (const row of rows) await sealConsoleSession(client, vault, row)
    return rows.length === 1
  }

  return {
    async list(merchantId) {
      const { rows } = await database.query<UserRow>(list([merchantId]))
      return rows.map((row) => userOf(row, clock.expiryTime()))
    },

    async find(key) {
      const row = await readRow(key)
      return row && userOf(row, clock.expiryTime())
    },

    add(user, passwordHash, by) {
      const { name, permissions: held, mustChangePassword = true } = user
      return accessRights.change(accessRightsOf(user.merchantId), by, async (client) => {
        const values = [...keyValues(user), name, held, passwordHash, mustChangePassword, by.at]
        if ((await client.query(add(values))).rowCount !== 1) return false
        await noteChange(client, user, { ...by, action: 'USER_ADDED', subject: { name, permissions: held } })
        return true
      })
    },

    change: (key, change, by) =>
      accessRights.change(accessRightsOf(key.merchantId), by, (client) => changeUser(client, key, change, by)),

    remove: (key, by) =>
      accessRights.change(accessRightsAndRequestsOf(key.merchantId), by, async (client) => {
        if (await isLastManager(client, key)) return 'LAST_MANAGER'
        const { rows } = await client.query<UserRow>(`delete from users ${ofUser} returning *`, [...keyValues(key)])
        const [row] = rows
        if (!row) return 'UNKNOWN'
        await endAccess(client, key)
        await declineRequestsFor(client, key, by)
        await informOfLostAlerts(client, row, undefined, by)
        await forgetPreferences(client, key)
        await forgetEmailCode(client, key)
        const { name, permissions: held } = row
        await noteChange(client, key, { ...by, action: 'USER_REMOVED', subject: { name, permissions: held } })
        return 'CHANGED'
      }),

    resetPassword: (key, passwordHash, { mustChangePassword = true, withheld = [], ...by }) =>
      changeOne(
        key,
        {
          set: `${newPassword}, must_change_password = $4, ${unlocked}`,
          values: [passwordHash, mustChangePassword],
          owner: accessRightsAndRequestsOf(key.merchantId),
        },
        { ...by, action: 'USER_PASSWORD_SET', subject: { isOwn: false } },
        (client) => handOver(client, key, withheld, by),
      ),

    changePassword: (key, passwordHash, renewal, by) =>
      changeOne(
        key,
        {
          set: `${newPassword}, must_change_password = false`,
          values: [passwordHash],
        },
        { ...by, action: 'USER_PASSWORD_SET', subject: { isOwn: true } },
        (client) => renewOne(client, key, renewal),
      ),

    async rehash(key, { from, to }) {
      const text = `update users set password_hash = $4 ${ofUser} and password_hash = $3`
      await accessRights.change(accessRightsOf(key.merchantId), byGateway(), (client) =>
        client.query(text, [...keyValues(key), from, to]),
      )
    },

    async offerSecondFactor(key, secret) {
      const { keyId, sealed } = vault.seal(secret.toString('base64'), secondFactorSealContext(key))
      const text = `update users set factor_key_id = $3, factor_sealed = $4, factor_last_step = 0
        ${ofUser} and not is_factor_in_use`
      const { rowCount } = await accessRights.change(accessRightsOf(key.merchantId), byGateway(), (client) =>
        client.query(text, [...keyValues(key), keyId, sealed]),
      )
      return rowCount === 1
    },

    acceptSecondFactor: (key, { step, recoveryCodes }, renewal, by) =>
      changeOne(
        key,
        {
          set: 'is_factor_in_use = true, factor_last_step = $3, recovery_codes = $4',
          values: [step, recoveryCodes],
          only: 'not is_factor_in_use and factor_sealed is not null',
        },
        { ...by, action: 'SECOND_FACTOR_SET' },
        (client) => renewOne(client, key, renewal, by.at),
      ),

    replaceRecoveryCodes: (key, { used, recoveryCodes }, by) =>
      changeOne(
        key,
        'step' in used
          ? {
              set: 'recovery_codes = $3, factor_last_step = $4',
              values: [recoveryCodes, used.step],
              only: 'is_factor_in_use and factor_last_step < $4',
            }
          : {
              set: 'recovery_codes = $3',
              values: [recoveryCodes, used.recoveryCode],
              only: 'is_factor_in_use and $4::bytea = any (recovery_codes)',
            },
        { ...by, action: 'RECOVERY_CODES_MADE' },
      ),

    removeSecondFactor: (key, { withheld = [], ...by }) =>
      changeOne(
        key,
        {
          set: `is_factor_in_use = false, factor_key_id = null, factor_sealed = null, recovery_codes = '{}'`,
          only: 'is_factor_in_use',
          owner: accessRightsAndRequestsOf(key.merchantId),
        },
        { ...by, action: 'SECOND_FACTOR_REMOVED' },
        (client) => handOver(client, key, withheld, by),
      ),

    unlock: (key, by) =>
      changeOne(key, { set: unlocked }, { ...by, action: 'USER_UNLOCKED' }, (client) => forgetFailures(client, key)),

    async findCredentials(key) {
      const { rows } = await database.query<UserRow & { access_rights_of_owner: StoredAccessRights }>(
        findWithAccessRights(keyValues(key)),
      )
      const [row] = rows
      if (row) await accessRights.check(key.merchantId, row.access_rights_of_owner)
      return row && credentialsOf(row)
    },
  }
}

// Which settings are controls: they protect the gateway or what it holds, and nobody approves their change, since they come from the
// environment. Each says in which direction it protects less. A setting without a row does not compile.

import type { Setting } from '../../platform/config/kinds.ts'
import { type SettingKey, settingKeys, settings } from '../../platform/config/settings.ts'

/** Whether a change protects less; values as they are parsed, undefined where there is none. */
type Weakening = (before: unknown, after: unknown) => boolean

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

const whenHigher: Weakening = (before, after) => numberOf(after) > numberOf(before)
const whenOff: Weakening = (_, after) => after === false
const whenOn: Weakening = (_, after) => after === true
/** Each entry is trusted, or may be reached. */
const whenMoreEntries: Weakening = (before, after) => listOf(after).some((entry) => !listOf(before).includes(entry))
/** Each entry may be reached; without a list everything may. */
const whenMoreAllowed: Weakening = (before, after) =>
  before !== undefined && (after === undefined || whenMoreEntries(before, after))
const whenRemoved: Weakening = (_, after) => after === undefined
/** Nothing tells whether another value is as good. */
const whenChanged: Weakening = () => true
/** The change is noted; another value is as good. */
const never: Weakening = () => false
const whenNot =
  (word: string): Weakening =>
  (_, after) =>
    after !== word
const whenOtherThan =
  (...words: readonly unknown[]): Weakening =>
  (_, after) =>
    !words.includes(after)

const noControl = 'NO_CONTROL'

export const settingControls: Readonly<Record<SettingKey, Weakening | typeof noControl>> = {
  // The sandbox has test merchants, simulators and plain HTTP.
  mode: whenNot('production'),
  host: noControl,
  httpsPort: noControl,
  mtlsPort: noControl,
  httpPort: noControl,
  metricsPort: noControl,
  // Its connections are neither encrypted nor authenticated.
  metricsAddress: whenOtherThan('localhost', '127.0.0.1', '::1'),
  dataDir: noControl,
  // Where everything is stored, and how the connection is protected.
  databaseUrl: whenChanged,
  replicaUrl: whenChanged,
  replicaMaxAgeMs: noControl,
  // Payers and providers are led there.
  publicUrl: whenChanged,
  // Who may say which client a request comes from, by which limits count.
  proxyProtocolFrom: whenMoreEntries,
  forwardedFrom: whenMoreEntries,
  forwardedHeader: whenChanged,
  forwardedHops: whenChanged,
  connectionsPerAddress: whenHigher,
  listenBacklog: noControl,
  overloadDelayMs: whenHigher,
  merchantRequestsMax: whenHigher,
  linkRequestsMax: whenHigher,
  processes: noControl,
  // Where acquirer links may lead, with account numbers.
  acquirerHosts: whenMoreAllowed,
  // Code that sees account numbers.
  adapterModules: whenMoreEntries,
  databasePoolSize: noControl,
  databaseStatementTimeoutMs: noControl,
  moneyStatementTimeoutMs: noControl,
  lockTimeoutMs: noControl,
  batchRowsMax: noControl,
  browserPaymentMinutes: noControl,
  // How long account numbers and messages are kept.
  accountRetentionDays: whenHigher,
  messageRetentionDays: whenHigher,
  notificationRetentionDays: noControl,
  // Without it risk rules by country find none.
  ipCountriesFile: whenRemoved,
  // Whose signatures on wallet payloads count.
  applePayRootsFile: whenChanged,
  googlePayRootKeysFile: whenChanged,
  applePayDomainFile: noControl,
  simulatorFaults: noControl,
  simulatorDatabaseUrl: noControl,
  cardHostPort: noControl,
  sandboxPassword: noControl,
  tlsKeyFile: never,
  tlsCertificateFile: never,
  // Where the keys are that everything is encrypted with.
  keyEncryptionKey: never,
  keyEncryptionKeyFile: never,
  kmsCommand: whenChanged,
  notificationPorts: whenMoreEntries,
  notificationAllowLoopback: whenOn,
  notificationTimeoutMs: noControl,
  // Without a mail server nobody gets alerts by e-mail.
  smtpUrl: whenRemoved,
  smtpFrom: never,
  consoleLoginHours: whenHigher,
  consoleIdleMinutes: whenHigher,
  credentialsNeedApproval: whenOff,
  // Slow clients keep connections and memory.
  headerTimeoutMs: whenHigher,
  bodyTimeoutMs: whenHigher,
  acquirerTimeoutMs: noControl,
  requestTimeoutMs: noControl,
  drainTimeoutMs: noControl,
  // With less than that, warnings and refusals are not logged.
  logLevel: whenOtherThan('info', 'debug', 'warn'),
  logFormat: noControl,
  checkAnswers: noControl,
}

export interface SecretHashes {
  /** Of the current key. */
  readonly keyId: string
  /** In hexadecimal. */
  hash(text: string): string
  /** Undefined when the key no longer exists. */
  matches(text: string, hash: string, keyId: string): boolean | undefined
}

export type ConfiguredValues = Readonly<Record<SettingKey, unknown>>

export function storedControls(values: ConfiguredValues, { keyId, hash }: SecretHashes): StoredControls {
  const shown: Record<string, unknown> = {}
  const secrets: Record<string, string> = {}
  for (const { key, name, isSecret } of controlRows) {
    const value = values[key]
    if (isSecret && value !== undefined) secrets[name] = hash(textOf(value))
    else shown[name] = value ?? null
  }
  return { values: shown, secrets, keyId }
}

/** In place of secrets. */
const shownSecrets = { before: 'a secret', after: 'another secret' } as const

/** What differs from the last start; controls that it did not have are left out. */
export function changedControls(
  before: StoredControls,
  values: ConfiguredValues,
  hashes: SecretHashes,
): ControlChanges {
  const changes: Record<string, ControlChange> = {}
  for (const row of controlRows) {
    const value = values[row.key]
    const change = row.isSecret ? secretChange(row.name, before, value, hashes) : plainChange(row.name, before, value)
    if (!change) continue
    const weakens = row.weakening(change.before ?? undefined, change.after ?? undefined)
    changes[row.name] = { ...change, weakens }
  }
  return changes
}

type ValueChange = Omit<ControlChange, 'weakens'>

function plainChange(name: string, { values }: StoredControls, value: unknown): ValueChange | undefined {
  if (!Object.hasOwn(values, name)) return undefined
  const [before, after] = [values[name], value ?? null]
  return JSON.stringify(before) === JSON.stringify(after) ? undefined : { before, after }
}

function secretChange(
  name: string,
  { values, secrets, keyId }: StoredControls,
  value: unknown,
  { matches }: SecretHashes,
): ValueChange | undefined {
  const hash = secrets[name]
  if (hash === undefined) {
    // There was none, or the start before did not know it.
    const isNew = Object.hasOwn(values, name) && value !== undefined
    return isNew ? { before: null, after: shownSecrets.after } : undefined
  }
  if (value === undefined) return { before: shownSecrets.before, after: null }
  // With a key that is gone nothing can be told.
  return matches(textOf(value), hash, keyId) === false ? shownSecrets : undefined
}

function textOf(value: unknown): string {
  return Buffer.isBuffer(value) ? value.toString('base64') : String(value)
}

const controlRows = settingKeys.flatMap((key) => {
  const weakening = settingControls[key]
  const { environmentName: name, secret: isSecret }: Setting<never> | Setting<unknown> = settings[key]
  return weakening === noControl ? [] : [{ key, name, isSecret, weakening }]
})

/** By the names of the environment. */
export interface StoredControls {
  readonly values: Readonly<Record<string, unknown>>
  /** Of secrets only keyed hashes, in hexadecimal, all with this key. */
  readonly secrets: Readonly<Record<string, string>>
  readonly keyId: string
}

/** As the audit log has it; null where there was or is no value. */
export interface ControlChange {
  readonly before: unknown
  readonly after: unknown
  /** It protects less than before. */
  readonly weakens: boolean
}

export type ControlChanges = Readonly<Record<string, ControlChange>>

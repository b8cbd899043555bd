// Typed configuration from the environment and an optional JSON file; the process refuses to start with an invalid one.
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { nearestWord } from '../../kernel/nearest-word.ts'
import type { Setting, SettingKind } from './kinds.ts'
import { type SettingKey, settingKeys, settings } from './settings.ts'

type ValueOf<Row> = Row extends Setting<infer Value> ? Value : never

/** Every setting, checked. keyEncryptionKey holds the key also when it came from a file. */
export type Config = { readonly [Key in SettingKey]: ValueOf<(typeof settings)[Key]> }

/** An invalid configuration; the message is one line for the operator. */
export class ConfigurationFailure extends Error {
  override readonly name = 'ConfigurationFailure'
}

export interface SettingDescription {
  /** The name in the configuration file; the setting that names the file has none. */
  readonly key: string | undefined
  readonly environmentName: string
  readonly kind: SettingKind
  readonly allowed: string
  readonly default: string
  readonly description: string
  readonly secret: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

/** Where a value was found: 'the environment' or the quoted path of the file; undefined for a default. */
type Origins = Partial<Record<SettingKey, string>>

interface ConfigFile {
  readonly label: string
  readonly values: ReadonlyMap<string, unknown>
}

const prefix = 'TOLLGATE_'
const configFileName = 'TOLLGATE_CONFIG'
const environmentNames = settingKeys.map((key) => settings[key].environmentName)

/** Reads and checks every setting, and throws ConfigurationFailure at the first that is wrong. */
export function loadConfig(env: Environment): Config {
  refuseUnknownVariables(env)
  const file = readConfigFile(env)
  const origins: Origins = {}
  const values: Partial<Record<SettingKey, unknown>> = {}

  for (const key of settingKeys) {
    const setting: Setting<unknown> = settings[key]
    const fromEnvironment = env[setting.environmentName]
    if (fromEnvironment !== undefined) {
      origins[key] = 'the environment'
      values[key] = parse(setting, fromEnvironment, `${setting.environmentName} from the environment`)
    } else if (file?.values.has(key)) {
      origins[key] = file.label
      values[key] = parse(setting, file.values.get(key), `${key} from ${file.label}`)
    }
  }

  const mode = (values.mode as Config['mode'] | undefined) ?? settings.mode.default.sandbox
  const entries = settingKeys.map((key) => [key, values[key] ?? settings[key].default[mode]])
  // The loop above used the same table that the type is derived from.
  const config = Object.fromEntries(entries) as Config
  refuseContradictions(config, origins)
  return { ...config, keyEncryptionKey: config.keyEncryptionKey ?? readKeyEncryptionKey(config, origins) }
}

/** The settings as rows, for the help text and the documents. */
export function describeSettings(): readonly SettingDescription[] {
  const rows = settingKeys.map((key): SettingDescription => {
    const { environmentName, kind, allowed, description, secret, defaultText, ...row }: Setting<unknown> = settings[key]
    const value = row.default.sandbox
    const shown = defaultText ?? (value === undefined ? 'none' : String(value))
    return { key, environmentName, kind, allowed, default: shown, description, secret }
  })
  const file: SettingDescription = {
    key: undefined,
    environmentName: configFileName,
    kind: 'file',
    allowed: 'the path of a readable JSON file that contains one object',
    default: 'none',
    description: 'A JSON file with settings by key; environment variables take precedence.',
    secret: false,
  }
  return [...rows, file]
}

/** What the examples of the reference read: commands run in a shell that has it for them. */
const namesOfExamples = ['TOLLGATE_PASSWORD']

function refuseUnknownVariables(env: Environment): void {
  const knownNames = [...environmentNames, configFileName]
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || !name.startsWith(prefix)) continue
    if (knownNames.includes(name) || namesOfExamples.includes(name)) continue
    throw new ConfigurationFailure(`${oneLine(name)} from the environment is not a setting${suggest(name, knownNames)}`)
  }
}

function readConfigFile(env: Environment): ConfigFile | undefined {
  const path = env[configFileName]
  if (path === undefined) return undefined
  const label = show(resolve(path))
  const parsed = parseJsonFile(path)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    const rule = 'must be the path of a readable JSON file that contains one object'
    throw new ConfigurationFailure(`${configFileName} from the environment ${rule}, but is ${show(path)}.`)
  }
  const values = new Map<string, unknown>(Object.entries(parsed))
  for (const name of values.keys()) {
    if (settingKeys.some((key) => key === name)) continue
    const named = settingKeys.find((key) => settings[key].environmentName === name)
    const hint = named === undefined ? suggest(name, settingKeys) : `; did you mean ${named}?`
    throw new ConfigurationFailure(`${oneLine(name)} from ${label} is not a setting${hint}`)
  }
  return { label, values }
}

/** Returns undefined for invalid JSON. The parser's own message is dropped: it quotes the file, including secrets. */
function parseJsonFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

function parse(setting: Setting<unknown>, value: unknown, label: string): unknown {
  const text = textOf(setting, value)
  const parsed = text === undefined ? undefined : setting.parse(text)
  if (parsed !== undefined) return parsed
  const shown = setting.secret ? 'something else (not shown because it is secret)' : show(value)
  throw new ConfigurationFailure(`${label} must be ${setting.allowed}, but is ${shown}.`)
}

/** In a file, numbers and booleans may also be written as in JSON. */
function textOf({ kind }: Setting<unknown>, value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number' && (kind === 'port' || kind === 'integer')) return String(value)
  if (typeof value === 'boolean' && kind === 'boolean') return String(value)
  return undefined
}

function refuseContradictions(config: Config, origins: Origins): void {
  const isProduction = config.mode === 'production'
  const label = (key: SettingKey) => labelOf(key, origins)

  const missing = isProduction ? missingInProduction(config) : []
  if (missing.length > 0) {
    throw new ConfigurationFailure(`${label('mode')} is production, which also requires ${missing.join(', ')}.`)
  }
  for (const key of settingKeys) {
    const { isSandboxOnly }: Setting<never> | Setting<unknown> = settings[key]
    if (!isProduction || !isSandboxOnly || config[key] === undefined || config[key] === false) continue
    throw new ConfigurationFailure(`${label(key)} is not allowed in production; remove it.`)
  }
  if ((config.tlsKeyFile === undefined) !== (config.tlsCertificateFile === undefined)) {
    const [one, other] = config.tlsKeyFile === undefined ? tlsFiles : tlsFiles.toReversed()
    throw new ConfigurationFailure(`${label(other)} is set without ${settings[one].environmentName}; set both.`)
  }
  if ((config.smtpUrl === undefined) !== (config.smtpFrom === undefined)) {
    const [missing, present] = config.smtpUrl === undefined ? mailSettings : mailSettings.toReversed()
    throw new ConfigurationFailure(`${label(present)} is set without ${settings[missing].environmentName}; set both.`)
  }
  const [one, other] = keySources.filter((key) => config[key] !== undefined)
  if (one !== undefined && other !== undefined)
    throw new ConfigurationFailure(`${label(one)} and ${label(other)} are both set; set only one of them.`)
  if (config.acquirerTimeoutMs >= config.requestTimeoutMs) {
    const acquirer = `${label('acquirerTimeoutMs')} is ${config.acquirerTimeoutMs}`
    const request = `${label('requestTimeoutMs')}, which is ${config.requestTimeoutMs}`
    throw new ConfigurationFailure(`${acquirer}, but must be less than ${request}.`)
  }
  refuseEqualPorts(config, origins)
}

const tlsFiles = ['tlsKeyFile', 'tlsCertificateFile'] as const
const mailSettings = ['smtpUrl', 'smtpFrom'] as const
const keySources = ['keyEncryptionKey', 'keyEncryptionKeyFile', 'kmsCommand'] as const

function missingInProduction(config: Config): readonly string[] {
  const required = [['databaseUrl'], ['tlsKeyFile'], ['tlsCertificateFile'], keySources]
  return (required as readonly (readonly SettingKey[])[])
    .filter((keys) => keys.every((key) => config[key] === undefined))
    .map((keys) => keys.map((key) => settings[key].environmentName).join(' or '))
}

function refuseEqualPorts(config: Config, origins: Origins): void {
  const opened = config.mode === 'production' ? 'metricsPort' : 'httpPort'
  // The default of a port that this mode does not open conflicts with nothing.
  const ports = (['httpsPort', 'mtlsPort', 'httpPort', 'metricsPort'] as const).filter(
    (key) => key === 'httpsPort' || key === 'mtlsPort' || key === opened || origins[key] !== undefined,
  )
  for (const [index, key] of ports.entries()) {
    const other = ports.slice(index + 1).find((next) => config[next] === config[key] && config[key] !== 0)
    if (other === undefined) continue
    const both = `${labelOf(key, origins)} and ${labelOf(other, origins)}`
    throw new ConfigurationFailure(`${both} are both ${config[key]}, but each listener needs its own port.`)
  }
}

function readKeyEncryptionKey({ keyEncryptionKeyFile, mode }: Config, origins: Origins): Buffer | undefined {
  if (keyEncryptionKeyFile === undefined) return undefined
  if (mode === 'production' && isReadByOthers(keyEncryptionKeyFile)) {
    const file = `${labelOf('keyEncryptionKeyFile', origins)} names ${show(keyEncryptionKeyFile)}`
    throw new ConfigurationFailure(`${file}, which is readable by users other than its owner; change its mode to 0400.`)
  }
  const { allowed, parse: parseKey } = settings.keyEncryptionKey
  const key = parseKey(readFileSync(keyEncryptionKeyFile, 'utf8').trim())
  if (key !== undefined) return key
  const label = labelOf('keyEncryptionKeyFile', origins)
  throw new ConfigurationFailure(
    `${label} must name a file that contains ${allowed}, but is ${show(keyEncryptionKeyFile)}.`,
  )
}

/** Where files have such modes; elsewhere the operator has to protect it by other means. */
function isReadByOthers(path: string): boolean {
  return process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0
}

function labelOf(key: SettingKey, origins: Origins): string {
  const origin = origins[key]
  if (origin === undefined) return `${settings[key].environmentName} by default`
  return `${origin === 'the environment' ? settings[key].environmentName : key} from ${origin}`
}

/** Quotes a value on one line and at a limited length. */
function show(value: unknown): string {
  const text = oneLine(JSON.stringify(value) ?? String(value))
  return text.length > 200 ? `${text.slice(0, 200)}...` : text
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, '?')
}

function suggest(name: string, knownNames: readonly string[]): string {
  const near = nearestWord(name, knownNames)
  return near === undefined ? '.' : `; did you mean ${near}?`
}

// The kinds of value a setting can have: how its text is parsed, and how the allowed values are described.
import { accessSync, constants, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseIpRange } from '../domain/ip-address.ts'

export type Mode = 'sandbox' | 'production'

export type SettingKind =
  | 'port'
  | 'integer'
  | 'text'
  | 'file'
  | 'folder'
  | 'boolean'
  | 'choice'
  | 'secret text'
  | 'secret bytes'

/** One row of the table of settings. */
export interface Setting<Value> {
  readonly environmentName: string
  readonly kind: SettingKind
  readonly default: Readonly<Record<Mode, Value>>
  /** How help and documents show the default, where the value itself would be unclear. */
  readonly defaultText?: string
  readonly description: string
  /** Completes the sentence "it must be ...". */
  readonly allowed: string
  /** A secret value is never shown in a message. */
  readonly secret: boolean
  /** Production refuses to start with it. */
  readonly isSandboxOnly?: boolean
  /** Returns undefined when the text is not allowed. */
  readonly parse: (text: string) => NonNullable<Value> | undefined
}

interface Row<Value> {
  readonly environmentName: string
  readonly default: Value
  readonly description: string
}

type OptionalRow = Omit<Row<never>, 'default'>

const inBothModes = <Value>(value: Value): Record<Mode, Value> => ({ sandbox: value, production: value })

export function portSetting(row: Row<number>): Setting<number> {
  return { ...integerSetting({ ...row, min: 0, max: 65535 }), kind: 'port' }
}

export function integerSetting(row: Row<number> & { readonly min: number; readonly max: number }): Setting<number> {
  const { min, max, ...rest } = row
  return {
    ...rest,
    kind: 'integer',
    default: inBothModes(row.default),
    allowed: `a whole number from ${min} to ${max}`,
    secret: false,
    parse: (text) => {
      // Number() alone would also accept '0x10', ' 1 ', '1e3' and the empty string.
      if (!/^(0|[1-9]\d*)$/.test(text)) return undefined
      const value = Number(text)
      return value >= min && value <= max ? value : undefined
    },
  }
}

export type ProcessCount = number | 'auto'

/** A number of processes, or one for each processor core. */
export function processesSetting(
  row: OptionalRow & { readonly default: Readonly<Record<Mode, ProcessCount>>; readonly defaultText: string },
): Setting<ProcessCount> {
  const max = 256
  return {
    ...row,
    kind: 'text',
    allowed: `auto or a whole number from 1 to ${max}`,
    secret: false,
    parse(text) {
      if (text === 'auto') return text
      return /^[1-9]\d{0,2}$/.test(text) && Number(text) <= max ? Number(text) : undefined
    },
  }
}

/** One or more ports with commas between. */
export function portListSetting(row: Row<readonly number[]>): Setting<readonly number[]> {
  return {
    ...row,
    kind: 'text',
    default: inBothModes(row.default),
    defaultText: row.default.join(','),
    allowed: 'port numbers from 1 to 65535, separated by commas',
    secret: false,
    parse: (text) => {
      const parts = text.split(',')
      const isAllowed = (part: string) => /^[1-9]\d{0,4}$/.test(part) && Number(part) <= 65535
      return parts.every(isAllowed) ? parts.map(Number) : undefined
    },
  }
}

/** IP addresses and networks with commas between, such as 192.0.2.7,2001:db8::/32. */
export function networkListSetting(row: OptionalRow): Setting<readonly string[] | undefined> {
  return {
    ...row,
    kind: 'text',
    default: inBothModes(undefined),
    allowed: 'IP addresses and networks separated by commas, such as 192.0.2.7,2001:db8::/32',
    secret: false,
    parse: (text) => {
      const parts = text.split(',')
      const isAllowed = (part: string) => !part.includes('-') && parseIpRange(part) !== undefined
      return parts.every(isAllowed) ? parts : undefined
    },
  }
}

export function moduleListSetting(row: OptionalRow): Setting<readonly string[] | undefined> {
  return {
    ...row,
    kind: 'text',
    default: inBothModes(undefined),
    allowed: 'paths and names of packages separated by commas, such as ./my-acquirer.ts,@bank/acquirer',
    secret: false,
    parse(text) {
      const parts = text.split(',').map((part) => part.trim())
      return parts.every((part) => part !== '') ? parts : undefined
    },
  }
}

export function booleanSetting(row: Row<boolean>): Setting<boolean> {
  return {
    ...row,
    kind: 'boolean',
    default: inBothModes(row.default),
    allowed: 'true or false',
    secret: false,
    parse: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  }
}

export function sandboxOnly<Value>(setting: Setting<Value>): Setting<Value> {
  return { ...setting, isSandboxOnly: true }
}

/** Whether the sandbox does something that production never does. */
export function sandboxOnlySetting(row: Row<boolean>): Setting<boolean> {
  const inSandbox = String(row.default)
  return {
    ...sandboxOnly(booleanSetting(row)),
    default: { sandbox: row.default, production: false },
    defaultText: `${inSandbox} in the sandbox`,
  }
}

export function choiceSetting<const Word extends string>(
  row: Row<NoInfer<Word>> & { readonly words: readonly Word[] },
): Setting<Word> {
  const { words, ...rest } = row
  return {
    ...rest,
    kind: 'choice',
    default: inBothModes(row.default),
    allowed: `one of ${words.join(', ')}`,
    secret: false,
    parse: (text) => words.find((word) => word === text),
  }
}

/** An address or name to listen on; its default depends on the mode. */
export function hostSetting(
  row: OptionalRow & { readonly default: Readonly<Record<Mode, string>>; readonly defaultText: string },
): Setting<string> {
  return {
    ...row,
    kind: 'text',
    allowed: 'an IP address (without brackets) or a host name',
    secret: false,
    parse: (text) => (isIP(text) !== 0 || isHostName(text) ? text : undefined),
  }
}

/** An address to listen on, without names: whether it can be reached from elsewhere can be read from it. */
export function addressSetting(row: Row<string>): Setting<string> {
  return {
    ...row,
    kind: 'text',
    default: inBothModes(row.default),
    allowed: 'an IP address (without brackets) or localhost',
    secret: false,
    parse: (text) => (isIP(text) !== 0 || text === 'localhost' ? text : undefined),
  }
}

/** A folder that need not exist yet. A relative path counts from the folder the process was started in. */
export function folderSetting(row: Row<string> & { readonly defaultText: string }): Setting<string> {
  return {
    ...row,
    kind: 'folder',
    default: inBothModes(row.default),
    allowed: 'the path of a folder that exists or can be created',
    secret: false,
    parse: (text) => {
      if (text === '' || text.includes('\0')) return undefined
      const path = resolve(text)
      return isSomethingElse(path) ? undefined : path
    },
  }
}

/** A file that must exist and be readable. A relative path counts from the folder the process was started in. */
export function fileSetting(row: OptionalRow): Setting<string | undefined> {
  return {
    ...row,
    kind: 'file',
    default: inBothModes(undefined),
    allowed: 'the path of a readable file',
    secret: false,
    parse: (text) => {
      if (text === '' || text.includes('\0')) return undefined
      const path = resolve(text)
      return isReadableFile(path) ? path : undefined
    },
  }
}

export function optionalTextSetting(
  row: OptionalRow & { readonly allowed: string; readonly isAllowed: (text: string) => boolean },
): Setting<string | undefined> {
  return { ...secretTextSetting(row), kind: 'text', secret: false }
}

export function secretTextSetting(
  row: OptionalRow & { readonly allowed: string; readonly isAllowed: (text: string) => boolean },
): Setting<string | undefined> {
  const { isAllowed, ...rest } = row
  return {
    ...rest,
    kind: 'secret text',
    default: inBothModes(undefined),
    secret: true,
    parse: (text) => (isAllowed(text) ? text : undefined),
  }
}

/** 32 secret bytes, the size of an AES-256 key. */
export function secretKeySetting(row: OptionalRow): Setting<Buffer | undefined> {
  return {
    ...row,
    kind: 'secret bytes',
    default: inBothModes(undefined),
    allowed: '32 bytes as Base64 (44 characters) or as 64 hexadecimal digits',
    secret: true,
    parse: parseKey,
  }
}

function parseKey(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  const key = Buffer.from(text, 'base64')
  // Buffer.from skips what is not Base64; encoding the result again shows whether anything was skipped.
  return key.length === 32 && key.toString('base64') === text ? key : undefined
}

function isHostName(text: string): boolean {
  const labels = text.split('.')
  // A name of digits and dots that is not an IP address, such as 127.0.0.256, is a mistyped address.
  if (text.length > 253 || /^[\d.]+$/.test(text)) return false
  return labels.every((label) => /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i.test(label))
}

function isReadableFile(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** A path that cannot be examined may well be a folder; an attempt to write there reports the reason. */
function isSomethingElse(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === false
  } catch {
    return false
  }
}

// The kinds of value a setting can have: how its text is parsed, and how the allowed values are described.
import { isIP } from 'node:net'
import { readAcquirerHosts } from '../../kernel/acquirer-hosts.ts'
import { parseIpRange } from '../../kernel/ip-address.ts'

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

/** What a row of a kind says. */
export interface SettingRow<Value> {
  readonly environmentName: string
  readonly default: Value
  readonly description: string
}

export type OptionalRow = Omit<SettingRow<never>, 'default'>

export const inBothModes = <Value>(value: Value): Record<Mode, Value> => ({ sandbox: value, production: value })

export function portSetting(row: SettingRow<number>): Setting<number> {
  return { ...integerSetting({ ...row, min: 0, max: 65535 }), kind: 'port' }
}

export function integerSetting(
  row: SettingRow<number> & { readonly min: number; readonly max: number },
): Setting<number> {
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

export function portListSetting(row: SettingRow<readonly number[]>): Setting<readonly number[]> {
  const isPort = (part: string) => /^[1-9]\d{0,4}$/.test(part) && Number(part) <= 65535
  const { parse, ...setting } = listSetting({
    ...row,
    allowed: 'port numbers from 1 to 65535, separated by commas',
    isAllowed: (parts) => parts.every(isPort),
  })
  return {
    ...setting,
    default: inBothModes(row.default),
    defaultText: row.default.join(','),
    parse: (text) => parse(text)?.map(Number),
  }
}

/** Texts with commas between. */
function listSetting(
  row: OptionalRow & {
    readonly allowed: string
    readonly isAllowed: (parts: readonly string[]) => boolean
    readonly mayHaveSpaces?: boolean
  },
): Setting<readonly string[] | undefined> {
  const { isAllowed, mayHaveSpaces = false, ...rest } = row
  return {
    ...rest,
    kind: 'text',
    default: inBothModes(undefined),
    secret: false,
    parse(text) {
      const parts = text.split(',').map((part) => (mayHaveSpaces ? part.trim() : part))
      return isAllowed(parts) ? parts : undefined
    },
  }
}

/** Such as 192.0.2.7,2001:db8::/32. */
export function networkListSetting(row: OptionalRow): Setting<readonly string[] | undefined> {
  return listSetting({
    ...row,
    allowed: 'IP addresses and networks separated by commas, such as 192.0.2.7,2001:db8::/32',
    isAllowed: (parts) => parts.every((part) => !part.includes('-') && parseIpRange(part) !== undefined),
  })
}

export function hostListSetting(row: OptionalRow): Setting<readonly string[] | undefined> {
  return listSetting({
    ...row,
    allowed:
      'host names, addresses and networks separated by commas, such as gateway.bank.example,*.cards.example,10.20.0.0/16',
    isAllowed: (parts) => readAcquirerHosts(parts) !== undefined,
    mayHaveSpaces: true,
  })
}

export function moduleListSetting(row: OptionalRow): Setting<readonly string[] | undefined> {
  return listSetting({
    ...row,
    allowed: 'paths and names of packages separated by commas, such as ./my-acquirer.ts,@bank/acquirer',
    isAllowed: (parts) => parts.every((part) => part !== ''),
    mayHaveSpaces: true,
  })
}

export function booleanSetting(row: SettingRow<boolean>): Setting<boolean> {
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
export function sandboxOnlySetting(row: SettingRow<boolean>): Setting<boolean> {
  const inSandbox = String(row.default)
  return {
    ...sandboxOnly(booleanSetting(row)),
    default: { sandbox: row.default, production: false },
    defaultText: `${inSandbox} in the sandbox`,
  }
}

export function choiceSetting<const Word extends string>(
  row: SettingRow<NoInfer<Word>> & { readonly words: readonly Word[] },
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
export function addressSetting(row: SettingRow<string>): Setting<string> {
  return {
    ...row,
    kind: 'text',
    default: inBothModes(row.default),
    allowed: 'an IP address (without brackets) or localhost',
    secret: false,
    parse: (text) => (isIP(text) !== 0 || text === 'localhost' ? text : undefined),
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

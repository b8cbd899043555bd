// How the settings of a link to an ISO 8583 host are read.

import {
  type Framing,
  loadSpecification,
  type MacAlgorithm,
  type MessageSpecification,
  macKeyBytes,
  shippedSpecifications,
} from '../../../iso8583/index.ts'
import { explain } from '../../../kernel/explanation.ts'
import { type GatewayCode, gatewayCodes } from '../../../kernel/gateway-code.ts'
import { omitUndefined } from '../../../kernel/omit-undefined.ts'
import type { LinkEnvironment } from '../../adapter.ts'
import { checkAuthority, checkClientCertificate } from '../../check-certificates.ts'
import type { SettingFault } from '../../ports/adapter-catalogue.ts'
import { checkProtection, SettingError } from './protection.ts'
import { iso8583Settings, specificationMax } from './setting-rows.ts'

type Properties = typeof iso8583Settings.properties
type NamesOf<Usual> = {
  [Name in keyof Properties]: Properties[Name] extends { default: Usual } ? Name : never
}[keyof Properties]

export type Iso8583Settings = { readonly [Name in NamesOf<number>]: number } & {
  readonly [Name in NamesOf<boolean>]: boolean
} & {
  readonly addresses: readonly HostAddress[]
  readonly specification: MessageSpecification
  readonly framing: Framing
  readonly institutionId: string
  readonly terminal: string
  readonly categoryCode: string
  readonly responseCodes: Readonly<Record<string, GatewayCode>>
  readonly mac?: { readonly algorithm: MacAlgorithm; readonly key: Buffer; readonly keyEncryptingKey?: Buffer }
} & { readonly [Name in 'serverName' | 'ca' | 'certificate' | 'key' | 'booksUrl']?: string }

export interface HostAddress {
  readonly host: string
  readonly port: number
}

type SettingValues = Readonly<Record<string, string | number | boolean>>

const lengthKinds = { '2-binary': 'binary-2', '4-binary': 'binary-4', '4-ascii': 'ascii-4' } as const

/** What the schema cannot say. */
export function checkIso8583Settings(values: SettingValues, environment: LinkEnvironment): SettingFault | undefined {
  try {
    const unprotected = checkProtection(readSettings(values), environment)
    if (unprotected) return unprotected
    const { ca, certificate, key } = values
    const wrongAuthority = checkAuthority(ca)
    if (wrongAuthority || certificate === undefined) return wrongAuthority
    return checkClientCertificate({ certificate, ...omitUndefined({ key }) })
  } catch (error) {
    if (error instanceof SettingError) return { setting: error.setting, reason: error.reason }
    throw error
  }
}

/** Throws when no message could be exchanged with these settings. */
export function readSettings(values: SettingValues): Iso8583Settings {
  const settings: Record<string, string | number | boolean> = { ...values }
  for (const [name, schema] of Object.entries(iso8583Settings.properties))
    if ('default' in schema) settings[name] ??= schema.default
  const text = (name: keyof Properties) => String(settings[name] ?? '')
  if ((settings['certificate'] === undefined) !== (settings['key'] === undefined))
    throw new SettingError('key', explain('must be given together with the certificate'))
  const { macKey: _, keyEncryptingKey: __, tpdu: ___, lengthIncludesItself: ____, mac: _____, ...rest } = settings
  const mac = macSettings(text('mac'), text('macKey'), text('keyEncryptingKey'))
  const specification = specificationOf(text('specification'))
  const hasCode = (field: number) =>
    specification.fields[field]?.type === 'b' && specification.fields[field].length === 8
  if (mac && !(hasCode(64) && hasCode(128)))
    throw new SettingError(
      'specification',
      explain('must have DE 64 and DE 128, of 8 bytes, for message authentication'),
    )
  return {
    ...rest,
    addresses: text('addresses').split(',').map(addressOf),
    specification,
    framing: {
      length: lengthKinds[text('framing') as keyof typeof lengthKinds],
      isInclusive: settings['lengthIncludesItself'] === true,
      ...(text('tpdu') !== '' && { header: { kind: 'TPDU', bytes: Buffer.from(text('tpdu'), 'hex') } }),
    },
    responseCodes: parseResponseCodes(text('responseCodes')),
    ...(mac && { mac }),
  } as unknown as Iso8583Settings
}

function addressOf(text: string): HostAddress {
  const at = text.lastIndexOf(':')
  const port = Number(text.slice(at + 1))
  if (port < 1 || port > 65_535)
    throw new SettingError('addresses', explain('holds {address}, which names no port', { address: text.trim() }))
  const host = text.slice(0, at).trim()
  return { host: host.replace(/^\[|\]$/g, ''), port }
}

/** Never a path: whoever may set it could look into the files of the machine, or make it read one without end. */
function specificationOf(text: string): MessageSpecification {
  const shipped = shippedSpecifications.find(({ name }) => name === text)
  if (shipped) return shipped
  if (!text.trimStart().startsWith('{') || text.length > specificationMax) {
    const names = shippedSpecifications.map(({ name }) => name).join(', ')
    const reason = explain('must be one of {names}, or a specification in JSON of at most {max} characters', {
      names,
      max: specificationMax,
    })
    throw new SettingError('specification', reason)
  }
  try {
    return loadSpecification(JSON.parse(text), { isFirstProblemEnough: true })
  } catch (error) {
    const reason =
      error instanceof SyntaxError
        ? explain('is not valid JSON')
        : explain('cannot be used: {reason}', { reason: (error as Error).message })
    throw new SettingError('specification', reason)
  }
}

function macSettings(kind: string, key: string, keyEncryptingKey: string): Iso8583Settings['mac'] {
  if (kind === 'none') return undefined
  const algorithm: MacAlgorithm = kind === 'aes-cmac' ? 'aes-cmac' : 'retail'
  const bytes = Buffer.from(key, 'hex')
  const lengths = macKeyBytes[algorithm]
  const required = { algorithm: kind, lengths: lengths.join(', ') }
  if (!lengths.includes(bytes.length))
    throw new SettingError(
      'macKey',
      explain('must have one of these numbers of bytes for {algorithm}: {lengths}', required),
    )
  return {
    algorithm,
    key: bytes,
    ...(keyEncryptingKey !== '' && { keyEncryptingKey: Buffer.from(keyEncryptingKey, 'hex') }),
  }
}

/** What the host's response codes mean, as a setting: pairs such as 51=INSUFFICIENT_FUNDS with commas between. */
function parseResponseCodes(text: string): Readonly<Record<string, GatewayCode>> {
  const entries = text.split(',').flatMap((pair) => {
    const [code = '', gatewayCode = ''] = pair.trim().split('=')
    if (code === '') return []
    if (!Object.hasOwn(gatewayCodes, gatewayCode))
      throw new SettingError(
        'responseCodes',
        explain('names the gateway code {gatewayCode}, which does not exist', { gatewayCode }),
      )
    return [[code, gatewayCode as GatewayCode] as const]
  })
  return Object.fromEntries(entries)
}

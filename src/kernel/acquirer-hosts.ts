// Where acquirer links may lead: the hosts and networks that the operator lists outside of the console's reach.

import { type Explanation, explain } from './explanation.ts'
import { type IpRange, isWithin, parseIpAddress, parseIpRange } from './ip-address.ts'
import type { SettingsSchema, SettingValues } from './settings-schema.ts'

export interface AcquirerHosts {
  readonly names: readonly string[]
  readonly networks: readonly IpRange[]
}

const namePattern = /^(\*\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/

/** Host names, `*.bank.example` for all names below one, addresses and networks; undefined when a text is none of them. */
export function readAcquirerHosts(texts: readonly string[]): AcquirerHosts | undefined {
  const names: string[] = []
  const networks: IpRange[] = []
  for (const text of texts.map((each) => each.trim().toLowerCase())) {
    const range = text.includes('-') && !/^[0-9a-f.:/]+$/.test(text) ? undefined : parseIpRange(text)
    if (range) networks.push(range)
    else if (namePattern.test(text) && !/^[0-9.]+$/.test(text)) names.push(text)
    else return undefined
  }
  return names.length + networks.length > 0 ? { names, networks } : undefined
}

export function permitsName({ names }: AcquirerHosts, host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  return names.some((each) => (each.startsWith('*.') ? name.endsWith(each.slice(1)) : name === each))
}

export function permitsAddress({ networks }: AcquirerHosts, address: string): boolean {
  return isWithin(address, networks)
}

/** A connection may be opened to this address of a host. */
export function permitsConnection(hosts: AcquirerHosts, host: string, address: string): boolean {
  return permitsName(hosts, host) || permitsAddress(hosts, address)
}

export interface SettingAddress {
  readonly setting: string
  readonly host: string
}

/** The hosts that a link's settings name. */
export function addressesIn({ properties }: SettingsSchema, values: SettingValues): readonly SettingAddress[] {
  return Object.entries(properties).flatMap(([setting, { address }]) => {
    const text = values[setting]
    if (address === undefined || typeof text !== 'string') return []
    const hosts = address === 'URL' ? [URL.parse(text)?.hostname ?? ''] : text.split(',').map(hostOfPair)
    return hosts.map((host) => ({ setting, host: host.replace(/^\[|\]$/g, '') }))
  })
}

/** "host:port". */
function hostOfPair(text: string): string {
  return text.slice(0, text.lastIndexOf(':')).trim()
}

/** A name that is not listed may still lead into a listed network, which is found out when a connection is opened. */
export function addressFaultOf(
  schema: SettingsSchema,
  values: SettingValues,
  hosts: AcquirerHosts,
): { readonly setting: string; readonly reason: Explanation } | undefined {
  const isPossible = ({ host }: SettingAddress) =>
    parseIpAddress(host) === undefined
      ? permitsName(hosts, host) || hosts.networks.length > 0
      : permitsAddress(hosts, host)
  const refused = addressesIn(schema, values).find((each) => !isPossible(each))
  return (
    refused && {
      setting: refused.setting,
      reason: explain('leads to {host}, which is not among the hosts that acquirer links may reach', {
        host: refused.host,
      }),
    }
  )
}

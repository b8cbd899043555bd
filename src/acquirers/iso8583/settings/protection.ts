// How a link is protected on the network. In production card numbers cross it encrypted, or stay in a private network.

import { isIP } from 'node:net'
import { isPrivateAddress } from '../../../kernel/address-reach.ts'
import { type Explanation, explain, explanationText } from '../../../kernel/explanation.ts'
import type { LinkEnvironment, SettingValues } from '../../adapter.ts'
import type { SettingFault, SettingWarning } from '../../ports/adapter-catalogue.ts'

interface ProtectionSettings {
  readonly addresses: readonly { readonly host: string }[]
  readonly tls: boolean
  readonly plainText: boolean
  readonly booksUrl?: string
}

/** Names are resolved when a connection is opened, and refused there where they lead out of the private network. */
export function checkProtection(
  { addresses, tls, plainText, booksUrl }: ProtectionSettings,
  { isProduction }: LinkEnvironment,
): SettingFault | undefined {
  if (tls && plainText) return fault('plainText', explain('cannot be combined with TLS'))
  if (!isProduction) return undefined
  if (!tls && !plainText)
    return fault('tls', explain('must be on in production, or plainText for a host in a private network'))
  const open = tls ? undefined : addresses.find(({ host }) => isIP(host) !== 0 && !isPrivateAddress(host))
  if (open)
    return fault('addresses', explain('holds {address}, which is not private: it needs TLS', { address: open.host }))
  return booksUrl?.startsWith('http:') && !plainText
    ? fault('booksUrl', explain('must begin with https:// in production'))
    : undefined
}

/** The defaults of a sandbox are for the host on the same machine. */
export function protectionWarnings(
  { tls, mac = 'none' }: SettingValues,
  { isProduction }: LinkEnvironment,
): readonly SettingWarning[] {
  const isAuthenticated = mac !== 'none'
  if (tls === true)
    return isAuthenticated
      ? []
      : [
          {
            setting: 'mac',
            text: explain(
              'Messages are encrypted (TLS) but not authenticated (MAC): whatever ends the TLS connection before the host can change amounts and answers.',
            ),
          },
        ]
  if (isAuthenticated)
    return [
      {
        setting: 'tls',
        text: explain(
          'Messages are authenticated (MAC) but not encrypted (TLS): card numbers and security codes are readable on the way to the host.',
        ),
      },
    ]
  return isProduction
    ? [
        {
          setting: 'tls',
          text: explain(
            'Messages are neither encrypted (TLS) nor authenticated (MAC): card numbers are readable on the way to the host, and answers can be forged.',
          ),
        },
      ]
    : []
}

function fault(setting: string, reason: Explanation): SettingFault {
  return { setting, reason }
}

/** Thrown for a setting with which no message could be exchanged. */
export class SettingError extends Error {
  readonly setting: string
  /** Completes a sentence that begins with the setting. */
  readonly reason: Explanation

  constructor(setting: string, reason: Explanation) {
    super(explanationText(reason))
    this.name = 'SettingError'
    this.setting = setting
    this.reason = reason
  }
}

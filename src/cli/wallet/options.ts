// What the commands about wallets share.

import { createReadStream } from 'node:fs'
import { walletIdentifierRow } from '../../contract/groups/wallet.ts'
import { FieldError } from '../../contract/row.ts'
import {
  type KeyRegistration,
  type WalletKeyName,
  type WalletKeySummary,
  type WalletPageSummary,
  walletNames,
  wallets,
} from '../../wallets/index.ts'
import { type CommandRefusal, commandRefused } from '../result.ts'
import { choiceValue, requiredOption, textValue, type ValueRow } from '../rows.ts'
import { table, timestampText } from '../table.ts'
import { readAll, type Terminal } from '../terminal.ts'

/** What the commands about wallets share. */
export const walletOption = requiredOption(choiceValue(wallets, '<wallet>', 'The wallet.'))

export const identifierOption = requiredOption(
  textValue(
    walletIdentifierRow,
    '<id>',
    "The merchant's name at the wallet: Apple's merchant identifier, or Google's merchant id.",
  ),
)

const registrationTitles: Readonly<Record<KeyRegistration['kind'], string>> = {
  SIGNING_REQUEST: 'Certificate signing request, for Apple:',
  PUBLIC_KEY: 'Public key, for Google:',
}

export function registrationText({ kind, text }: KeyRegistration): string {
  return `${registrationTitles[kind]}\n\n${text.trimEnd()}`
}

const publicKeyHashRow: ValueRow<string> = {
  kind: 'VALUE',
  placeholder: '<64 hex>',
  description: 'The SHA-256 hash of its public key, as shown by "wallet key list".',
  parse: (text) =>
    /^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : new FieldError('must be 64 hexadecimal digits'),
}

export const publicKeyHashOption = requiredOption(publicKeyHashRow)

/** What to do with a new key. */
export function notInUseText({ merchantId, wallet, publicKeyHash }: WalletKeyName): string {
  return `Payments for it are accepted. Payment pages do not use it yet; once ${walletNames[wallet]} knows it:

npx tollgate wallet key use ${merchantId} --wallet ${wallet} --key ${publicKeyHash}`
}

export function keysText(keys: readonly WalletKeySummary[]): string {
  if (keys.length === 0) return 'No wallet keys.'
  const rows = keys.map(({ wallet, identifier, publicKeyHash, certificate, createdAt, usedSince }) => [
    wallet,
    identifier,
    publicKeyHash,
    certificate?.expiresAt.toISOString().slice(0, 10) ?? '',
    timestampText(createdAt),
    usedSince ? timestampText(usedSince) : 'not in use',
  ])
  const titles = ['Wallet', 'Identifier', 'SHA-256 of the public key', 'Certificate until', 'Added', 'On pages since']
  return table(titles, rows)
}

export function keyData(key: WalletKeySummary): object {
  const { wallet, identifier, publicKeyHash, certificate, createdAt, usedSince } = key
  return { wallet, identifier, publicKeyHash, certificateExpiresAt: certificate?.expiresAt, createdAt, usedSince }
}

export function pagesText(pages: readonly WalletPageSummary[]): string {
  if (pages.length === 0) return 'No wallets on payment pages.'
  const rows = pages.map((page) => [
    page.wallet,
    page.displayName,
    page.country,
    page.certificate?.expiresAt.toISOString().slice(0, 10) ?? '',
    timestampText(page.updatedAt),
  ])
  return table(['Wallet', 'Display name', 'Country', 'Certificate until', 'Set'], rows)
}

export function pageData({ wallet, displayName, country, certificate, updatedAt }: WalletPageSummary): object {
  return {
    wallet,
    displayName,
    country,
    certificateExpiresAt: certificate?.expiresAt,
    updatedAt,
  }
}

// A private key, or what belongs to it, from a file or the standard input, never as an argument: arguments show in
// lists of processes and in the history of a shell.

/** A key on P-256 is a few hundred bytes; a longer file is most likely the wrong one. */
const bytesMax = 16_384

export function fileOption(description: string): ValueRow<string> {
  return {
    kind: 'VALUE',
    placeholder: '<file>',
    description,
    parse: (path) => (path === '' || path.includes('\0') ? new FieldError('must be a path') : path),
  }
}

export const keyFileOption = fileOption(
  'The private key on P-256, in PEM or PKCS #8 in base64, without a passphrase. Default: standard input, also with --key-file=-.',
)

export async function readKeyText(
  file: string | undefined,
  { stdin }: Pick<Terminal, 'stdin'>,
): Promise<CommandRefusal | { readonly kind: 'READ'; readonly text: string }> {
  const isStandardInput = file === undefined || file === '-'
  try {
    const bytes = await readAll(isStandardInput ? stdin : createReadStream(file), bytesMax)
    if (!bytes) return commandRefused(`The key is longer than ${bytesMax} bytes.`)
    return { kind: 'READ', text: bytes.toString('utf8') }
  } catch (error) {
    // The name is not repeated, since a key may have been given in its place.
    return commandRefused(`The key cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

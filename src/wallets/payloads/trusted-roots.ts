// What the operator trusts to sign payloads: Apple's root certificates and Google's root keys, from files.

import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { OperatorFailure } from '../../kernel/failures.ts'
import { readPublicKey } from './elliptic-keys.ts'
import type { GoogleRootKey } from './google-pay.ts'
import { bytesOf, objectOf, parseObject, timeOf } from './json-members.ts'

/** The message is one line for the operator. */
export class WalletRootsFailure extends OperatorFailure {
  override readonly name = 'WalletRootsFailure'
}

export interface TrustedRoots {
  readonly applePay: readonly X509Certificate[]
  readonly googlePay: readonly GoogleRootKey[]
}

export async function readTrustedRoots(files: {
  readonly applePayRootsFile?: string | undefined
  readonly googlePayRootKeysFile?: string | undefined
}): Promise<TrustedRoots> {
  const { applePayRootsFile, googlePayRootKeysFile } = files
  return {
    applePay: applePayRootsFile === undefined ? [] : await readAppleRoots(applePayRootsFile),
    googlePay: googlePayRootKeysFile === undefined ? [] : await readGoogleRoots(googlePayRootKeysFile),
  }
}

const pemBlock = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g

/** In PEM, or one certificate in DER as Apple publishes it. */
async function readAppleRoots(file: string): Promise<readonly X509Certificate[]> {
  const bytes = await readBytes(file)
  const blocks = bytes.toString('latin1').match(pemBlock) ?? [bytes]
  try {
    const roots = blocks.map((block) => new X509Certificate(block))
    if (roots.every(({ ca }) => ca)) return roots
  } catch {
    // Said below.
  }
  throw new WalletRootsFailure(`${file} must contain certificates of certification authorities, in PEM or DER.`)
}

/** The JSON that Google publishes; keys of other protocol versions are left out. */
async function readGoogleRoots(file: string): Promise<readonly GoogleRootKey[]> {
  const { keys } = parseObject((await readBytes(file)).toString('utf8')) ?? {}
  const listed = (Array.isArray(keys) ? keys : []).map((each) => objectOf(each) ?? {})
  const roots = listed
    .filter(({ protocolVersion }) => protocolVersion === 'ECv2')
    .map(({ keyValue, keyExpiration }) => {
      const key = readPublicKey(bytesOf(keyValue) ?? Buffer.alloc(0))
      const expiresAt = timeOf(keyExpiration)
      return key && (keyExpiration === undefined || expiresAt) ? { key, ...(expiresAt && { expiresAt }) } : undefined
    })
  const read = roots.filter((root) => root !== undefined)
  if (read.length > 0 && read.length === roots.length) return read
  throw new WalletRootsFailure(
    `${file} must contain Google's root signing keys: JSON with keys of protocol version ECv2.`,
  )
}

async function readBytes(file: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch (error) {
    throw new WalletRootsFailure(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

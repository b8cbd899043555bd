// The keyed hash by which a used payload is remembered. Its key comes from the merchant's wallet key: it is the same for the
// whole life of a payload, which the vault's own keys, as they rotate, would not be.
import { createHmac, hkdfSync, type KeyObject } from 'node:crypto'
import type { Wallet } from '../rules/wallet.ts'

export function payloadHashOf(id: Buffer | string, wallet: Wallet, privateKey: KeyObject): Buffer {
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' })
  const key = hkdfSync('sha256', secret, Buffer.alloc(0), `used payloads of ${wallet}`, 32)
  return createHmac('sha256', Buffer.from(key)).update(id).digest()
}

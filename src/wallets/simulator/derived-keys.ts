// The signing keys of the simulated wallets: the same in every process of a sandbox, and different in every database.
import { createECDH, createPrivateKey, hkdfSync, type KeyObject } from 'node:crypto'

/** A private key on P-256 for each purpose. */
export function deriveKey(secret: string, purpose: string): KeyObject {
  const ecdh = createECDH('prime256v1')
  // A number of 31 bytes is below the order of the curve, and never zero with the bit that is set.
  const scalar = Buffer.concat([
    Buffer.from([0]),
    Buffer.from(hkdfSync('sha256', secret, '', `simulated wallet: ${purpose}`, 31)),
  ])
  scalar.writeUInt8((scalar[31] ?? 0) | 1, 31)
  ecdh.setPrivateKey(scalar)
  const point = ecdh.getPublicKey()
  return createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: scalar.toString('base64url'),
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
}

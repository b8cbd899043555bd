// Chains of certificates that nobody trusts, as any client can make them.
import { issueCertificate, makeKey } from '../../../src/wallets/simulator/payloads.ts'

/** For a client: the leaf first, each issued by the next. */
export async function makeCertificateChain(length: number): Promise<{ readonly cert: string; readonly key: string }> {
  const key = makeKey()
  const last = await issueCertificate({ name: `C${length}`, isAuthority: true, key })
  const chain = [last]
  for (let left = length - 1; left > 0; left -= 1) {
    const [issuer = last] = chain
    chain.unshift(await issueCertificate({ name: `C${left}`, isAuthority: left > 1, key, issuer }))
  }
  return {
    cert: chain.map(({ der }) => pemOf(der)).join('\n'),
    key: String(key.export({ format: 'pem', type: 'pkcs8' })),
  }
}

function pemOf(der: Buffer): string {
  return `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----`
}

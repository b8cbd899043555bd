// The authorities that servers on this machine may have their certificates from.
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'

/** Every TLS connection that the gateway opens to addresses of merchants. */
export const minVersion = 'TLSv1.2'

/** The certificate of the development CA in PEM, if there is one. */
export type ReadDevelopmentCa = () => Promise<string | undefined>

/**
 * Created once: the platform would name its kept connections after the whole list of authorities, for every message.
 * Connections are kept by host, and which of the two trusts applies depends on the host alone.
 */
export function trustFor(developmentCa: ReadDevelopmentCa | undefined): () => Promise<SecureContext | undefined> {
  let known: SecureContext | undefined
  return async () => {
    if (known || !developmentCa) return known
    const ca = await developmentCa()
    // Many messages may have waited for the file together.
    if (ca !== undefined) known ??= createSecureContext({ minVersion, ca: [...getCACertificates('default'), ca] })
    return known
  }
}

// The gateway's own address: the operator's setting or, without one, the HTTPS listener's, known once it is open.
import type { Addresses } from './addresses.ts'

export interface OwnAddresses extends Addresses {
  /** Used unless the operator has set another. */
  setListenUrl(url: string): void
}

export function ownAddresses(publicUrl: string | undefined): OwnAddresses {
  let listening: string | undefined
  return {
    publicUrl() {
      const url = publicUrl ?? listening
      if (url === undefined) throw new Error('the address of the gateway was asked for before it was open')
      return url.replace(/\/+$/, '')
    },
    setListenUrl(url) {
      listening = url
    },
  }
}

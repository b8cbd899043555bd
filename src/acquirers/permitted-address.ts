// Opens connections to permitted addresses only, whatever a name leads to by then.
import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { type AcquirerHosts, permitsConnection } from '../kernel/acquirer-hosts.ts'

/** Why no connection is opened to an address of a host; undefined when it may be. */
export type RefuseAddress = (host: string, address: string) => string | undefined

/** By the operator's list, where there is one. */
export function refuseUnlisted(hosts: AcquirerHosts | undefined): RefuseAddress {
  return (host, address) =>
    !hosts || permitsConnection(hosts, host, address)
      ? undefined
      : `${host === address ? host : `${host} (${address})`} is not among the hosts that acquirer links may reach`
}

/** For the options of a connection. Throws when the host is an address that is refused. */
export function permittedLookup(
  host: string,
  refuse: RefuseAddress,
  resolve: typeof lookup = lookup,
): { readonly lookup?: LookupFunction } {
  if (isIP(host) === 0) return { lookup: checkedLookup(refuse, resolve) }
  const reason = refuse(host, host)
  if (reason !== undefined) throw new Error(reason)
  return {}
}

/** All addresses of a name must be permitted: which of them is tried first is not ours to choose. */
function checkedLookup(refuse: RefuseAddress, resolve: typeof lookup): LookupFunction {
  return (name, options, callback) =>
    resolve(name, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, [])
      const reason = found.map(({ address }) => refuse(name, address)).find((each) => each !== undefined)
      if (reason !== undefined) return callback(new Error(reason), [])
      const [first] = found
      if (options.all || !first) return callback(null, found)
      callback(null, first.address, first.family)
    })
}

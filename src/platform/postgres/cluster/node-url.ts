// Where a node of a cluster is reached: with the user, password, database and TLS settings of DATABASE_URL at its own address.
import type { NodeAddress } from './node-map.ts'

export function nodeUrlOf(databaseUrl: string, { host, port }: Pick<NodeAddress, 'host' | 'port'>): string {
  const url = new URL(databaseUrl)
  for (const name of ['host', 'port']) url.searchParams.delete(name)
  url.hostname = host.includes(':') ? `[${host}]` : host
  url.port = String(port)
  return url.href
}

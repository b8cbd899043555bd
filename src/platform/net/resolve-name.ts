// Finds the addresses of a name, all of them, without the platform's few threads that wait for slow name servers.
import { Resolver } from 'node:dns/promises'
import { isLocalhost } from '../../kernel/address-reach.ts'

/** Every address of a name; none when it has none. */
export type ResolveName = (name: string) => Promise<readonly string[]>

const tryMs = 2_000
const tries = 2

/**
 * By the name servers alone, those of the machine unless others are given: the machine's hosts file is for the
 * machine's own programs.
 */
export async function resolveByServers(name: string, servers?: readonly string[]): Promise<readonly string[]> {
  if (isLocalhost(name)) return ['127.0.0.1', '::1']
  const resolver = new Resolver({ timeout: tryMs, tries })
  if (servers) resolver.setServers(servers)
  // As a complete name; without the dot at the end a resolver may also try the machine's own domain.
  const results = await Promise.allSettled([resolver.resolve4(`${name}.`), resolver.resolve6(`${name}.`)])
  return results.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

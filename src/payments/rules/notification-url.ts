// Where a merchant's profile allows notifications about its orders to be sent.

/** A host name in lower case, without a port. */
export const hostNamePattern =
  /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/

/** Whether an order's notification URL may name this host. Without any hosts in the profile it may name any. */
export function isPermittedNotificationUrl(url: string, hosts: readonly string[]): boolean {
  const host = URL.parse(url)?.hostname.toLowerCase()
  return hosts.length === 0 || (host !== undefined && hosts.includes(host))
}

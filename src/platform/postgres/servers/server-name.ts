/** Host and port of a server, without credentials: for messages. */
export function serverNameOf(serverUrl: string): string {
  const { hostname, port, searchParams } = new URL(serverUrl)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  const itsPort = searchParams.get('port') ?? port
  return itsPort === '' ? host : `${host}:${itsPort}`
}

// A database URL may name several servers, of which one is the primary, as PostgreSQL's own clients write it:
// postgres://user:password@first:5432,second:5432/tollgate. The driver takes one server only.

/** The text before the servers, their list, and the rest with path and query. */
const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s

/** One URL for each server that a database URL names; none for what is no such URL. */
export function serverUrlsOf(databaseUrl: string): readonly string[] {
  const [, start = '', servers = '', rest = ''] = parts.exec(databaseUrl) ?? []
  if (start === '' || (servers === '' && rest === '')) return []
  const names = servers.split(',')
  if (names.length > 1 && names.includes('')) return []
  // After credentials a URL needs a host, although the query may name another.
  const urls = names.flatMap((name) => inQuery(`${start}${name || (start.endsWith('@') ? 'localhost' : '')}${rest}`))
  return urls.every((url) => URL.canParse(url)) ? urls : []
}

/** The query may name the servers, too: `?host=/run/first,/run/second&port=5432,5433`. One port counts for all. */
function inQuery(url: string): readonly string[] {
  if (!URL.canParse(url)) return [url]
  const parsed = new URL(url)
  // The gateway always looks for the primary.
  parsed.searchParams.delete('target_session_attrs')
  const hosts = parsed.searchParams.get('host')?.split(',')
  if (!hosts) return [parsed.href]
  const ports = parsed.searchParams.get('port')?.split(',') ?? []
  return hosts.map((host, index) => {
    const one = new URL(parsed)
    one.searchParams.set('host', host)
    const port = ports[index] ?? ports[0]
    if (port !== undefined) one.searchParams.set('port', port)
    return one.href
  })
}

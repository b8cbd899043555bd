// The one path of the name-value protocol.

/** For logs and metrics. */
export const nameValueTemplate = '/api/nvp/version/:version'

/** Scheme and host may be in the request line, as in requests to a proxy. */
const pathPattern = /^(?:https?:\/\/[^/?]*)?\/api\/nvp\/version\/([^/?]*)\/?(?:\?|$)/i

/** The version that a path names, which need not exist; undefined when nothing is at the path. */
export function nameValueVersion(url: string): string | undefined {
  return pathPattern.exec(url)?.[1]
}

const beginning = '/api/nvp/'

/** Whatever is wrong with such a path, its client reads name-value pairs. */
export function isNameValuePath(url: string): boolean {
  return url.startsWith(beginning)
}

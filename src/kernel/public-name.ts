// Which domain names are those of the internet.

/** Names that mean something different inside a network than outside, or nothing at all. */
const localNames = ['localhost', 'local', 'internal', 'intranet', 'lan', 'home', 'corp', 'private', 'svc']
const otherNames = ['arpa', 'onion', 'alt', 'invalid']
const metadataNames = ['metadata.goog', 'metadata.azure.com', 'metadata.tencentyun.com']

/**
 * In small letters: two labels or more, without the dot at the end that some systems treat as a different name. Names for documents and tests
 * (.example, .test) count: nothing answers there.
 */
export function isPublicName(name: string): boolean {
  if (!name.includes('.') || name.endsWith('.')) return false
  return ![...localNames, ...otherNames, ...metadataNames].some((suffix) => isUnder(name, suffix))
}

export function isLocalhost(name: string): boolean {
  return isUnder(name, 'localhost')
}

function isUnder(name: string, suffix: string): boolean {
  return name === suffix || name.endsWith(`.${suffix}`)
}

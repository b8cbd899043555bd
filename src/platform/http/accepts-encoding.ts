// Whether a client accepts a compressed form. One that it does not name is not sent, even where it accepts any.

export function acceptsEncoding(header: string | undefined, encoding: 'br' | 'gzip'): boolean {
  return (header ?? '').split(',').some((entry) => {
    const [name, ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}

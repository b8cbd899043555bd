// A document that is generated once and stored compressed: eighty-six versions of everything would otherwise fill the
// memory.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface CachedDocument {
  readonly contentType: string
  readonly etag: string
  readonly compressed: Buffer
}

const compress = promisify(gzip)
const decompress = promisify(gunzip)

export async function cacheDocument(contentType: string, text: string | Buffer): Promise<CachedDocument> {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  // Weak, since the bytes differ between clients that accept gzip and others.
  return { contentType, etag: `W/"${hash}"`, compressed: await compress(text) }
}

/** Generates each document on its first request; a failure is not stored. */
export function cacheByKey<K>(make: (key: K) => Promise<CachedDocument>): (key: K) => Promise<CachedDocument> {
  const documents = new Map<K, Promise<CachedDocument>>()
  return (key) => {
    const existing = documents.get(key)
    if (existing) return existing
    const made = make(key)
    documents.set(key, made)
    made.catch(() => documents.delete(key))
    return made
  }
}

export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { contentType, etag, compressed }: CachedDocument,
): Promise<FastifyReply> {
  reply.header('etag', etag).header('vary', 'accept-encoding')
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  reply.header('content-type', contentType)
  if (!acceptsEncoding(request.headers['accept-encoding'], 'gzip')) return reply.send(await decompress(compressed))
  return reply.header('content-encoding', 'gzip').send(compressed)
}

export function acceptsEncoding(header: string | undefined, encoding: 'br' | 'gzip'): boolean {
  return (header ?? '').split(',').some((entry) => {
    const [name, ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}

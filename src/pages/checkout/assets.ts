// The files of a payer's page besides its markup: styles, scripts and pictures in web/checkout.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuseMethod, sendRejection } from '../../api/index.ts'
import { cacheByKey, cacheDocument, sendDocument } from '../../platform/http/cached-document.ts'
import { plainHeaders } from '../../platform/http/page-headers.ts'
import { brandStyle } from './branding/brand-style.ts'

const folder = resolve(import.meta.dirname, '..', '..', '..', 'web', 'checkout')

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css;charset=UTF-8',
  '.js': 'text/javascript;charset=UTF-8',
  '.svg': 'image/svg+xml',
}

/** What rendering a page needs to know about them. An unknown name is a programming error, and throws. */
export interface CheckoutAssets {
  url(name: string): string
  /** For the integrity attribute: browsers refuse a file with different content. */
  integrity(name: string): string
}

export interface CheckoutFile {
  readonly contentType: string
  readonly bytes: Buffer
  readonly integrity: string
}

export interface CheckoutFiles extends CheckoutAssets {
  /** Changes whenever any of the files does: a part of their URLs, which lets browsers cache them permanently. */
  readonly fingerprint: string
  readonly files: ReadonlyMap<string, CheckoutFile>
}

/** Of the subfolders, which have separate pages and routes, the page's scripts use only this. */
const borrowed = ['fields/card-brands.js']

/** Read once, when the server is built: a gateway without its pages does not start. */
export function readCheckoutFiles(): CheckoutFiles {
  const files = new Map<string, CheckoutFile>()
  const hash = createHash('sha256')
  for (const name of [...readdirSync(folder), ...borrowed].toSorted()) {
    const contentType = contentTypes[extname(name)]
    if (!contentType) continue
    const bytes = readFileSync(resolve(folder, name))
    hash.update(`${name}\0`).update(bytes).update('\0')
    files.set(name, { contentType, bytes, integrity: integrityOf(bytes) })
  }
  const fingerprint = hash.digest('hex').slice(0, 16)

  function fileCalled(name: string): CheckoutFile {
    const file = files.get(name) ?? generatedFile(name)
    if (!file) throw new Error(`there is no file ${name} in ${folder}`)
    return file
  }
  return {
    fingerprint,
    files,
    url(name) {
      const file = fileCalled(name)
      return `/checkout/assets/${files.has(name) ? fingerprint : fingerprintOf(file)}/${name}`
    },
    integrity: (name) => fileCalled(name).integrity,
  }
}

/** The folder of the merchants' style sheets, which are not on disk. */
export const brandFolder = 'brand/'

/** A file that is a function of its name. */
export function generatedFile(name: string): CheckoutFile | undefined {
  const text = name.startsWith(brandFolder) ? brandStyle(name.slice(brandFolder.length)) : undefined
  if (text === undefined) return undefined
  const bytes = Buffer.from(text)
  return { contentType: contentTypes['.css'] ?? '', bytes, integrity: integrityOf(bytes) }
}

/** Of a generated file: it changes with the file alone. */
function fingerprintOf({ bytes }: CheckoutFile): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16)
}

export function integrityOf(bytes: Buffer): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`
}

const assetPath = '/checkout/assets/:fingerprint/*'

export function checkoutAssetRoutes(app: FastifyInstance, { fingerprint, files }: CheckoutFiles): void {
  const documents = cacheByKey(({ contentType, bytes }: CheckoutFile) => cacheDocument(contentType, bytes))

  app.get(assetPath, async (request, reply) => {
    request.logFields['route'] = assetPath
    const name = parameter(request, '*')
    const stored = files.get(name)
    const file = stored ?? generatedFile(name)
    if (!file) return notFound(reply)
    request.logFields['result'] = 'SUCCESS'
    // While processes of two releases run side by side, the page of one may request its parts from the other.
    const isOurs = parameter(request, 'fingerprint') === (stored ? fingerprint : fingerprintOf(file))
    reply
      .headers(plainHeaders)
      .header('cross-origin-resource-policy', 'same-origin')
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      .header('cache-control', isOurs ? 'public, max-age=31536000, immutable' : 'no-cache')
    // There are too many generated ones to keep them.
    const document = stored ? documents(stored) : cacheDocument(file.contentType, file.bytes)
    return sendDocument(request, reply, await document)
  })

  app.route({
    method: app.supportedMethods.filter((method) => method !== 'GET' && method !== 'HEAD'),
    url: assetPath,
    // Before the body is read: reading it would be wasted.
    async onRequest(request, reply) {
      return sendRejection(reply, refuseMethod(request, reply, 'GET, HEAD'), { requestId: request.id })
    },
    handler: (_request, reply) => reply,
  })
}

function notFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound()
  return reply
}

function parameter({ params }: FastifyRequest, name: string): string {
  return (params as Readonly<Record<string, string>>)[name] ?? ''
}

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { type FastifyInstance, fastify } from 'fastify'
import { checkoutAssetRoutes, readCheckoutFiles } from './assets.ts'

describe('the files of the payer’s pages', () => {
  const files = readCheckoutFiles()
  let app: FastifyInstance
  before(() => {
    app = fastify()
    app.decorateRequest('logFields', null as never)
    app.addHook('onRequest', (request, _reply, done) => {
      request.logFields = {}
      done()
    })
    checkoutAssetRoutes(app, files)
  })

  it('match their hashes, and may be cached forever under their own URL', async () => {
    for (const [name, { bytes, contentType, integrity }] of files.files) {
      const { statusCode, headers, rawPayload } = await app.inject(files.url(name))
      assert.equal(statusCode, 200, name)
      assert.deepEqual(rawPayload, bytes, name)
      assert.equal(headers['content-type'], contentType)
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['referrer-policy'], 'no-referrer')
      assert.equal(integrity, `sha384-${createHash('sha384').update(rawPayload).digest('base64')}`)
    }
  })

  it('are served to a page of another release too, but not cached', async () => {
    const { statusCode, headers } = await app.inject('/checkout/assets/0123456789abcdef/pay.js')
    assert.equal(statusCode, 200)
    assert.equal(headers['cache-control'], 'no-cache')
  })

  it('are the only files that are served there', async () => {
    for (const name of [
      'tsconfig.json',
      'fields/session.js',
      '..%2f..%2fpackage.json',
      '../../package.json',
      'no.js',
      '',
    ]) {
      const { statusCode } = await app.inject(`/checkout/assets/${files.fingerprint}/${name}`)
      assert.equal(statusCode, 404, name)
    }
    const { statusCode, headers } = await app.inject({ method: 'POST', url: files.url('pay.js') })
    assert.equal(statusCode, 405)
    assert.equal(headers['allow'], 'GET, HEAD')
  })

  it('are known by name, and a page cannot be rendered with a missing one', () => {
    assert.throws(() => files.url('missing.js'), /there is no file missing.js/)
    assert.throws(() => files.integrity('missing.js'), /there is no file missing.js/)
  })
})

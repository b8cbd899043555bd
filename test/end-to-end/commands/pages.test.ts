// The operator's commands about the scripts of the payers' pages.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { send } from '../../support/clients/client.ts'
import { tollgate } from '../../support/gateway/command-line.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await sharedGateway()
})

interface Listed {
  readonly path: string
  readonly sha384: string
}

describe('the scripts of the pages', () => {
  it('are listed with their hashes, for people and for programs', async () => {
    const text = await tollgate(['pages', 'scripts'])
    assert.equal(text.code, 0, text.stderr)
    assert.match(text.stdout, /pay\.js +\d+\.\d+\.\d+(-rc)? +\d+ +sha384-\S{64} +payment page/)
    const { scripts } = JSON.parse((await tollgate(['pages', 'scripts', '--json'])).stdout) as {
      scripts: readonly Listed[]
    }
    for (const name of ['watch.js', 'checkout.js', 'checkout.min.js', 'session.js', 'field.js', 'page.css'])
      assert.ok(
        scripts.some(({ path }) => path.endsWith(`/${name}`)),
        name,
      )
  })

  it('of a running gateway are compared with this release, over TLS', async () => {
    const ca = join(gateway.dataDir, 'tls', 'ca-certificate.pem')
    const { code, stdout, stderr } = await tollgate([
      'pages',
      'verify',
      '--url',
      gateway.listeners.httpsUrl,
      '--ca',
      ca,
    ])
    assert.equal(code, 0, stdout + stderr)
    assert.match(stdout, /^All \d+ files match this release\.$/m)
    const untrusted = await tollgate(['pages', 'verify', '--url', gateway.listeners.httpsUrl])
    assert.equal(untrusted.code, 1)
    assert.match(untrusted.stdout, /certificate/)
  })

  it('that were changed or removed are named', async () => {
    const server = createServer(async (request, response) => {
      const path = request.url ?? ''
      const { status, text } = await send(gateway.listeners.httpUrl ?? '', { path, login: null })
      if (path.endsWith('/session.js')) response.writeHead(404).end()
      else response.writeHead(status).end(path.endsWith('/pay.js') ? `${text}// and more` : text)
    }).listen(0, 'localhost')
    await once(server, 'listening')
    const url = `http://localhost:${(server.address() as AddressInfo).port}`
    const { code, stdout } = await tollgate(['pages', 'verify', '--url', url, '--json'])
    server.close()
    assert.equal(code, 1)
    const { scripts } = JSON.parse(stdout) as { scripts: readonly (Listed & { found: string; isSame: boolean })[] }
    const different = scripts.filter(({ isSame }) => !isSame)
    assert.deepEqual(
      different.map(({ path }) => path.split('/').at(-1)),
      ['pay.js', 'session.js'],
    )
    assert.equal(different[1]?.found, 'status 404')
  })
})

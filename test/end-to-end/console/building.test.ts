// The console where it cannot be built: the log and the page say why and what to do, and payments work. How it is built beside
// a start is in pages/building.test.ts.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { appendFile, mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { fastify } from 'fastify'
import type { ConsolePagesBuilder } from '../../../src/console/build/index.ts'
import { consolePageRoutes } from '../../../src/console/pages.ts'
import { eventually } from '../../support/checks/poll.ts'
import { newOrderId } from '../../support/clients/client.ts'
import { cloneRepository, placeCommands, startClone } from '../../support/gateway/clone.ts'
import { assertOneLine } from '../../support/gateway/embedded-kit.ts'
import { repository, verifyOn } from '../../support/gateway/process.ts'

interface FailedBuild {
  readonly reason: string
  /** What is at /console. */
  readonly page: string
}

/** Builds as a gateway of the clone does beside its start, and asks for the page then. */
async function failToBuild(t: TestContext, root: string): Promise<FailedBuild> {
  const file = join(root, 'src', 'console', 'build', 'index.ts')
  const { openConsolePages } = (await import(pathToFileURL(file).href)) as { openConsolePages(): ConsolePagesBuilder }
  const consolePages = openConsolePages()
  t.after(() => consolePages.stop())
  const app = fastify()
  app.decorateRequest('logFields', null as never)
  app.addHook('onRequest', async (request) => {
    request.logFields = {}
  })
  consolePageRoutes(app, { consolePages })
  const { promise: failed, resolve: fail } = Promise.withResolvers<string>()
  consolePages.buildInBackground(fail)
  const building = await app.inject({ url: '/console' })
  assert.match(building.body, /Building the console/)
  const reason = await failed
  const { statusCode, body: page } = await app.inject({ url: '/console' })
  assert.equal(statusCode, 503)
  return { reason, page }
}

const remedy = /has not been built[\s\S]*Run <code>npx tollgate console build<\/code>/

describe('a console that cannot be built', () => {
  it('says on its page and in the command that Vite is not installed, and once it is, which file of the sources is broken', async (t) => {
    const root = await cloneRepository(t, ['vite'])
    const { reason, page } = await failToBuild(t, root)
    assert.match(reason, /Vite is not installed/)
    assertOneLine(reason)
    assert.match(page, remedy)
    assert.match(page, /Vite is not installed/)
    const building = promisify(execFile)(process.execPath, [await placeCommands(root), 'console', 'build'])
    await assert.rejects(building, (error: Error & { readonly code: number; readonly stderr: string }) => {
      assert.equal(error.code, 1)
      assert.match(error.stderr, /Vite is not installed\. Run "npm ci" without --omit=dev, or copy/)
      assertOneLine(error.stderr.trim())
      return true
    })

    await symlink(join(repository, 'node_modules', 'vite'), join(root, 'node_modules', 'vite'))
    await appendFile(join(root, 'web', 'console', 'src', 'app.tsx'), '\nconst broken = {\n')
    const broken = await failToBuild(t, root)
    assert.match(broken.reason, /app\.tsx/)
    assert.match(broken.page, remedy)
  })

  it('lets a gateway start and pay where the bundler has no build for this machine; log and page name what is missing', async (t) => {
    const root = await cloneRepository(t, ['@rolldown'])
    await mkdir(join(root, 'node_modules', '@rolldown'))
    const rest = join('node_modules', '@rolldown', 'pluginutils')
    await symlink(join(repository, rest), join(root, rest))
    const missing = `Cannot find native binding (@rolldown/binding-${process.platform}-${process.arch}`
    const gateway = await startClone(t, root)
    const line = await eventually(async () =>
      gateway.stdout.split('\n').find((each) => each.includes('the console could not be built')),
    )
    const { reason } = JSON.parse(line) as { readonly reason: string }
    assert.ok(reason.includes(missing), reason)
    assertOneLine(reason)
    assert.match(reason, /Run "npm ci" again, or copy the folder build\/console/)
    const response = await fetch(`${gateway.httpUrl}/console`)
    const page = await response.text()
    assert.equal(response.status, 503)
    assert.match(page, remedy)
    assert.ok(page.includes(missing), page)
    const { body } = await verifyOn(gateway, { orderId: newOrderId() })
    assert.equal(body.result, 'SUCCESS')
  })
})

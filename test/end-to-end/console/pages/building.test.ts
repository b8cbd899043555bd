// The console of somebody who has just cloned the repository: built beside the start, which does not wait for it; and what
// they are told where it cannot be built.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { appendFile, cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { launchBrowser, openPage } from '../../../support/browser/browser.ts'
import { describe, it } from '../../../support/browser/test.ts'
import { until } from '../../../support/checks/poll.ts'
import { newOrderId } from '../../../support/clients/client.ts'
import { createTestDatabase, databaseUrl, testKey } from '../../../support/gateway/database.ts'
import { assertOneLine } from '../../../support/gateway/embedded-kit.ts'
import { makeSite, type ReadyGateway, repository, verifyOn } from '../../../support/gateway/process.ts'

/** A clone without any build, with what `npm ci` installed, but for the packages named. */
async function clone(t: TestContext, without: readonly string[] = []): Promise<string> {
  // A package finds others from where it really is.
  const copiedPackages = without.length > 0 ? ['vite', 'rolldown'] : []
  const root = await mkdtemp(join(tmpdir(), 'tollgate-clone-'))
  t.after(() => rm(root, { recursive: true, force: true }))
  // What is built is what matters; the rest is only read.
  const copied = ['bin', 'src', 'web', 'package.json', 'package-lock.json']
  const left = ['.git', 'build', 'node_modules']
  for (const part of await readdir(repository))
    if (copied.includes(part)) await cp(join(repository, part), join(root, part), { recursive: true })
    else if (!left.includes(part)) await symlink(join(repository, part), join(root, part))
  await mkdir(join(root, 'node_modules'))
  for (const name of await readdir(join(repository, 'node_modules')))
    if (without.includes(name) || name === '.cache') continue
    else if (copiedPackages.includes(name))
      await cp(join(repository, 'node_modules', name), join(root, 'node_modules', name), { recursive: true })
    else await symlink(join(repository, 'node_modules', name), join(root, 'node_modules', name))
  return root
}

async function start(t: TestContext, root: string): Promise<ReadyGateway> {
  const site = await makeSite(t)
  const url = databaseUrl(await createTestDatabase())
  return site.start({ DATABASE_URL: url, TOLLGATE_KEY_ENCRYPTION_KEY: testKey }, { root })
}

async function assertPays(gateway: ReadyGateway): Promise<void> {
  const { body } = await verifyOn(gateway, { orderId: newOrderId() })
  assert.equal(body.result, 'SUCCESS')
}

/** What the log says about a build that failed. */
async function reasonOf(gateway: ReadyGateway): Promise<string> {
  const line = () => gateway.stdout.split('\n').find((each) => each.includes('the console could not be built'))
  await until(() => line() !== undefined, 'the log tells of the build')
  return (JSON.parse(line() ?? '{}') as { readonly reason: string }).reason
}

async function assertTold({ httpUrl }: ReadyGateway): Promise<void> {
  const answer = await fetch(`${httpUrl}/console`)
  assert.equal(answer.status, 503)
  assert.match(await answer.text(), /has not been built[^]*Run <code>npx tollgate console build<\/code>/)
}

describe('the console of a new clone', () => {
  it('is built beside payments, comes by itself to whoever waits, and lets the demo person in', async (t) => {
    const browser = await launchBrowser()
    t.after(() => browser.close())
    const gateway = await start(t, await clone(t))
    const first = await fetch(`${gateway.httpUrl}/console`)
    assert.equal(first.status, 503)
    assert.match(await first.text(), /Building the console[^]*reloads by itself/)
    await assertPays(gateway)
    const page = await openPage(browser)
    await page.goto(`${gateway.httpUrl}/console`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor({ timeout: 90_000 })

    // By what the start printed.
    const [, password = ''] = /Password +(\S+)/.exec(gateway.stdout) ?? assert.fail('no password was printed')
    await page.getByLabel('Merchant ID').fill('TESTMERCHANT')
    await page.getByLabel('Login').fill('demo')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  })

  it('is not there where Vite is not installed; payments are, and the log and the page say what to do', async (t) => {
    const root = await clone(t, ['vite'])
    const gateway = await start(t, root)
    const reason = await reasonOf(gateway)
    assert.match(reason, /Vite is not installed/)
    assertOneLine(reason)
    await assertTold(gateway)
    await assertPays(gateway)
    const building = promisify(execFile)(process.execPath, [join(root, 'bin', 'tollgate.js'), 'console', 'build'])
    await assert.rejects(building, (error: Error & { readonly code: number; readonly stderr: string }) => {
      assert.equal(error.code, 1)
      assert.match(error.stderr, /Vite is not installed\. Run "npm ci" without --omit=dev, or copy/)
      assertOneLine(error.stderr.trim())
      return true
    })
  })

  it('is not there where the bundler has no build for this machine; log, page and command name what is missing', async (t) => {
    const root = await clone(t, ['@rolldown'])
    await mkdir(join(root, 'node_modules', '@rolldown'))
    const rest = join('node_modules', '@rolldown', 'pluginutils')
    await symlink(join(repository, rest), join(root, rest))
    const missing = `Cannot find native binding (@rolldown/binding-${process.platform}-${process.arch}`
    const gateway = await start(t, root)
    const reason = await reasonOf(gateway)
    assert.ok(reason.includes(missing), reason)
    assertOneLine(reason)
    assert.match(reason, /Run "npm ci" again, or copy the folder build\/console/)
    const page = await (await fetch(`${gateway.httpUrl}/console`)).text()
    assert.ok(page.includes(missing), page)
    await assertPays(gateway)
  })

  it('names the file that somebody has broken; the gateway goes on', async (t) => {
    const root = await clone(t)
    await appendFile(join(root, 'web', 'console', 'src', 'app.tsx'), '\nconst broken = {\n')
    const gateway = await start(t, root)
    assert.match(await reasonOf(gateway), /app\.tsx/)
    await assertTold(gateway)
    await assertPays(gateway)
  })
})

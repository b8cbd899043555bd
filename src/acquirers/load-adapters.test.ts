import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { acquirerAdapters } from './adapters.ts'
import { AdapterFailure, loadAdapters } from './load-adapters.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-adapters-'))
})
after(() => rm(folder, { recursive: true, force: true }))

const adapter = (name: string) =>
  `{ name: '${name}', title: 'T', settings: { properties: {} }, open() { throw new Error('not here') } }`

async function load(name: string, source: string) {
  await writeFile(join(folder, name), source)
  return loadAdapters([`./${name}`], acquirerAdapters, folder)
}

const wrong: readonly (readonly [what: string, name: string, source: string, message: RegExp])[] = [
  ['without an adapter', 'none.ts', 'export const x: number = 1', /exports no adapter/],
  ['with a syntax error', 'syntax.ts', 'export default {', /could not be loaded/],
  ['that throws', 'throws.ts', `throw new Error('first\\nsecond')`, /could not be loaded: first second\.$/],
  ['without a name', 'nameless.ts', 'export default { title: 1 }', /has no name/],
  ['without a title', 'untitled.ts', `export default { name: 'a' }`, /has no title/],
  ['without open', 'closed.ts', `export default { name: 'a', title: 'A' }`, /no function "open"/],
  ['without settings', 'bare.ts', `export default { name: 'a', title: 'A', open() {} }`, /no properties/],
  ['with a name that is taken', 'taken.ts', `export default ${adapter('simulator')}`, /simulator is taken/],
]

describe('a module of TOLLGATE_ADAPTERS', () => {
  it('is found by a path or the name of a package, and exports its adapter by default or by name', async () => {
    const byPath = await load('mine.ts', `export const adapter: object = ${adapter('mine')}`)
    assert.deepEqual(
      byPath.map(({ name }) => name),
      [...acquirerAdapters.map(({ name }) => name), 'mine'],
    )
    const packageFolder = join(folder, 'node_modules', 'their-bank')
    await mkdir(packageFolder, { recursive: true })
    await writeFile(join(packageFolder, 'package.json'), '{"name":"their-bank","type":"module","main":"index.js"}')
    await writeFile(join(packageFolder, 'index.js'), `export default ${adapter('theirs')}`)
    assert.equal((await loadAdapters(['their-bank'], [], folder))[0]?.name, 'theirs')
  })

  for (const [what, name, source, message] of wrong)
    it(`${what} is refused in one line`, async () => {
      await assert.rejects(load(name, source), (error) => {
        assert.ok(error instanceof AdapterFailure)
        assert.match(error.message, new RegExp(`^The adapter ./${name} of TOLLGATE_ADAPTERS cannot be used: `))
        assert.match(error.message, message)
        return !error.message.includes('\n')
      })
    })

  it('that does not exist is refused in one line', async () => {
    await assert.rejects(loadAdapters(['./missing.ts'], [], folder), /there is no such file\.$/)
    await assert.rejects(loadAdapters(['missing-package'], [], folder), /there is no such package in/)
  })
})

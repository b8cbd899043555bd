import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { runInNewContext } from 'node:vm'
import { classicScript } from './classic-script.ts'
import { readCheckoutLibraries } from './library-routes.ts'

const folder = mkdtempSync(join(tmpdir(), 'tollgate-script-'))
after(() => rmSync(folder, { recursive: true }))

/** The script built from these modules, beginning with the first. */
function joined(modules: Readonly<Record<string, string>>): string {
  for (const [name, text] of Object.entries(modules)) writeFileSync(join(folder, name), text)
  return classicScript(join(folder, Object.keys(modules)[0] ?? ''))
}

describe('a script made of modules', () => {
  it('has each module once, after what it imports', () => {
    const script = joined({
      'first.js': `import { two } from './second.js'\nimport {\n  three,\n} from './third.js'\n\nsaid.push(two(), three)\n`,
      'second.js': `import { three } from './third.js'\n\n/** Two. */\nexport function two() {\n  return three - 1\n}\n`,
      'third.js': `// Three.\nexport const three = 3\nsaid.push('once')\n`,
    })
    const world = { said: [] as unknown[] }
    runInNewContext(script, world)
    assert.deepEqual(world.said, ['once', 2, 3])
    assert.deepEqual(Object.keys(world), ['said'])
    assert.doesNotMatch(script, /Two\.|Three\.|import|export/)
  })

  it('is refused where two modules declare the same name', () => {
    const modules = {
      'first.js': `import { b } from './second.js'\nconst a = b\n`,
      'second.js': `const a = 1\nexport const b = a\n`,
    }
    assert.throws(() => joined(modules), /declare a$/)
  })

  it('is refused where a module imports or exports in another way', () => {
    for (const text of [
      `import a from './second.js'\n`,
      'export default 1\n',
      `export * from './second.js'\n`,
      'export { a }\n',
    ])
      assert.throws(() => joined({ 'first.js': text, 'second.js': '' }), /cannot be joined/)
  })

  it('is what the libraries of all versions are, none of which calls eval or writes markup', () => {
    for (const { path, text } of readCheckoutLibraries()) {
      assert.doesNotMatch(text, /\beval\(|new Function\(|innerHTML|outerHTML|insertAdjacentHTML|document\.write/, path)
      assert.doesNotMatch(text, /setAttribute\('style'/, path)
    }
  })
})

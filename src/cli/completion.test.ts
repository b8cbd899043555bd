// What a shell offers when the user presses the tab key.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { commands } from './commands.ts'
import { buildCompletionTree } from './completion.ts'
import { runCommand } from './run.ts'

async function scriptFor(shell: string): Promise<string> {
  const result = await runCommand(['completion', shell], {})
  return result.kind === 'DONE' ? result.text : assert.fail(JSON.stringify(result))
}

/** What bash would offer for the last of the words. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const asked = `
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${words.length - 1}
_tollgate
printf '%s\\n' "\${COMPREPLY[@]}"`
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '--noprofile'], {
    input: `${await scriptFor('bash')}\n${asked}\n`,
    encoding: 'utf8',
  })
  assert.deepEqual([status, stderr], [0, ''])
  return stdout.split('\n').filter(Boolean)
}

describe('completion in bash', () => {
  it('offers the first words of all commands', async () => {
    const first = new Set(commands.map(({ name }) => name.split(' ')[0]))
    assert.deepEqual(new Set(await offered('tollgate', '')), new Set([...first, 'help']))
    assert.deepEqual(await offered('tollgate', 'doc'), ['doctor'])
  })

  it('offers the words that may follow in a group', async () => {
    assert.deepEqual(await offered('tollgate', 'merchant', 'c'), ['create', 'certificate'])
    assert.deepEqual(await offered('tollgate', 'merchant', 'password', ''), ['add', 'list', 'revoke', 'rotate'])
  })

  it('offers the options of a command, wherever the cursor is', async () => {
    assert.ok((await offered('tollgate', 'merchant', 'create', 'SHOP1', '--curr')).includes('--currencies'))
    assert.ok((await offered('tollgate', '--json', 'doctor', '--')).includes('--help'))
    assert.deepEqual(await offered('tollgate', 'books', 'verify', '--frob'), [])
  })

  it('offers the values that an option or an argument can have', async () => {
    const masking = ['tollgate', 'merchant', 'update', 'SHOP1', '--card-masking']
    assert.deepEqual(await offered(...masking, ''), ['SIX_FOUR', 'LAST_FOUR', 'HIDDEN'])
    assert.deepEqual(await offered(...masking, 'L'), ['LAST_FOUR'])
    assert.deepEqual(await offered('tollgate', 'completion', 'z'), ['zsh'])
  })
})

describe('completion', () => {
  it('includes every command with all its options, in every shell', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const script = await scriptFor(shell)
      for (const { path, next } of buildCompletionTree(commands).nodes)
        for (const word of next) assert.ok(script.includes(`'${path}'`) && script.includes(word), `${path} ${word}`)
    }
  })

  it('consists of words that need no quoting', () => {
    const { nodes, choices } = buildCompletionTree(commands)
    for (const { path, next } of nodes) for (const word of [path, ...next]) assert.match(word, /^[\w -]*$/)
    for (const { words } of choices) for (const word of words) assert.match(word, /^[\w.-]+$/)
  })

  it('is a script that the other shells can read, where they are installed', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'tollgate-completion-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    for (const shell of ['zsh', 'fish']) {
      const file = join(folder, shell)
      await writeFile(file, await scriptFor(shell))
      const { error, status, stderr } = spawnSync(shell, ['-n', file], { encoding: 'utf8' })
      if (error && 'code' in error && error.code === 'ENOENT') continue
      assert.deepEqual([status, stderr], [0, ''])
    }
  })
})

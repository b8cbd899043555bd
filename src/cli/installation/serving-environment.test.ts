import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { servingEnvironment } from './serving-environment.ts'

/** Megabytes of the young generation of a process that keeps much of what it makes. */
function youngMegabytes(env: Readonly<Record<string, string | undefined>>): number {
  const program = `
    const recent = []
    for (let made = 0; made < 3e6; made += 1) recent[made % 60000] = { made, values: [made] }
    const { space_size } = require('node:v8').getHeapSpaceStatistics().find((each) => each.space_name === 'new_space')
    console.log(space_size / 2 ** 20)`
  return Number(spawnSync(process.execPath, ['-e', program], { env, encoding: 'utf8' }).stdout)
}

describe('the environment of a process that serves', () => {
  it('has the defaults, and everything else as it was', () => {
    const options = '--max-semi-space-size=16'
    assert.deepEqual(servingEnvironment({}), { MALLOC_ARENA_MAX: '1', NODE_OPTIONS: options })
    assert.deepEqual(servingEnvironment({ PATH: '/bin', NODE_OPTIONS: '--no-warnings' }), {
      PATH: '/bin',
      MALLOC_ARENA_MAX: '1',
      NODE_OPTIONS: `${options} --no-warnings`,
    })
  })

  it('leaves what the operator has chosen', () => {
    assert.equal(servingEnvironment({ MALLOC_ARENA_MAX: '4' })['MALLOC_ARENA_MAX'], '4')
    const chosen = youngMegabytes(servingEnvironment({ NODE_OPTIONS: '--max-semi-space-size=2' }))
    assert.ok(chosen > 0 && chosen <= 4, `${chosen} MB`)
  })

  it('bounds the young generation', () => {
    const bounded = youngMegabytes(servingEnvironment({}))
    assert.ok(bounded > 4 && bounded <= 32, `${bounded} MB`)
  })
})

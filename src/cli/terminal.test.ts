import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openProgressReporter } from './terminal.ts'

function screen(isTTY: boolean) {
  const written: string[] = []
  return {
    isTTY,
    written,
    write(text: string) {
      written.push(text)
      return true
    },
  }
}

it('a terminal shows a progress bar on one line, which ends with the work', () => {
  const shown = screen(true)
  const reporter = openProgressReporter(false, shown)
  reporter.report({ what: 'Sealing', done: 0, total: 10 })
  reporter.report({ what: 'Sealing', done: 5, total: 10 })
  reporter.report({ what: 'Sealing', done: 12, total: 10 })
  reporter.end()
  assert.deepEqual(
    shown.written.map((text) => text.replaceAll('\u001b', 'ESC')),
    [
      `\rESC[2K[${'-'.repeat(30)}] Sealing: 0% (0 of about 10 rows)`,
      `\rESC[2K[${'#'.repeat(15)}${'-'.repeat(15)}] Sealing: 50% (5 of about 10 rows)`,
      `\rESC[2K[${'#'.repeat(30)}] Sealing: 100% (12 of about 10 rows)`,
      '\n',
    ],
  )
})

it('a file gets a line for every tenth of the work and for every new kind of it', () => {
  const shown = screen(false)
  const reporter = openProgressReporter(false, shown)
  reporter.report({ what: 'Waiting', done: 0, total: 0 })
  reporter.report({ what: 'Waiting', done: 0, total: 0 })
  for (let done = 0; done <= 100; done += 5) reporter.report({ what: 'Sealing', done, total: 100 })
  reporter.end()
  assert.equal(shown.written.length, 12)
  assert.deepEqual(shown.written.slice(0, 3), [
    'Waiting\n',
    'Sealing: 0% (0 of about 100 rows)\n',
    'Sealing: 10% (10 of about 100 rows)\n',
  ])
})

it('a script that asked for JSON gets no progress', () => {
  const shown = screen(false)
  openProgressReporter(true, shown).report({ what: 'Waiting', done: 0, total: 0 })
  assert.deepEqual(shown.written, [])
})

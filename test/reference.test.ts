// The reference pages that `npm run generate` writes: what they list, and how they are made.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, it } from 'node:test'
import { changesOf } from '../scripts/reference/changes.ts'
import { consoleServicesPageName } from '../scripts/reference/console-services-page.ts'
import { typeCell, versionsCell } from '../scripts/reference/field-table.ts'
import { type Line, linesOf, mergedOrder, runsOf, type Step, spanText, stepsOf } from '../scripts/reference/lines.ts'
import { plain, table } from '../scripts/reference/markdown.ts'
import { nameValuePageName } from '../scripts/reference/name-value-page.ts'
import { generatedMark, pageName, rulesSection, valuesSection } from '../scripts/reference/operation-page.ts'
import { referenceFolder, referencePages } from '../scripts/reference/pages.ts'
import { consoleRouteTable } from '../src/console/route-table.ts'
import { boolean, enumeration, string } from '../src/contract/field-types.ts'
import { fieldsOf } from '../src/contract/fields.ts'
import { type Contract, type Operation, operation } from '../src/contract/operation.ts'
import { transactionRoute } from '../src/contract/routes.ts'
import { group, list, type Rows, required, withDefault } from '../src/contract/row.ts'
import { catalogue } from '../src/requests/catalogue.ts'
import { nameValueOperation } from '../src/requests/name-value.ts'

describe('the reference', () => {
  const pages = referencePages()

  it('links the reasons of choices to pages that exist', () => {
    const links = [...pages.values()].flatMap((text) =>
      [...text.matchAll(/\]\((\.\.[^)#]+)/g)].map(([, path = '']) => path),
    )
    assert.ok(links.length > 0)
    for (const path of new Set(links)) assert.ok(existsSync(resolve(referenceFolder, path)), path)
  })

  it('names its generator on the first line of each page', () => {
    for (const [name, text] of pages) assert.equal(text.split('\n', 1)[0], generatedMark, name)
  })

  it('lists every field of every version on the page of its operation', () => {
    for (const { name, versions } of catalogue) {
      const listed = new Set(
        Array.from(pages.get(pageName(name))?.matchAll(/^\| `([^`]+)`/gm) ?? [], ([, field]) => field),
      )
      for (const { request, response } of Object.values(versions))
        for (const field of [...fieldsOf(request), ...fieldsOf(response)])
          assert.ok(listed.has(field.name), `${name} ${field.name}`)
    }
  })

  it('has an example of every operation as name-value pairs, with the ids that JSON has in the path', () => {
    const page = pages.get(nameValuePageName) ?? ''
    for (const operation of catalogue) {
      const [, example = ''] = page.split(`### ${operation.name}\n`)
      const [command = ''] = example.split('###', 1)
      assert.ok(command.includes(`'apiOperation=${nameValueOperation(operation)}'`), operation.name)
      for (const { field } of Object.values(operation.route.ids))
        assert.ok(command.includes(`'${field}=`), `${operation.name} ${field}`)
    }
    assert.ok(pages.get('README.md')?.includes(`(${nameValuePageName})`))
  })

  it('lists every service of the console with the permission that it needs', () => {
    const page = pages.get(consoleServicesPageName) ?? ''
    const listed = page
      .split('\n')
      .flatMap((line) => /^\| `((?:GET|POST|PUT|DELETE) [^`]+)` \| [^|]+ \| /.exec(line)?.[1] ?? [])
    const services = consoleRouteTable({ dependencies: {} } as never)
    assert.deepEqual(
      listed,
      services.map(({ method, path }) => `${method} ${path}`),
    )
    assert.ok(page.includes('| `GET /merchants/:merchantId/orders` | VIEW | Finds orders. |'))
    assert.ok(page.includes('| `POST /merchants/:merchantId/orders/:orderId/refunds` | REFUND, sensitive |'))
  })

  it('has every operation in the index, once', () => {
    const index = pages.get('README.md') ?? ''
    for (const { name } of catalogue) assert.equal(index.split(`[${name}](${pageName(name)})`).length, 2, name)
  })
})

const contract = (request: Rows, rest: Partial<Contract> = {}): Contract => ({ request, response: {}, ...rest })

function made(versions: Operation['versions']): { steps: readonly Step[]; lines: readonly Line[] } {
  const steps = stepsOf(operation({ name: 'CLOSE_BATCH', route: transactionRoute, versions }))
  return { steps, lines: linesOf(steps, 'request') }
}

function lineOf(lines: readonly Line[], name: string): Line {
  const line = lines.find((each) => each.name === name)
  assert.ok(line, name)
  return line
}

describe('the steps of an operation', () => {
  it('reach from one contract to the next, and the oldest serves the versions before it', () => {
    const { steps } = made({ 50: contract({}), 30: contract({}), 100: contract({}) })
    assert.deepEqual(
      steps.map(({ from, to }) => [from, to]),
      [
        [15, 49],
        [50, 99],
        [100, 100],
      ],
    )
  })

  it('are written as version ranges', () => {
    const { steps } = made({ 15: contract({}), 30: contract({}), 31: contract({}), 50: contract({}) })
    assert.equal(spanText(steps, { first: 0, last: 3 }), 'all')
    assert.equal(spanText(steps, { first: 0, last: 0 }), '15-29')
    assert.equal(spanText(steps, { first: 1, last: 1 }), '30')
    assert.equal(spanText(steps, { first: 1, last: 3 }), 'from 30')
  })

  it('merge unchanged versions into ranges, with gaps where there is nothing', () => {
    const runs = runsOf(['a', 'a', undefined, 'a', 'b'], (one, other) => one === other)
    assert.deepEqual(
      runs.map(({ first, last, value }) => [first, last, value]),
      [
        [0, 1, 'a'],
        [3, 3, 'a'],
        [4, 4, 'b'],
      ],
    )
  })
})

describe('a table of fields', () => {
  it('keeps the order of the newest version, and puts removed fields where they were', () => {
    assert.deepEqual(
      mergedOrder([
        ['a', 'old', 'b'],
        ['a', 'b', 'new'],
      ]),
      ['a', 'old', 'b', 'new'],
    )
    assert.deepEqual(mergedOrder([['old', 'a'], ['a']]), ['old', 'a'])
  })

  it('shows from which version on a rule applies', () => {
    const { steps, lines } = made({ 15: contract({ a: string(1, 20) }), 30: contract({ a: string(1, 50) }) })
    assert.equal(typeCell(steps, lineOf(lines, 'a')), '15-29: String 1-20; from 30: String 1-50')
    assert.equal(versionsCell(steps, lineOf(lines, 'a')), 'all')
  })

  it('shows a rule once when nothing changed, and in which versions a field exists', () => {
    const { steps, lines } = made({
      15: contract({}),
      30: contract({ a: string(1, 20) }),
      50: contract({ a: string(1, 20) }),
    })
    assert.equal(typeCell(steps, lineOf(lines, 'a')), 'String 1-20')
    assert.equal(versionsCell(steps, lineOf(lines, 'a')), 'from 30')
  })

  it('shows a rule once although a version in between lacks the field', () => {
    const a = string(1, 20)
    const { steps, lines } = made({ 15: contract({ a }), 30: contract({}), 50: contract({ a }) })
    assert.equal(typeCell(steps, lineOf(lines, 'a')), 'String 1-20')
    assert.equal(versionsCell(steps, lineOf(lines, 'a')), '15-29, from 50')
  })

  it('shows of a longer list of values only additions and removals', () => {
    const { steps, lines } = made({
      15: contract({ a: enumeration(['X', 'Y']) }),
      30: contract({ a: enumeration(['Y', 'Z']) }),
      50: contract({ a: enumeration(['V', 'W']) }),
    })
    assert.equal(
      typeCell(steps, lineOf(lines, 'a')),
      '15-29: Enumeration: X, Y; 30-49: also Z; without X; from 50: Enumeration: V, W',
    )
  })

  it('names groups, lists and defaults', () => {
    const { steps, lines } = made({
      15: contract({
        g: group({ b: withDefault(true, boolean()) }),
        l: list(string(1, 3)),
        m: list(group({ c: boolean() })),
      }),
    })
    const cells = lines.map((line) => [line.name, typeCell(steps, line)])
    assert.deepEqual(cells, [
      ['g', 'Group'],
      ['g.b', 'Boolean, default `true`'],
      ['l[n]', 'List of String 1-3'],
      ['m[n]', 'List of groups'],
      ['m[n].c', 'Boolean'],
    ])
  })
})

describe('what changed between versions', () => {
  const { steps, lines } = made({
    15: contract({ a: string(1, 20), b: boolean(), g: group({ x: boolean() }) }),
    30: contract({
      a: required(string(1, 50)),
      g: group({ x: boolean() }),
      h: group({ i: group({ y: boolean() }), z: boolean() }),
    }),
  })

  it('names a new group once, with the number of its fields, and single fields by themselves', () => {
    const { added, removed } = changesOf(lines, 1)
    assert.deepEqual(added, ['`h` with 2 fields'])
    assert.deepEqual(removed, ['`b`'])
  })

  it('shows changed bounds and presence', () => {
    assert.deepEqual(changesOf(lines, 1).changed, ['`a`: String 1-20 → String 1-50; OPTIONAL → REQUIRED'])
    assert.equal(steps.length, 2)
  })
})

describe('rules, defaults and derived values', () => {
  const rule = (says: string) => ({ name: says, says, check: () => undefined })
  const derivation = { name: 'd', says: 'Follows.', derive: (request: Record<string, unknown>) => request }
  const { steps, lines } = made({
    15: contract({ a: withDefault('X', enumeration(['X', 'Y'])) }, { rules: [rule('One.')] }),
    30: contract({ a: enumeration(['X', 'Y']) }, { rules: [rule('One.'), rule('Two.')], derivations: [derivation] }),
  })

  it('are shown with the versions that they apply to', () => {
    assert.match(rulesSection(steps), /\| One\. \| all \|\n\| Two\. \| from 30 \|/)
    assert.equal(valuesSection(steps, lines, []), '- Follows. (from 30)\n- `a` (15-29) absent counts as `X`')
  })

  it('are empty where there are none', () => {
    const nothing = made({ 15: contract({}) })
    assert.equal(rulesSection(nothing.steps), 'None.')
    assert.equal(valuesSection(nothing.steps, nothing.lines, []), 'None.')
  })
})

describe('markdown', () => {
  it('keeps bounds from looking like links and escapes', () => {
    assert.equal(plain('[:ss](+/-)'), '\\[:ss\\]\\(+/-)')
    assert.equal(plain("'\\'"), "'\\\\'")
  })

  it('keeps a cell on one line and its bars inside', () => {
    assert.equal(table(['a'], [['x|y\n z']]), '| a |\n|---|\n| x\\|y z |')
  })
})

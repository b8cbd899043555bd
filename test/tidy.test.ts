// Checks on the code itself: what a reviewer would otherwise have to look for.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { describe, it } from 'node:test'
import { parseAst } from 'vite'

const root = resolve(import.meta.dirname, '..')
const sources = globSync('{src,test,scripts,web/console/src}/**/*.{ts,tsx}', { cwd: root }).map((path) => ({
  path,
  text: readFileSync(resolve(root, path), 'utf8'),
}))
/** What browsers run as it is, without a build step. */
const scripts = globSync('web/{checkout,docs}/**/*.js', { cwd: root }).map((path) => ({
  path,
  text: readFileSync(resolve(root, path), 'utf8'),
}))
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).map((path) => ({
  path,
  text: readFileSync(resolve(root, path), 'utf8'),
}))
const isTest = (path: string) => path.endsWith('.test.ts')

describe('the code', () => {
  it('is present', () => {
    assert.ok(sources.length > 100 && pages.length > 5)
  })

  it('keeps its files short enough to read; pure tables may run long', () => {
    const tables = [
      'src/contract/compatibility/table.ts',
      'src/contract/groups/',
      'src/keys/vault/keyed-tables.ts',
      'src/platform/config/settings.ts',
      'src/pages/checkout/render/texts/',
      'web/console/src/language/texts/',
      'web/console/src/pages.ts',
    ]
    const long = sources.filter(
      ({ path, text }) =>
        /^(src|web)\//.test(path) &&
        !isTest(path) &&
        !tables.some((t) => path.startsWith(t)) &&
        text.split('\n').length > 300,
    )
    assert.deepEqual(
      long.map(({ path }) => path),
      [],
    )
  })

  it('exports no two types under one name', () => {
    const files = new Map<string, string[]>()
    for (const { path, text } of sources.filter((source) => /^(src|web)\//.test(source.path) && !isTest(source.path)))
      for (const [, name = ''] of text.matchAll(/^export (?:abstract )?(?:interface|type|class) (\w+)/gm))
        files.set(name, [...(files.get(name) ?? []), path])
    assert.ok(files.size > 500)
    assert.deepEqual(
      [...files].filter(([, paths]) => paths.length > 1),
      [],
    )
  })

  it('names what it exports with a noun or a verb, not with a bare participle, pronoun or preposition', () => {
    const bare = [
      'About|Asked|Chosen|Ended|Found|Given|Kept|Keeping|Made|Owed|Place|Places|Planted|Running|Said|Sent|Settled|Shown|Sown',
      'Taken|Told|Wanted|Way|Ways|What|Whom',
      'about|asked|at|back|by|chosen|found|from|given|kept|said|sent|settled|shown|soon|taken|told',
    ].join('|')
    const names = new RegExp(`^export (?:async )?(?:interface|type|class|const|function) (?:${bare})\\b`, 'm')
    assert.match('export const told = 1', names)
    assert.deepEqual(
      sources.flatMap(({ path, text }) => (names.test(text) ? [`${path}: ${names.exec(text)?.[0]}`] : [])),
      [],
    )
  })

  it('names values by their role, in the folders where that is done already', () => {
    const roleless = new Set('about|found|given|held|kept|known|named|place|wanted|what'.split('|'))
    const isNamedByRole = (path: string) => /^src\/(kernel|payments|requests|tokens)\//.test(path.replaceAll('\\', '/'))
    assert.deepEqual(localsIn('const [{ a: found }, ...known] = given; (held = 1) => held; for (const what of x);'), [
      'found',
      'known',
      'held',
      'what',
    ])
    assert.deepEqual(
      sources
        .filter(({ path }) => isNamedByRole(path))
        .flatMap(({ path, text }) =>
          localsIn(text).flatMap((name) => (roleless.has(name) ? [`${path}: ${name}`] : [])),
        ),
      [],
    )
  })

  it('names its files in kebab-case, and no folder without a subject', () => {
    for (const { path } of sources) {
      assert.match(basename(path), /^[a-z0-9]+(-[a-z0-9]+)*(\.test)?\.tsx?$/, path)
      assert.doesNotMatch(dirname(path), /\b(utils?|helpers?|common|shared|misc)\b/, path)
    }
  })

  it('has no unfinished work and no skipped or focused test', () => {
    const unfinished = new RegExp(
      ['\\bTO', 'DO\\b|\\bFIX', 'ME\\b|\\b(it|test|describe)\\.(on', 'ly|to', 'do)\\('].join(''),
    )
    assert.deepEqual(
      sources.filter(({ text }) => unfinished.test(text)).map(({ path }) => path),
      [],
    )
  })

  it("reads the remote address of a connection only where the client's address is determined", () => {
    const asking = sources.filter(
      ({ path, text }) => /^src\//.test(path) && !isTest(path) && /\bremoteAddress\b/.test(text),
    )
    const isPlace = (path: string) => /^src\/platform\/http\//.test(path.replaceAll('\\', '/'))
    assert.deepEqual(
      asking.filter(({ path }) => !isPlace(path)).map(({ path }) => path),
      [],
    )
    assert.ok(asking.length > 0)
  })

  it('opens browsers only in folders named pages, where tests without a browser are skipped one by one', () => {
    const isAboutPages = (path: string) => /^test\/end-to-end\/.*\/pages\//.test(path.replaceAll('\\', '/'))
    const tests = sources.filter(({ path }) => path.startsWith('test/end-to-end/'))
    for (const { path, text } of tests)
      assert.equal(text.includes('support/browser/test.ts'), isAboutPages(path), `${path} is in the wrong folder`)
  })

  it('skips no suite as a whole, whose tests would not be counted', () => {
    assert.deepEqual(
      sources.filter(({ text }) => /\bdescribe\([^\n]*\bskip\b/.test(text)).map(({ path }) => path),
      [],
    )
  })

  it('disables no check of the compiler, and a lint rule only with a reason', () => {
    const switches = new RegExp(
      ['@ts-', '(ignore|nocheck|expect-error)|biome-', 'ignore(?!(-all)? lint/[\\w/]+: \\w+)'].join(''),
    )
    assert.deepEqual(
      sources.filter(({ text }) => switches.test(text)).map(({ path }) => path),
      [],
    )
  })

  it('reveals the clear value of a secret in few places, all listed', () => {
    const opens = sources
      .filter(({ path, text }) => path.startsWith('src/') && !isTest(path) && /\.open\(\)/.test(text))
      .map(({ path }) => path)
      .toSorted()
    assert.deepEqual(opens, [
      'src/acquirers/conformance/checks/responses.ts',
      'src/acquirers/iso8583/messages.ts',
      'src/acquirers/redaction/redactor.ts',
      'src/acquirers/simulator/gift-cards.ts',
      'src/acquirers/simulator/outcomes.ts',
      'src/api/authenticate.ts',
      'src/browser-payments/operations/tokenize-browser-payment.ts',
      'src/browser-payments/providers/simulator/requests.ts',
      'src/console/services/session.ts',
      'src/contract/combine-with-session.ts',
      'src/contract/json/json.ts',
      'src/contract/rules/instruments.ts',
      'src/kernel/instrument.ts',
      'src/payer-authentication/simulator/index.ts',
      'src/payments/masking/storable-request.ts',
      'src/payments/operations/resolve-instrument.ts',
      'src/risk/operations/assess-risk.ts',
      'src/sessions/operations/session-secrets.ts',
      'src/sessions/operations/session-values-of.ts',
      'src/sessions/operations/use-session.ts',
      'src/sessions/rules/session-values.ts',
      'src/tokens/account-updater/simulator/index.ts',
      'src/tokens/jobs/provision-scheme-tokens.ts',
      'src/tokens/operations/account-to-store.ts',
      'src/tokens/operations/save-token.ts',
      'src/tokens/operations/search-tokens.ts',
      'src/tokens/operations/store-token.ts',
      'src/tokens/token-service/simulator/books.ts',
      'src/wallets/payloads/apple-validation.ts',
      'src/wallets/payloads/index.ts',
      'src/wallets/payloads/wallet-certificates.ts',
      'src/wallets/postgres/wallet-keys.ts',
      'src/wallets/postgres/wallet-pages.ts',
    ])
  })
})

describe('the texts that users read', () => {
  const places = ['web/console/src/', 'src/']
  /** Statements, messages to acquirers and the parts that play the outside world have no readers but engineers. */
  const withoutReaders =
    /^src\/(host|iso8583|worker\.ts|acquirers\/(gateway|simulator|iso8583|conformance|redaction|[a-z-]+\.ts)|keys\/vault|wallets\/(payloads|simulator)|platform\/(postgres|net|mail|concurrency|html|csv|http)|(.*\/)?(postgres|simulator(?!\/site)|linked-logos|webhooks)\/)/
  const isReadByUsers = (path: string) => places.some((place) => path.startsWith(place)) && !withoutReaders.test(path)
  const texts = sources
    .filter(({ path }) => isReadByUsers(path.replaceAll('\\', '/')) && !isTest(path))
    .concat(scripts)
    .flatMap(textsIn)

  it('are present, on pages, in commands, in the reference and in the languages of the checkout', () => {
    const samples = [
      'No matching orders',
      'Required.',
      'Pay {merchant}',
      'You do not have permission to do this.',
      'No matching guides or operations.',
      'Call Checkout.configure first.',
    ]
    for (const known of samples)
      assert.ok(
        texts.some(({ text }) => text.includes(known)),
        `no text says ${known}`,
      )
  })

  it('say plainly who does what, in the words that readers search for', () => {
    const found = texts.flatMap(({ path, line, text }) => {
      const [word] = oddWords.exec(text) ?? []
      return word === undefined ? [] : [`${path}:${line} says "${word}": ${text.trim()}`]
    })
    assert.deepEqual(found, [])
  })
})

/** A path from the root, with the forms that stand for several: `src/<subject>/index.ts`, `src/api/{routes,authenticate}.ts`, `docs/*.md`. */
const namedPath = /(?<![\w./@:-])(?:bench|bin|docs|examples|scripts|src|test|web)\/[\w./*{},<>-]*[\w*}>]/g
/** A source file by the end of its path. */
const namedFile = /(?<![\w./@:*{}-])[a-z][\w-]*(?:\/[\w-]+)*\.(?:test\.)?tsx?\b/g
/** Of code only comments: a text in a test may name a file that the test makes. */
const commentText = /(?:\/\/|\/\*|^\s*\*).*$/gm

function isThere(path: string): boolean {
  const [, before = '', names, after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(path) ?? []
  if (names !== undefined) return names.split(',').every((name) => isThere(`${before}${name}${after}`))
  if (!/[*<]/.test(path)) return existsSync(resolve(root, path))
  return globSync(path.replaceAll(/<[^>]*>/g, '*'), { cwd: root }).length > 0
}

describe('the comments and documents', () => {
  const files = globSync('{bench,examples,scripts,src,test,web}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => path.endsWith('node_modules'),
  }).map((path) => `/${path.replaceAll('\\', '/')}`)
  const comments = [...sources, ...scripts].flatMap(({ path, text }) =>
    [...text.matchAll(commentText)].map(([comment]) => ({ path, text: comment })),
  )
  const named = (pattern: RegExp) =>
    [...comments, ...pages].flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([name]) => ({ path, name })))

  it('name only files and folders that exist', () => {
    assert.ok(
      isThere('src/main.ts') && isThere('src/<subject>/index.ts') && isThere('src/api/{routes,authenticate}.ts'),
    )
    assert.ok(!isThere('src/gone.ts') && !isThere('src/<subject>/gone.ts') && !isThere('src/api/{routes,gone}.ts'))
    const missing = [
      ...named(namedPath).filter(({ name }) => !isThere(name)),
      ...named(namedFile).filter(({ name }) => !files.some((file) => file.endsWith(`/${name}`))),
    ]
    assert.deepEqual(
      missing.map(({ path, name }) => `${path} names ${name}`),
      [],
    )
    assert.ok(named(namedPath).length > 100 && named(namedFile).length > 100)
  })
})

describe('the documents', () => {
  it('link only to existing files', () => {
    for (const { path, text } of pages) {
      for (const [, target = ''] of text.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)) {
        const file = resolve(root, dirname(path), target)
        assert.doesNotThrow(() => readFileSync(file), `${path} links to ${target}`)
      }
    }
  })

  it('name a test for every defence, and no test that is missing', () => {
    const { text } = pages.find(({ path }) => path === 'SECURITY.md') ?? assert.fail()
    const rows = text.split('\n').filter((line) => /^\| (?!Subject|-)/.test(line))
    assert.ok(rows.length > 50)
    for (const row of rows) {
      const [, subject = '', , tests = ''] = row.split(/(?<!\\)\|/)
      const names = [...tests.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
      assert.ok(
        names.some((name) => isTest(name)),
        `${subject.trim()} names no test`,
      )
      for (const name of names.filter((each) => !each.startsWith('npm run ')))
        assert.ok(isTest(name) && globSync(name, { cwd: root }).length > 0, `${subject.trim()}: ${name} is no test`)
    }
  })

  it('explain every decision that a row of the contract refers to', () => {
    const known = new Set(pages.map(({ path }) => /^docs\/(adr\/\d{4}|choices(?=\.md))/.exec(path)?.[1]))
    for (const { path, text } of sources) {
      for (const [, page] of text.matchAll(/\bdecided\(\s*'([^']+)'/g))
        assert.ok(known.has(page), `${path} refers to ${page}`)
    }
  })
})

/** Words that make a reader stop; the glossary and the style of the texts have plain ones. */
const oddWords = new RegExp(
  `\\b(${[
    'nobody',
    'somebody',
    'anybody',
    'whoever',
    'nowhere',
    'anew',
    'told',
    'tells',
    'at first',
    'so many',
    'of ours',
    'of theirs',
    'of yours',
    '(what )?(became|becomes) of',
    '(is|like) that$',
    'came of it',
    'mend',
    'by hand',
    'in clear',
    'in peace',
    'people',
    'persons?',
    'with commas between',
    'go together',
    'lines? of the audit',
    'tries',
    'logins',
    'fate',
    'never kept',
    'stands? for',
    'must not stand',
    'as (it|they) stands? now',
    'decided by us',
    'our own addition',
    'passed over',
    'serves on',
    'the truth',
    '(supported|shown|open) are',
    '(is|are) not there',
  ].join('|')})\\b`,
  'i',
)

/** The names of variables and parameters. Members are left out: many are on the wire or are columns. */
function localsIn(source: string): readonly string[] {
  const locals: string[] = []
  const bind = (pattern: unknown): void => {
    if (typeof pattern !== 'object' || pattern === null || !('type' in pattern)) return
    const node = pattern as Readonly<Record<string, unknown>>
    if (node['type'] === 'Identifier') locals.push(String(node['name']))
    for (const part of ['argument', 'left', 'parameter']) bind(node[part])
    for (const part of ['elements', 'properties']) {
      const items = node[part]
      if (Array.isArray(items))
        for (const item of items) bind(item?.type === 'Property' ? (item as { value: unknown }).value : item)
    }
  }
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) visit(one)
    if (typeof node !== 'object' || node === null || !('type' in node)) return
    if (node.type === 'VariableDeclarator') bind((node as { id?: unknown }).id)
    const { params } = node as { params?: unknown }
    if (Array.isArray(params)) for (const one of params) bind(one)
    for (const member of Object.values(node)) visit(member)
  }
  visit(parseAst(source, { lang: 'ts' }))
  return locals
}

interface Text {
  readonly path: string
  readonly line: number
  readonly text: string
}

/** The string literals, templates and JSX texts of a file that read as words: one with a blank in it, or a capital first. */
function textsIn({ path, text: source }: { readonly path: string; readonly text: string }): readonly Text[] {
  const found: Text[] = []
  const add = (start: number, text: string) => {
    // A member of the wire, a path or a column is no text.
    if (/\S\s+\S|^\s*[A-Z][a-z]+\W*$/.test(text) && !/^\s*(select|insert|update|delete|with)\b/.test(text))
      found.push({ path, line: source.slice(0, start).split('\n').length, text })
  }
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) visit(one)
    if (typeof node !== 'object' || node === null || !('type' in node)) return
    if (node.type === 'ImportDeclaration' || node.type === 'TSLiteralType') return
    const { type, start, value } = node as { type: string; start: number; value?: unknown }
    if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') add(start, value)
    if (type === 'TemplateElement') add(start, (value as { raw: string }).raw)
    for (const member of Object.values(node)) visit(member)
  }
  visit(parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))
  return found
}

// A real Chromium, from an npm package or wherever CHROMIUM_PATH says, and pages in it that remember what went wrong.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import packaged from '@sparticuz/chromium'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

export type { Browser, Page } from 'playwright-core'

const packageFolder = resolve(import.meta.dirname, '..', '..', 'node_modules', '@sparticuz', 'chromium')

/** Some waits for a browser have no limit of their own. Shorter than the one that a whole file has, so that the test which
 * waits is named. */
const timeout = 240_000

/** For describe: the packaged browser is one for Linux on x64. */
export const withBrowser =
  process.env['CHROMIUM_PATH'] || (process.platform === 'linux' && process.arch === 'x64')
    ? { timeout }
    : { skip: 'needs CHROMIUM_PATH on this platform' }

/** Flags of the package that are not for us: the first makes the browser die with its first closed page, the next two
 * would let pages do what a payer's browser forbids, and the rest draw with an imitated graphics card, which costs
 * far more than drawing without one. */
const unwantedFlags = [
  '--single-process',
  '--disable-web-security',
  '--allow-running-insecure-content',
  '--ignore-gpu-blocklist',
  '--in-process-gpu',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
]

const wantedFlags = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** One for a test file; its tests open pages in it. */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = await browserProgram()
  const flags = packaged.args.filter((flag) => !unwantedFlags.includes(flag))
  // The library would answer signals by closing the browser alone, and a file that takes too long would never end. The
  // browser goes by itself when the other end of its pipe has gone.
  const signals = { handleSIGTERM: false, handleSIGINT: false, handleSIGHUP: false }
  return chromium.launch({ executablePath, env, args: [...flags, ...wantedFlags], ...signals })
}

export interface WatchedPage extends Page {
  /** Errors and warnings of the console, uncaught exceptions and broken content security policies, as they come. */
  readonly problems: string[]
}

/** A page in a context of its own: nothing is left from another test. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, ...options })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('close', () => void context.close().catch(() => {}))
  return Object.assign(page, { problems })
}

type Environment = Record<string, string>

async function browserProgram(): Promise<{ executablePath: string; env: Environment }> {
  const env = Object.fromEntries(Object.entries(process.env).filter((each): each is [string, string] => !!each[1]))
  const { CHROMIUM_PATH: executablePath } = env
  if (executablePath) return { executablePath, env }
  const home = await unpackedBrowser()
  // The few libraries it needs, for machines that have none of them.
  return { executablePath: join(home, 'chromium'), env: { ...env, LD_LIBRARY_PATH: join(home, 'al2023', 'lib') } }
}

/** Unpacked once and kept for later runs. Several test files may come here at the same time: each unpacks into a folder
 * of its own, and the first to finish gives it the name that all use. */
async function unpackedBrowser(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  const home = join(tmpdir(), `tollgate-chromium-${version}-${userInfo().username}`)
  if (existsSync(home)) return home
  const folder = await mkdtemp(`${home}-`)
  const script = `import chromium, { inflate } from '@sparticuz/chromium'
    await Promise.all([chromium.executablePath(), inflate(${JSON.stringify(join(packageFolder, 'bin', 'al2023.tar.br'))})])`
  // The package unpacks into the folder for temporary files, which another process may have elsewhere.
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    env: { ...process.env, TMPDIR: folder },
  })
  await rename(folder, home).catch(async (error) => {
    await rm(folder, { recursive: true, force: true })
    if (!existsSync(home)) throw error
  })
  return home
}

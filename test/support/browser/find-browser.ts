// Finds a Chromium for the tests: the one that CHROMIUM_PATH names, the npm package's where it has a build, or an installed one.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'

export interface FoundBrowser {
  readonly executablePath: string
  /** Flags and environment that this build needs to start at all. */
  readonly flags: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

type Environment = Readonly<Record<string, string | undefined>>

/** What decides whether there is a browser. */
export interface Machine {
  readonly platform: NodeJS.Platform
  readonly arch: string
  readonly env: Environment
  exists(path: string): boolean
}

const thisMachine: Machine = {
  platform: process.platform,
  arch: process.arch,
  env: process.env,
  exists: existsSync,
}

export type BrowserSource =
  | { readonly kind: 'NAMED' | 'INSTALLED'; readonly path: string }
  | { readonly kind: 'PACKAGED' }
  | { readonly kind: 'MISSING'; readonly reason: string }

/** Where the browser comes from; looks, and starts nothing. */
export function browserSource({ platform, arch, env, exists }: Machine = thisMachine): BrowserSource {
  const { CHROMIUM_PATH: named } = env
  if (named) return { kind: 'NAMED', path: named }
  if (platform === 'linux' && arch === 'x64') return { kind: 'PACKAGED' }
  const path = usualPlaces(platform, env).find((place) => exists(place))
  if (path) return { kind: 'INSTALLED', path }
  return {
    kind: 'MISSING',
    reason: `no Chromium or Chrome found; install one with "${installCommand(platform, exists)}"`,
  }
}

/** Debian's shell without windows takes a quarter less of the processor. */
const linuxNames = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

function usualPlaces(platform: NodeJS.Platform, env: Environment): readonly string[] {
  if (platform === 'darwin') {
    const home = env['HOME'] ?? ''
    return ['Google Chrome', 'Chromium'].flatMap((name) =>
      ['/Applications', `${home}/Applications`].map((folder) => `${folder}/${name}.app/Contents/MacOS/${name}`),
    )
  }
  if (platform === 'win32') {
    const folders = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']].filter((each) => each)
    return folders.flatMap((folder) => [
      `${folder}\\Google\\Chrome\\Application\\chrome.exe`,
      `${folder}\\Chromium\\Application\\chrome.exe`,
    ])
  }
  const folders = new Set([
    ...(env['PATH'] ?? '').split(delimiter).filter((each) => each),
    '/usr/bin',
    '/usr/local/bin',
  ])
  const onPath = [...folders].flatMap((folder) => linuxNames.map((name) => `${folder}/${name}`))
  return [...onPath, '/usr/lib64/chromium-browser/chromium-browser', '/opt/google/chrome/chrome', '/snap/bin/chromium']
}

function installCommand(platform: NodeJS.Platform, exists: (path: string) => boolean): string {
  if (platform === 'darwin') return 'brew install --cask google-chrome'
  if (platform === 'win32') return 'winget install Google.Chrome'
  return exists('/usr/bin/dnf') ? 'dnf install chromium' : 'apt-get install chromium'
}

export async function findBrowser(): Promise<FoundBrowser> {
  const source = browserSource()
  const env = Object.fromEntries(Object.entries(process.env).filter((each): each is [string, string] => !!each[1]))
  if (source.kind === 'MISSING') throw new Error(source.reason)
  if (source.kind !== 'PACKAGED') return { executablePath: source.path, flags: [], env }
  const { default: packaged } = await import('@sparticuz/chromium')
  const home = await unpackedBrowser()
  return {
    executablePath: join(home, 'chromium'),
    flags: packaged.args.filter((flag) => !unwantedFlags.includes(flag)),
    // The few libraries it needs, for machines that have none of them.
    env: { ...env, LD_LIBRARY_PATH: join(home, 'al2023', 'lib') },
  }
}

/** Flags of the package that are not for us: the first makes the browser die with its first closed page, the second loads
 * the program again for each process, the next two would let pages do what a payer's browser forbids, and the rest draw with
 * an imitated graphics card, which costs far more than drawing without one. */
const unwantedFlags = [
  '--single-process',
  '--no-zygote',
  '--disable-web-security',
  '--allow-running-insecure-content',
  '--ignore-gpu-blocklist',
  '--in-process-gpu',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
]

/** Names the folder for what later runs use again, where a run has its temporary files elsewhere. */
export const keptFolderVariable = 'TEST_KEPT_FOLDER'

const packageFolder = resolve(import.meta.dirname, '..', '..', '..', 'node_modules', '@sparticuz', 'chromium')

/** Unpacked once and kept for later runs. Several processes may come here at the same time: each unpacks into a folder of
 * its own, and the first to finish gives it the name that all use. */
async function unpackedBrowser(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  const home = join(process.env[keptFolderVariable] ?? tmpdir(), `tollgate-chromium-${version}-${userInfo().username}`)
  if (existsSync(home)) return home
  const folder = await mkdtemp(`${home}-`)
  const script = `import chromium from '@sparticuz/chromium'
    await chromium.executablePath()`
  // The package unpacks into the folder for temporary files, which another process may have elsewhere, and the libraries only where it
  // believes that there are none.
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    env: { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
  })
  await rename(folder, home).catch(async (error) => {
    await rm(folder, { recursive: true, force: true })
    if (!existsSync(home)) throw error
  })
  return home
}

// As a program it says which browser the tests would use, and fails where there is none.
if (process.argv[1] === import.meta.filename) {
  const source = browserSource()
  console.log(
    source.kind === 'MISSING' ? source.reason : `browser of the tests: ${'path' in source ? source.path : source.kind}`,
  )
  process.exitCode = source.kind === 'MISSING' ? 1 : 0
}

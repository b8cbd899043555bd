// Builds the console's pages into a folder named after their sources. Run as a program, beside the start of a sandbox, it builds
// and reports the result.

import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { OperatorFailure } from '../../kernel/failures.ts'
import { type BuildPurpose, buildFolders, buildsFolder } from './fingerprint.ts'

const configFile = resolve(import.meta.dirname, '..', '..', '..', 'web', 'console', 'vite.config.ts')
/**
 * The best one takes nearly three times as long as the second best; every first visit to a release is 2 % smaller for it. That of a
 * sandbox takes a fortieth of the time, which a developer waits for; the files are 10 % larger, and hardly leave the machine.
 */
const brotliQualities: Readonly<Record<BuildPurpose, number>> = { release: 11, sandbox: 5 }
const compressible = /\.(js|css|svg|html)$/

/** As an argument: the build ends when its standard input does, which is when the process that started it has ended. */
export const untilInputEnds = '--until-input-ends'

/** The message is one line for the operator. */
export class ConsoleBuildFailure extends OperatorFailure {
  override readonly name = 'ConsoleBuildFailure'
}

export interface ConsoleBuildResult {
  /** False when a build of the same sources for the same purpose existed. */
  readonly isNew: boolean
  readonly folder: string
}

export async function buildConsole(purpose: BuildPurpose = 'release'): Promise<ConsoleBuildResult> {
  const folder = buildFolders()[purpose]
  if (existsSync(folder)) return { isNew: false, folder }
  const { build } = await import('vite').catch((cause) => {
    throw cannotLoadVite(cause)
  })
  await mkdir(buildsFolder, { recursive: true })
  const outDir = await mkdtemp(join(buildsFolder, 'unfinished-'))
  try {
    await build({ configFile, logLevel: 'error', build: { outDir, emptyOutDir: true } }).catch((cause) => {
      throw new ConsoleBuildFailure(`the console cannot be built: ${reasonOf(cause)}`, { cause })
    })
    await compressAll(outDir, brotliQualities[purpose])
    // A new folder is accessible to its creator alone; the gateway may run as another user.
    await chmod(outDir, 0o755)
    // Several processes may arrive here at the same time: the first to finish gives its folder the name that all use.
    await rename(outDir, folder).catch((error) => {
      if (!existsSync(folder)) throw error
    })
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
  await deleteOldBuilds()
  return { isNew: true, folder }
}

function cannotLoadVite(cause: unknown): ConsoleBuildFailure {
  const isNotInstalled = isMissingPackage(cause, 'vite')
  const reason = isNotInstalled ? 'Vite is not installed' : `Vite cannot be loaded: ${reasonOf(cause)}`
  const remedy = isNotInstalled ? 'Run "npm ci" without --omit=dev' : 'Run "npm ci" again'
  return new ConsoleBuildFailure(
    `the console cannot be built here: ${reason}. ${remedy}, or copy the folder build/console from another machine with the same release.`,
    { cause },
  )
}

function isMissingPackage(error: unknown, name: string): boolean {
  const { code, message } = error as Partial<NodeJS.ErrnoException>
  return code === 'ERR_MODULE_NOT_FOUND' && (message?.includes(`'${name}'`) ?? false)
}

/** In one line: the problem, and the file or the module that it is about. */
function reasonOf(error: unknown): string {
  const texts = [...causesOf(error)].map((each) => stripVTControlCharacters(each.message))
  const line = (texts[0] ?? '').split('\n').find((each) => /[^:\s]\s*$/.test(each)) ?? 'no reason given'
  // The first sentence: what follows may be advice that does not fit here.
  const first = line.trim().replace(/\.(\s.*)?$/, '')
  const platform = `${process.platform}-${process.arch}`
  const about = texts.map((text) => wrongFile.exec(text)?.[0] ?? missingModule.exec(text)?.[1])
  const named = about.find((name) => name?.includes(platform)) ?? about.find((name) => name !== undefined)
  return named === undefined || first.includes(named) ? first : `${first} (${named})`
}

const wrongFile = /[\w./\\-]+\.(tsx?|css|html|svg):\d+:\d+/
const missingModule = /Cannot find module '([^']+)'/

function* causesOf(error: unknown): Generator<Error> {
  for (let each = error; each instanceof Error; each = each.cause) yield each
}

async function compressAll(folder: string, brotliQuality: number): Promise<void> {
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }
  const names = await readdir(folder, { recursive: true })
  await Promise.all(
    names
      .filter((name) => compressible.test(name))
      .map(async (name) => {
        const file = join(folder, name)
        const bytes = await readFile(file)
        const [small, smaller] = await Promise.all([
          promisify(gzip)(bytes),
          promisify(brotliCompress)(bytes, brotliOptions),
        ])
        await Promise.all([writeFile(`${file}.gz`, small), writeFile(`${file}.br`, smaller)])
      }),
  )
}

/** Some builds of other sources stay: a gateway that has just started may be about to read one. */
const buildsKept = 4

async function deleteOldBuilds(): Promise<void> {
  const folders = (await readdir(buildsFolder)).map((name) => join(buildsFolder, name))
  const found = await Promise.all(
    folders.map(async (folder) => ({ folder, at: (await stat(folder).catch(() => undefined))?.mtimeMs ?? 0 })),
  )
  const old = found.toSorted((a, b) => b.at - a.at).slice(buildsKept)
  await Promise.all(old.map(({ folder }) => rm(folder, { recursive: true, force: true })))
}

if (import.meta.main) {
  if (process.argv.includes(untilInputEnds)) {
    process.stdin.resume().once('end', () => process.exit(1))
    // A finished build does not wait for it.
    process.stdin.unref()
  }
  try {
    await buildConsole('sandbox')
  } catch (error) {
    process.stderr.write(`${error instanceof ConsoleBuildFailure ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

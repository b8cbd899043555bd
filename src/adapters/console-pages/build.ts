// Builds the console's pages into a folder named after their sources. Run as a program it builds and says what it did.
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { buildsFolder, consoleFingerprint } from './fingerprint.ts'

const configFile = resolve(import.meta.dirname, '..', '..', '..', 'web', 'console', 'vite.config.ts')
const compressible = /\.(js|css|svg|html)$/

/** The message is one line for the person who runs the gateway. */
export class ConsoleBuildFailure extends Error {
  override readonly name = 'ConsoleBuildFailure'
}

export interface ConsoleBuilt {
  /** False when there was a build of the same sources. */
  readonly isNew: boolean
  readonly folder: string
}

export async function buildConsole(): Promise<ConsoleBuilt> {
  const folder = join(buildsFolder, consoleFingerprint())
  if (existsSync(folder)) return { isNew: false, folder }
  const { build } = await import('vite').catch((cause) => {
    throw new ConsoleBuildFailure(
      'the console cannot be built here: Vite is not installed. Build where "npm ci" was run without --omit=dev, and bring the folder build along.',
      { cause },
    )
  })
  await mkdir(buildsFolder, { recursive: true })
  const outDir = await mkdtemp(join(buildsFolder, 'unfinished-'))
  try {
    await build({ configFile, logLevel: 'error', build: { outDir, emptyOutDir: true } })
    await compressAll(outDir)
    // A new folder is its maker's alone; the gateway may run as somebody else.
    await chmod(outDir, 0o755)
    // Several processes may come here at the same time: the first to finish gives its folder the name that all use.
    await rename(outDir, folder).catch((error) => {
      if (!existsSync(folder)) throw error
    })
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
  await forgetOld()
  return { isNew: true, folder }
}

async function compressAll(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  await Promise.all(
    names
      .filter((name) => compressible.test(name))
      .map(async (name) => {
        const file = join(folder, name)
        const bytes = await readFile(file)
        const [small, smaller] = await Promise.all([promisify(gzip)(bytes), promisify(brotliCompress)(bytes)])
        await Promise.all([writeFile(`${file}.gz`, small), writeFile(`${file}.br`, smaller)])
      }),
  )
}

/** Some builds of other sources stay: a gateway that has just started may be about to read one. */
const buildsKept = 4

async function forgetOld(): Promise<void> {
  const folders = (await readdir(buildsFolder)).map((name) => join(buildsFolder, name))
  const found = await Promise.all(
    folders.map(async (folder) => ({ folder, at: (await stat(folder).catch(() => undefined))?.mtimeMs ?? 0 })),
  )
  const old = found.toSorted((a, b) => b.at - a.at).slice(buildsKept)
  await Promise.all(old.map(({ folder }) => rm(folder, { recursive: true, force: true })))
}

if (import.meta.main) {
  try {
    await buildConsole()
  } catch (error) {
    process.stderr.write(`${error instanceof ConsoleBuildFailure ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

// The built pages of the console, read on first request; and a build beside the gateway when there is none.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { extname, join, resolve, sep } from 'node:path'
import { untilInputEnds } from './build.ts'
import { buildFolders } from './fingerprint.ts'

export interface ConsoleFile {
  readonly contentType: string
  readonly bytes: Buffer
  /** The same, compressed beforehand. */
  readonly brotli: Buffer
  readonly gzip: Buffer
}

export type ConsoleBuild =
  | {
      readonly kind: 'BUILT'
      /** The one page, with %NONCE% where each response has its own value. */
      readonly page: string
      /** By their path below /console/. */
      readonly files: ReadonlyMap<string, ConsoleFile>
    }
  | { readonly kind: 'BUILDING' }
  | {
      readonly kind: 'MISSING'
      /** Why the last build failed, in one line. */
      readonly reason?: string | undefined
    }

export interface ConsolePages {
  getBuild(): Promise<ConsoleBuild>
}

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css;charset=UTF-8',
  '.js': 'text/javascript;charset=UTF-8',
  '.svg': 'image/svg+xml',
}

export interface ConsolePagesBuilder extends ConsolePages {
  /** Builds when there is no build of the current sources: in a separate process, at the lowest priority. */
  buildInBackground(onFailure: (reason: string) => void): void
  stop(): void
}

export function openConsolePages(): ConsolePagesBuilder {
  let read: Promise<ConsoleBuild> | undefined
  let builder: ChildProcess | undefined
  let known: ReturnType<typeof buildFolders> | undefined
  let failure: string | undefined
  const findFolder = () => {
    known ??= buildFolders()
    return [known.release, known.sandbox].find((folder) => existsSync(folder))
  }
  return {
    async getBuild() {
      const folder = read ? undefined : findFolder()
      if (folder !== undefined) {
        read = readBuild(folder)
        read.catch(() => {
          read = undefined
        })
      }
      if (read) return read
      if (builder) return { kind: 'BUILDING' }
      return { kind: 'MISSING', reason: failure }
    },
    buildInBackground(onFailure) {
      if (findFolder() !== undefined) return
      const child = spawn(process.execPath, [resolve(import.meta.dirname, 'build.ts'), untilInputEnds], {
        // It ends when this process does, however that ends.
        stdio: ['pipe', 'ignore', 'pipe'],
      })
      child.stdin.on('error', () => undefined)
      builder = child
      if (child.pid !== undefined) lowerPriority(child.pid)
      let output = ''
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-2_000)
      })
      child.once('error', ({ message }) => {
        output += message
      })
      child.once('close', (code) => {
        if (builder !== child) return
        builder = undefined
        if (code === 0) return
        // The build prints the reason last; libraries may have printed more before it.
        failure = output.trim().split('\n').at(-1) ?? ''
        onFailure(failure)
      })
    },
    stop() {
      const child = builder
      builder = undefined
      child?.kill()
    },
  }
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It has ended already, or the system does not support priorities.
  }
}

async function readBuild(folder: string): Promise<ConsoleBuild> {
  const names = await readdir(folder, { recursive: true })
  const files = new Map<string, ConsoleFile>()
  for (const name of names) {
    const contentType = contentTypes[extname(name)]
    if (!contentType) continue
    const [bytes, brotli, gzip] = await Promise.all(
      ['', '.br', '.gz'].map((ending) => readFile(join(folder, name + ending))),
    )
    if (bytes && brotli && gzip) files.set(name.replaceAll(sep, '/'), { contentType, bytes, brotli, gzip })
  }
  return { kind: 'BUILT', page: await readFile(join(folder, 'index.html'), 'utf8'), files }
}

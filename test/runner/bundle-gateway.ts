// The gateway and the operator's commands in a few files, made once for a run. Tests start them as processes some hundred times,
// and a start from the sources and packages, two thousand files, takes twice the processor time.
import { execFile } from 'node:child_process'
import { globSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { bundledCommandsVariable } from '../support/gateway/command-line.ts'
import { bundledFaultyGatewayVariable, bundledGatewayVariable } from '../support/gateway/process.ts'

const keptMs = 24 * 3_600_000
/** Where the tests find each of the programs. */
const variables = {
  gateway: bundledGatewayVariable,
  faultyGateway: bundledFaultyGatewayVariable,
  commands: bundledCommandsVariable,
}

/** Processes of this run start the bundle from now on. Where there is no bundler, they start the sources. */
export async function bundleGateway(root: string): Promise<void> {
  for (const variable of Object.values(variables)) delete process.env[variable]
  // Packages are looked for from here upwards. The files are named by their content: runs beside each other do not disturb each
  // other, and a run of the same sources finds them compiled.
  const folder = join(root, 'node_modules', '.cache', 'tollgate-test')
  try {
    const { build } = await import('vite')
    const built = await build({
      root,
      configFile: false,
      publicDir: false,
      logLevel: 'error',
      plugins: [workerLocation(root, folder), sourceLocations],
      ssr: { noExternal: productionPackages(root) },
      build: {
        ssr: true,
        outDir: folder,
        emptyOutDir: false,
        target: 'esnext',
        minify: false,
        rolldownOptions: {
          input: {
            gateway: join(root, 'src', 'main.ts'),
            faultyGateway: join(root, 'test', 'support', 'gateway', 'faulty-gateway.ts'),
            commands: join(root, 'src', 'cli', 'main.ts'),
          },
          // Of a file that ends in .js Node would find out first which kind of module it is.
          output: { entryFileNames: '[name]-[hash].mjs', chunkFileNames: '[name]-[hash].mjs' },
        },
      },
    })
    for (const file of 'output' in built ? built.output : []) {
      const variable = variables[file.name as keyof typeof variables]
      if (file.type === 'chunk' && file.isEntry && variable) process.env[variable] = join(folder, file.fileName)
    }
    deleteOldFiles(folder)
    await compileBundle()
  } catch {
    // The console's own tests say why the bundler does not work.
  }
}

/** Packages that only developers have stay outside: a gateway that needs one does not start where there is none. */
function productionPackages(root: string): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { readonly dev?: boolean; readonly optional?: boolean }>
  }
  const needed = Object.keys(packages).filter((path) => !packages[path]?.dev && !packages[path]?.optional)
  return needed.flatMap((path) => path.split('node_modules/').slice(-1)).filter((name) => name !== '')
}

/**
 * Both programs once, each ended at once by what it is asked: what is compiled is kept when a process ends by itself, and the
 * first ones that tests start run side by side, or are killed.
 */
async function compileBundle(): Promise<void> {
  const { [variables.gateway]: gateway = '', [variables.commands]: commands = '' } = process.env
  const run = (words: readonly string[], env: Readonly<Record<string, string>>) =>
    new Promise<void>((resolve) => {
      execFile(process.execPath, words, { env: { ...process.env, ...env } }, () => resolve())
    })
  await Promise.all([run([gateway], { TOLLGATE_HTTP_PORT: 'none' }), run([commands, '--version'], {})])
}

function deleteOldFiles(folder: string): void {
  for (const file of globSync(`${folder}/*.{js,mjs}`)) {
    const { mtimeMs = Date.now() } = statSync(file, { throwIfNoEntry: false }) ?? {}
    if (Date.now() - mtimeMs > keptMs) rmSync(file, { force: true })
  }
}

/** A module finds the files beside it by its own address, which is that of its source. */
const sourceLocations: Plugin = {
  name: 'source-locations',
  enforce: 'pre',
  transform(code, id) {
    if (!code.includes('import.meta.')) return undefined
    const locations = { url: pathToFileURL(id).href, dirname: dirname(id), filename: id }
    return code.replaceAll(/import\.meta\.(url|dirname|filename)\b/g, (_, name: keyof typeof locations) =>
      JSON.stringify(locations[name]),
    )
  },
}

type WorkerName = keyof typeof workerSources
const workerSources = { worker: 'src/worker.ts', 'faulty-worker': 'test/support/gateway/faulty-worker.ts' } as const

/** A gateway with several processes starts the program of its workers by its path. */
function workerLocation(root: string, folder: string): Plugin {
  return {
    name: 'worker-location',
    enforce: 'pre',
    transform(code) {
      return code.replace(/resolve\(import\.meta\.dirname(?:, '\.\.')*, '(worker|faulty-worker)\.ts'\)/, (_, name) => {
        const worker = this.emitFile({ type: 'chunk', id: join(root, workerSources[name as WorkerName]) })
        return `resolve(${JSON.stringify(folder)}, '.' + import.meta.ROLLUP_FILE_URL_${worker})`
      })
    },
  }
}

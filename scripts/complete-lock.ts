// Completes package-lock.json after `npm install` against a registry that lacks the builds for other platforms.
//
// npm leaves out of the lock what it could not see, and `npm ci` then refuses the lock as out of step. What is missing is
// known all the same: the package that asks for the build names its exact version, and the name tells the platform. Such
// entries carry no integrity until somebody installs where the builds can be seen.
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

export interface LockedPackage {
  readonly version?: string
  readonly dev?: true
  readonly optional?: true
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

export type LockedPackages = Readonly<Record<string, LockedPackage>>

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'] as const
const processors: Readonly<Record<string, string>> = {
  arm64: 'arm64',
  x64: 'x64',
  ia32: 'ia32',
  arm: 'arm',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
}

/** Builds that some package asks for and the lock does not have, each as the lock would write it. */
export function missingBuilds(packages: LockedPackages): LockedPackages {
  const missing: Record<string, LockedPackage> = {}
  for (const [path, { dev, optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const isLocked = `node_modules/${name}` in packages || `${path}/node_modules/${name}` in packages
      if (path !== '' && !isLocked)
        missing[`node_modules/${name}`] = { version, ...platformOf(name), ...(dev && { dev }), optional: true }
    }
  }
  return missing
}

function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[/-]/)
  // WebAssembly runs on any system.
  if (words.includes('wasm32')) return { cpu: ['wasm32'] }
  const os = systems.find((system) => words.includes(system))
  const cpu = words.map((word) => processors[word]).find((processor) => processor !== undefined)
  if (!os || !cpu) throw new Error(`the name ${name} does not tell its platform`)
  const libc = words.some((word) => word.startsWith('musl')) ? 'musl' : os === 'linux' ? 'glibc' : undefined
  return { cpu: [cpu], ...(libc && { libc: [libc] }), os: [os] }
}

if (import.meta.main) {
  const file = resolve(import.meta.dirname, '..', 'package-lock.json')
  const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: LockedPackages }
  const missing = missingBuilds(lock.packages)
  const packages = Object.fromEntries(
    Object.entries({ ...lock.packages, ...missing }).toSorted(([a], [b]) => a.localeCompare(b, 'en')),
  )
  writeFileSync(file, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`)
  console.log(`${Object.keys(missing).length} builds for other platforms added to package-lock.json`)
}

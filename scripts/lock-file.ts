// Checks that package-lock.json installs the same packages on every machine, each verified by its integrity.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

export interface LockedPackage {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

export type LockedPackages = Readonly<Record<string, LockedPackage>>

/** Native packages end in their platform: `-linux-x64`, `-linux-x64-gnu`, `/linux-x64`. */
const linuxX64 = /(?<=[-/])linux-x64(?=-gnu$|$)/

export function readLockFile(): LockedPackages {
  const file = resolve(import.meta.dirname, '..', 'package-lock.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { packages: LockedPackages }).packages
}

export function lockFileFaults(packages: LockedPackages): readonly string[] {
  return Object.entries(packages).flatMap(([path, locked]) => [
    ...(path === '' ? [] : entryFaults(path, locked)),
    ...Object.keys(locked.optionalDependencies ?? {}).flatMap((name) => optionalFaults(path, name, packages)),
  ])
}

function entryFaults(path: string, { version, integrity, resolved }: LockedPackage): readonly string[] {
  return [
    ...(integrity ? [] : [`${path} ${version} has no integrity`]),
    ...(resolved === undefined ? [] : [`${path} names the host it came from`]),
  ]
}

/** `npm ci` refuses a lock file that lacks a package which another one names, whatever platform it is for. */
function optionalFaults(path: string, name: string, packages: LockedPackages): readonly string[] {
  const found = findLocked(path, name, packages)
  if (!found) return [`${path} may need ${name}, which is not in the lock file`]
  if (!linuxX64.test(name)) return []
  const onArm = findLocked(path, name.replace(linuxX64, 'linux-arm64'), packages)
  return onArm?.version === found.version ? [] : [`${name} ${found.version} has no build for Linux on ARM64`]
}

function findLocked(path: string, name: string, packages: LockedPackages): LockedPackage | undefined {
  return packages[`${path}/node_modules/${name}`] ?? packages[`node_modules/${name}`]
}

// Checks that a lock file installs the same packages on every machine, each verified by its integrity.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

export interface LockedPackage {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly dev?: true
  readonly optional?: true
  readonly devOptional?: true
  readonly engines?: { readonly node?: string }
}

export type LockedPackages = Readonly<Record<string, LockedPackage>>

/** Native packages end in their platform: `-linux-x64`, `-linux-x64-gnu`, `/linux-x64`. */
const linuxX64 = /(?<=[-/])linux-x64(?=-gnu$|$)/

/** `npm ci` prints a warning of five lines for each package that does not accept the Node it runs in. Node 20 is the oldest that may be
 * installed, and its later releases are the ones in use. */
const oldestNode = [20, 19, 0] as const
/** Its last release for Node 20 cannot tell imports of types from others, which a rule of ours needs. It runs in the packaged Node. */
const toleratedWarnings: readonly string[] = ['node_modules/dependency-cruiser']

/** Of the gateway, and of what the benchmark compares it with. */
export const lockFiles = ['package-lock.json', 'bench/comparison/package-lock.json']

export function readLockFile(name: string): LockedPackages {
  const file = resolve(import.meta.dirname, '..', name)
  return (JSON.parse(readFileSync(file, 'utf8')) as { packages: LockedPackages }).packages
}

/** Libraries that an installation without development packages has. Programs per platform are optional, and not among them. */
export function runtimePackages(packages: LockedPackages): readonly string[] {
  return Object.entries(packages)
    .filter(([path, { dev, optional, devOptional }]) => path !== '' && !dev && !optional && !devOptional)
    .map(([path]) => path)
}

export function lockFileFaults(packages: LockedPackages): readonly string[] {
  return Object.entries(packages).flatMap(([path, locked]) => [
    ...(path === '' ? [] : entryFaults(path, locked)),
    ...Object.keys(locked.optionalDependencies ?? {}).flatMap((name) => optionalFaults(path, name, packages)),
  ])
}

function entryFaults(path: string, { version, integrity, resolved, engines }: LockedPackage): readonly string[] {
  const { node = '*' } = engines ?? {}
  return [
    ...(acceptsOldestNode(node) || toleratedWarnings.includes(path)
      ? []
      : [`${path} ${version} warns on Node ${oldestNode.join('.')}: it wants "${node}"`]),
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

/** Reads the ranges that packages use for Node: alternatives of `*`, `20`, `^20.12` and `>=20.12.1`. What it cannot read is not accepted. */
function acceptsOldestNode(range: string): boolean {
  return range.split('||').some((alternative) => {
    if (alternative.trim() === '*') return true
    const [, operator, ...numbers] = /^\s*(\^|>=)?\s*(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:\.x)?\s*$/.exec(alternative) ?? []
    if (numbers[0] === undefined) return false
    const [major = 0, minor = 0, patch = 0] = numbers.map((number) => Number(number ?? 0))
    const isReached = comparable(oldestNode) >= comparable([major, minor, patch])
    return isReached && (operator === '>=' || major === oldestNode[0])
  })
}

function comparable([major, minor, patch]: readonly [number, number, number]): number {
  return (major * 1000 + minor) * 1000 + patch
}

// Loads the acquirer adapters that TOLLGATE_ADAPTERS names: paths of modules or names of packages.

import { createRequire } from 'node:module'
import { isAbsolute, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { OperatorFailure } from '../kernel/failures.ts'
import type { AcquirerAdapter } from './adapter.ts'
import { schemaFaultOf } from './check-settings.ts'

/** A module that is no adapter; the message is one line for the operator. */
export class AdapterFailure extends OperatorFailure {
  override readonly name = 'AdapterFailure'
}

const namePattern = /^[a-z0-9][a-z0-9-]{0,39}$/

/** With the built-in ones, whose names cannot be taken. Paths are relative to the working folder. */
export async function loadAdapters(
  modules: readonly string[],
  builtIn: readonly AcquirerAdapter[],
  folder = process.cwd(),
): Promise<readonly AcquirerAdapter[]> {
  const adapters = [...builtIn]
  for (const specifier of modules) {
    const named = `${specifier} of TOLLGATE_ADAPTERS`
    const adapter = await loadModule(specifier, { folder, named })
    if (adapters.some(({ name }) => name === adapter.name))
      throw failure(named, `its name ${adapter.name} is taken by another adapter`)
    adapters.push(adapter)
  }
  return adapters
}

/** One module, named by the caller. */
export function loadAdapter(specifier: string, folder = process.cwd()): Promise<AcquirerAdapter> {
  return loadModule(specifier, { folder, named: specifier })
}

interface ModulePlace {
  readonly folder: string
  /** How a message names the module. */
  readonly named: string
}

async function loadModule(specifier: string, place: ModulePlace): Promise<AcquirerAdapter> {
  return checkAdapter(place.named, await importModule(specifier, place))
}

async function importModule(
  specifier: string,
  { folder, named }: ModulePlace,
): Promise<Readonly<Record<string, unknown>>> {
  let url: string
  try {
    const isPath = specifier.startsWith('.') || isAbsolute(specifier)
    const path = isPath ? resolve(folder, specifier) : createRequire(resolve(folder, 'package.json')).resolve(specifier)
    url = pathToFileURL(path).href
  } catch {
    throw failure(named, `there is no such package in ${folder}`)
  }
  try {
    return (await import(url)) as Readonly<Record<string, unknown>>
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string }
    const isMissing = code === 'ERR_MODULE_NOT_FOUND' && message?.includes(new URL(url).pathname)
    throw failure(named, isMissing ? 'there is no such file' : `it could not be loaded: ${oneLine(String(message))}`)
  }
}

function checkAdapter(named: string, module: Readonly<Record<string, unknown>>): AcquirerAdapter {
  const adapter = (module['default'] ?? module['adapter']) as Partial<AcquirerAdapter> | undefined
  if (typeof adapter !== 'object' || adapter === null)
    throw failure(named, 'it exports no adapter, neither by default nor as "adapter"')
  if (typeof adapter.name !== 'string' || !namePattern.test(adapter.name))
    throw failure(named, 'its adapter has no name in small letters, digits and hyphens')
  if (typeof adapter.title !== 'string') throw failure(named, 'its adapter has no title')
  if (typeof adapter.open !== 'function') throw failure(named, 'its adapter has no function "open"')
  const { checkSettings = () => undefined } = adapter
  if (typeof checkSettings !== 'function') throw failure(named, 'its "checkSettings" is not a function')
  const fault = schemaFaultOf(adapter.settings)
  if (fault !== undefined) throw failure(named, fault)
  return adapter as AcquirerAdapter
}

function failure(named: string, reason: string): AdapterFailure {
  return new AdapterFailure(`The adapter ${named} cannot be used: ${reason}.`)
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ')
}

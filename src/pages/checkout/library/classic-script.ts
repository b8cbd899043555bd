// Builds one classic script from modules: shops load the libraries by a plain script tag, and such a script cannot
// import.
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Only what the gateway's own modules use: named imports from files beside them, and exports in front of declarations.
 */
const importStatement = /^import \{[^}]*\} from '(\.[^']+)'\n/gm
const exportWord = /^export (?=(?:async )?(?:function|const|class) )/gm
/** Comments on their own lines; payers' browsers need none of them. */
const comments = /^ *(?:\/\*\*[\s\S]*?\*\/|\/\/.*)\n/gm
const declaration = /^(?:async )?(?:function|const|let|class) (\w+)/gm

/**
 * The module and everything it imports, each after its dependencies, inside a function: nothing of it becomes global.
 */
export function classicScript(entry: string): string {
  const parts = new Map<string, string>()
  collect(resolve(entry), parts)
  const text = [...parts.values()].join('\n')
  if (/^(import|export)\b/m.test(text)) throw new Error(`${entry} uses imports or exports that cannot be joined`)
  const names = [...text.matchAll(declaration)].map(([, name]) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`two modules of ${entry} declare ${twice}`)
  return `'use strict'\n;(() => {\n${text}})()\n`
}

function collect(file: string, parts: Map<string, string>): void {
  if (parts.has(file)) return
  // Its place is after its imports; until then this entry prevents an endless loop.
  parts.set(file, '')
  const text = readFileSync(file, 'utf8')
  for (const [, path = ''] of text.matchAll(importStatement)) collect(resolve(dirname(file), path), parts)
  parts.delete(file)
  parts.set(file, text.replaceAll(comments, '').replaceAll(importStatement, '').replaceAll(exportWord, ''))
}

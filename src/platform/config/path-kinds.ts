// Settings that are paths of folders and files.
import { accessSync, constants, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { inBothModes, type OptionalRow, type Setting, type SettingRow } from './kinds.ts'

/** A folder that need not exist yet. A relative path counts from the folder the process was started in. */
export function folderSetting(row: SettingRow<string> & { readonly defaultText: string }): Setting<string> {
  return {
    ...row,
    kind: 'folder',
    default: inBothModes(row.default),
    allowed: 'the path of a folder that exists or can be created',
    secret: false,
    parse: (text) => {
      if (text === '' || text.includes('\0')) return undefined
      const path = resolve(text)
      return isSomethingElse(path) ? undefined : path
    },
  }
}

/** A file that must exist and be readable. A relative path counts from the folder the process was started in. */
export function fileSetting(row: OptionalRow): Setting<string | undefined> {
  return {
    ...row,
    kind: 'file',
    default: inBothModes(undefined),
    allowed: 'the path of a readable file',
    secret: false,
    parse: (text) => {
      if (text === '' || text.includes('\0')) return undefined
      const path = resolve(text)
      return isReadableFile(path) ? path : undefined
    },
  }
}

function isReadableFile(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** A path that cannot be examined may well be a folder; an attempt to write there reports the reason. */
function isSomethingElse(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === false
  } catch {
    return false
  }
}

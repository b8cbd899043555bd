// The pages of docs/adr that rows refer to.
import { readdirSync } from 'node:fs'

export interface Decisions {
  /** A Markdown link from a page in docs/reference. */
  readonly link: (page: string) => string
}

export function readDecisions(adrFolder: string): Decisions {
  const files = readdirSync(adrFolder)
  return {
    link(page) {
      const number = page.replace(/^adr\//, '')
      const file = files.find((name) => name.startsWith(`${number}-`))
      if (file === undefined) throw new Error(`a row refers to ${page}, which is not in docs/adr`)
      return `[${number}](../adr/${file})`
    },
  }
}

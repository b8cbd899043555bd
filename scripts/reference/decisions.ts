// The pages in docs that rows refer to where the specification leaves a choice.
import { readdirSync } from 'node:fs'
import { relative, resolve } from 'node:path'

export interface Decisions {
  /** A Markdown link from a reference page. */
  readonly link: (page: string) => string
}

export function readDecisions(docsFolder: string, referenceFolder: string): Decisions {
  const records = readdirSync(resolve(docsFolder, 'adr'))
  const linkTo = (text: string, file: string) => {
    const path = relative(referenceFolder, resolve(docsFolder, file)).replaceAll('\\', '/')
    return `[${text}](${path})`
  }
  return {
    link(page) {
      if (page === 'choices') return linkTo('choices', 'choices.md')
      const number = page.replace(/^adr\//, '')
      const file = records.find((name) => name.startsWith(`${number}-`))
      if (file === undefined) throw new Error(`a row refers to ${page}, which is not in docs`)
      return linkTo(`ADR ${number}`, `adr/${file}`)
    },
  }
}

// Builds the console's pages.
import { buildConsole } from '../../compose/index.ts'
import { command } from '../command.ts'
import { commandDone } from '../result.ts'

export const consoleBuild = command({
  name: 'console build',
  purpose: "Builds the console's pages, where there is no build of the sources as they are.",
  arguments: {},
  options: {},
  example: '',
  notes: () => `A sandbox does this by itself when it starts. For production it is a step of the release: it needs what
"npm ci" installs without --omit=dev, and leaves its work in the folder build, which the gateway serves at /console.`,
  run: async () => {
    const { isNew, folder } = await buildConsole()
    return commandDone({ isNew, folder }, isNew ? `Built in ${folder}.\n` : `There is a build already in ${folder}.\n`)
  },
})

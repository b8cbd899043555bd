// Builds the console's pages.
import { buildConsole } from '../../compose/index.ts'
import { command } from '../command.ts'
import { commandDone } from '../result.ts'

export const consoleBuild = command({
  name: 'console build',
  purpose: "Builds the console's pages for a release unless such a build of the current sources exists.",
  arguments: {},
  options: {},
  example: '',
  notes:
    () => `The sandbox does this automatically when it starts. For production it is a step of the release: it needs the
packages that "npm ci" installs without --omit=dev, and writes to the folder build, which the gateway serves
at /console.`,
  run: async () => {
    const { isNew, folder } = await buildConsole()
    return commandDone({ isNew, folder }, isNew ? `Built in ${folder}.\n` : `Already built in ${folder}.\n`)
  },
})

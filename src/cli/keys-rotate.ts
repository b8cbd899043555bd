// Makes a new data key, without stopping anything.
import { command } from './command.ts'
import { done } from './result.ts'
import { withAdministration } from './with-installation.ts'

export const keysRotate = command({
  name: 'keys rotate',
  purpose: 'Makes a new data key; account numbers are sealed under it from now on.',
  arguments: {},
  options: {},
  example: '',
  notes: () =>
    `What is already sealed stays sealed under the key that it names, and can still be opened. Running gateways follow
within five seconds.`,
  run: (_given, surroundings) =>
    withAdministration(surroundings, async ({ vault }) => {
      const { keyId, previousKeyId } = await vault.rotateDataKey()
      const before = previousKeyId === undefined ? '' : ` What ${previousKeyId} has sealed can still be opened.`
      return done(
        { keyId, previousKeyId },
        `Account numbers are sealed under ${keyId} from now on; running gateways follow within five seconds.${before}`,
      )
    }),
})

// Polls in the background whether the payment at the provider is decided.
import { allowLeaving } from './leaving.js'
import { reportHeight } from './shop-messages.js'

const everyMs = 5000

reportHeight()
allowLeaving()
const { again } = document.querySelector('main')?.dataset ?? {}
if (again !== undefined) setInterval(() => void look(again), everyMs)

/** @param {string} path */
async function look(path) {
  if (document.hidden) return
  const answer = await fetch(path, { redirect: 'manual', cache: 'no-store' }).catch(() => undefined)
  if (!answer) return
  const isSame = answer.ok && (await answer.text()).includes('unfinished.js')
  if (!isSame) location.replace(path)
}

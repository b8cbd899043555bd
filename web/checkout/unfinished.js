// Looks now and then, without disturbing anybody, whether the payment at the provider is decided.
import { allowLeaving } from './leaving.js'
import { tellHeight } from './telling.js'

const everyMs = 5000

tellHeight()
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

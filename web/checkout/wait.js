// Asks again after a while whether the attempt under way is over.
import { reportHeight } from './shop-messages.js'

reportHeight()
const { again, seconds } = document.querySelector('main')?.dataset ?? {}
if (again !== undefined) setTimeout(() => location.replace(again), Number(seconds) * 1000)

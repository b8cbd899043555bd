// The receipt in the payer's own time zone and format, and a button that prints it.
import { allowLeaving } from './leaving.js'
import { localTime } from './local-time.js'
import { reportHeight } from './shop-messages.js'

for (const time of document.querySelectorAll('time[datetime]'))
  time.textContent = localTime(time.getAttribute('datetime') ?? '', document.documentElement.lang) ?? time.textContent
for (const button of document.querySelectorAll('button[data-print]')) {
  if (!(button instanceof HTMLElement)) continue
  button.hidden = false
  button.addEventListener('click', () => window.print())
}
reportHeight()
allowLeaving()

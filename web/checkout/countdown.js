// Says when little time is left, and leaves when there is none.

const shownBelowSeconds = 120
/** Remaining seconds at which screen readers announce the time. */
const spokenAt = [120, 60, 30, 10]

/** @param {() => boolean} isSending a payment under way is not left */
export function countDown(isSending) {
  const place = document.querySelector('[data-countdown]')
  const shown = place?.querySelector('[data-countdown-shown]')
  const text = shown?.querySelector('span')
  const spoken = place?.querySelector('[data-countdown-spoken]')
  if (!(place instanceof HTMLElement) || !(shown instanceof HTMLElement) || !text || !spoken) return
  const words = place.dataset
  const twoDigits = new Intl.NumberFormat(document.documentElement.lang, { minimumIntegerDigits: 2 })
  // The clock goes on while a laptop sleeps; counting seconds would not.
  const end = Date.now() + Number(words['countdown']) * 1000
  let lastSpoken = Number.POSITIVE_INFINITY

  const look = () => {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000))
    if (left === 0) {
      if (isSending()) return
      clearInterval(timer)
      location.replace(words['timeoutPath'] ?? '')
      return
    }
    if (left > shownBelowSeconds) return
    shown.hidden = false
    const time = `${Math.floor(left / 60)}:${twoDigits.format(left % 60)}`
    text.textContent = (words['shown'] ?? '').replace('{time}', `\u2066${time}\u2069`)
    const mark = spokenAt.findLast((seconds) => left <= seconds)
    if (mark === undefined || mark >= lastSpoken) return
    lastSpoken = mark
    spoken.textContent = (words['spoken'] ?? '').replace('{seconds}', String(left))
  }
  const timer = setInterval(look, 1000)
  look()
}

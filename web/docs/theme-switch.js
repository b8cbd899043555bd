// Light or dark: as the system likes it, until someone presses the switch.
import { byId } from './elements.js'

const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

export function setUpTheme() {
  byId('theme', HTMLElement).addEventListener('click', () => {
    const chosen = isDark() ? 'light' : 'dark'
    document.documentElement.dataset.theme = chosen
    tell()
    // Last, since a browser may refuse to store anything.
    localStorage.setItem('tollgate.theme', chosen)
  })
  systemIsDark.addEventListener('change', tell)
  tell()
}

function isDark() {
  const { theme } = document.documentElement.dataset
  return theme === undefined ? systemIsDark.matches : theme === 'dark'
}

function tell() {
  byId('theme', HTMLElement).setAttribute('aria-pressed', String(isDark()))
}

// German texts of the page of shortcuts.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'They work while no field or dialog is in use.': 'Sie wirken, solange kein Feld und kein Dialog benutzt wird.',
  'Shortcuts of a single key': 'Kürzel aus einzelnen Tasten',
  'Turn them off if speech input or other tools press keys for you. Ctrl-K works in any case.':
    'Schalten Sie sie aus, wenn Spracheingabe oder andere Hilfsmittel für Sie Tasten drücken. Strg-K wirkt in jedem Fall.',
  Keys: 'Tasten',
  Action: 'Aktion',
}

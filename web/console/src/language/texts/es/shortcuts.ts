// Spanish texts of the page of shortcuts.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'They work while no field or dialog is in use.': 'Funcionan mientras no se usa ningún campo ni cuadro de diálogo.',
  'Shortcuts of a single key': 'Atajos de una sola tecla',
  'Turn them off if speech input or other tools press keys for you. Ctrl-K works in any case.':
    'Desactívelos si la entrada de voz u otras herramientas pulsan teclas por usted. Ctrl-K funciona en todo caso.',
  Keys: 'Teclas',
  Action: 'Acción',
}

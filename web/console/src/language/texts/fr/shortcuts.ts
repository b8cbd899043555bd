// French texts of the page of shortcuts.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'They work while no field or dialog is in use.':
    'Ils fonctionnent tant qu’aucun champ ni aucune boîte de dialogue n’est utilisé.',
  'Shortcuts of a single key': 'Raccourcis d’une seule touche',
  'Turn them off if speech input or other tools press keys for you. Ctrl-K works in any case.':
    'Désactivez-les si la saisie vocale ou d’autres outils appuient sur des touches à votre place. Ctrl-K fonctionne dans tous les cas.',
  Keys: 'Touches',
  Action: 'Action',
}

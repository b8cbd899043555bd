// French texts of alerts.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'Weakened controls': 'Contrôles affaiblis',
  'In daily summaries': 'Dans les résumés quotidiens',
  'Changes to acquirer links, routes and controls, and requests and approvals, of all merchants.':
    'Modifications des liaisons acquéreur, des routes et des contrôles, ainsi que demandes et approbations, de tous les commerçants.',
  Show: 'Afficher',
  'No matching alerts': 'Aucune alerte correspondante',
  'No alerts yet': 'Aucune alerte pour le moment',
  'Changes to acquirer links, routes and controls appear here as they happen.':
    'Les modifications des liaisons acquéreur, des routes et des contrôles apparaissent ici dès qu’elles ont lieu.',
  Alert: 'Alerte',
  Weakened: 'Affaibli',
  About: 'Objet',
  Changes: 'Modifications',
  'Controls protect less than before.': 'Les contrôles protègent moins qu’avant.',
  'Daily summary': 'Résumé quotidien',
  '{from} to {until}': '{from} à {until}',
  'Show these alerts': 'Afficher ces alertes',
  'and {count} more changes': { one: 'et {count} autre modification', other: 'et {count} autres modifications' },
  From: 'Du',
  To: 'Au',
  'Details: {action}, {time}': 'Détails : {action}, {time}',
  Details: 'Détails',
  'Try removing some filters.': 'Essayez de retirer certains filtres.',
  New: 'Nouveau',
  Time: 'Date et heure',
  User: 'Utilisateur',
  Gateway: 'Passerelle',
  Subject: 'Objet',
}

// German texts of alerts.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'Weakened controls': 'Gelockerte Schutzmaßnahmen',
  'In daily summaries': 'In Tagesübersichten',
  'Changes to acquirer links, routes and controls, and requests and approvals, of all merchants.':
    'Änderungen an Acquirer-Anbindungen, Routen und Schutzmaßnahmen sowie Anträge und Genehmigungen aller Händler.',
  Show: 'Anzeigen',
  'No matching alerts': 'Keine passenden Meldungen',
  'No alerts yet': 'Noch keine Meldungen',
  'Changes to acquirer links, routes and controls appear here as they happen.':
    'Änderungen an Acquirer-Anbindungen, Routen und Schutzmaßnahmen erscheinen hier, sobald sie geschehen.',
  Alert: 'Meldung',
  Weakened: 'Gelockert',
  About: 'Betrifft',
  Changes: 'Änderungen',
  'Controls protect less than before.': 'Die Schutzmaßnahmen sind schwächer als zuvor.',
  'Daily summary': 'Tagesübersicht',
  '{from} to {until}': '{from} bis {until}',
  'Show these alerts': 'Diese Meldungen anzeigen',
  'and {count} more changes': { one: 'und {count} weitere Änderung', other: 'und {count} weitere Änderungen' },
  From: 'Von',
  To: 'Bis',
  'Details: {action}, {time}': 'Details: {action}, {time}',
  Details: 'Details',
  'Try removing some filters.': 'Versuchen Sie, einige Filter zu entfernen.',
  New: 'Neu',
  Time: 'Zeit',
  User: 'Benutzer',
  Gateway: 'Gateway',
  Subject: 'Gegenstand',
}

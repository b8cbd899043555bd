// German texts of the pages of users.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'Reset password': 'Passwort zurücksetzen',
  'The current password stops working and all sessions end. You get an initial password to pass on, which must be changed at the next sign-in.':
    'Das aktuelle Passwort wird ungültig und alle Sitzungen enden. Sie erhalten ein Anfangspasswort zum Weitergeben, das bei der nächsten Anmeldung geändert werden muss.',
  'The password was reset.': 'Das Passwort wurde zurückgesetzt.',
  'Reset second factor': 'Zweiten Faktor zurücksetzen',
  'Use this if the user has lost their device. All sessions end, and the next sign-in requires only the password.':
    'Für den Fall, dass der Benutzer sein Gerät verloren hat. Alle Sitzungen enden, und die nächste Anmeldung erfordert nur das Passwort.',
  'The second factor was reset.': 'Der zweite Faktor wurde zurückgesetzt.',
  Unlock: 'Entsperren',
  'After too many failed attempts, sign-in is blocked for a while. This lets the user try again immediately, from any device.':
    'Nach zu vielen Fehlversuchen ist die Anmeldung eine Zeit lang gesperrt. Damit kann der Benutzer es sofort wieder versuchen, von jedem Gerät aus.',
  'The user was unlocked.': 'Der Benutzer wurde entsperrt.',
  'Sign out everywhere': 'Überall abmelden',
  'All sessions of the user end.': 'Alle Sitzungen des Benutzers enden.',
  'The user was signed out.': 'Der Benutzer wurde abgemeldet.',
  Disable: 'Deaktivieren',
  'All sessions end, and the user cannot sign in until enabled again.':
    'Alle Sitzungen enden, und der Benutzer kann sich erst wieder anmelden, wenn er aktiviert wird.',
  'The user was disabled.': 'Der Benutzer wurde deaktiviert.',
  Enable: 'Aktivieren',
  'The user can sign in again.': 'Der Benutzer kann sich wieder anmelden.',
  'The user was enabled.': 'Der Benutzer wurde aktiviert.',
  Remove: 'Entfernen',
  'The user is permanently removed. Their actions stay in the audit log.':
    'Der Benutzer wird endgültig entfernt. Seine Aktionen bleiben im Protokoll.',
  'The user was removed.': 'Der Benutzer wurde entfernt.',
  'Actions for {name}': 'Aktionen für {name}',
  'Edit name and permissions': 'Name und Berechtigungen bearbeiten',
  '{action}: {name}': '{action}: {name}',
  '{name} was updated.': '{name} wurde aktualisiert.',
  'Edit {name}': '{name} bearbeiten',
  'Add user': 'Benutzer hinzufügen',
  Save: 'Speichern',
  Add: 'Hinzufügen',
  Login: 'Anmeldename',
  'Lowercase letters, digits and . - _ @': 'Kleinbuchstaben, Ziffern und . - _ @',
  Name: 'Name',
  Role: 'Rolle',
  Custom: 'Benutzerdefiniert',
  Permissions: 'Berechtigungen',
  Users: 'Benutzer',
  'Operator users': 'Benutzer des Betreibers',
  'Users who can sign in to the console, and their permissions.':
    'Benutzer, die sich an der Konsole anmelden können, und ihre Berechtigungen.',
  You: 'Sie',
  Status: 'Status',
  'Second factor': 'Zweiter Faktor',
  'Set up||done': 'Eingerichtet',
  None: 'Keine',
  'Last signed in': 'Letzte Anmeldung',
  'No users yet': 'Noch keine Benutzer',
  'Users you add appear here. Each signs in with an initial password and must change it immediately.':
    'Hier erscheinen die Benutzer, die Sie hinzufügen. Jeder meldet sich mit einem Anfangspasswort an und muss es sofort ändern.',
  'Password of {name}': 'Passwort von {name}',
  'Initial password of {login}, to be changed at the next sign-in':
    'Anfangspasswort von {login}, bei der nächsten Anmeldung zu ändern',
  'Initial password': 'Anfangspasswort',
  Active: 'Aktiv',
  'Permissions are waiting for another user’s approval.':
    'Berechtigungen warten auf die Genehmigung durch einen anderen Benutzer.',
  'Alerts are sent there once the user has confirmed it.':
    'Meldungen werden dorthin gesendet, sobald der Benutzer sie bestätigt hat.',
  'E-mail': 'E-Mail',
}

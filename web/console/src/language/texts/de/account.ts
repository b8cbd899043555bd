// German texts of the account page.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Organization: 'Organisation',
  Permissions: 'Berechtigungen',
  Created: 'Erstellt',
  'Changing your password signs you out of all other sessions.':
    'Wenn Sie Ihr Passwort ändern, werden Sie in allen anderen Sitzungen abgemeldet.',
  'Your password was changed.': 'Ihr Passwort wurde geändert.',
  'Active sessions': 'Aktive Sitzungen',
  'Signed in': 'Angemeldet',
  'This session': 'Diese Sitzung',
  'Last active': 'Zuletzt aktiv',
  'Second factor verified': 'Zweiter Faktor bestätigt',
  Expires: 'Läuft ab',
  'No active sessions': 'Keine aktiven Sitzungen',
  'Sign out everywhere': 'Überall abmelden',
  'Sign out everywhere?': 'Überall abmelden?',
  'This ends all your sessions, including this one.': 'Damit werden alle Ihre Sitzungen beendet, auch diese.',
  'Set up||done': 'Eingerichtet',
  'You are asked for a code from your authenticator app when you sign in and before sensitive actions. Without your device, use a recovery code. If you have lost both, ask a user administrator to reset your second factor.':
    'Bei der Anmeldung und vor geschützten Aktionen werden Sie nach einem Code aus Ihrer Authenticator-App gefragt. Ohne Ihr Gerät verwenden Sie einen Wiederherstellungscode. Wenn Sie beides verloren haben, bitten Sie einen Benutzeradministrator, Ihren zweiten Faktor zurückzusetzen.',
  'Recovery codes left: {number}': 'Verbleibende Wiederherstellungscodes: {number}',
  'New recovery codes': 'Neue Wiederherstellungscodes',
  'Make new codes': 'Neue Codes erzeugen',
  'All recovery codes that you have now become invalid.':
    'Alle Wiederherstellungscodes, die Sie jetzt haben, werden ungültig.',
  'Protect your account with an authenticator app on your phone, so that a stolen password is not enough to sign in. Required in production.':
    'Schützen Sie Ihr Konto mit einer Authenticator-App auf Ihrem Telefon, damit ein gestohlenes Passwort nicht zur Anmeldung genügt. In der Produktion erforderlich.',
  'E-mail for alerts': 'E-Mail für Meldungen',
  'Alerts, a daily summary, and what needs attention are sent to this address once you have confirmed it: money at risk, parked notifications and overdue disputes.':
    'Meldungen, eine Tagesübersicht und was Aufmerksamkeit braucht, werden an diese Adresse gesendet, sobald Sie sie bestätigt haben: Geld in Gefahr, nicht mehr gesendete Benachrichtigungen und überfällige Reklamationen.',
  'Money at risk, parked notifications and overdue disputes are reported to this address once you have confirmed it.':
    'Geld in Gefahr, nicht mehr gesendete Benachrichtigungen und überfällige Reklamationen werden an diese Adresse gemeldet, sobald Sie sie bestätigt haben.',
  Confirmed: 'Bestätigt',
  'Leave empty to receive no e-mails.': 'Leer lassen, um keine E-Mails zu erhalten.',
  'Your e-mail address was saved.': 'Ihre E-Mail-Adresse wurde gespeichert.',
  'Your e-mail address is confirmed.': 'Ihre E-Mail-Adresse ist bestätigt.',
  'A code was sent to your address. It is valid for {minutes} minutes.':
    'Ein Code wurde an Ihre Adresse gesendet. Er gilt {minutes} Minuten.',
  'Code from the e-mail': 'Code aus der E-Mail',
  Confirm: 'Bestätigen',
  'Send another code': 'Neuen Code senden',
  'Send code': 'Code senden',
}

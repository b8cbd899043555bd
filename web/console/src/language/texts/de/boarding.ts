// German texts of creating a merchant.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'Create merchant': 'Händler anlegen',
  'Every setting has a default, so only the ID is required. The API password is shown at the end.':
    'Jede Einstellung hat einen Standardwert, nur die ID ist erforderlich. Das API-Passwort wird am Ende angezeigt.',
  Back: 'Zurück',
  'Skip to summary': 'Zur Zusammenfassung',
  'Next: {step}': 'Weiter: {step}',
  'A merchant with the test twin’s ID already exists and was not changed.':
    'Ein Händler mit der ID des Testzwillings ist bereits vorhanden und wurde nicht geändert.',
  'No test twin was created: this gateway has no simulator.':
    'Es wurde kein Testzwilling angelegt: Dieses Gateway hat keinen Simulator.',
  'No test twin was created: the ID is too long to be prefixed with TEST.':
    'Es wurde kein Testzwilling angelegt: Die ID ist zu lang, um ihr TEST voranzustellen.',
  '{merchant} was created': '{merchant} wurde angelegt',
  'Copy the passwords now. You will not be able to see them again.':
    'Kopieren Sie die Passwörter jetzt. Sie werden nicht noch einmal angezeigt.',
  'The first user could not be added. Add one under Users.':
    'Der erste Benutzer konnte nicht hinzugefügt werden. Fügen Sie ihn unter „Benutzer“ hinzu.',
  'Console user {login}': 'Konsolenbenutzer {login}',
  'First password of {login}': 'Erstes Passwort von {login}',
  'I have saved them': 'Ich habe sie gespeichert',
  'User ID of {merchant}': 'Benutzer-ID von {merchant}',
  'Password of {merchant}': 'Passwort von {merchant}',
  'To be created': 'Wird angelegt',
  'Merchant ID': 'Händler-ID',
  'Settings copied from': 'Einstellungen kopiert von',
  'Test twin': 'Testzwilling',
  '{twin}, where there is a simulator': '{twin}, sofern es einen Simulator gibt',
  None: 'Keine',
  'Notification URL': 'Benachrichtigungs-URL',
  'None; notifications are off': 'Keine; Benachrichtigungen sind aus',
  'First API credential': 'Erste API-Zugangsdaten',
  'First user': 'Erster Benutzer',
  '{name} ({login}), {role}': '{name} ({login}), {role}',
  'All settings can be changed later in the profile, except the ID.':
    'Alle Einstellungen außer der ID können später im Profil geändert werden.',
  'With the defaults.': 'Mit den Standardwerten.',
  'With the settings of {merchant}.': 'Mit den Einstellungen von {merchant}.',
  'With the defaults, of which {count} were changed.': {
    one: 'Mit den Standardwerten, von denen {count} geändert wurde.',
    other: 'Mit den Standardwerten, von denen {count} geändert wurden.',
  },
  'With the settings of {merchant}, of which {count} were changed.': {
    one: 'Mit den Einstellungen von {merchant}, von denen {count} geändert wurde.',
    other: 'Mit den Einstellungen von {merchant}, von denen {count} geändert wurden.',
  },
  'Its own repository': 'Eigenes Repository',
  'The merchant could not be read.': 'Der Händler konnte nicht gelesen werden.',
  'Copy from': 'Kopieren von',
  'Copies settings and risk rules. Names, IDs at acquirers and providers, websites, tokens, card lists, users and credentials are never copied.':
    'Kopiert Einstellungen und Risikoregeln. Namen, IDs bei Acquirern und Anbietern, Websites, Token, Kartenlisten, Benutzer und Zugangsdaten werden nie kopiert.',
  'Default: the gateway’s defaults': 'Standard: die Standardwerte des Gateways',
  'Default: a repository of its own with random tokens, a new one each time a card is stored. Generation and management cannot be changed once tokens exist.':
    'Standard: ein eigenes Repository mit zufälligen Token, bei jedem Speichern einer Karte ein neues. Erzeugung und Verwaltung können nicht mehr geändert werden, sobald Token vorhanden sind.',
  'A repository of its own with the copied settings; tokens are not shared. Generation and management cannot be changed once tokens exist.':
    'Ein eigenes Repository mit den kopierten Einstellungen; Token werden nicht geteilt. Erzeugung und Verwaltung können nicht mehr geändert werden, sobald Token vorhanden sind.',
  'The settings are copied from {source}. Change what is different for {merchant}.':
    'Die Einstellungen sind von {source} kopiert. Ändern Sie, was bei {merchant} anders ist.',
  Identity: 'Identität',
  'The ID is used in every API request. It cannot be changed later.':
    'Die ID wird in jeder API-Anfrage verwendet. Sie kann später nicht geändert werden.',
  'Letters, digits, hyphens and underscores. It is the only value without a default.':
    'Buchstaben, Ziffern, Bindestriche und Unterstriche. Dies ist der einzige Wert ohne Standard.',
  'Create a test twin': 'Testzwilling anlegen',
  '{twin} uses the simulator; no money moves. Default: on, where there is a simulator.':
    '{twin} verwendet den Simulator; es fließt kein Geld. Standard: ein, sofern es einen Simulator gibt.',
  'TEST followed by the ID uses the simulator; no money moves. Default: on, where there is a simulator.':
    'TEST gefolgt von der ID verwendet den Simulator; es fließt kein Geld. Standard: ein, sofern es einen Simulator gibt.',
  Webhooks: 'Webhooks',
  'Secrets are created with the URL; the merchant’s users see them under Webhooks.':
    'Geheime Schlüssel werden mit der URL angelegt; die Benutzer des Händlers sehen sie unter „Webhooks“.',
  'Must begin with https://. Default: empty, so notifications are off until the merchant enables them.':
    'Muss mit https:// beginnen. Standard: leer, sodass Benachrichtigungen aus sind, bis der Händler sie einschaltet.',
  'Signs in to the console and adds the others. Default: none; users can be added later.':
    'Meldet sich an der Konsole an und fügt die anderen hinzu. Standard: keiner; Benutzer können später hinzugefügt werden.',
  'You do not have permission to add users. They can be added later.':
    'Sie sind nicht berechtigt, Benutzer hinzuzufügen. Benutzer können später hinzugefügt werden.',
  Login: 'Anmeldename',
  'Lowercase letters, digits and . - _ @': 'Kleinbuchstaben, Ziffern und . - _ @',
  'User’s name': 'Name des Benutzers',
  'Default: the login.': 'Standard: der Anmeldename.',
  Role: 'Rolle',
  'Default: administrator, who can add other users.': 'Standard: Administrator, der weitere Benutzer hinzufügen kann.',
  'Choose a role that you hold yourself.': 'Wählen Sie eine Rolle, die Sie selbst haben.',
  'Default: full access.': 'Standard: voller Zugriff.',
  'It permits no more than your own permissions.':
    'Die Zugangsdaten erlauben nicht mehr als Ihre eigenen Berechtigungen.',
  'Its password is shown once, after the merchant is created.':
    'Das Passwort wird einmal angezeigt, nachdem der Händler angelegt wurde.',
  Scope: 'Umfang',
  Steps: 'Schritte',
  Merchant: 'Händler',
  Acquirer: 'Acquirer',
  'Currencies and limits': 'Währungen und Limits',
  'Page and webhooks': 'Seite und Webhooks',
  'Users and credentials': 'Benutzer und Zugangsdaten',
  Summary: 'Zusammenfassung',
  'The merchant is disabled until another user approves it on its profile page.':
    'Der Händler ist deaktiviert, bis ein anderer Benutzer ihn auf seiner Profilseite genehmigt.',
}

// German texts of the API access page.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Operations: 'Operationen',
  Name: 'Name',
  Scope: 'Umfang',
  'Created by': 'Erstellt von',
  Created: 'Erstellt',
  'Last used': 'Zuletzt verwendet',
  Never: 'Nie',
  'API credentials': 'API-Zugangsdaten',
  'Create one for each integration, limited to the operations it needs.':
    'Erstellen Sie eigene Zugangsdaten für jede Integration, beschränkt auf die Operationen, die sie benötigt.',
  'Create a credential': 'Zugangsdaten erstellen',
  'Rotate credential {name}': 'Zugangsdaten {name} rotieren',
  Rotate: 'Rotieren',
  'Revoke credential {name}': 'Zugangsdaten {name} widerrufen',
  Revoke: 'Widerrufen',
  'No API credentials': 'Keine API-Zugangsdaten',
  'API clients can authenticate with a certificate only. Create a credential to allow password authentication.':
    'API-Clients können sich nur mit einem Zertifikat authentifizieren. Erstellen Sie Zugangsdaten, um die Authentifizierung mit Passwort zu erlauben.',
  'Revoke credential {name}?': 'Zugangsdaten {name} widerrufen?',
  'The credential was revoked.': 'Die Zugangsdaten wurden widerrufen.',
  'API clients that still use it are rejected immediately. This cannot be undone.':
    'API-Clients, die diesen Zugang noch verwenden, werden sofort abgewiesen. Das kann nicht rückgängig gemacht werden.',
  'Your new credential': 'Ihre neuen Zugangsdaten',
  Password: 'Passwort',
  'User ID': 'Benutzer-ID',
  'It is named {name}. Revoke the previous one when all programs use the new password.':
    'Der Name ist {name}. Widerrufen Sie die bisherigen Zugangsdaten, sobald alle Programme das neue Passwort verwenden.',
  'It can be used once another user has approved it.':
    'Die Zugangsdaten können verwendet werden, sobald ein anderer Benutzer sie genehmigt hat.',
  'Rotate credential {name}?': 'Zugangsdaten {name} rotieren?',
  'Create new password': 'Neues Passwort erstellen',
  'A second credential with the same scope is created. Both work until you revoke the previous one, so no request is refused while your programs change over.':
    'Es werden zweite Zugangsdaten mit demselben Umfang erstellt. Beide gelten, bis Sie die bisherigen widerrufen. So wird keine Anfrage abgewiesen, während Ihre Programme umgestellt werden.',
  Create: 'Erstellen',
  'The password is shown only once. The scope cannot be changed later.':
    'Das Passwort wird nur einmal angezeigt. Der Umfang kann später nicht geändert werden.',
  Certificate: 'Zertifikat',
  Status: 'Status',
  'Valid from': 'Gültig ab',
  'Valid until': 'Gültig bis',
  Fingerprint: 'Fingerabdruck',
  Certificates: 'Zertifikate',
  'API clients that present one of these certificates do not need a password.':
    'API-Clients, die eines dieser Zertifikate vorlegen, benötigen kein Passwort.',
  'Register a certificate': 'Zertifikat registrieren',
  'Revoke certificate {name}': 'Zertifikat {name} widerrufen',
  'No certificates': 'Keine Zertifikate',
  'Register a certificate to let API clients authenticate without a password.':
    'Registrieren Sie ein Zertifikat, damit sich API-Clients ohne Passwort authentifizieren können.',
  'The certificate is waiting for another user’s approval.':
    'Das Zertifikat wartet auf die Genehmigung durch einen anderen Benutzer.',
  'The certificate was registered.': 'Das Zertifikat wurde registriert.',
  Register: 'Registrieren',
  'The certificate only. Never upload its private key.':
    'Nur das Zertifikat. Laden Sie niemals seinen privaten Schlüssel hoch.',
  'Revoke this certificate?': 'Dieses Zertifikat widerrufen?',
  'The certificate was revoked.': 'Das Zertifikat wurde widerrufen.',
  'API clients that present {certificate} are rejected immediately. A revoked certificate cannot be registered again.':
    'API-Clients, die {certificate} vorlegen, werden sofort abgewiesen. Ein widerrufenes Zertifikat kann nicht erneut registriert werden.',
  'API access': 'API-Zugang',
  'Credentials for your API integrations.': 'Zugangsdaten für Ihre API-Integrationen.',
  'Password {slot}': 'Passwort {slot}',
  Age: 'Alter',
  'Reporting passwords': 'Passwörter für Berichte',
  'For downloading reports only. Maximum two.': 'Nur zum Herunterladen von Berichten. Höchstens zwei.',
  'Create a reporting password': 'Passwort für Berichte erstellen',
  'Revoke reporting password {slot}': 'Passwort für Berichte {slot} widerrufen',
  'No reporting password': 'Kein Passwort für Berichte',
  'API clients cannot download reports. Create a reporting password to allow it.':
    'API-Clients können keine Berichte herunterladen. Erstellen Sie ein Passwort für Berichte, um es zu erlauben.',
  'Your new reporting password': 'Ihr neues Passwort für Berichte',
  'Create a reporting password?': 'Passwort für Berichte erstellen?',
  'It is shown only once. An existing password stays valid until it is revoked.':
    'Es wird nur einmal angezeigt. Ein vorhandenes Passwort bleibt gültig, bis es widerrufen wird.',
  'Revoke reporting password {slot}?': 'Passwort für Berichte {slot} widerrufen?',
  'The reporting password was revoked.': 'Das Passwort für Berichte wurde widerrufen.',
  'The purpose of the credential, for example “settlement job”.':
    'Der Zweck der Zugangsdaten, zum Beispiel „Abrechnungsjob“.',
  'You do not have these permissions yourself: {permissions}.':
    'Diese Berechtigungen haben Sie selbst nicht: {permissions}.',
  'Includes unmasked account numbers if the merchant has the privilege.':
    'Umfasst unmaskierte Kartennummern, sofern der Händler das Sonderrecht hat.',
  'Choose only what the integration needs. You can only grant operations you have permission for.':
    'Wählen Sie nur, was die Integration benötigt. Sie können nur Operationen gewähren, für die Sie selbst berechtigt sind.',
  'All operations': 'Alle Operationen',
  'Unmasked account numbers': 'Unmaskierte Kartennummern',
  'Full access': 'Vollzugriff',
  'Payments without refunds': 'Zahlungen ohne Erstattungen',
  'Read only': 'Nur Lesen',
  'Selected operations': 'Ausgewählte Operationen',
  'Every operation, including those of later versions.': 'Jede Operation, auch die späterer Versionen.',
  'Every operation except refunds.': 'Jede Operation außer Erstattungen.',
  'Retrieves orders, transactions, events and tokens. Changes nothing.':
    'Ruft Bestellungen, Transaktionen, Ereignisse und Token ab. Ändert nichts.',
  'Only the operations you choose.': 'Nur die Operationen, die Sie auswählen.',
  '{operations} and {count} more': {
    one: '{operations} und {count} weitere',
    other: '{operations} und {count} weitere',
  },
  'The only credential cannot be revoked: create another one first.':
    'Die einzigen Zugangsdaten können nicht widerrufen werden: Legen Sie zuerst weitere an.',
}

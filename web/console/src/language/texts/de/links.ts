// German texts of the pages of acquirer links.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'Link {link} was created.': 'Die Anbindung {link} wurde erstellt.',
  'Create link||acquirer': 'Anbindung erstellen',
  Create: 'Erstellen',
  'Link ID': 'ID der Anbindung',
  'Small letters, digits and hyphens, for example north-bank.':
    'Kleinbuchstaben, Ziffern und Bindestriche, zum Beispiel north-bank.',
  Adapter: 'Adapter',
  'Saved as revision {revision}.': 'Als Revision {revision} gespeichert.',
  'The settings were saved.': 'Die Einstellungen wurden gespeichert.',
  'Edit {name}': '{name} bearbeiten',
  Save: 'Speichern',
  'Acquirer ID': 'Acquirer-ID',
  'Returned as transaction.acquirer.id.': 'Wird als transaction.acquirer.id zurückgegeben.',
  'New orders will use a new revision. Existing orders stay with revision {revision}.':
    'Neue Bestellungen verwenden eine neue Revision. Vorhandene Bestellungen bleiben bei Revision {revision}.',
  'Acquirer link': 'Acquirer-Anbindung',
  Settings: 'Einstellungen',
  'Revision {revision}': 'Revision {revision}',
  'The acquirer responds.': 'Der Acquirer antwortet.',
  'The acquirer does not respond.': 'Der Acquirer antwortet nicht.',
  'The acquirer does not respond: {reason}.': 'Der Acquirer antwortet nicht: {reason}.',
  Disable: 'Deaktivieren',
  Enable: 'Aktivieren',
  'Test connection': 'Verbindung testen',
  'Edit settings': 'Einstellungen bearbeiten',
  'Disable link||acquirer': 'Anbindung deaktivieren',
  'Enable link': 'Anbindung aktivieren',
  '{link} takes no new orders.': '{link} nimmt keine neuen Bestellungen an.',
  '{link} takes new orders.': '{link} nimmt neue Bestellungen an.',
  'New orders are no longer sent through this link. Captures, refunds and voids of existing orders still are.':
    'Neue Bestellungen werden nicht mehr über diese Anbindung gesendet. Einzüge, Erstattungen und Stornierungen vorhandener Bestellungen weiterhin.',
  'New orders are sent through this link again.': 'Neue Bestellungen werden wieder über diese Anbindung gesendet.',
  State: 'Status',
  Status: 'Status',
  Since: 'Seit',
  Reason: 'Begründung',
  'Requests in flight': 'Laufende Anfragen',
  Waiting: 'Wartend',
  'Last error': 'Letzter Fehler',
  Merchants: 'Händler',
  None: 'Keine',
  'and {count} more': { one: 'und {count} weiterer', other: 'und {count} weitere' },
  'Set, not shown': 'Gesetzt, nicht angezeigt',
  'Not set': 'Nicht gesetzt',
  '{count} lines': { one: '{count} Zeile', other: '{count} Zeilen' },
  Yes: 'Ja',
  No: 'Nein',
  Connection: 'Verbindung',
  'In flight': 'Unterwegs',
  Echo: 'Echo',
  '{number} ms': '{number} ms',
  'Last echo': 'Letztes Echo',
  Connections: 'Verbindungen',
  'No connections': 'Keine Verbindungen',
  'This link keeps no connections open, or has not been used since the gateway started.':
    'Diese Anbindung hält keine Verbindungen offen oder wurde seit dem Start des Gateways nicht verwendet.',
  Revision: 'Revision',
  Created: 'Erstellt',
  'Open transactions': 'Offene Transaktionen',
  Reversals: 'Rückabwicklungen',
  'Manual resolution': 'Manuelle Klärung',
  Connected: 'Verbunden',
  Revisions: 'Revisionen',
  'Existing orders stay with the revision that took them.':
    'Vorhandene Bestellungen bleiben bei der Revision, die sie angenommen hat.',
  'No revisions': 'Keine Revisionen',
  Disabled: 'Deaktiviert',
  'Not connected': 'Nicht verbunden',
  Connecting: 'Verbindungsaufbau',
  Down: 'Getrennt',
  'Signing on': 'Anmeldung läuft',
  Up: 'Verfügbar',
  Link: 'Anbindung',
  'Acquirer links': 'Acquirer-Anbindungen',
  'As of {time}. Updated every ten seconds.': 'Stand: {time}. Wird alle zehn Sekunden aktualisiert.',
  'Loading…': 'Wird geladen…',
  'No acquirer links yet': 'Noch keine Acquirer-Anbindungen',
  'A link connects the gateway to an acquirer. Merchants take payments through the links of their routes.':
    'Eine Anbindung verbindet das Gateway mit einem Acquirer. Händler nehmen Zahlungen über die Anbindungen ihrer Routen an.',
  'Hour from': 'Stunde ab',
  All: 'Alle',
  'Response codes': 'Antwortcodes',
  'By hour, of the last 24 hours, over all processes of the gateway.':
    'Nach Stunden, für die letzten 24 Stunden, über alle Prozesse des Gateways.',
  'Responses by hour and code': 'Antworten nach Stunde und Code',
  'No responses': 'Keine Antworten',
  'Responses of the acquirer appear here when payments go through this link.':
    'Hier erscheinen die Antworten des Acquirers, wenn Zahlungen über diese Anbindung laufen.',
  Other: 'Andere',
  'Time-outs and limits': 'Zeitlimits und Grenzwerte',
  'A change makes a new revision.': 'Eine Änderung erzeugt eine neue Revision.',
  'Sealed; never shown again.': 'Versiegelt; wird nie wieder angezeigt.',
  'Default: {value}.': 'Standard: {value}.',
  'Simulated acquirer, in process and with its own books; sandbox only':
    'Simulierter Acquirer, im Prozess und mit eigenen Büchern; nur in der Sandbox',
  'A gateway that speaks the same API, over HTTPS': 'Ein Gateway mit derselben API, über HTTPS',
  'A card host that speaks ISO 8583, over TCP or TLS': 'Ein Kartenhost mit ISO 8583, über TCP oder TLS',
  'Random faults': 'Zufällige Fehler',
  'Such as seed=7,silent=0.05,slow=0.1,slowMs=200. Default: none.':
    'Zum Beispiel seed=7,silent=0.05,slow=0.1,slowMs=200. Standard: keine.',
  'Maximum number of concurrent payment requests of a process.':
    'Höchstzahl gleichzeitiger Zahlungsanfragen eines Prozesses.',
  'Queued requests': 'Wartende Anfragen',
  'Maximum number of requests that wait for a free slot; beyond that they are not sent.':
    'Höchstzahl der Anfragen, die auf einen freien Platz warten; weitere werden nicht gesendet.',
  'Failures in a row': 'Fehler in Folge',
  'Unsent or unanswered requests in a row after which the link is checked, and taken as down if the check fails.':
    'Nicht gesendete oder unbeantwortete Anfragen in Folge, nach denen die Anbindung geprüft wird; sie gilt als ausgefallen, wenn die Prüfung scheitert.',
  'Address of the upstream gateway': 'Adresse des vorgelagerten Gateways',
  'Begins with https:// and has no path, for example https://gateway.bank.example.':
    'Beginnt mit https:// und hat keinen Pfad, zum Beispiel https://gateway.bank.example.',
  'API version': 'API-Version',
  'The version of the API in which requests are sent.': 'Die Version der API, in der Anfragen gesendet werden.',
  'API password': 'API-Passwort',
  'Of every merchant at the upstream that has none of its own. Not used with a client certificate.':
    'Für jeden Händler beim vorgelagerten Gateway ohne eigenes. Nicht verwendet mit einem Client-Zertifikat.',
  'API passwords by merchant': 'API-Passwörter je Händler',
  'One line for each merchant at the upstream: merchant id, colon, password.':
    'Eine Zeile je Händler beim vorgelagerten Gateway: Händler-ID, Doppelpunkt, Passwort.',
  'Client certificate (PEM)': 'Client-Zertifikat (PEM)',
  'Followed by its intermediate certificates. Replaces the password.':
    'Gefolgt von seinen Zwischenzertifikaten. Ersetzt das Passwort.',
  'Followed by its intermediate certificates.': 'Gefolgt von seinen Zwischenzertifikaten.',
  'Private key of the client certificate (PEM)': 'Privater Schlüssel des Client-Zertifikats (PEM)',
  'Certificate authority (PEM)': 'Zertifizierungsstelle (PEM)',
  "Signs the upstream's certificate. Default: the authorities that this machine trusts.":
    'Signiert das Zertifikat des vorgelagerten Gateways. Standard: die Stellen, denen diese Maschine vertraut.',
  "Signs the host's certificate. Default: the authorities that this machine trusts.":
    'Signiert das Zertifikat des Hosts. Standard: die Stellen, denen diese Maschine vertraut.',
  'Batches are closed on request': 'Stapel werden auf Anfrage geschlossen',
  'Off where the upstream closes them on its schedule alone.':
    'Aus, wenn das vorgelagerte Gateway sie nur nach seinem Zeitplan schließt.',
  'Connection time-out (ms)': 'Zeitlimit für Verbindungen (ms)',
  'For a free connection, or a new one with TLS. The request is not sent when it takes longer.':
    'Für eine freie Verbindung oder eine neue mit TLS. Dauert es länger, wird die Anfrage nicht gesendet.',
  'Request time-out (ms)': 'Zeitlimit für Anfragen (ms)',
  'From sending a request to the end of its answer.': 'Vom Senden einer Anfrage bis zum Ende der Antwort.',
  'Idle time of a connection (ms)': 'Leerlaufzeit einer Verbindung (ms)',
  'Must be shorter than the time after which the upstream closes idle connections.':
    'Muss kürzer sein als die Zeit, nach der das vorgelagerte Gateway ungenutzte Verbindungen schließt.',
  'Longest request time at the upstream (ms)': 'Längste Laufzeit einer Anfrage beim vorgelagerten Gateway (ms)',
  'A request that is unknown there after this time never arrives.':
    'Eine Anfrage, die dort nach dieser Zeit unbekannt ist, kommt nicht mehr an.',
  'The most connections for payments. Recovery has connections of its own.':
    'Höchstzahl der Verbindungen für Zahlungen. Die Wiederherstellung hat eigene.',
  'Addresses of the host': 'Adressen des Hosts',
  'The primary one, then backups: host:port, separated by commas.':
    'Zuerst die primäre, dann die Ersatzadressen: Host:Port, durch Kommas getrennt.',
  'Message specification': 'Nachrichtenspezifikation',
  'One of iso87-ascii, iso87-binary, iso93-ascii, iso93-binary; or a specification in JSON.':
    'Eine von iso87-ascii, iso87-binary, iso93-ascii, iso93-binary; oder eine Spezifikation in JSON.',
  'Length in front of each message': 'Länge vor jeder Nachricht',
  'The length counts itself': 'Die Länge zählt sich selbst mit',
  'TPDU header (hexadecimal)': 'TPDU-Kopf (hexadezimal)',
  'Five bytes between length and message, such as 6000030000. Default: none.':
    'Fünf Bytes zwischen Länge und Nachricht, zum Beispiel 6000030000. Standard: keine.',
  'Acquiring institution (DE 32)': 'Acquiring-Institut (DE 32)',
  'Terminal (DE 41)': 'Terminalkennung (DE 41)',
  'For merchants whose route names none.': 'Für Händler, deren Route keines nennt.',
  'Merchant category code (DE 18)': 'Händlerkategorie (DE 18)',
  'For orders that name none.': 'Für Bestellungen, die keine nennen.',
  'Response codes of this host': 'Antwortcodes dieses Hosts',
  'In addition to the usual ones or in place of them: code=GATEWAY_CODE, separated by commas.':
    'Zusätzlich zu den üblichen oder an ihrer Stelle: code=GATEWAY_CODE, durch Kommas getrennt.',
  'Of each process.': 'Je Prozess.',
  "Name in the host's certificate": 'Name im Zertifikat des Hosts',
  'Sign-on': 'Anmeldung am Host',
  'Signs on (0800/001) before a connection is used, and off (0800/002) before it is closed.':
    'Meldet sich an (0800/001), bevor eine Verbindung verwendet wird, und ab (0800/002), bevor sie geschlossen wird.',
  'Message authentication (DE 64, 128)': 'Nachrichtenauthentifizierung (DE 64, 128)',
  'Message authentication key (hexadecimal)': 'Schlüssel der Nachrichtenauthentifizierung (hexadezimal)',
  'Key-encrypting key (hexadecimal)': 'Schlüssel zum Verschlüsseln von Schlüsseln (hexadezimal)',
  'Under which the host sends new keys (0800/101). Without it keys cannot be changed.':
    'Damit verschlüsselt der Host neue Schlüssel (0800/101). Ohne ihn können Schlüssel nicht gewechselt werden.',
  'For connecting, TLS and sign-on, each.': 'Jeweils für Verbinden, TLS und Anmeldung.',
  'Response time-out (ms)': 'Zeitlimit für Antworten (ms)',
  'Idle time before an echo (ms)': 'Leerlaufzeit vor einem Echo (ms)',
  'An echo (0800/301) without answer ends the connection.': 'Ein Echo (0800/301) ohne Antwort beendet die Verbindung.',
  'Echo time-out (ms)': 'Zeitlimit für Echos (ms)',
  'Shortest pause before a new connection (ms)': 'Kürzeste Pause vor einer neuen Verbindung (ms)',
  'Longest pause before a new connection (ms)': 'Längste Pause vor einer neuen Verbindung (ms)',
  'Longest request time (ms)': 'Längste Laufzeit einer Anfrage (ms)',
  'A message that the host does not know after this time never arrives.':
    'Eine Nachricht, die der Host nach dieser Zeit nicht kennt, kommt nicht mehr an.',
  "Address of the host's records": 'Adresse der Aufzeichnungen des Hosts',
  'Of the test host, which shows its books on a port of its own. Most hosts have none.':
    'Des Testhosts, der seine Bücher auf einem eigenen Port zeigt. Die meisten Hosts haben keine.',
  'The gateway closes batches': 'Das Gateway schließt Stapel',
  'With 0500 and 0320, on request. Off where the host closes them on its schedule alone.':
    'Mit 0500 und 0320, auf Anfrage. Aus, wenn der Host sie nur nach seinem Zeitplan schließt.',
  'Batches by': 'Stapel je',
  'Whether the host has a batch for each card acceptor (DE 42) or for each of its terminals (DE 41).':
    'Ob der Host einen Stapel je Kartenakzeptant (DE 42) oder je Terminal (DE 41) führt.',
  'The host assigns retrieval references': 'Der Host vergibt die Referenznummern',
  'DE 37 of an approval is not compared with that of the request.':
    'DE 37 einer Genehmigung wird nicht mit dem der Anfrage verglichen.',
  'Required in production, except to hosts in a private network.':
    'In der Produktion erforderlich, außer zu Hosts in einem privaten Netz.',
  'Without TLS in production': 'Ohne TLS in der Produktion',
  'Card numbers are readable on the way to the host. Only to private addresses (RFC 1918, RFC 4193, link-local, this machine).':
    'Kartennummern sind auf dem Weg zum Host lesbar. Nur zu privaten Adressen (RFC 1918, RFC 4193, link-local, diese Maschine).',
  'Early reversals are held': 'Frühe Stornos werden vorgemerkt',
  'A reversal that overtakes its request makes the host refuse the request.':
    'Überholt ein Storno seine Anfrage, lehnt der Host die Anfrage ab.',
  TLS: 'TLS',
  'Enter its secrets again: they are only used with the address they were entered for.':
    'Geben Sie die Geheimnisse erneut ein: Sie werden nur mit der Adresse verwendet, für die sie eingegeben wurden.',
}

// German texts of the page Wallets.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'The merchant does not accept cards.': 'Der Händler akzeptiert keine Karten.',
  'The display name and the country are missing.': 'Anzeigename und Land fehlen.',
  'There is no key.': 'Es gibt keinen Schlüssel.',
  'No key is in use. Register one with the wallet, then put it in use.':
    'Kein Schlüssel ist aktiv. Registrieren Sie einen bei der Wallet und aktivieren Sie ihn dann.',
  'There is no merchant identity certificate.': 'Es gibt kein Händler-Identitätszertifikat.',
  'The merchant identity certificate has expired.': 'Das Händler-Identitätszertifikat ist abgelaufen.',
  'The operator has not set the trusted roots of the wallet.':
    'Der Betreiber hat die vertrauenswürdigen Wurzelzertifikate der Wallet nicht hinterlegt.',
  'The wallet knows none of the card schemes that the merchant accepts.':
    'Die Wallet kennt keine der Kartenmarken, die der Händler akzeptiert.',
  Valid: 'Gültig',
  'Expires soon': 'Läuft bald ab',
  Expired: 'Abgelaufen',
  Wallets: 'Wallets',
  'Apple Pay and Google Pay on your payment pages and in your apps.':
    'Apple Pay und Google Pay auf Ihren Zahlungsseiten und in Ihren Apps.',
  'Turn off': 'Ausschalten',
  Edit: 'Bearbeiten',
  'Offer on payment pages': 'Auf Zahlungsseiten anbieten',
  'Certificate request': 'Zertifikatsanforderung',
  'Upload a certificate': 'Zertifikat hochladen',
  'Payment pages do not offer it yet': 'Zahlungsseiten bieten es noch nicht an',
  'On payment pages': 'Auf Zahlungsseiten',
  Offered: 'Angeboten',
  'Not offered': 'Nicht angeboten',
  Wallet: 'Wallet',
  'Simulated by the sandbox': 'Von der Sandbox simuliert',
  'Display name': 'Anzeigename',
  'Country of processing': 'Land der Abwicklung',
  'Merchant identity certificate': 'Händler-Identitätszertifikat',
  None: 'Keine',
  'Fingerprint (SHA-256)': 'Fingerabdruck (SHA-256)',
  'Certificate requested': 'Zertifikat angefordert',
  'Domain to register with Apple': 'Bei Apple zu registrierende Domain',
  'Domain file': 'Domain-Datei',
  'Served by the gateway': 'Vom Gateway bereitgestellt',
  'Not set; ask the operator to store the file that Apple gives you':
    'Nicht hinterlegt; bitten Sie den Betreiber, die Datei von Apple zu hinterlegen',
  Identifier: 'Kennung',
  'SHA-256 of the public key': 'SHA-256 des öffentlichen Schlüssels',
  Use: 'Verwendung',
  'In use': 'Aktiv',
  'Not in use': 'Nicht aktiv',
  Certificate: 'Zertifikat',
  Added: 'Hinzugefügt',
  'Keys for {wallet}': 'Schlüssel für {wallet}',
  'Each of them decrypts what the wallet sends; payment pages name the one in use. To replace it, create a key, register it with the wallet, put it in use, and remove the old one after a day.':
    'Jeder von ihnen entschlüsselt, was die Wallet sendet; Zahlungsseiten nennen den aktiven. Um ihn zu ersetzen, erstellen Sie einen Schlüssel, registrieren ihn bei der Wallet, aktivieren ihn und entfernen den alten nach einem Tag.',
  'Put in use': 'Aktivieren',
  'Put in use: {name}': 'Aktivieren: {name}',
  'Put this key in use?': 'Diesen Schlüssel aktivieren?',
  'The key is in use.': 'Der Schlüssel ist aktiv.',
  'Payment pages use the merchant identifier of this key from now on. The certificate of the key must be active at Apple, and the merchant identity certificate must belong to the same identifier.':
    'Zahlungsseiten verwenden ab sofort die Händlerkennung dieses Schlüssels. Das Zertifikat des Schlüssels muss bei Apple aktiv sein, und das Händler-Identitätszertifikat muss zur selben Kennung gehören.',
  'Payment pages ask Google Pay to encrypt for this key from now on. While Google does not know it, payments with Google Pay fail: register its public key first.':
    'Zahlungsseiten lassen Google Pay ab sofort für diesen Schlüssel verschlüsseln. Solange Google ihn nicht kennt, schlagen Zahlungen mit Google Pay fehl: Registrieren Sie zuerst seinen öffentlichen Schlüssel.',
  'Payments for the other keys are still accepted.': 'Zahlungen für die anderen Schlüssel werden weiter akzeptiert.',
  'This key is in use: payment pages do not offer {wallet} until another key is put in use.':
    'Dieser Schlüssel ist aktiv: Zahlungsseiten bieten {wallet} nicht an, bis ein anderer Schlüssel aktiviert ist.',
  'Create a key': 'Schlüssel erstellen',
  'Signing request': 'Signieranforderung',
  'Public key': 'Öffentlicher Schlüssel',
  'Remove key {name}': 'Schlüssel {name} entfernen',
  Remove: 'Entfernen',
  'No keys': 'Keine Schlüssel',
  'Create a key to accept {wallet}. The private key never leaves the gateway.':
    'Erstellen Sie einen Schlüssel, um {wallet} zu akzeptieren. Der private Schlüssel verlässt das Gateway nie.',
  'The key was created': 'Der Schlüssel wurde erstellt',
  Create: 'Erstellen',
  'Merchant identifier': 'Händlerkennung',
  'Google merchant ID': 'Google-Händler-ID',
  'As you created it at Apple, such as merchant.com.example.shop.':
    'Wie bei Apple angelegt, etwa merchant.com.example.shop.',
  'From the Google Pay & Wallet Console.': 'Aus der Google Pay & Wallet Console.',
  'Remove this key?': 'Diesen Schlüssel entfernen?',
  'The key was removed.': 'Der Schlüssel wurde entfernt.',
  'Payments that the wallet has encrypted for this key are refused from now on. The key cannot be restored.':
    'Zahlungen, die die Wallet für diesen Schlüssel verschlüsselt hat, werden ab sofort abgelehnt. Der Schlüssel kann nicht wiederhergestellt werden.',
  'Upload this signing request at Apple. Then upload the certificate from Apple here.':
    'Laden Sie diese Signieranforderung bei Apple hoch. Laden Sie danach das Zertifikat von Apple hier hoch.',
  'Register this public key in the Google Pay & Wallet Console.':
    'Registrieren Sie diesen öffentlichen Schlüssel in der Google Pay & Wallet Console.',
  'Copy: {label}': 'Kopieren: {label}',
  'Save as a file': 'Als Datei speichern',
  Close: 'Schließen',
  'The settings were saved.': 'Die Einstellungen wurden gespeichert.',
  '{wallet} on payment pages': '{wallet} auf Zahlungsseiten',
  Save: 'Speichern',
  'The wallet shows it to the payer.': 'Die Wallet zeigt ihn dem Zahler.',
  'Three letters (ISO 3166), such as DEU.': 'Drei Buchstaben (ISO 3166), etwa DEU.',
  'Turn off {wallet} on payment pages?': '{wallet} auf Zahlungsseiten ausschalten?',
  'Payment pages no longer offer {wallet}.': 'Zahlungsseiten bieten {wallet} nicht mehr an.',
  'Keys stay, and payments from your apps are still accepted.':
    'Schlüssel bleiben, und Zahlungen aus Ihren Apps werden weiter akzeptiert.',
  'The merchant identity certificate and its key are deleted.':
    'Das Händler-Identitätszertifikat und sein Schlüssel werden gelöscht.',
  'Request a merchant identity certificate': 'Händler-Identitätszertifikat anfordern',
  'Create another key instead': 'Stattdessen einen neuen Schlüssel erstellen',
  'Create key and request': 'Schlüssel und Anforderung erstellen',
  'The gateway creates a key and a signing request for Apple. Apple knows your payment pages by the certificate that it issues for it.':
    'Das Gateway erstellt einen Schlüssel und eine Signieranforderung für Apple. Apple erkennt Ihre Zahlungsseiten an dem Zertifikat, das es dafür ausstellt.',
  'The present certificate stays in use until you upload the new one.':
    'Das jetzige Zertifikat bleibt in Verwendung, bis Sie das neue hochladen.',
  'A certificate for the earlier request can no longer be uploaded.':
    'Ein Zertifikat für die frühere Anforderung kann nicht mehr hochgeladen werden.',
  'The merchant identity certificate was stored.': 'Das Händler-Identitätszertifikat wurde gespeichert.',
  'The payment processing certificate was stored.': 'Das Zahlungsabwicklungszertifikat wurde gespeichert.',
  Upload: 'Hochladen',
  'A merchant identity or payment processing certificate that Apple has issued for a request from this page. The gateway finds the key that it belongs to.':
    'Ein Händler-Identitäts- oder Zahlungsabwicklungszertifikat, das Apple für eine Anforderung von dieser Seite ausgestellt hat. Das Gateway findet den zugehörigen Schlüssel.',
}

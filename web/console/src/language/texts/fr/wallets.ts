// French texts of the page Wallets.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'The merchant does not accept cards.': 'Le marchand n’accepte pas les cartes.',
  'The display name and the country are missing.': 'Le nom affiché et le pays manquent.',
  'There is no key.': 'Il n’y a pas de clé.',
  'No key is in use. Register one with the wallet, then put it in use.':
    'Aucune clé n’est en service. Enregistrez-en une auprès du portefeuille, puis mettez-la en service.',
  'There is no merchant identity certificate.': 'Il n’y a pas de certificat d’identité du marchand.',
  'The merchant identity certificate has expired.': 'Le certificat d’identité du marchand a expiré.',
  'The operator has not set the trusted roots of the wallet.':
    'L’exploitant n’a pas configuré les racines de confiance du portefeuille.',
  'The wallet knows none of the card schemes that the merchant accepts.':
    'Le portefeuille ne connaît aucun des réseaux de cartes que le marchand accepte.',
  Valid: 'Valide',
  'Expires soon': 'Expire bientôt',
  Expired: 'Expiré',
  Wallets: 'Portefeuilles',
  'Apple Pay and Google Pay on your payment pages and in your apps.':
    'Apple Pay et Google Pay sur vos pages de paiement et dans vos applications.',
  'Turn off': 'Désactiver',
  Edit: 'Modifier',
  'Offer on payment pages': 'Proposer sur les pages de paiement',
  'Certificate request': 'Demande de certificat',
  'Upload a certificate': 'Importer un certificat',
  'Payment pages do not offer it yet': 'Les pages de paiement ne le proposent pas encore',
  'On payment pages': 'Sur les pages de paiement',
  Offered: 'Proposé',
  'Not offered': 'Non proposé',
  Wallet: 'Portefeuille',
  'Simulated by the sandbox': 'Simulé par le bac à sable',
  'Display name': 'Nom affiché',
  'Country of processing': 'Pays de traitement',
  'Merchant identity certificate': 'Certificat d’identité du marchand',
  None: 'Aucun',
  'Fingerprint (SHA-256)': 'Empreinte (SHA-256)',
  'Certificate requested': 'Certificat demandé',
  'Domain to register with Apple': 'Domaine à enregistrer chez Apple',
  'Domain file': 'Fichier du domaine',
  'Served by the gateway': 'Fourni par la passerelle',
  'Not set; ask the operator to store the file that Apple gives you':
    'Non défini ; demandez à l’exploitant d’enregistrer le fichier remis par Apple',
  Identifier: 'Identifiant',
  'SHA-256 of the public key': 'SHA-256 de la clé publique',
  Use: 'Utilisation',
  'In use': 'En service',
  'Not in use': 'Pas en service',
  Certificate: 'Certificat',
  Added: 'Ajoutée',
  'Keys for {wallet}': 'Clés pour {wallet}',
  'Each of them decrypts what the wallet sends; payment pages name the one in use. To replace it, create a key, register it with the wallet, put it in use, and remove the old one after a day.':
    'Chacune déchiffre ce que le portefeuille envoie ; les pages de paiement indiquent celle qui est en service. Pour la remplacer, créez une clé, enregistrez-la auprès du portefeuille, mettez-la en service et supprimez l’ancienne après un jour.',
  'Put in use': 'Mettre en service',
  'Put in use: {name}': 'Mettre en service : {name}',
  'Put this key in use?': 'Mettre cette clé en service ?',
  'The key is in use.': 'La clé est en service.',
  'Payment pages use the merchant identifier of this key from now on. The certificate of the key must be active at Apple, and the merchant identity certificate must belong to the same identifier.':
    'Les pages de paiement utilisent désormais l’identifiant marchand de cette clé. Le certificat de la clé doit être actif chez Apple, et le certificat d’identité du marchand doit appartenir au même identifiant.',
  'Payment pages ask Google Pay to encrypt for this key from now on. While Google does not know it, payments with Google Pay fail: register its public key first.':
    'Les pages de paiement demandent désormais à Google Pay de chiffrer pour cette clé. Tant que Google ne la connaît pas, les paiements avec Google Pay échouent : enregistrez d’abord sa clé publique.',
  'Payments for the other keys are still accepted.': 'Les paiements pour les autres clés sont toujours acceptés.',
  'This key is in use: payment pages do not offer {wallet} until another key is put in use.':
    'Cette clé est en service : les pages de paiement ne proposent plus {wallet} tant qu’une autre clé n’est pas mise en service.',
  'Create a key': 'Créer une clé',
  'Signing request': 'Demande de signature',
  'Public key': 'Clé publique',
  'Remove key {name}': 'Supprimer la clé {name}',
  Remove: 'Retirer',
  'No keys': 'Aucune clé',
  'Create a key to accept {wallet}. The private key never leaves the gateway.':
    'Créez une clé pour accepter {wallet}. La clé privée ne quitte jamais la passerelle.',
  'The key was created': 'La clé a été créée',
  Create: 'Créer',
  'Merchant identifier': 'Identifiant du marchand',
  'Google merchant ID': 'ID marchand Google',
  'As you created it at Apple, such as merchant.com.example.shop.':
    'Tel que créé chez Apple, par exemple merchant.com.example.shop.',
  'From the Google Pay & Wallet Console.': 'De la Google Pay & Wallet Console.',
  'Remove this key?': 'Supprimer cette clé ?',
  'The key was removed.': 'La clé a été supprimée.',
  'Payments that the wallet has encrypted for this key are refused from now on. The key cannot be restored.':
    'Les paiements que le portefeuille a chiffrés pour cette clé sont désormais refusés. La clé ne peut pas être restaurée.',
  'Upload this signing request at Apple. Then upload the certificate from Apple here.':
    'Envoyez cette demande de signature à Apple. Importez ensuite ici le certificat d’Apple.',
  'Register this public key in the Google Pay & Wallet Console.':
    'Enregistrez cette clé publique dans la Google Pay & Wallet Console.',
  'Copy: {label}': 'Copier : {label}',
  'Save as a file': 'Enregistrer dans un fichier',
  Close: 'Fermer',
  'The settings were saved.': 'Les paramètres ont été enregistrés.',
  '{wallet} on payment pages': '{wallet} sur les pages de paiement',
  Save: 'Enregistrer',
  'The wallet shows it to the payer.': 'Le portefeuille l’affiche au payeur.',
  'Three letters (ISO 3166), such as DEU.': 'Trois lettres (ISO 3166), par exemple DEU.',
  'Turn off {wallet} on payment pages?': 'Désactiver {wallet} sur les pages de paiement ?',
  'Payment pages no longer offer {wallet}.': 'Les pages de paiement ne proposent plus {wallet}.',
  'Keys stay, and payments from your apps are still accepted.':
    'Les clés restent et les paiements de vos applications sont encore acceptés.',
  'The merchant identity certificate and its key are deleted.':
    'Le certificat d’identité du marchand et sa clé sont supprimés.',
  'Request a merchant identity certificate': 'Demander un certificat d’identité du marchand',
  'Create another key instead': 'Créer plutôt une autre clé',
  'Create key and request': 'Créer la clé et la demande',
  'The gateway creates a key and a signing request for Apple. Apple knows your payment pages by the certificate that it issues for it.':
    'La passerelle crée une clé et une demande de signature pour Apple. Apple reconnaît vos pages de paiement au certificat qu’elle émet pour celle-ci.',
  'The present certificate stays in use until you upload the new one.':
    'Le certificat actuel reste utilisé jusqu’à ce que vous importiez le nouveau.',
  'A certificate for the earlier request can no longer be uploaded.':
    'Un certificat pour la demande précédente ne pourra plus être importé.',
  'The merchant identity certificate was stored.': 'Le certificat d’identité du marchand a été enregistré.',
  'The payment processing certificate was stored.': 'Le certificat de traitement des paiements a été enregistré.',
  Upload: 'Importer',
  'A merchant identity or payment processing certificate that Apple has issued for a request from this page. The gateway finds the key that it belongs to.':
    'Un certificat d’identité du marchand ou de traitement des paiements qu’Apple a émis pour une demande de cette page. La passerelle trouve la clé correspondante.',
}

// French texts of the API access page.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Operations: 'Opérations',
  Name: 'Nom',
  Scope: 'Portée',
  'Created by': 'Créé par',
  Created: 'Créé',
  'Last used': 'Dernière utilisation',
  Never: 'Jamais',
  'API credentials': 'Identifiants API',
  'Create one for each integration, limited to the operations it needs.':
    'Créez-en pour chaque intégration, limités aux opérations dont elle a besoin.',
  'Create a credential': 'Créer des identifiants',
  'Rotate credential {name}': 'Renouveler les identifiants {name}',
  Rotate: 'Renouveler',
  'Revoke credential {name}': 'Révoquer les identifiants {name}',
  Revoke: 'Révoquer',
  'No API credentials': 'Aucun identifiant API',
  'API clients can authenticate with a certificate only. Create a credential to allow password authentication.':
    'Les clients API ne peuvent s’authentifier qu’avec un certificat. Créez des identifiants pour permettre l’authentification par mot de passe.',
  'Revoke credential {name}?': 'Révoquer les identifiants {name} ?',
  'The credential was revoked.': 'Les identifiants ont été révoqués.',
  'API clients that still use it are rejected immediately. This cannot be undone.':
    'Les clients API qui utilisent encore cet accès sont immédiatement rejetés. Cette action est irréversible.',
  'Your new credential': 'Vos nouveaux identifiants',
  Password: 'Mot de passe',
  'User ID': 'ID utilisateur',
  'It is named {name}. Revoke the previous one when all programs use the new password.':
    'Leur nom est {name}. Révoquez les précédents lorsque tous les programmes utilisent le nouveau mot de passe.',
  'It can be used once another user has approved it.':
    'Ils pourront être utilisés dès qu’un autre utilisateur les aura approuvés.',
  'Rotate credential {name}?': 'Renouveler les identifiants {name} ?',
  'Create new password': 'Créer un nouveau mot de passe',
  'A second credential with the same scope is created. Both work until you revoke the previous one, so no request is refused while your programs change over.':
    'De seconds identifiants de même portée sont créés. Les deux fonctionnent jusqu’à ce que vous révoquiez les précédents : aucune requête n’est refusée pendant la transition de vos programmes.',
  Create: 'Créer',
  'The password is shown only once. The scope cannot be changed later.':
    'Le mot de passe n’est affiché qu’une seule fois. La portée ne peut pas être modifiée ensuite.',
  Certificate: 'Certificat',
  Status: 'Statut',
  'Valid from': 'Valide à partir du',
  'Valid until': 'Valide jusqu’au',
  Fingerprint: 'Empreinte',
  Certificates: 'Certificats',
  'API clients that present one of these certificates do not need a password.':
    'Les clients API qui présentent l’un de ces certificats n’ont pas besoin de mot de passe.',
  'Register a certificate': 'Enregistrer un certificat',
  'Revoke certificate {name}': 'Révoquer le certificat {name}',
  'No certificates': 'Aucun certificat',
  'Register a certificate to let API clients authenticate without a password.':
    'Enregistrez un certificat pour permettre aux clients API de s’authentifier sans mot de passe.',
  'The certificate is waiting for another user’s approval.':
    'Le certificat est en attente de l’approbation d’un autre utilisateur.',
  'The certificate was registered.': 'Le certificat a été enregistré.',
  Register: 'Enregistrer',
  'The certificate only. Never upload its private key.': 'Le certificat seul. Ne téléversez jamais sa clé privée.',
  'Revoke this certificate?': 'Révoquer ce certificat ?',
  'The certificate was revoked.': 'Le certificat a été révoqué.',
  'API clients that present {certificate} are rejected immediately. A revoked certificate cannot be registered again.':
    'Les clients API qui présentent {certificate} sont immédiatement rejetés. Un certificat révoqué ne peut pas être enregistré à nouveau.',
  'API access': 'Accès à l’API',
  'Credentials for your API integrations.': 'Identifiants de vos intégrations API.',
  'Password {slot}': 'Mot de passe {slot}',
  Age: 'Ancienneté',
  'Reporting passwords': 'Mots de passe des rapports',
  'For downloading reports only. Maximum two.': 'Uniquement pour télécharger des rapports. Deux au maximum.',
  'Create a reporting password': 'Créer un mot de passe des rapports',
  'Revoke reporting password {slot}': 'Révoquer le mot de passe des rapports {slot}',
  'No reporting password': 'Aucun mot de passe des rapports',
  'API clients cannot download reports. Create a reporting password to allow it.':
    'Les clients API ne peuvent pas télécharger de rapports. Créez un mot de passe des rapports pour le permettre.',
  'Your new reporting password': 'Votre nouveau mot de passe des rapports',
  'Create a reporting password?': 'Créer un mot de passe des rapports ?',
  'It is shown only once. An existing password stays valid until it is revoked.':
    'Il n’est affiché qu’une seule fois. Un mot de passe existant reste valide jusqu’à sa révocation.',
  'Revoke reporting password {slot}?': 'Révoquer le mot de passe des rapports {slot} ?',
  'The reporting password was revoked.': 'Le mot de passe des rapports a été révoqué.',
  'The purpose of the credential, for example “settlement job”.':
    'L’usage des identifiants, par exemple « traitement des règlements ».',
  'You do not have these permissions yourself: {permissions}.':
    'Vous ne disposez pas vous-même de ces droits : {permissions}.',
  'Includes unmasked account numbers if the merchant has the privilege.':
    'Inclut les numéros de carte non masqués si le commerçant dispose du privilège.',
  'Choose only what the integration needs. You can only grant operations you have permission for.':
    'Choisissez uniquement ce dont l’intégration a besoin. Vous ne pouvez accorder que les opérations pour lesquelles vous avez les droits.',
  'All operations': 'Toutes les opérations',
  'Unmasked account numbers': 'Numéros de carte non masqués',
  'Full access': 'Accès complet',
  'Payments without refunds': 'Paiements sans remboursements',
  'Read only': 'Lecture seule',
  'Selected operations': 'Opérations sélectionnées',
  'Every operation, including those of later versions.':
    'Toutes les opérations, y compris celles des versions ultérieures.',
  'Every operation except refunds.': 'Toutes les opérations sauf les remboursements.',
  'Retrieves orders, transactions, events and tokens. Changes nothing.':
    'Consulte les commandes, transactions, événements et jetons. Ne modifie rien.',
  'Only the operations you choose.': 'Uniquement les opérations que vous choisissez.',
  '{operations} and {count} more': { one: '{operations} et {count} autre', other: '{operations} et {count} autres' },
  'The only credential cannot be revoked: create another one first.':
    'Les seuls identifiants ne peuvent pas être révoqués : créez-en d’abord d’autres.',
}
